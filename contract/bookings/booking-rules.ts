import type { Frequency, ServiceType } from '../product.ts'

/** Limits and times of bookings. */

/** The types in the booking dialog, in this order. If the professional offers post_construction, it is added. */
export const BOOKING_SERVICE_TYPES = ['standard', 'move_in_out', 'deep', 'office'] as const
/** Work that is never repeated. rule: booking-fields */
const DONE_ONCE: ReadonlySet<ServiceType> = new Set(['move_in_out', 'post_construction'])
/** How often a service can be booked, of what the professional offers. rule: booking-fields */
export function frequenciesOfService(
  offered: readonly Frequency[],
  service: ServiceType,
): readonly Frequency[] {
  return DONE_ONCE.has(service) && offered.includes('one_time') ? ['one_time'] : offered
}
/** The service with which the booking dialog opens: the asked one if it is offered, else the usual one. */
export function usualService(
  offered: readonly ServiceType[],
  asked: ServiceType | '' | undefined,
): ServiceType {
  const preferred = [asked, 'standard' as const].find((type) => type && offered.includes(type))
  return preferred || (offered[0] ?? 'standard')
}
export const BOOKING_HOURS = [1, 2, 3, 4, 6, 8] as const
export const DEFAULT_BOOKING_HOURS = 2
export const BOOKING_DAYS_AHEAD_MAX = 365
/** How many past days count for a person's reliability. rule: reliability */
export const RELIABILITY_DAYS = 180
/** The length of the note of a proposed time. */
export const PROPOSAL_NOTE_LENGTH_MAX = 500
/** A request that is not answered within this many hours expires. */
export const BOOKING_ANSWER_HOURS = 72
/** The caption of a profile promises an answer within this many hours, until a request proves it wrong. */
export const ANSWER_CAPTION_HOURS = 2
/** How many answered requests a professional needs before their response time is shown. */
export const MEASURED_ANSWERS_MIN = 3
export const DASHBOARD_REFRESH_MS = 30_000
/** Estimated earnings: total bookings × hourly rate × this. */
export const EARNINGS_HOURS_GUESSED = 3
