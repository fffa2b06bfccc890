import { z } from 'zod'
import { CLAIMS } from './claim-rules.ts'
import { endpoint } from './endpoint.ts'
import { Instant } from './values.ts'

/** Each claim with what it rests on, what was measured, and whether it is shown. rule: claims, claims-measured */
export const claims = endpoint({
  method: 'GET',
  path: '/api/claims',
  feature: 'claims',
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
        enabled: z.boolean(),
      }),
    ),
  }),
  refusals: [],
})
