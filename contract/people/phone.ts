const DIGITS_MIN = 7
const NUMBER = String.raw`[+\d\s()./\u00AD\p{Pd}\u2212]+`
const EXTENSION = String.raw`(?:;ext=|,+|#|(?:x|ext|extn|extension|extensi[oó]n|ramal|anexo)\b[.:]?|(?:x|ext\.?)(?=\d))`
const PHONE = new RegExp(String.raw`^(?:tel:)?(${NUMBER}?)(?:\s*${EXTENSION}\s*(\d{1,7}))?$`, 'iu')

/**
 * The digits of a phone number as people write it, and those of its extension: '512-555-0100 ext. 12' is 5125550100 and
 * 12. A '+' before the number stays. Undefined if it is no phone number. rule: text-input
 */
export function phoneParts(text: string): { number: string; extension?: string } | undefined {
  const [, written, extension] = PHONE.exec(text.trim()) ?? []
  const digits = written?.replace(/\D/g, '') ?? ''
  if (digits.length < DIGITS_MIN) return undefined
  const number = written!.trim().startsWith('+') ? `+${digits}` : digits
  return extension === undefined ? { number } : { number, extension }
}
