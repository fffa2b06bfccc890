import { FREE_LEADS_DAYS } from '#contract/product.ts'

const DAY_MS = 86_400_000

/** Which of the specification's labels stands at the leads (professional spec 4, 9): 'free' within 30 days of the start, then 'monthly'. */
export function leadLabel(subscriptionStart: string, now: Date): 'free' | 'monthly' {
  return +now - Date.parse(subscriptionStart) <= FREE_LEADS_DAYS * DAY_MS ? 'free' : 'monthly'
}
