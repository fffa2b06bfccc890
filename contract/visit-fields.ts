import { z } from 'zod'
import { Dollars } from './values.ts'
import { OUTCOMES, STAGES } from './visit-rules.ts'

/** The fields of the visit in every answer about a booking. rule: visit-stages, visit-outcome */
export const VISIT_FIELDS = {
  /** The latest stage; null: none was pressed. */
  stage: z.enum(STAGES).nullable(),
  /** Null until the visit is over. */
  outcome: z.enum(OUTCOMES).nullable(),
  /** The price once the hours are settled; null before. rule: settle-hours */
  final_amount: Dollars.nullable(),
}
