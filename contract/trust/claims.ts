import { z } from 'zod'
import { CLAIMS } from './claim-rules.ts'
import { endpoint } from '../endpoint.ts'
import { Instant } from '../values.ts'

/**
 * Each claim with what it rests on, what was measured, and whether it is shown.
 * rule: claims
 */
export const claims = endpoint({
  method: 'GET',
  path: '/api/claims',
  summary: 'What Lustra says about itself, and what is true of it',
  caller: { role: 'anyone' },
  // The console reads them too, and nobody's answer differs.
  whileViewed: true,
  answer: z.object({
    claims: z.array(
      z.object({
        id: z.enum(CLAIMS),
        text: z.string(),
        where: z.string(),
        basis: z.string(),
        /** null: fewer than 30 cases, or nothing to measure. */
        measured: z
          .object({ value: z.number(), sample: z.number().int(), as_of: Instant })
          .nullable(),
        /** The measure says that the claim is not true, so it is not shown. */
        contradicted: z.boolean(),
        switched_on: z.boolean(),
        /** Whether it is shown: switched on, and not contradicted. */
        enabled: z.boolean(),
      }),
    ),
  }),
})
