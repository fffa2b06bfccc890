/** A Social Security Number as people type it (professional spec 2.1, 5). No imports: the form reads this file with every key. */

export const SSN_FORMATTED_LENGTH_MAX = 11
/** Which text of consent the screens show before the number is asked for (decision 33). New words, new version. */
export const CONSENT_VERSION = '2026-11-21'

const SSN_DIGITS = 9
const PARTS = /^(\d{3})(\d{0,2})(\d{0,4})$/
const NEVER_ANYBODYS = ['000000000', '123456789']
const NEVER_ISSUED_AREAS = ['666', '000']

/** Its digits alone, as they are sent. */
export function ssnDigits(typed: string): string {
  return typed.replace(/\D/g, '')
}

/** 'XXX-XX-XXXX' as far as it is typed; everything but nine digits is dropped. */
export function formatSsn(typed: string): string {
  const digits = ssnDigits(typed).slice(0, SSN_DIGITS)
  const parts = PARTS.exec(digits)
  return parts ? parts.slice(1).filter(Boolean).join('-') : digits
}

/** The rule of professional spec 5: nine digits, not 000000000 or 123456789, not beginning with 666 or 000. */
export function isSsn(typed: string): boolean {
  const digits = ssnDigits(typed)
  return (
    digits.length === SSN_DIGITS &&
    !NEVER_ANYBODYS.includes(digits) &&
    !NEVER_ISSUED_AREAS.some((area) => digits.startsWith(area))
  )
}
