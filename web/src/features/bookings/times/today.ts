import { lastBookingDay } from '#contract/bookings/booking-fields.ts'
import { todayIn } from '#web/i18n/today-in.ts'

/** The zone of the United States in which a day begins last. */
const LAST_ZONE = 'Pacific/Pago_Pago'

/**
 * Today's date in the time zone of this device, 'YYYY-MM-DD'. The server checks again in the time zone of the address.
 */
export function today(now: Date = new Date()): string {
  return [now.getFullYear(), now.getMonth() + 1, now.getDate()]
    .map((part) => String(part).padStart(2, '0'))
    .join('-')
}

/**
 * The first and the last day that a home may be booked for, wherever it is, as a date field takes them: in the evening
 * of Texas this device can already be in the next day. The server knows the day of the home. rule: booking-times
 */
export function bookableDays(): { min: string; max: string } {
  const [min = ''] = [today(), todayIn(LAST_ZONE)].toSorted()
  return { min, max: lastBookingDay(today()) }
}
