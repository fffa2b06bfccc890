import { intl, LOCALES } from '#contract/formats.ts'
import type { Language } from '#contract/product.ts'

/** The name that people use for an IANA time zone: 'Central Time' for America/Chicago. */
export function zoneName(language: Language, zone: string): string {
  const options = { timeZone: zone, timeZoneName: 'longGeneric' } as const
  const parts = intl(Intl.DateTimeFormat, LOCALES[language], options).formatToParts()
  return parts.find(({ type }) => type === 'timeZoneName')!.value
}
