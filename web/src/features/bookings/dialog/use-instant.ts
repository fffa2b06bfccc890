import { useQuery } from '@tanstack/react-query'
import { useWatch } from 'react-hook-form'
import type { UseFormReturn } from 'react-hook-form'
import type { Frequency } from '#contract/product.ts'
import type { ShownProfessional } from '#web/features/market/professionals/professionals.api.ts'
import { useApi } from '#web/api/use-api.ts'
import type { BookingFields } from './booking-draft.ts'
import { slotsQuery } from '../times/slots.api.ts'
import type { Slots } from '../times/slots.api.ts'
import { bookableDays } from '../times/today.ts'

/** The effect of the submit button on the time in the form. */
export type ConfirmAction =
  /** No time is chosen, or whether it is free is not known yet. */
  | 'undecided'
  | 'at_once'
  | 'verify_email'
  | 'request'
  | 'outside'
  /** The last two are refused: requests for other times, and new clients before a date. */
  | 'only_inside'
  | { pausedUntil: string }

/** Whether the time is known not to be free. */
export const isNotFree = (action: ConfirmAction) =>
  action === 'outside' || action === 'only_inside' || typeof action === 'object'

/**
 * Asks about the one day that is chosen, so it also knows a time that was typed. A year that is still being typed is
 * a day that nobody can book, and the server refuses the question. rule: booking-dialog
 */
export function useInstant(
  form: UseFormReturn<BookingFields>,
  professional: ShownProfessional,
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
  const { min, max } = bookableDays()
  const isBookable = date >= min && date <= max
  const isOfInterest = professional.times_stated === true || Boolean(professional.paused_until)
  const isAsked = isOfInterest && isBookable && /^\s*\d{5}/.test(typedZip)
  const zip = isAsked ? typedZip.trim() : ''
  const asked = { professionalId: professional.user_id, zip, hours, service, from: date, to: date }
  const { data, error } = useQuery({ ...slotsQuery(useApi(), asked), retry: false })
  if (!isOfInterest || error) return 'request'
  if (!isAsked || !data || time === '') return 'undecided'
  return confirmActionOf(data, { date, time, frequency })
}

type Wanted = { date: string; time: string; frequency: Frequency }

/** The effect of the submit button, derived from the free times of the wanted day. */
export function confirmActionOf(
  {
    days: [day],
    stated,
    only_inside_hours,
    paused_until: pausedUntil = '',
    instant,
  }: Pick<Slots, 'days' | 'stated' | 'only_inside_hours' | 'paused_until' | 'instant'>,
  { date, time, frequency }: Wanted,
): ConfirmAction {
  if (!day) return 'request'
  if (!day.slots.some((slot) => slot.time === time)) {
    // The date is that of the home: where the own date is later, the day can have free times.
    if (day.slots.length === 0 && date < pausedUntil) return { pausedUntil }
    if (!stated) return 'request'
    return only_inside_hours ? 'only_inside' : 'outside'
  }
  if (frequency !== 'one_time' || instant === 'no') return 'request'
  return instant === 'yes' ? 'at_once' : 'verify_email'
}
