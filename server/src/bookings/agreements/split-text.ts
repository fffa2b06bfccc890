import type { PriceLine } from '#contract/bookings/booking-price.ts'
import { durationText, labourText } from '#contract/calendar/duration-text.ts'
import { formats } from '#contract/formats.ts'
import type { Language } from '#contract/product.ts'
import { textsIn } from '#server/texts.ts'

/**
 * '3 h: 2.5 h of cleaning and 30 min for the extras', which says why labour has fewer hours than the visit; undefined
 * without extras. rule: price-lines
 */
export function splitText(lines: readonly PriceLine[], language: Language): string | undefined {
  const minutesOf = (kind: 'labour' | 'extra') =>
    lines.reduce((sum, line) => sum + (line.kind === kind ? line.minutes : 0), 0)
  const [labour, extras] = [minutesOf('labour'), minutesOf('extra')]
  if (extras === 0) return undefined
  return textsIn(language, 'bookings')('hours_split', {
    total: durationText(labour + extras),
    labour: labourText(labour, formats(language).number),
    extras: durationText(extras),
  })
}
