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
import { visitOfSide } from './calendar.queries.ts'
import type { VisitRow } from './calendar.queries.ts'

/** The status in a calendar's words, and how many moves lead there. */
const STATES: Record<BookingStatus, { status: ICalEventStatus; sequence: number }> = {
  pending: { status: ICalEventStatus.TENTATIVE, sequence: 0 },
  accepted: { status: ICalEventStatus.CONFIRMED, sequence: 1 },
  declined: { status: ICalEventStatus.CANCELLED, sequence: 1 },
  cancelled: { status: ICalEventStatus.CANCELLED, sequence: 2 },
  completed: { status: ICalEventStatus.CONFIRMED, sequence: 2 },
}

/**
 * A booking as an iCalendar text for one of its sides, in her language, with its instants in UTC. Of a client whose lead is
 * locked it says no more than decision 15 allows. Refuses another's as one that does not exist.
 */
export async function calendarOfBooking(
  context: Context,
  actor: Actor,
  id: string,
): Promise<string> {
  if (!Id.safeParse(id).success) refuse('booking_not_found')
  const visit = (await visitOfSide(context.db, actor, id)) ?? refuse('booking_not_found')
  return calendarText(context, actor.role, [visit])
}

/** Visits as an iCalendar text for one of their sides; a calendar that reads it again and again does so every `ttlSeconds`. */
export function calendarText(
  { config, clock }: Context,
  reader: Role,
  visits: readonly VisitRow[],
  ttlSeconds?: number,
): string {
  const calendar = ical({
    name: PRODUCT_NAME,
    prodId: { company: PRODUCT_NAME, product: 'Bookings' },
    method: ICalCalendarMethod.PUBLISH,
    ...(ttlSeconds ? { ttl: ttlSeconds } : {}),
  })
  for (const visit of visits) {
    const path = reader === 'client' ? `/bookings/${visit.id}` : '/dashboard'
    calendar.createEvent({
      id: `${visit.id}@lustra`,
      ...stateOf(visit, reader),
      stamp: clock.now(),
      start: visit.starts_at,
      end: visit.ends_at,
      summary: `${serviceOf(visit)} · ${reader === 'client' ? displayName(visit.full_name) : clientOf(visit)}`,
      location: homeOf(visit, reader),
      url: `${config.publicOrigin}${path}`,
    })
  }
  return calendar.toString()
}

/** A later file of the same visit replaces an earlier one, also where it says more because the lead was opened meanwhile. */
function stateOf(visit: VisitRow, reader: Role) {
  const { status, sequence } = STATES[visit.status as BookingStatus]
  return { status, sequence: reader === 'professional' && visit.open ? sequence + 1 : sequence }
}

const serviceOf = ({ language, service_type }: VisitRow) =>
  SERVICE_NAMES[language as Language][service_type as ServiceType]

const clientOf = ({ open, first_name, last_name }: VisitRow) =>
  open ? `${first_name} ${last_name}` : first_name

function homeOf({ open, address, city, state, zip_code }: VisitRow, reader: Role): string {
  return reader === 'client' || open ? `${address}, ${city}, ${state} ${zip_code}` : zip_code
}
