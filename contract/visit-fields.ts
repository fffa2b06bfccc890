import { z } from 'zod'
import { Dollars } from './values.ts'
import { OUTCOMES, STAGES } from './visit-rules.ts'

/** What every answer about a booking tells of its visit. rule: visit-stages, visit-outcome */
export const VISIT_FIELDS = {
  /** The latest one. */
  stage: z.enum(STAGES).nullable(),
  /** Null until the visit is over. */
  outcome: z.enum(OUTCOMES).nullable(),
  /** What is due once the hours are settled; null before. rule: settle-hours */
  final_amount: Dollars.nullable(),
}
