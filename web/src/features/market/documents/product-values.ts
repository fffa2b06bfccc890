import { BOOKING_ANSWER_HOURS, RELIABILITY_DAYS } from '#contract/bookings/booking-rules.ts'
import { LEAD_PRICE, LEADS_PER_MONTH, SUBSCRIPTION_PRICE } from '#contract/money/money-rules.ts'
import { RETENTION } from '#contract/retention.ts'
import { useFormat } from '#web/i18n/format.ts'

/** Returns a function that replaces `{{price}}` and the other values of the product's constants in a text. */
export function useProductValues(): (text: string) => string {
  const format = useFormat()
  const values: Record<string, string | number> = {
    ...RETENTION,
    reliability_days: RELIABILITY_DAYS,
    price: format.money(SUBSCRIPTION_PRICE),
    single: format.money(LEADS_PER_MONTH * LEAD_PRICE),
    saved: format.money(LEADS_PER_MONTH * LEAD_PRICE - SUBSCRIPTION_PRICE),
    lead_price: format.money(LEAD_PRICE),
    leads: String(LEADS_PER_MONTH),
    hours: String(BOOKING_ANSWER_HOURS),
  }
  return (text) => text.replace(/\{\{(\w+)\}\}/g, (_, value: string) => String(values[value] ?? ''))
}
