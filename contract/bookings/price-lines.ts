import { z } from 'zod'
import { EXTRAS_MAX, SUPPLIES } from '../market/offer-rules.ts'
import { BOOKING_HOURS } from './booking-rules.ts'
import { code, Dollars } from '../values.ts'

const amount = z.number()
const hours: readonly number[] = BOOKING_HOURS

/** The hours of a visit, as a number or its digits. */
export const Hours = z.union([z.number(), z.string()], code('hours_invalid')).pipe(
  z.coerce
    .number<number | string>(code('hours_invalid'))
    .int(code('hours_invalid'))
    .refine((value) => hours.includes(value), code('hours_invalid')),
)

/** The parts of an offer that a client chooses. rule: booking-extras */
export const AskedPrice = {
  /** Codes of extras, or ids of the professional's own. */
  extras: z
    .array(z.string(code('invalid_input')).max(64, code('invalid_input')), code('invalid_input'))
    .max(EXTRAS_MAX, code('invalid_input'))
    .refine((sent) => new Set(sent).size === sent.length, code('invalid_input'))
    .default([]),
  /** Absent: the professional where supplies are included, else the client. */
  supplies: z.enum(SUPPLIES, code('invalid_input')).optional(),
}

/**
 * One line of a price; a discount has a negative amount. `hours` of labour are those that the extras leave, such as
 * 2.5. `extra` is its code, or the id of one of the professional's own, which alone has a `name`. rule: price-lines
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
