/** A Social Security Number as people type it. rule: ssn-rules */

export const SSN_FORMATTED_LENGTH_MAX = 11
/** The version of the consent text on the screens. A changed text needs a new version. rule: ssn-rules */
export const CONSENT_VERSION = '2026-11-21'

const SSN_DIGITS = 9
const PARTS = /^(\d{3})(\d{0,2})(\d{0,4})$/
const INVALID_NUMBERS = ['000000000', '123456789']
const INVALID_PREFIXES = ['666', '000']

/** The digits of the typed text. The browser sends only them. */
export function ssnDigits(typed: string): string {
  return typed.replace(/\D/g, '')
}

/** Formats the digits that were typed so far as 'XXX-XX-XXXX'. Removes other characters and digits after the ninth. */
export function formatSsn(typed: string): string {
  const digits = ssnDigits(typed).slice(0, SSN_DIGITS)
  const parts = PARTS.exec(digits)
  return parts ? parts.slice(1).filter(Boolean).join('-') : digits
}

/** Whether the text can be a Social Security number. It is not checked whether the number exists. rule: ssn-rules */
export function isSsn(typed: string): boolean {
  const digits = ssnDigits(typed)
  return (
    digits.length === SSN_DIGITS &&
    !INVALID_NUMBERS.includes(digits) &&
    !INVALID_PREFIXES.some((area) => digits.startsWith(area))
  )
}
