import { z } from 'zod'
import { isBlank } from './blank.ts'
import type { RefusalCode } from './refusals.ts'
import { FREQUENCIES, SERVICE_TYPES } from './product.ts'

/** Types a schema's error message as a refusal code. If the check fails, the server refuses with that code. */
export const code = (value: RefusalCode): RefusalCode => value

/** A schema for a calendar date that somebody asks for, 'YYYY-MM-DD'. PostgreSQL has no year 0. rule: text-input */
export function date(invalid: RefusalCode = 'date_invalid') {
  return z.iso.date(code(invalid)).refine((value) => !value.startsWith('0000'), code(invalid))
}

/** A calendar date, 'YYYY-MM-DD'. */
export const WallDate = date()
/** A wall-clock time, 'HH:MM'. */
export const WallTime = z
  .string(code('time_invalid'))
  .regex(/^([01]\d|2[0-3]):[0-5]\d(:00)?$/, code('time_invalid'))
  .transform((value) => value.slice(0, 5))

/**
 * A schema for text that a user typed. It removes characters that show nothing or change what stands beside them,
 * trims, and checks the length, with a refusal for each bound. If there is a minimum, a blank text is refused too.
 * rule: text-input
 */
export function text(
  minLength: number,
  maxLength: number,
  tooShort: RefusalCode = 'invalid_input',
  tooLong: RefusalCode = 'invalid_input',
) {
  return cleaned(withoutUnseen, { minLength, maxLength, tooShort, tooLong })
}

/**
 * Like `text`, but of one line: white space of any kind becomes one space. For names and addresses. rule: text-input
 */
export function line(
  minLength: number,
  maxLength: number,
  tooShort: RefusalCode = 'invalid_input',
  tooLong: RefusalCode = 'invalid_input',
) {
  return cleaned((value) => oneLine(value).replace(/\s+/g, ' '), {
    minLength,
    maxLength,
    tooShort,
    tooLong,
  })
}

/** A text on one line, without the characters that `text` removes. rule: text-input */
export function oneLine(value: string): string {
  // Not / *[\t\n]…/: of many spaces it would begin again at each one.
  return withoutUnseen(value).replace(/[ \t\n]+/g, (space) => (/[\t\n]/.test(space) ? ' ' : space))
}

type Bounds = {
  minLength: number
  maxLength: number
  tooShort: RefusalCode
  tooLong: RefusalCode
}

function cleaned(
  clean: (value: string) => string,
  { minLength, maxLength, tooShort, tooLong }: Bounds,
) {
  return z
    .string({ error: code(tooShort) })
    .transform((value) => clean(value).trim())
    .pipe(
      z
        .string()
        .min(minLength, { error: code(tooShort), abort: true })
        .max(maxLength, code(tooLong))
        .refine((value) => minLength === 0 || !isBlank(value), code(tooShort)),
    )
}

function withoutUnseen(value: string): string {
  return value
    .replace(LINE_BREAK, '\n')
    .replace(UNSEEN, '')
    .replace(FLAG_TAG, '$1')
    .replace(STYLE, '$1$2')
    .replace(JOINER, '$1$2')
    .replace(DIRECTION_MARK, '$1')
}

const LINE_BREAK = /\r\n?|[\v\f\u0085\u2028\u2029]/g
// Control characters (C0 except tab and line feed, DEL, C1) and lone surrogates; PostgreSQL cannot store NUL. Then what
// has no width, and what turns the direction of the text around it: both can hide or reorder words. The expressions
// below keep some of the others where a reader sees what they do: the groups of each are kept, all else goes.
const UNSEEN =
  // oxlint-disable-next-line no-control-regex -- it matches control characters on purpose
  /[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u202A-\u202E\u2066-\u2069\uFFF9-\uFFFB]|(?![\uFE0E\uFE0F\u200C-\u200F\u061C\u{E0030}-\u{E0039}\u{E0061}-\u{E007A}\u{E007F}])\p{Default_Ignorable_Code_Point}|\p{Surrogate}/gu
// A black flag with tags is the flag of a region, such as England.
const FLAG_TAG =
  /(\u{1F3F4}[\u{E0061}-\u{E007A}]{2}[\u{E0030}-\u{E0039}\u{E0061}-\u{E007A}]{1,4}\u{E007F})|[\u{E0030}-\u{E0039}\u{E0061}-\u{E007A}\u{E007F}]/gu
// Whether a sign is shown as text or as an emoji. Of a digit only a keycap has this.
const STYLE =
  /(?<=(?![\d#*])\p{Emoji})([\uFE0E\uFE0F])[\uFE0E\uFE0F]*|(?<=[\d#*])(\uFE0F)(?=\u20E3)|[\uFE0E\uFE0F]/gu
// A joiner makes one picture of several emoji. Between letters of these scripts it decides which shapes they have.
const SHAPED =
  'Arabic Syriac Mongolian Devanagari Bengali Gurmukhi Gujarati Oriya Tamil Telugu Kannada Malayalam Sinhala Myanmar Khmer'.split(
    ' ',
  )
const JOINER = new RegExp(
  String.raw`(?<=[\p{Extended_Pictographic}\p{Emoji_Modifier}\uFE0F])(\u200D)(?=\p{Extended_Pictographic})|(?<=${ofScripts(SHAPED)}\p{M}*)([\u200C\u200D])[\u200C\u200D]*(?=${ofScripts(SHAPED)})|[\u200C\u200D]`,
  'gu',
)
// After a letter that is written from right to left, a mark says on which side the signs beside it stand.
const RIGHT_TO_LEFT = ['Hebrew', 'Arabic', 'Syriac', 'Thaana', 'Nko']
const DIRECTION_MARK = new RegExp(
  String.raw`(?<=${ofScripts(RIGHT_TO_LEFT)}\p{M}*[^\n\p{L}\p{M}\u061C\u200E\u200F]{0,3})([\u061C\u200E\u200F])[\u061C\u200E\u200F]*|[\u061C\u200E\u200F]`,
  'gu',
)

/** A pattern for one sign of these scripts that is no mark of direction itself. */
function ofScripts(scripts: readonly string[]): string {
  const some = scripts.map((script) => String.raw`\p{Script=${script}}`).join('')
  return String.raw`(?!\p{Cf})[${some}]`
}

/** An email address as `<input type="email">` takes it. rule: text-input */
export const EmailAddress = z.email({
  pattern: z.regexes.html5Email,
  error: code('email_invalid'),
})

/** An id in lower case, however it was sent: PostgreSQL takes both for one id, and so do locks and keys. */
export const Id = z.uuid().toLowerCase()

export const ServiceTypeValue = z.enum(SERVICE_TYPES, { error: code('service_type_invalid') })
export const FrequencyValue = z.enum(FREQUENCIES, { error: code('frequency_invalid') })

/** US dollars in the API, with at most two decimals. The server calculates in cents. */
export const Dollars = z.number().nonnegative()

/** An instant as ISO 8601 in UTC. */
export const Instant = z.iso.datetime()
