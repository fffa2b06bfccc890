import { z } from 'zod'
import { isBlank } from './blank.ts'
import type { RefusalCode } from './refusals.ts'
import { FREQUENCIES, SERVICE_TYPES } from './product.ts'

/** A validation message that is a refusal's code: the server answers that code and its sentence. */
export const code = (value: RefusalCode): RefusalCode => value

/** Text of a person: control characters out, NUL never reaches the database; trimmed; the first length is the least, the second the most, each with its refusal. Where some is asked for, some has to be seen. */
export function text(
  least: number,
  most: number,
  refusal: RefusalCode = 'invalid_input',
  tooLong: RefusalCode = 'invalid_input',
) {
  return z
    .string({ error: code(refusal) })
    .transform((value) => value.replace(CONTROL_CHARACTERS, '').trim())
    .pipe(
      z
        .string()
        .min(least, { error: code(refusal), abort: true })
        .max(most, code(tooLong))
        .refine((value) => least === 0 || !isBlank(value), code(refusal)),
    )
}
// Newline and tab are a person's; the rest of C0, DEL and lone surrogates are not.
// oxlint-disable-next-line no-control-regex -- that is what it is for
const CONTROL_CHARACTERS = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F]|\p{Surrogate}/gu

export const Id = z.uuid()

export const ServiceTypeValue = z.enum(SERVICE_TYPES, { error: code('service_type_invalid') })
export const FrequencyValue = z.enum(FREQUENCIES, { error: code('frequency_invalid') })

/** US dollars with at most two decimals on the wire; cents inside. */
export const Dollars = z.number().nonnegative()

/** An instant as ISO 8601 in UTC. */
export const Instant = z.iso.datetime()
