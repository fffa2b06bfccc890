import type { Frequency, ServiceType } from '#contract/product.ts'
import { formDraft } from '#web/session/form-draft.ts'

/** What stands in the booking dialog's fields. Date and time are the home's wall time. */
export type BookingFields = {
  booking_date: string
  booking_time: string
  service_type: ServiceType
  cleaning_frequency: Frequency
  address: string
  city: string
  state: string
  zip_code: string
  estimated_hours: string
  notes: string
}

/** One per client and professional, until it is booked. */
export const draftOf = (clientId: string, professionalId: string) =>
  formDraft<BookingFields>(clientId, `booking.${professionalId}`)
