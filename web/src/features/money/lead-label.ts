import { FREE_LEADS_DAYS } from '#contract/money/money-rules.ts'

const DAY_MS = 86_400_000

/** The label of the leads: 'free' within 30 days of the subscription's start, then 'monthly'. rule: credit-ledger */
export function leadLabel(subscriptionStart: string, now: Date): 'free' | 'monthly' {
  return +now - Date.parse(subscriptionStart) <= FREE_LEADS_DAYS * DAY_MS ? 'free' : 'monthly'
}
