import type { Subscription } from '#server/outside/payments/payments.ts'
import type { SubscriptionRow } from './money.queries.ts'

/** Days after the first failure on which a renewal is tried again (decision 20); the last one ends the grace. */
export const RETRY_DAYS = [1, 3, 5, 7] as const
const DAY_MS = 86_400_000

export type Standing = {
  status: 'active' | 'grace' | 'lapsed'
  startedAt: Date
  paidUntil: Date
  cancelAtPeriodEnd: boolean
  failingSince: Date | null
  attempts: number
}

/** How a subscription stands by what the provider tells and what was kept of the same one before (decisions 19, 20). */
export function standingOf(
  { invoices, status, cancelAtPeriodEnd }: Subscription,
  before: SubscriptionRow | undefined,
  now: Date,
): Standing {
  const paid = invoices.filter((invoice) => invoice.status === 'paid')
  const paidUntil =
    latest(paid.map(({ periodEnd }) => periodEnd)) ?? invoices[0]?.periodStart ?? now
  const newest = invoices.at(-1)
  // A month that was given back is not paid, and nobody asks for it again.
  const isGivenBack = newest?.status === 'refunded' && paidUntil <= now
  const ends = cancelAtPeriodEnd || status === 'ended' || isGivenBack
  const base = {
    startedAt: before?.started_at ?? paid[0]?.periodStart ?? now,
    paidUntil,
    cancelAtPeriodEnd: ends,
    failingSince: null,
    attempts: 0,
  }
  // The provider tried to renew: then that time has come, whatever a clock of ours that is behind says.
  const unpaid = newest?.status === 'failed' && newest.periodStart >= paidUntil ? newest : undefined
  if (paidUntil > now && !unpaid) return { ...base, status: 'active' }
  if (ends || before?.status === 'lapsed') return { ...base, status: 'lapsed' }
  if (!unpaid) return { ...base, status: 'active' }
  return {
    ...base,
    status: 'grace',
    failingSince: before?.failing_since ?? latest([unpaid.periodStart, now])!,
    attempts: Math.max(before?.attempts ?? 0, 1),
  }
}

/** How often a renewal that fails since then has been due to be tried by now, the first time included. */
export function attemptsDue(failingSince: Date, now: Date): number {
  return 1 + RETRY_DAYS.filter((days) => +now >= +failingSince + days * DAY_MS).length
}

/** When the grace ends. */
export function graceUntil(failingSince: Date): Date {
  return new Date(+failingSince + RETRY_DAYS.at(-1)! * DAY_MS)
}

function latest(dates: Date[]): Date | undefined {
  return dates.toSorted((one, other) => +one - +other).at(-1)
}
