import type { ReactNode } from 'react'
import { cents, dollars, priceLines, sumCents } from '#contract/bookings/booking-price.ts'
import { labourText } from '#contract/calendar/duration-text.ts'
import { effectiveRate } from '#contract/market/offer-rules.ts'
import type { OfferChange } from '#contract/market/offer.ts'
import { DEFAULT_BOOKING_HOURS } from '#contract/bookings/booking-rules.ts'
import { useFormat } from '#web/i18n/format.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { changeOf } from './offer-values.ts'
import type { OfferValues } from './offer-values.ts'

/** The price of a weekly visit of the dearest service with this offer. Hidden while a field is wrong. */
export function ExamplePrice({
  values,
  profileRate,
}: {
  values: OfferValues
  profileRate: number
}) {
  const { t } = useTranslation(['offer', 'search'])
  const format = useFormat()
  const result = changeOf(values)
  const example = 'change' in result ? exampleOf(result.change, profileRate) : undefined
  if (!example) return null
  const { hours, rate, type, extra, lines, later, percent } = example
  const money = (amountCents: number) => format.money(dollars(amountCents))
  const amountOf = (kind: string) => lines.find((line) => line.kind === kind)?.amountCents ?? 0
  const extraName = extra?.code ? t(`extra_names.${extra.code}`) : extra?.name
  return (
    <section aria-labelledby="example-price" className="rounded-lg bg-mint p-4">
      <h2 id="example-price" className="font-medium">
        {t('example.title', { service: t(`search:service_types.${type}`) })}
      </h2>
      <dl aria-live="polite" className="tabular mt-2 flex flex-col gap-1">
        <Line
          term={t('example.labour', {
            time: labourText(Math.round(hours * 60), format.number),
            rate: format.money(rate),
          })}
        >
          {money(amountOf('labour'))}
        </Line>
        {extra && (
          <Line term={t('example.extra', { name: extraName, minutes: extra.minutes })}>
            {money(amountOf('extra'))}
          </Line>
        )}
        {amountOf('supplies') > 0 && (
          <Line term={t('supplies.title')}>{money(amountOf('supplies'))}</Line>
        )}
        <Line term={<strong>{t('example.total')}</strong>}>
          <strong>{money(sumCents(lines))}</strong>
        </Line>
      </dl>
      {percent > 0 && (
        <p className="mt-2 text-sm">
          {t('example.later', { total: money(sumCents(later)), percent })}
        </p>
      )}
    </section>
  )
}

function Line({ term, children }: { term: ReactNode; children: ReactNode }) {
  return (
    <div className="flex justify-between gap-4">
      <dt className="min-w-0 wrap-anywhere">{term}</dt>
      <dd>{children}</dd>
    </div>
  )
}

function exampleOf(
  { services = [], extras = [], supplies, discounts }: OfferChange,
  profileRate: number,
) {
  const rated = services.map(({ type, minimum_hours }) => ({
    type,
    rate: effectiveRate(services, type, profileRate),
    hours: Math.max(DEFAULT_BOOKING_HOURS, minimum_hours),
  }))
  const [service] = rated.toSorted((one, other) => other.rate - one.rate)
  if (!service) return undefined
  const minutes = service.hours * 60
  const extra = extras.find((one) => one.minutes <= minutes - 30)
  const visit = {
    rateCents: cents(service.rate),
    minutes,
    extras: extra
      ? [{ extra: 'example', name: null, minutes: extra.minutes, priceCents: cents(extra.price) }]
      : [],
    suppliesCents: supplies?.price ? cents(supplies.price) : null,
  }
  const percent = discounts?.weekly ?? 0
  return {
    ...service,
    hours: (minutes - (extra?.minutes ?? 0)) / 60,
    extra,
    percent,
    lines: priceLines({ ...visit, discountPercent: 0 }),
    later: priceLines({ ...visit, discountPercent: percent }),
  }
}
