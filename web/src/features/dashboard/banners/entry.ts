import type { ReactNode } from 'react'
import type { User } from '#contract/identity.ts'
import type { LeadsStatus } from '#web/features/billing/billing.api.ts'
import type { DashboardData } from '../dashboard.api.ts'
import type { Seen } from './use-seen.ts'

export type BannerProps = {
  data: DashboardData
  professional: User
  seen: Seen
  /** Undefined until it is known. */
  money: LeadsStatus | undefined
}

/** One banner: when it is due, and what it says. */
export type BannerEntry = {
  name: string
  isDue(props: BannerProps): boolean
  Component(props: BannerProps): ReactNode
}
