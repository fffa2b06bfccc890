import type { BookingField } from '#contract/bookings/booking-fields.ts'
import type { ClientBooking } from '#contract/bookings/bookings.ts'
import { effectiveMinimum } from '#contract/market/offer-rules.ts'
import type { Supplies } from '#contract/market/offer-rules.ts'
import {
  BOOKING_HOURS,
  DEFAULT_BOOKING_HOURS,
  frequenciesOfService,
  usualService,
} from '#contract/bookings/booking-rules.ts'
import { FREQUENCIES } from '#contract/product.ts'
import type { Frequency, ServiceType } from '#contract/product.ts'
import type { ShownProfessional } from '#web/features/market/professionals/professionals.api.ts'
import { formDraft } from '#web/session/form-draft.ts'
import type { HomeSize } from './steps/home-sizes.ts'
import type { Step } from './steps/steps.ts'

/** The fields of the booking dialog as typed. Date and time are wall-clock times of the home. */
export type BookingFields = Record<BookingField, string> & {
  service_type: ServiceType
  cleaning_frequency: Frequency
  /** The saved home that was chosen; '' for another address, absent before a choice. */
  home_id?: string
  /** Codes or ids. Those that are not offered any more are neither shown nor sent. */
  extras: string[]
  /** The side that brings the supplies, if the client chose it. Otherwise the home and the offer decide. */
  supplies?: Supplies
  /** Whether the hours were chosen; else they follow the estimate. rule: estimate */
  hours_chosen?: boolean
  /** Dollars of the booking that is repeated. rule: booking-again */
  earlier_total?: number
  /** The date and time of the search with which the dialog was opened last. */
  searched?: string
  /** The step that is shown. rule: booking-dialog */
  step?: Step
  /** The size of a home that is not saved. rule: estimate */
  home_size?: HomeSize
  /** The hours for which the chosen time was offered. Absent for a time that was typed. rule: slot-picker */
  offered_hours?: string
}

/** Facts about the visit that the client has chosen in the search. */
export type SearchChoices = {
  zip?: string
  frequency?: Frequency
  serviceType?: ServiceType
  /** '' or absent: not chosen. */
  date?: string
  time?: string
  hours?: string
}

/** One draft for each client and professional, until the visit is booked. rule: booking-dialog */
export const bookingDraft = (clientId: string, professionalId: string) =>
  formDraft<BookingFields>(clientId, `booking.${professionalId}`)

/** The defaults of the dialog with the choices of the search. rule: booking-fields */
export function initialFields(
  { services_offered: offered, frequencies_offered, min_hours, offer }: ShownProfessional,
  { zip, frequency, serviceType, date, time, hours }: SearchChoices,
): BookingFields {
  const service_type = usualService(offered, serviceType)
  const offeredFrequencies = frequenciesOf({ frequencies_offered }, service_type)
  const minHours = effectiveMinimum(offer?.services, service_type, min_hours)
  const frequencies = [frequency, 'one_time' as const, ...offeredFrequencies]
  return {
    booking_date: date ?? '',
    booking_time: (date && time) || '',
    service_type,
    cleaning_frequency:
      frequencies.find((choice) => choice && offeredFrequencies.includes(choice)) ?? 'one_time',
    address: '',
    city: '',
    state: '',
    zip_code: zip ?? '',
    estimated_hours: String(
      BOOKING_HOURS.find(
        (length) => length >= Math.max(minHours, Number(hours || DEFAULT_BOOKING_HOURS)),
      ),
    ),
    hours_chosen: Boolean(hours),
    notes: '',
    extras: [],
  }
}

/** The frequencies at which a service can be booked: moving or building work is done once. rule: booking-fields */
export function frequenciesOf(
  { frequencies_offered }: Pick<ShownProfessional, 'frequencies_offered'>,
  service: ServiceType,
): readonly Frequency[] {
  return frequenciesOfService(frequencies_offered ?? FREQUENCIES, service)
}

/** The first step that still lacks a choice which an address can carry. rule: booking-dialog */
function firstStep({ date, time, hours }: SearchChoices): Step {
  if (date && time) return 3
  return hours ? 2 : 1
}

/** A time of the search, or of an offer, is free for these hours as far as is known. rule: slot-picker */
const offeredTime = (fields: BookingFields): BookingFields =>
  fields.booking_time ? { ...fields, offered_hours: fields.estimated_hours } : fields

/**
 * The fields with which the dialog opens: the draft, or the defaults. A newer search replaces the draft's time, hours
 * and service, and for another ZIP also its address. Fields that were typed since are kept when the same search opens
 * the dialog again. rule: booking-dialog
 */
export function startFields(
  professional: ShownProfessional,
  choices: SearchChoices,
  draft: BookingFields | undefined,
): BookingFields {
  const initial = initialFields(professional, choices)
  const { date, time = '', hours, zip } = choices
  const step = firstStep(choices)
  if (!draft) return offeredTime({ ...initial, step, ...(date && { searched: `${date} ${time}` }) })
  const searched = `${date} ${time}`
  if (!date || draft.searched === searched) return { ...initial, ...draft }
  const { home_id, offered_hours: _, ...typed } = draft
  const draftZip = draft.zip_code.trim().slice(0, 5)
  const isSameHome = !zip || !draftZip || draftZip === zip.slice(0, 5)
  const { booking_date, booking_time, estimated_hours, hours_chosen, service_type } = initial
  const { address, city, state } = isSameHome ? draft : initial
  const zip_code = zip || draft.zip_code
  return offeredTime({
    ...initial,
    ...typed,
    step,
    ...(isSameHome && home_id !== undefined ? { home_id } : {}),
    address,
    city,
    state,
    zip_code,
    ...(hours ? { estimated_hours, hours_chosen } : {}),
    ...(choices.serviceType ? { service_type } : {}),
    booking_date,
    booking_time,
    searched,
  })
}

/**
 * Fields with the home and the work of an earlier booking, at the step of the times, or at a free time. `hasSeries`:
 * the regular visits of that booking already run, so this is one more visit. rule: booking-again
 */
export function fieldsForRepeat(
  booking: ClientBooking,
  hasSeries: boolean,
  free: { date: string; time: string } = { date: '', time: '' },
): BookingFields {
  return offeredTime({
    step: free.date ? 3 : 2,
    booking_date: free.date,
    booking_time: free.time,
    service_type: booking.service_type,
    cleaning_frequency: hasSeries ? 'one_time' : booking.cleaning_frequency,
    address: booking.address,
    city: booking.city,
    state: booking.state,
    zip_code: booking.zip_code,
    estimated_hours: String(booking.estimated_hours),
    hours_chosen: true,
    notes: booking.notes,
    extras: booking.extras,
    supplies: booking.supplies,
    // Without one, the home with the address of the booking is chosen. rule: home-of-booking
    ...(booking.home_id ? { home_id: booking.home_id } : {}),
    earlier_total: booking.total_amount,
  })
}
