import { ACCESS_HOURS_AFTER, ACCESS_HOURS_BEFORE } from '#contract/visits/access-rules.ts'

const HOUR_MS = 3_600_000

/** The facts that decide whether the access details of a visit are open. */
export type AccessState = {
  status: string
  starts_at: Date
  ends_at: Date
  /** The moment at which the client ended the access; null: not ended. */
  access_ended_at: Date | null
  /** Whether one side has blocked the other. */
  blocked: boolean
}

/** The access window of a visit, from `opensAt` and before `closesAt`. It moves with the visit. rule: access-details */
export function accessWindow({ starts_at, ends_at }: Pick<AccessState, 'starts_at' | 'ends_at'>) {
  return {
    opensAt: new Date(+starts_at - ACCESS_HOURS_BEFORE * HOUR_MS),
    closesAt: new Date(+ends_at + ACCESS_HOURS_AFTER * HOUR_MS),
  }
}

/** Why a professional cannot see the values now. rule: access-details */
export function accessRefusal(visit: AccessState, now: Date) {
  const { opensAt, closesAt } = accessWindow(visit)
  if (!isAgreed(visit)) return 'access_not_accepted'
  if (isEnded(visit)) return 'access_ended'
  if (now < opensAt) return 'access_not_yet'
  return now < closesAt ? undefined : 'access_over'
}

/** Why the client can neither end nor open the access now. rule: access-details */
export function openingRefusal(visit: AccessState, now: Date) {
  if (!isAgreed(visit)) return 'access_not_accepted'
  return now < accessWindow(visit).closesAt ? undefined : 'access_over'
}

export function isEnded({ access_ended_at, blocked }: AccessState): boolean {
  return access_ended_at !== null || blocked
}

function isAgreed({ status }: AccessState): boolean {
  return status === 'accepted' || status === 'completed'
}
