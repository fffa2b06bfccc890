import { isBlank } from '../blank.ts'
import { BOOKING_DAYS_AHEAD_MAX } from './booking-rules.ts'
import type { RefusalCode } from '../refusals.ts'

/** Lengths of a booking's texts in characters, used by the schema of the call and by the form. rule: booking-fields */
export const BOOKING_LENGTHS = {
  address: { min: 1, max: 200 },
  city: { min: 1, max: 100 },
  state: { min: 2, max: 40 },
  zip_code: { min: 1, max: 20 },
  notes: { min: 0, max: 2000 },
} as const
export const REASON_LENGTH_MAX = 500

/** The fields of the dialog in its order, each with the refusals that the dialog shows at it. rule: booking-fields */
const FIELD_REFUSALS = {
  booking_date: ['date_invalid', 'date_too_far'],
  booking_time: ['time_invalid', 'time_in_past', 'time_skipped'],
  service_type: ['service_type_invalid', 'service_not_offered'],
  cleaning_frequency: ['frequency_invalid', 'frequency_not_offered'],
  address: ['address_required'],
  city: ['city_required'],
  state: ['state_required', 'state_not_of_zip'],
  zip_code: ['zip_required', 'zip_unknown', 'home_not_served'],
  estimated_hours: ['hours_invalid', 'hours_below_minimum'],
  notes: ['notes_too_long'],
} as const satisfies Record<string, readonly RefusalCode[]>

export type BookingField = keyof typeof FIELD_REFUSALS
export const BOOKING_FIELDS = Object.keys(FIELD_REFUSALS) as BookingField[]
export const BOOKING_FIELD_REFUSALS: readonly RefusalCode[] = Object.values(FIELD_REFUSALS).flat()

/** The field at which a refusal is shown; undefined for a refusal that concerns no field. */
export function bookingFieldOf(code: RefusalCode): BookingField | undefined {
  return BOOKING_FIELDS.find((field) => FIELD_REFUSALS[field].some((known) => known === code))
}

/**
 * The problems that the form can find without the server, by field. `days` are the first and the last day that can be
 * booked, 'YYYY-MM-DD'; all texts are as typed.
 * rule: booking-fields, booking-times
 */
export function bookingFieldProblems(
  fields: Record<BookingField, string>,
  days: { min: string; max: string },
): Partial<Record<BookingField, RefusalCode>> {
  const isMissing = (field: keyof typeof BOOKING_LENGTHS) =>
    isBlank(fields[field]) || fields[field].trim().length < BOOKING_LENGTHS[field].min
  const dateProblem = bookingDateProblem(fields.booking_date, days)
  return {
    ...(dateProblem && { booking_date: dateProblem }),
    ...(!fields.booking_time && { booking_time: 'time_invalid' }),
    ...(isMissing('address') && { address: 'address_required' }),
    ...(isMissing('city') && { city: 'city_required' }),
    ...(isMissing('state') && { state: 'state_required' }),
    ...(isMissing('zip_code') && { zip_code: 'zip_required' }),
  }
}

function bookingDateProblem(
  date: string,
  { min, max }: { min: string; max: string },
): RefusalCode | undefined {
  if (!date) return 'date_invalid'
  if (date < min) return 'time_in_past'
  return date > max ? 'date_too_far' : undefined
}

/** The last day that can be booked, counted from `today`. */
export function lastBookingDay(today: string): string {
  const day = new Date(`${today}T00:00:00Z`)
  day.setUTCDate(day.getUTCDate() + BOOKING_DAYS_AHEAD_MAX)
  return day.toISOString().slice(0, 10)
}
