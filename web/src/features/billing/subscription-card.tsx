import type { ReactNode } from 'react'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { SUBSCRIPTION_PRICE } from '#contract/product.ts'
import { useFormat } from '#web/i18n/format.ts'
import { Badge } from '#web/ui/badge.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { TextLink } from '#web/ui/text-link.tsx'
import type { LeadsStatus } from './billing.api.ts'
import { BILLING, CANCEL_SUBSCRIPTION } from './billing-address.ts'
import { browserTimeZone } from '#web/i18n/time-zone.ts'
import { Offer } from './offer.tsx'
import { standingOf } from './standing.ts'
import { SubscribeButton } from './subscribe-button.tsx'

type Money = { professionalId: string; money: LeadsStatus }

/** The subscription in each of its states, and what can be done about it (professional spec 2.3, 4; decisions 19, 20). */
export function SubscriptionCard({ professionalId, money }: Money) {
  const { t } = useTranslation('billing')
  const standing = standingOf(money)
  const Contents = {
    none: Never,
    subscribed: Subscribed,
    cancelled: Cancelled,
    grace: Failing,
    ended: Ended,
  }[standing]
  return (
    <section
      id="subscription"
      aria-labelledby="subscription-title"
      className="card flex scroll-mt-4 flex-col items-start gap-3 p-4 md:p-5"
    >
      <Contents professionalId={professionalId} money={money} />
      {money.period_end !== null && (
        <div className="mt-auto flex flex-wrap items-center gap-x-5 gap-y-1 pt-1">
          {(standing === 'subscribed' || standing === 'grace') && <Manage />}
          <TextLink href={BILLING}>{t('subscription.history')}</TextLink>
        </div>
      )}
    </section>
  )
}

function Never({ professionalId }: Money) {
  const { t } = useTranslation('billing')
  return (
    <>
      <Title>{t('subscription.offer')}</Title>
      <Offer />
      <SubscribeButton professionalId={professionalId} words="activate" quiet />
    </>
  )
}

function Subscribed({ money }: Money) {
  const { t } = useTranslation('billing')
  const price = useFormat().money(SUBSCRIPTION_PRICE)
  return (
    <>
      <Title state={<Badge tone="good">{t('subscription.active')}</Badge>}>
        {t('subscription.title')}
      </Title>
      <p className="measure text-balance">
        {t('subscription.active_help', { price, date: useEnd(money.period_end) })}
      </p>
    </>
  )
}

function Cancelled({ professionalId, money }: Money) {
  const { t } = useTranslation('billing')
  return (
    <>
      <Title state={<Badge tone="waiting">{t('subscription.cancelled')}</Badge>}>
        {t('subscription.title')}
      </Title>
      <p className="measure text-balance">
        {t('subscription.cancelled_help', { date: useEnd(money.period_end) })}
      </p>
      <SubscribeButton professionalId={professionalId} words="resume" />
    </>
  )
}

function Failing({ professionalId, money }: Money) {
  const { t } = useTranslation('billing')
  return (
    <>
      <Title state={<Badge tone="bad">{t('subscription.failing')}</Badge>}>
        {t('subscription.title')}
      </Title>
      <p className="measure text-balance">
        {t('subscription.failing_help', { date: useEnd(money.grace_until) })}
      </p>
      <SubscribeButton professionalId={professionalId} words="other_card" />
    </>
  )
}

function Ended({ professionalId, money }: Money) {
  const { t } = useTranslation('billing')
  return (
    <>
      <Title state={<Badge tone="bad">{t('subscription.ended')}</Badge>}>
        {t('subscription.title')}
      </Title>
      <p className="measure">{t('subscription.ended_help', { date: useEnd(money.period_end) })}</p>
      {money.leadCredits > 0 && (
        <p className="measure">{t('subscription.ended_credits', { count: money.leadCredits })}</p>
      )}
      <Offer />
      <SubscribeButton professionalId={professionalId} words="again" quiet />
    </>
  )
}

function Title({ state, children }: { state?: ReactNode; children: string }) {
  return (
    <div className="flex w-full flex-wrap items-center justify-between gap-2">
      <h2 id="subscription-title" className="text-xl">
        {children}
      </h2>
      {state}
    </div>
  )
}

function Manage() {
  const { t } = useTranslation('billing')
  return (
    <div role="group" aria-label={t('subscription.manage')}>
      <ButtonLink href={CANCEL_SUBSCRIPTION} look="quiet">
        {t('cancel.open')}
      </ButtonLink>
    </div>
  )
}

function useEnd(instant: string | null): string {
  const format = useFormat()
  return instant === null ? '' : format.date(instant, browserTimeZone())
}
