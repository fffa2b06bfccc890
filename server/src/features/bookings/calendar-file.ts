import ical, { ICalCalendarMethod, ICalEventStatus } from 'ical-generator'
import type { BookingStatus } from '#contract/booking-status.ts'
import { displayName } from '#contract/display-name.ts'
import type { Language, Role, ServiceType } from '#contract/product.ts'
import { PRODUCT_NAME } from '#contract/product.ts'
import { Id } from '#contract/values.ts'
import type { Actor } from '#server/http/actor.ts'
import { refuse } from '#server/http/refusal.ts'
import type { Context } from '#server/context.ts'
import { SERVICE_NAMES } from '../professionals/service-names.ts'
import { visitOfPerson } from './calendar.queries.ts'
import type { VisitRow } from './calendar.queries.ts'

/** The iCalendar status of each booking status, and the number of moves that lead to it (used for SEQUENCE). */
const CALENDAR_STATES: Record<BookingStatus, { status: ICalEventStatus; sequence: number }> = {
  pending: { status: ICalEventStatus.TENTATIVE, sequence: 0 },
  accepted: { status: ICalEventStatus.CONFIRMED, sequence: 1 },
  declined: { status: ICalEventStatus.CANCELLED, sequence: 1 },
  cancelled: { status: ICalEventStatus.CANCELLED, sequence: 2 },
  completed: { status: ICalEventStatus.CONFIRMED, sequence: 2 },
}

/**
 * A booking as an iCalendar text for one of its sides, in the language of the reader's account. Refuses
 * 'booking_not_found' for a booking of others. rule: calendar-file, calendar-language
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
  { config, clock }: Context,
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
    const path = reader === 'client' ? `/bookings/${visit.id}` : '/dashboard'
    calendar.createEvent({
      id: `${visit.id}@lustra`,
      ...calendarState(visit, reader),
      stamp: clock.now(),
      start: visit.starts_at,
      end: visit.ends_at,
      summary: `${serviceName(visit)} · ${otherName(visit, reader)}`,
      location: homeAddress(visit, reader),
      url: `${config.publicOrigin}${path}`,
    })
  }
  return calendar.toString()
}

/**
 * The SEQUENCE of an iCalendar event: a higher one replaces the earlier event. Opening the lead and the return of its
 * credit raise it, because the event then has more details, or fewer.
 * rule: calendar-sequence
 */
function calendarState(visit: VisitRow, reader: Role) {
  const { status, sequence } = CALENDAR_STATES[visit.status as BookingStatus]
  return { status, sequence: sequence + (reader === 'professional' ? visit.lead_changes : 0) }
}

const serviceName = ({ language, service_type }: VisitRow) =>
  SERVICE_NAMES[language as Language][service_type as ServiceType]

/** rule: calendar-locked-lead */
function otherName({ open, full_name, first_name, last_name }: VisitRow, reader: Role): string {
  if (reader === 'client') return displayName(full_name)
  return open ? `${first_name} ${last_name}` : first_name
}

/** rule: calendar-locked-lead */
function homeAddress({ open, address, city, state, zip_code }: VisitRow, reader: Role): string {
  return reader === 'client' || open ? `${address}, ${city}, ${state} ${zip_code}` : zip_code
}
