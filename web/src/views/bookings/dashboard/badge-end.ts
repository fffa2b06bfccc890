import { BADGE_RENEWAL_DAYS } from '#contract/trust/verification-rules.ts'
import type { DashboardData } from './dashboard.api.ts'

const DAY_MS = 86_400_000

/** When the badge ends, if that is soon enough to renew it. rule: badges */
export function badgeEnd({ profile }: Pick<DashboardData, 'profile'>): string | undefined {
  const end = profile?.badges?.find(({ kind }) => kind === 'background')?.expires_at
  const days = end === undefined ? Infinity : (Date.parse(end) - Date.now()) / DAY_MS
  return days <= BADGE_RENEWAL_DAYS ? end : undefined
}
