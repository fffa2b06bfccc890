import { z } from 'zod'
import { isBlank } from './blank.ts'
import type { RefusalCode } from './refusals.ts'
import { FREQUENCIES, SERVICE_TYPES } from './product.ts'

/** Types a schema's error message as a refusal code. If the check fails, the server refuses with that code. */
export const code = (value: RefusalCode): RefusalCode => value

/**
 * A schema for text that a user typed. It removes control characters, trims, and checks the length, with a refusal for
 * each bound. If there is a minimum, a blank text is refused too. rule: text-input
 */
export function text(
  minLength: number,
  maxLength: number,
  tooShort: RefusalCode = 'invalid_input',
  tooLong: RefusalCode = 'invalid_input',
) {
  return z
    .string({ error: code(tooShort) })
    .transform((value) => value.replace(CONTROL_CHARACTERS, '').trim())
    .pipe(
      z
        .string()
        .min(minLength, { error: code(tooShort), abort: true })
        .max(maxLength, code(tooLong))
        .refine((value) => minLength === 0 || !isBlank(value), code(tooShort)),
    )
}
// The C0 control characters except tab and line breaks, DEL, and lone surrogates. PostgreSQL cannot store NUL in text.
// oxlint-disable-next-line no-control-regex -- it matches control characters on purpose
const CONTROL_CHARACTERS = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F]|\p{Surrogate}/gu

export const Id = z.uuid()

export const ServiceTypeValue = z.enum(SERVICE_TYPES, { error: code('service_type_invalid') })
export const FrequencyValue = z.enum(FREQUENCIES, { error: code('frequency_invalid') })

/** US dollars in the API, with at most two decimals. The server calculates in cents. */
export const Dollars = z.number().nonnegative()

/** An instant as ISO 8601 in UTC. */
export const Instant = z.iso.datetime()
