import {
  STAGES,
  STAGE_HOURS_AFTER,
  STAGE_HOURS_BEFORE,
  STAGE_UNDO_MINUTES,
} from '../visits/visit-rules.ts'
import type { Stage } from '../visits/visit-rules.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

/** Whether a press at this moment is long before the visit. rule: visit-stages */
export function isTooEarly(startsAt: Date, at: Date): boolean {
  return +at < +startsAt - STAGE_HOURS_BEFORE * HOUR_MS
}

/** Whether a press that comes at this moment comes long after the visit. rule: visit-stages */
export function isTooLate(endsAt: Date, now: Date): boolean {
  return +now > +endsAt + STAGE_HOURS_AFTER * HOUR_MS
}

/** The stages that can follow. rule: visit-stages */
export function stagesAfter(stage: Stage | null): Stage[] {
  return STAGES.slice(stage === null ? 0 : STAGES.indexOf(stage) + 1)
}

/** The moment until which a stage can be taken back that the server received at `received_at`. rule: visit-stages */
export function undoUntil({ received_at }: { received_at: Date }): Date {
  return new Date(+received_at + STAGE_UNDO_MINUTES * MINUTE_MS)
}
