import type { ReactNode } from 'react'
import {
  DISCOUNT_FREQUENCIES,
  effectiveMinimum,
  effectiveRate,
} from '#contract/market/offer-rules.ts'
import type { PublicOffer } from '#contract/market/offer.ts'
import { useFormat } from '#web/i18n/format.ts'
import { IncludedTasks, includedOf } from '#web/features/market/professionals/included-tasks.tsx'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { ChevronDownIcon } from '#web/ui/pictures/icons.tsx'

type OfferSectionsProps = {
  offer: PublicOffer
  profileRate: number
  ruleHours: number | undefined
}

/** Prices of the services, supplies, discounts and extras. Nothing without an offer. rule: profile-content */
export function OfferSections(props: OfferSectionsProps) {
  const { t } = useTranslation('offer')
  if (!hasPrices(props.offer)) return null
  return (
    <section aria-labelledby="prices" className="flex flex-col gap-1 md:gap-3">
      <h2 id="prices" className="text-2xl">
        {t('profile.title')}
      </h2>
      <Prices {...props} />
    </section>
  )
}

/** Whether the offer says more about prices and services than the profile. */
function hasPrices({ services, supplies, discounts, extras }: PublicOffer): boolean {
  return (
    services.some(
      ({ type, hourly_rate, minimum_hours }) =>
        hourly_rate !== null || minimum_hours > 1 || includedOf(services, type),
    ) ||
    supplies.brings !== 'no' ||
    extras.length > 0 ||
    DISCOUNT_FREQUENCIES.some((frequency) => discounts[frequency] > 0)
  )
}

function Prices({ offer, profileRate, ruleHours }: OfferSectionsProps) {
  const { t } = useTranslation(['offer', 'search', 'professionals'])
  const format = useFormat()
  const { services, supplies, discounts, extras } = offer
  const discountTexts = DISCOUNT_FREQUENCIES.filter((frequency) => discounts[frequency] > 0).map(
    (frequency) =>
      t('profile.discount', {
        frequency: t(`search:frequencies.${frequency}`),
        percent: discounts[frequency],
      }),
  )
  const rowOf = ({ type }: PublicOffer['services'][number]) => {
    const hours = effectiveMinimum(services, type, ruleHours)
    return (
      <Row
        key={type}
        term={t(`search:service_types.${type}`)}
        detail={hours > 1 && t('profile.minimum', { hours })}
        more={<IncludedTasks services={services} type={type} />}
      >
        {format.money(effectiveRate(services, type, profileRate))}
        <span className="text-sm font-normal text-soft">{t('professionals:per_hour')}</span>
      </Row>
    )
  }
  const others = (
    <>
      {supplies.brings === 'included' && <p>{t('profile.included')}</p>}
      {supplies.price !== null && (
        <p>{t('profile.priced', { price: format.money(supplies.price) })}</p>
      )}
      {discountTexts.length > 0 && (
        <p>
          {t('profile.discounts')} {discountTexts.join(', ')}
        </p>
      )}
    </>
  )
  return (
    <>
      <dl className="measure">{rowOf(services[0]!)}</dl>
      {services.length > 1 || extras.length > 0 ? (
        <details className="group">
          <summary className="flex min-h-11 list-none items-center gap-2 font-medium text-action hover:underline [&::-webkit-details-marker]:hidden">
            {t(extras.length > 0 ? 'profile.all_with_extras' : 'profile.all_prices')}
            <ChevronDownIcon className="size-5 shrink-0 text-soft transition-transform group-open:rotate-180" />
          </summary>
          <dl className="measure">{services.slice(1).map(rowOf)}</dl>
          <div className="flex flex-col gap-2 pt-2 empty:hidden">{others}</div>
          {extras.length > 0 && <Extras extras={extras} />}
        </details>
      ) : (
        others
      )}
    </>
  )
}

function Extras({ extras }: Pick<PublicOffer, 'extras'>) {
  const { t } = useTranslation('offer')
  const format = useFormat()
  return (
    <>
      <h3 className="pt-4 text-base">{t('profile.extras')}</h3>
      <dl className="measure">
        {extras.map(({ code, id, name, minutes, price }) => (
          <Row
            key={code ?? id}
            term={code ? t(`extra_names.${code}`) : name}
            detail={t('profile.extra', { minutes })}
          >
            {format.money(price)}
          </Row>
        ))}
      </dl>
    </>
  )
}

type RowProps = { term: ReactNode; detail: ReactNode; more?: ReactNode; children: ReactNode }

function Row({ term, detail, more, children }: RowProps) {
  return (
    <div className="flex items-baseline justify-between gap-4 border-b border-line py-2">
      <dt className="min-w-0 wrap-anywhere">
        {term}
        {detail && <span className="block text-sm text-soft">{detail}</span>}
        {more}
      </dt>
      <dd className="tabular font-semibold whitespace-nowrap">{children}</dd>
    </div>
  )
}
