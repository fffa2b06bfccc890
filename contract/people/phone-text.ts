import { phoneParts } from './phone.ts'

/** A phone number as screens show it: '(512) 555-0100 ext. 12'. One from abroad is shown as it was written. */
export function phoneText(phone: string): string {
  const { number, extension } = phoneParts(phone) ?? {}
  const [, area, office, line] = /^(?:\+?1)?(\d{3})(\d{3})(\d{4})$/.exec(number ?? '') ?? []
  if (!area) return phone
  return `(${area}) ${office}-${line}${extension ? ` ext. ${extension}` : ''}`
}
