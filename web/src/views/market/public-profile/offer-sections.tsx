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
import { FoldedPart } from '#web/ui/folded-part.tsx'
import { ChevronDownIcon } from '#web/ui/pictures/icons.tsx'

type OfferSectionsProps = {
  offer: PublicOffer
  profileRate: number
  ruleHours: number | undefined
}

/** Prices of the services, supplies and discounts, then the extras. Nothing without an offer. rule: profile-content */
export function OfferSections({ offer, profileRate, ruleHours }: OfferSectionsProps) {
  const { t } = useTranslation('offer')
  const { extras } = offer
  return (
    <>
      {hasPrices(offer) && (
        <section aria-labelledby="prices" className="flex flex-col gap-3">
          <h2 id="prices" className="text-2xl">
            {t('profile.title')}
          </h2>
          <Prices offer={offer} profileRate={profileRate} ruleHours={ruleHours} />
        </section>
      )}
      {extras.length > 0 && (
        <div className="card">
          <FoldedPart title={t('profile.extras')}>
            <Extras extras={extras} />
          </FoldedPart>
        </div>
      )}
    </>
  )
}

/** Whether the offer says more about prices and services than the profile. */
function hasPrices({ services, supplies, discounts }: PublicOffer): boolean {
  return (
    services.some(
      ({ type, hourly_rate, minimum_hours }) =>
        hourly_rate !== null || minimum_hours > 1 || includedOf(services, type),
    ) ||
    supplies.brings !== 'no' ||
    DISCOUNT_FREQUENCIES.some((frequency) => discounts[frequency] > 0)
  )
}

function Prices({ offer, profileRate, ruleHours }: OfferSectionsProps) {
  const { t } = useTranslation(['offer', 'search', 'professionals'])
  const format = useFormat()
  const { services, supplies, discounts } = offer
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
      {services.length > 1 ? (
        <details className="group">
          <summary className="flex min-h-11 list-none items-center gap-2 font-medium text-action hover:underline [&::-webkit-details-marker]:hidden">
            {t('profile.all_prices')}
            <ChevronDownIcon className="size-5 shrink-0 text-soft transition-transform group-open:rotate-180" />
          </summary>
          <dl className="measure">{services.slice(1).map(rowOf)}</dl>
          <div className="flex flex-col gap-2 pt-2">{others}</div>
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
    <dl className="measure w-full">
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
