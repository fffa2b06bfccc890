import { durationText, labourText } from '#contract/calendar/duration-text.ts'
import { EXTRA_CODES } from '#contract/market/offer-rules.ts'
import type { ShownLine } from '#contract/bookings/price-lines.ts'
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
  const split = useSplitText()(lines)
  return (
    <ul className="tabular text-sm text-soft">
      {split && <li>{split}</li>}
      {lines.map((line) => (
        <li key={line.kind === 'extra' ? line.extra : line.kind} className="flex gap-4">
          <span className="min-w-0 grow wrap-anywhere">{text(line)}</span>
          <span className="shrink-0">{format.money(line.amount)}</span>
        </li>
      ))}
    </ul>
  )
}

/**
 * '3 h: 2.5 h of cleaning and 30 min for the extras', which says why labour has fewer hours than the visit; undefined
 * without extras. rule: price-lines
 */
export function useSplitText(): (lines: readonly ShownLine[]) => string | undefined {
  const { t } = useTranslation('bookings')
  const format = useFormat()
  return (lines) => {
    const labour = lines.reduce((sum, one) => sum + (one.kind === 'labour' ? one.hours * 60 : 0), 0)
    const extras = lines.reduce((sum, one) => sum + (one.kind === 'extra' ? one.minutes : 0), 0)
    if (extras === 0) return undefined
    const minutes = Math.round(labour)
    return t('price.split', {
      total: durationText(minutes + extras),
      labour: labourText(minutes, format.number),
      extras: durationText(extras),
    })
  }
}

type AgreedPriceProps = {
  price: {
    lines: readonly ShownLine[]
    hourly_rate: number
    estimated_hours: number
    total_amount: number
    cleaning_frequency: Frequency
  }
}

/** '$65.00 × 2 hours = $130.00', or the lines and their total where there is more than labour. rule: price-lines */
export function AgreedPrice({ price }: AgreedPriceProps) {
  const { t } = useTranslation('bookings')
  const format = useFormat()
  const { lines, hourly_rate, estimated_hours, total_amount, cleaning_frequency } = price
  const total = format.money(total_amount)
  return lines.length > 1 ? (
    <>
      <PriceLines lines={lines} frequency={cleaning_frequency} />
      <span className="tabular flex justify-between gap-4 pt-1 font-semibold">
        {t('book.total')} <span>{total}</span>
      </span>
    </>
  ) : (
    <span className="tabular">
      {format.money(hourly_rate)} × {t('hours', { count: estimated_hours })} = {total}
    </span>
  )
}

/** '2.5 h × $42.00', '1 h 55 min × $42.00', 'Oven, 30 min', 'Every week −10%'. */
export function useLineText(frequency: Frequency): (line: ShownLine) => string {
  const { t } = useTranslation('bookings')
  const format = useFormat()
  const extraName = useExtraName()
  return (line) => {
    switch (line.kind) {
      case 'labour':
        return t('price.labour', {
          time: labourText(Math.round(line.hours * 60), format.number),
          rate: format.money(line.rate),
        })
      case 'extra':
        return t('price.extra', { name: extraName(line), minutes: line.minutes })
      case 'discount':
        return t(`price.discount.${frequency}`, { percent: line.percent })
      case 'supplies':
      case 'reclean':
        return t(`price.${line.kind}`)
    }
  }
}

/** 'Oven', or the name of one of the professional's own extras. */
export function useExtraName(): (line: Extract<ShownLine, { kind: 'extra' }>) => string {
  const { t } = useTranslation('bookings')
  return ({ extra, name }) => {
    const code = EXTRA_CODES.find((one) => one === extra)
    return name ?? (code ? t(`price.extra_names.${code}`) : extra)
  }
}

/** How the total comes about, in one line: '3 h: 2.5 h cleaning × $42 + oven $25'. rule: price-lines */
export function useSumText(): (lines: readonly ShownLine[]) => string {
  const { t } = useTranslation('bookings')
  const format = useFormat()
  const extraName = useExtraName()
  const partOf = (line: ShownLine) => {
    const amount = format.shortMoney(line.amount)
    switch (line.kind) {
      case 'labour':
        return t('price.sum.labour', {
          time: labourText(Math.round(line.hours * 60), format.number),
          rate: format.shortMoney(line.rate),
        })
      case 'extra':
        return `${extraName(line).toLowerCase()} ${amount}`
      case 'supplies':
        return t('price.sum.supplies', { amount })
      case 'discount':
      case 'reclean':
        return amount
    }
  }
  return (lines) => {
    const minutes = lines.reduce((sum, line) => {
      if (line.kind === 'labour') return sum + Math.round(line.hours * 60)
      return line.kind === 'extra' ? sum + line.minutes : sum
    }, 0)
    const parts = lines.map(partOf).join(' + ')
    const hasExtras = lines.some(({ kind }) => kind === 'extra')
    return hasExtras ? t('price.sum.all', { total: durationText(minutes), parts }) : parts
  }
}
