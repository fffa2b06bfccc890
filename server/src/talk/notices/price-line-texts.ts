import { dollars } from '#contract/bookings/booking-price.ts'
import type { PriceLine } from '#contract/bookings/booking-price.ts'
import { labourText } from '#contract/calendar/duration-text.ts'
import { formats } from '#contract/formats.ts'
import { EXTRA_CODES } from '#contract/market/offer-rules.ts'
import type { Language } from '#contract/product.ts'
import { textsIn } from '#server/texts.ts'

/** The lines of a price for a letter: '2.5 h × $42.00', 'Oven, 30 min'. rule: notice-privacy, price-lines */
export function priceLineFacts(
  lines: readonly PriceLine[],
  language: Language,
): [string, string][] {
  const { money, number } = formats(language)
  const t = textsIn(language, 'bookings')
  const label = (line: PriceLine): string => {
    switch (line.kind) {
      case 'labour':
        return `${labourText(line.minutes, number)} × ${money(dollars(line.rateCents))}`
      case 'extra': {
        const code = EXTRA_CODES.find((one) => one === line.extra)
        const name =
          line.name ?? (code ? textsIn(language, 'agreements')(`extras.${code}`) : line.extra)
        return `${name}, ${line.minutes} min`
      }
      case 'discount':
        return t('lines.discount', { percent: line.percent })
      case 'supplies':
      case 'reclean':
        return t(`lines.${line.kind}`)
    }
  }
  return lines.map((line) => [label(line), money(dollars(line.amountCents))])
}
