import { z } from 'zod'
import { Dollars } from './values.ts'

/** Who provides the cleaning supplies. rule: booking-extras */
export const SUPPLIES = ['client', 'professional'] as const
export type Supplies = (typeof SUPPLIES)[number]

const amount = z.number()

/**
 * One line of a price; a discount has a negative amount. `hours` of labour are those that the extras leave, such as 2.5.
 * `extra` is its code, or the id of one of the professional's own, which alone has a `name`. rule: price-lines
 */
export const ShownLine = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('labour'), hours: z.number(), rate: Dollars, amount }),
  z.object({
    kind: z.literal('extra'),
    extra: z.string(),
    name: z.string().nullable(),
    minutes: z.number().int(),
    amount,
  }),
  z.object({ kind: z.literal('supplies'), amount }),
  z.object({ kind: z.literal('discount'), percent: z.number().int(), amount }),
  z.object({ kind: z.literal('reclean'), amount }),
])
export type ShownLine = z.infer<typeof ShownLine>

/** The price of a booking. `lines` sum to its `total_amount`. rule: price-lines, booking-extras */
export const PRICE_FIELDS = {
  lines: z.array(ShownLine),
  /** The codes or ids of the extras, in the order of their lines. */
  extras: z.array(z.string()),
  supplies: z.enum(SUPPLIES),
}
