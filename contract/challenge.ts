import { z } from 'zod'

/** A challenge of ALTCHA, version 2. The browser finds `counter` so that the derived key begins with `keyPrefix`. */
export const Challenge = z.object({
  parameters: z.looseObject({
    algorithm: z.literal('PBKDF2/SHA-256'),
    nonce: z.string(),
    salt: z.string(),
    cost: z.number().int(),
    keyLength: z.number().int(),
    keyPrefix: z.string(),
    keySignature: z.string(),
    /** The purpose of the challenge, and the time until which a solution is accepted, in milliseconds. */
    data: z.object({ bound_to: z.string(), until: z.number() }),
  }),
  signature: z.string(),
})
export type Challenge = z.infer<typeof Challenge>

export const SolvedChallenge = z.object({
  challenge: Challenge,
  solution: z.object({
    counter: z.number().int(),
    derivedKey: z.string(),
    time: z.number().optional(),
  }),
})
export type SolvedChallenge = z.infer<typeof SolvedChallenge>
