import { dollars } from '#contract/booking-price.ts'
import type { PriceLine } from '#contract/booking-price.ts'
import { labourText } from '#contract/duration-text.ts'
import { formats } from '#contract/formats.ts'
import { EXTRA_CODES } from '#contract/offer-rules.ts'
import type { Language } from '#contract/product.ts'
import { AGREEMENT_TEXTS } from '../agreements/agreement-texts.ts'

const TEXTS: Record<
  Language,
  {
    supplies: string
    reclean: string
    discount: (percent: number) => string
  }
> = {
  en: {
    supplies: 'Supplies',
    reclean: 'Free re-clean',
    discount: (percent) => `Discount −${percent}%`,
  },
  pt: {
    supplies: 'Produtos de limpeza',
    reclean: 'Nova limpeza sem custo',
    discount: (percent) => `Desconto −${percent}%`,
  },
  es: {
    supplies: 'Productos de limpieza',
    reclean: 'Nueva limpieza sin costo',
    discount: (percent) => `Descuento −${percent}%`,
  },
}

/** The lines of a price for a letter: '2.5 h × $42.00', 'Oven, 30 min'. rule: letter-facts, price-lines */
export function priceLineFacts(
  lines: readonly PriceLine[],
  language: Language,
): [string, string][] {
  const { money, number } = formats(language)
  const label = (line: PriceLine): string => {
    switch (line.kind) {
      case 'labour':
        return `${labourText(line.minutes, number)} × ${money(dollars(line.rateCents))}`
      case 'extra': {
        const code = EXTRA_CODES.find((one) => one === line.extra)
        const name = line.name ?? (code ? AGREEMENT_TEXTS[language].extras[code] : line.extra)
        return `${name}, ${line.minutes} min`
      }
      case 'discount':
        return TEXTS[language].discount(line.percent)
      case 'supplies':
      case 'reclean':
        return TEXTS[language][line.kind]
    }
  }
  return lines.map((line) => [label(line), money(dollars(line.amountCents))])
}
