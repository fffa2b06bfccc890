import { useQuery } from '@tanstack/react-query'
import { useWatch } from 'react-hook-form'
import type { UseFormReturn } from 'react-hook-form'
import { lastBookingDay } from '#contract/booking-fields.ts'
import type { Frequency } from '#contract/product.ts'
import type { ShownProfessional } from '#web/features/professionals/professionals.api.ts'
import { useApi } from '#web/api/use-api.ts'
import type { BookingFields } from './booking-draft.ts'
import { slotsQuery } from './slots.api.ts'
import type { Slots } from './slots.api.ts'
import { firstBookableDay } from './today.ts'

/** What 'Confirm Booking' does with the time in the form. */
export type ConfirmAction =
  | 'at_once'
  | 'verify_email'
  | 'request'
  | 'outside'
  /** The last two are refused: requests for other times, and new clients before a date. */
  | 'only_inside'
  | 'paused'

/**
 * Asks about the one day that is chosen, so it also knows a time that was typed. A year that is still being typed is
 * a day that nobody can book, and the server refuses the question. rule: confirm-action
 */
export function useInstant(
  form: UseFormReturn<BookingFields>,
  professional: ShownProfessional,
  today: string,
): ConfirmAction {
  const [typedZip, hours, service, date, time, frequency] = useWatch({
    control: form.control,
    name: [
      'zip_code',
      'estimated_hours',
      'service_type',
      'booking_date',
      'booking_time',
      'cleaning_frequency',
    ],
  })
  const isBookable = date >= firstBookableDay() && date <= lastBookingDay(today)
  const isAsked = professional.times_stated === true && isBookable && /^\s*\d{5}/.test(typedZip)
  const zip = isAsked ? typedZip.trim() : ''
  const asked = { professionalId: professional.user_id, zip, hours, service, from: date, to: date }
  const { data } = useQuery({ ...slotsQuery(useApi(), asked), retry: false })
  if (!isAsked || !data || time === '') return 'request'
  return confirmActionOf(data, { date, time, frequency }, professional.paused_until)
}

type Wanted = { date: string; time: string; frequency: Frequency }

/** What confirming does, by the free times of the wanted day. `pausedUntil`: from when new clients are taken again. */
export function confirmActionOf(
  {
    days: [day],
    only_inside_hours,
    instant,
  }: Pick<Slots, 'days' | 'only_inside_hours' | 'instant'>,
  { date, time, frequency }: Wanted,
  pausedUntil = '',
): ConfirmAction {
  if (!day) return 'request'
  if (!day.slots.some((slot) => slot.time === time)) {
    if (only_inside_hours) return 'only_inside'
    // A client whom the pause does not concern has free times before that date.
    return day.slots.length === 0 && date < pausedUntil ? 'paused' : 'outside'
  }
  if (frequency !== 'one_time' || instant === 'no') return 'request'
  return instant === 'yes' ? 'at_once' : 'verify_email'
}
