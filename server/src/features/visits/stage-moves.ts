import { STAGES } from '#contract/visit-rules.ts'
import type { Stage } from '#contract/visit-rules.ts'
import { STAGE_HOURS_AFTER, STAGE_HOURS_BEFORE, STAGE_UNDO_MINUTES } from '#contract/visit-rules.ts'
import type { VisitMove } from '#contract/visits.ts'
import type { Role } from '#contract/product.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 3_600_000

/** What decides which stages a visit can reach. */
export type VisitState = {
  status: string
  starts_at: Date
  ends_at: Date
  /** The latest one, and when the server heard of it. */
  latest: { stage: Stage; received_at: Date } | null
}

/** What a side can do with the stages of a visit now. rule: visit-stages, undo-stage */
export function stageMoves(visit: VisitState, reader: Role, now: Date): VisitMove[] {
  const { status, latest } = visit
  if (reader !== 'professional' || status !== 'accepted') return []
  const isTime = !isTooEarly(visit, now) && !isTooLate(visit, now)
  const canUndo = latest !== null && now <= undoUntil(latest)
  return [
    ...(isTime ? stagesAfter(latest?.stage ?? null) : []),
    ...(canUndo ? ['undo' as const] : []),
  ]
}

/** The stages that can follow. */
export function stagesAfter(stage: Stage | null): Stage[] {
  return STAGES.slice(stage === null ? 0 : STAGES.indexOf(stage) + 1)
}

/** Whether a press at this moment is long before the visit. rule: stage-times */
export function isTooEarly({ starts_at }: Pick<VisitState, 'starts_at'>, at: Date): boolean {
  return +at < +starts_at - STAGE_HOURS_BEFORE * HOUR_MS
}

/** Whether a press that comes at this moment comes long after the visit. rule: stage-times */
export function isTooLate({ ends_at }: Pick<VisitState, 'ends_at'>, now: Date): boolean {
  return +now > +ends_at + STAGE_HOURS_AFTER * HOUR_MS
}

/** rule: undo-stage */
export function undoUntil({ received_at }: { received_at: Date }): Date {
  return new Date(+received_at + STAGE_UNDO_MINUTES * MINUTE_MS)
}
