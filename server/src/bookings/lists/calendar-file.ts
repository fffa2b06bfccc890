import ical, { ICalCalendarMethod, ICalEventStatus } from 'ical-generator'
import type { BookingStatus } from '#contract/bookings/booking-status.ts'
import { displayName } from '#contract/people/display-name.ts'
import type { Language, Role, ServiceType } from '#contract/product.ts'
import { PRODUCT_NAME } from '#contract/product.ts'
import { Id } from '#contract/values.ts'
import type { Actor } from '#server/http/calls/actor.ts'
import { refuse } from '#server/http/calls/refusal.ts'
import type { Context } from '#server/context.ts'
import { textsIn } from '#server/texts.ts'
import { sequenceOf } from '../moves/sequence.ts'
import { visitOfPerson } from './calendar.queries.ts'
import type { VisitRow } from './calendar.queries.ts'

const CALENDAR_STATUSES: Record<BookingStatus, ICalEventStatus> = {
  pending: ICalEventStatus.TENTATIVE,
  accepted: ICalEventStatus.CONFIRMED,
  declined: ICalEventStatus.CANCELLED,
  cancelled: ICalEventStatus.CANCELLED,
  completed: ICalEventStatus.CONFIRMED,
}

/**
 * A booking as an iCalendar text for one of its sides, in the language of the reader's account. Refuses
 * 'booking_not_found' for a booking of others. rule: visit-calendar
 */
export async function calendarOfBooking(
  context: Context,
  actor: Actor,
  id: string,
): Promise<string> {
  if (!Id.safeParse(id).success) refuse('booking_not_found')
  const visit = (await visitOfPerson(context.db, actor, id)) ?? refuse('booking_not_found')
  return buildCalendar(context, actor.role, [visit])
}

/** Builds an iCalendar text. `refreshSeconds`: how often a calendar program that subscribes should fetch it again. */
export function buildCalendar(
  { config }: Pick<Context, 'config'>,
  reader: Role,
  visits: readonly VisitRow[],
  refreshSeconds?: number,
): string {
  const calendar = ical({
    name: PRODUCT_NAME,
    prodId: { company: PRODUCT_NAME, product: 'Bookings' },
    method: ICalCalendarMethod.PUBLISH,
    ...(refreshSeconds ? { ttl: refreshSeconds } : {}),
  })
  for (const visit of visits) {
    const path = reader === 'client' ? `/visits/${visit.id}` : '/dashboard'
    calendar.createEvent({
      id: `${visit.id}@lustra`,
      status: CALENDAR_STATUSES[visit.status as BookingStatus],
      sequence: sequenceOf(visit, reader),
      stamp: visit.changed_at,
      start: visit.starts_at,
      end: visit.ends_at,
      summary: `${serviceName(visit)} · ${otherName(visit, reader)}`,
      location: homeAddress(visit, reader),
      url: `${config.publicOrigin}${path}`,
    })
  }
  return calendar.toString()
}

const serviceName = ({ language, service_type }: VisitRow) =>
  textsIn(language as Language, 'bookings')(`services.${service_type as ServiceType}`)

/** rule: visit-calendar */
function otherName({ open, full_name, first_name, last_name }: VisitRow, reader: Role): string {
  if (reader === 'client') return displayName(full_name)
  return open ? `${first_name} ${last_name}` : first_name
}

/** rule: visit-calendar */
function homeAddress({ open, address, city, state, zip_code }: VisitRow, reader: Role): string {
  return reader === 'client' || open ? `${address}, ${city}, ${state} ${zip_code}` : zip_code
}
