import type { BookingField } from '#contract/bookings/booking-fields.ts'

export type Step = 1 | 2 | 3
export const STEPS = [1, 2, 3] as const

const STEP_OF: Partial<Record<BookingField, Step>> = {
  service_type: 1,
  cleaning_frequency: 1,
  estimated_hours: 1,
  booking_date: 2,
  booking_time: 2,
}

/** The step of the booking dialog that has this field. rule: booking-dialog */
export const stepOf = (field: BookingField): Step => STEP_OF[field] ?? 3
