import { labourText } from '#contract/duration-text.ts'
import { EXTRA_CODES } from '#contract/offer-rules.ts'
import type { ShownLine } from '#contract/price-lines.ts'
import type { Frequency } from '#contract/product.ts'
import { useFormat } from '#web/i18n/format.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'

/** The lines of a price with their amounts. rule: price-lines */
export function PriceLines({
  lines,
  frequency,
}: {
  lines: readonly ShownLine[]
  frequency: Frequency
}) {
  const format = useFormat()
  const text = useLineText(frequency)
  return (
    <ul className="tabular text-sm text-soft">
      {lines.map((line) => (
        <li key={line.kind === 'extra' ? line.extra : line.kind} className="flex gap-4">
          <span className="min-w-0 grow wrap-anywhere">{text(line)}</span>
          <span className="shrink-0">{format.money(line.amount)}</span>
        </li>
      ))}
    </ul>
  )
}

/** '2.5 h × $42.00', '1 h 55 min × $42.00', 'Oven, 30 min', 'Every week −10%'. */
export function useLineText(frequency: Frequency): (line: ShownLine) => string {
  const { t } = useTranslation('bookings')
  const format = useFormat()
  return (line) => {
    switch (line.kind) {
      case 'labour':
        return t('price.labour', {
          time: labourText(Math.round(line.hours * 60), format.number),
          rate: format.money(line.rate),
        })
      case 'extra': {
        const code = EXTRA_CODES.find((one) => one === line.extra)
        const name = line.name ?? (code ? t(`price.extra_names.${code}`) : line.extra)
        return t('price.extra', { name, minutes: line.minutes })
      }
      case 'discount':
        return t(`price.discount.${frequency}`, { percent: line.percent })
      case 'supplies':
      case 'reclean':
        return t(`price.${line.kind}`)
    }
  }
}
