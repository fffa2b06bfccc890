import { z } from 'zod'

/** Marks a thing that waits until its client proves their email address; nobody else sees it. rule: held-starts */
export const HELD_FIELD = { held: z.literal('email').optional() } as const
