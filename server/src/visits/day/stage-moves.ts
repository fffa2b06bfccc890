import type { Role } from '#contract/product.ts'
import type { Stage } from '#contract/visits/visit-rules.ts'
import { isTooEarly, isTooLate, stagesAfter, undoUntil } from '#contract/calendar/visit-times.ts'
import type { VisitMove } from '#contract/visits/visits.ts'

/** The facts that decide which stages a visit can reach. */
type VisitState = {
  status: string
  starts_at: Date
  ends_at: Date
  /** The latest one, and when the server received it. */
  latest: { stage: Stage; received_at: Date } | null
  /** Whether the client answered the hours, or a payment is recorded. */
  isUndoBlocked: boolean
  /** The side that did not come, 'undecided', or null. */
  no_show: string | null
}

/** The moves between stages that a side can make now. rule: visit-stages */
export function stageMoves(visit: VisitState, reader: Role, now: Date): VisitMove[] {
  const { status, starts_at, ends_at, latest, isUndoBlocked, no_show } = visit
  if (reader !== 'professional' || status !== 'accepted') return []
  const isTime =
    !isSettledNoShow(no_show) && !isTooEarly(starts_at, now) && !isTooLate(ends_at, now)
  const next = isTime ? stagesAfter(latest?.stage ?? null) : []
  const canUndo = latest !== null && !isUndoBlocked && now <= undoUntil(latest)
  return canUndo ? [...next, 'undo'] : next
}

/** Whether it is settled that a side did not come. */
export const isSettledNoShow = (noShow: string | null) => noShow !== null && noShow !== 'undecided'
