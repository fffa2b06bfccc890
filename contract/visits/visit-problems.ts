import { z } from 'zod'
import { PROBLEM_KINDS, PROBLEM_STATES } from './problem-rules.ts'
import { ROLES } from '../product.ts'
import { Id, Instant } from '../values.ts'

/** The problems of a visit in an answer about it. rule: problems */
export const VISIT_PROBLEMS = {
  /** The problems, newest first. */
  problems: z.array(
    z.object({
      id: Id,
      kind: z.enum(PROBLEM_KINDS),
      by: z.enum(ROLES),
      state: z.enum(PROBLEM_STATES),
      opened_at: Instant,
      answer_until: Instant.nullable(),
    }),
  ),
  /** When the client said that the visit was fine. rule: problems */
  all_good_at: Instant.nullable(),
  /** The moment until which the client can report a problem; null: the visit is not over. rule: problems */
  report_until: Instant.nullable(),
  /**
   * When the reader can report that the other side did not come, and what it waits for; null: there is nothing to
   * report. rule: no-show
   */
  no_show: z
    .object({
      from: Instant,
      until: Instant,
      waits_for: z.enum(['time', 'arrival', 'contact']).nullable(),
      /** Whether the reader has tried to reach the other side. rule: no-show */
      tried: z.boolean(),
    })
    .nullable(),
}
const VisitProblems = z.object(VISIT_PROBLEMS)
export type VisitProblems = z.infer<typeof VisitProblems>
