import type { Language } from '#contract/product.ts'
import { formats, intl, LOCALES } from '#contract/formats.ts'

const DAY_MS = 86_400_000

/**
 * Professional spec 9: the clock's time if it is under 24 h old, otherwise a date, which names its year only where that is not the
 * reader's; in `zone`, the reader's. `instant` is ISO 8601.
 */
export function messageTime(instant: string, now: Date, language: Language, zone: string): string {
  const then = new Date(instant)
  if (now.getTime() - then.getTime() < DAY_MS) return formats(language).time(instant, zone)
  if (then.getFullYear() !== now.getFullYear()) return formats(language).date(instant, zone)
  const day = { month: 'short', day: 'numeric', timeZone: zone } as const
  return intl(Intl.DateTimeFormat, LOCALES[language], day).format(then)
}

/** The zone of the reader's clock. */
export const readersZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone
