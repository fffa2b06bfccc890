import type { PriceLine } from '#contract/bookings/booking-price.ts'
import type { StoredCancelCode } from '#contract/bookings/cancel-reasons.ts'
import type { ServiceType } from '#contract/product.ts'

/** The values that are stored with a notice. Its kind says which there are. */
export type NoticeData = Record<string, string | number | boolean | null>

/** The booking that a notice is about, as it is now. */
export type BookingFacts = {
  id: string
  series_id: string | null
  service_type: ServiceType
  starts_at: Date
  time_zone: string
  city: string
  state: string
  zip_code: string
  estimated_hours: number
  total_cents: number
  /** For letters; empty in the list of notices, which shows none. */
  lines: PriceLine[]
  status: string
  expires_at: Date
  reason: string | null
  reason_code: StoredCancelCode | null
  /** Until when the client can agree to more time than was booked; null: nothing is asked now. */
  hours_until: Date | null
}
