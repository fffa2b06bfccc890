import type { RefusalCode } from '#contract/refusals.ts'
import { BOOKING_DAYS_AHEAD_MAX } from '#contract/product.ts'
import type { BookingFields } from './draft.ts'

type FieldName = keyof BookingFields

/** In the order of client spec 2.9 and the screen: the first with a complaint is the one that gets the focus. */
export const FIELD_ORDER = [
  'booking_date',
  'booking_time',
  'service_type',
  'cleaning_frequency',
  'address',
  'city',
  'state',
  'zip_code',
  'estimated_hours',
  'notes',
] as const satisfies readonly FieldName[]

const FIELD_OF: Partial<Record<RefusalCode, FieldName>> = {
  date_invalid: 'booking_date',
  date_too_far: 'booking_date',
  time_invalid: 'booking_time',
  time_in_past: 'booking_time',
  time_skipped: 'booking_time',
  frequency_invalid: 'cleaning_frequency',
  zip_required: 'zip_code',
  zip_unknown: 'zip_code',
  address_required: 'address',
  city_required: 'city',
  state_required: 'state',
  state_not_of_zip: 'state',
  service_type_invalid: 'service_type',
  service_not_offered: 'service_type',
  hours_invalid: 'estimated_hours',
  notes_too_long: 'notes',
}

/** The field that a refusal speaks of, if it speaks of one. */
export function fieldOf(code: RefusalCode): FieldName | undefined {
  return FIELD_OF[code]
}

/** What is missing or out of bounds (client spec 5; decision 27), by field; empty when it can be sent. `today` is 'YYYY-MM-DD'. */
export function complaintsAbout(
  fields: BookingFields,
  today: string,
): Partial<Record<FieldName, RefusalCode>> {
  const blank = (name: FieldName) => fields[name].trim() === ''
  return {
    ...(!fields.booking_date && { booking_date: 'date_invalid' }),
    ...(fields.booking_date > lastDay(today) && { booking_date: 'date_too_far' }),
    ...(!fields.booking_time && { booking_time: 'time_invalid' }),
    ...(fields.booking_date &&
      fields.booking_date < today && { booking_date: 'time_in_past' as const }),
    ...(blank('address') && { address: 'address_required' }),
    ...(blank('zip_code') && { zip_code: 'zip_required' }),
    ...(blank('city') && { city: 'city_required' }),
    ...(blank('state') && { state: 'state_required' }),
  }
}

/** Today in the reader's own calendar. */
export function today(now: Date = new Date()): string {
  return [now.getFullYear(), now.getMonth() + 1, now.getDate()]
    .map((part) => String(part).padStart(2, '0'))
    .join('-')
}

/** The last day that can be booked. */
export function lastDay(from: string): string {
  const day = new Date(`${from}T00:00:00Z`)
  day.setUTCDate(day.getUTCDate() + BOOKING_DAYS_AHEAD_MAX)
  return day.toISOString().slice(0, 10)
}
