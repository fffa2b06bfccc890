import type { LeadsStatus } from './billing.api.ts'

/** How a subscription stands (professional spec 4; decisions 19, 20). 'none': never activated. */
export type Standing = 'none' | 'subscribed' | 'cancelled' | 'grace' | 'ended'

/** The one word for what leads-status answers. */
export function standingOf(money: LeadsStatus): Standing {
  if (money.period_end === null) return 'none'
  if (!money.is_active) return 'ended'
  if (money.grace_until !== null) return 'grace'
  return money.cancelled ? 'cancelled' : 'subscribed'
}
