import { useTranslation } from '#web/i18n/use-translation.ts'
import { useFormat } from '#web/i18n/format.ts'
import { Badge } from '#web/ui/badge.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { TextLink } from '#web/ui/text-link.tsx'
import type { LeadsStatus } from './billing.api.ts'
import { BILLING, CANCEL_SUBSCRIPTION } from './billing-address.ts'
import { browserTimeZone } from '#web/i18n/time-zone.ts'
import { FoldedPart } from '#web/ui/folded-part.tsx'
import { SubscribeButton } from './subscribe-button.tsx'
import {
  LEAD_PRICE,
  LEADS_PER_MONTH,
  SAVING_CLAIM,
  SUBSCRIPTION_PRICE,
} from '#contract/money/money-rules.ts'
import { useClaim } from '#web/features/trust/claims/claims.api.ts'

type Money = { professionalId: string; money: LeadsStatus }

/** 'none': never activated. rule: subscription-states */
type SubscriptionStatus = 'none' | 'subscribed' | 'cancelled' | 'grace' | 'ended'

/** The subscription in each status, with the actions it allows. rules: subscription-states, cancel-at-period-end */
export function SubscriptionCard({ professionalId, money }: Money) {
  const { t } = useTranslation('billing')
  const status = statusOf(money)
  const Contents = {
    none: NeverSubscribed,
    subscribed: Subscribed,
    cancelled: Cancelled,
    grace: Failing,
    ended: Ended,
  }[status]
  const isOver = status === 'cancelled' || status === 'grace' || status === 'ended'
  return (
    <FoldedPart
      title={t(status === 'none' ? 'subscription.offer' : 'subscription.title')}
      fact={<Fact status={status} />}
      open={isOver}
      anchor="subscription"
    >
      <Contents professionalId={professionalId} money={money} />
      {money.period_end !== null && (
        <div className="flex flex-wrap items-center gap-x-5 gap-y-1">
          {(status === 'subscribed' || status === 'grace') && <Manage />}
          <TextLink href={BILLING}>{t('subscription.history')}</TextLink>
        </div>
      )}
    </FoldedPart>
  )
}

const BADGES = {
  subscribed: ['good', 'active'],
  cancelled: ['waiting', 'cancelled'],
  grace: ['bad', 'failing'],
  ended: ['bad', 'ended'],
} as const

function Fact({ status }: { status: SubscriptionStatus }) {
  const { t } = useTranslation('billing')
  const format = useFormat()
  if (status === 'none')
    return t('subscription.a_month', { price: format.money(SUBSCRIPTION_PRICE) })
  const [tone, text] = BADGES[status]
  return <Badge tone={tone}>{t(`subscription.${text}`)}</Badge>
}

function NeverSubscribed({ professionalId }: Money) {
  return (
    <>
      <Offer />
      <SubscribeButton professionalId={professionalId} label="activate" quiet />
    </>
  )
}

function Subscribed({ money }: Money) {
  const { t } = useTranslation('billing')
  const format = useFormat()
  const date = useEndDate(money.period_end)
  return (
    <>
      {money.plan && (
        <p className="measure text-balance">
          {t('subscription.active_help', { price: format.money(money.plan.price), date })}
        </p>
      )}
    </>
  )
}

function Cancelled({ professionalId, money }: Money) {
  const { t } = useTranslation('billing')
  return (
    <>
      <p className="measure text-balance">
        {t('subscription.cancelled_help', { date: useEndDate(money.period_end) })}
      </p>
      <SubscribeButton professionalId={professionalId} label="resume" />
    </>
  )
}

function Failing({ professionalId, money }: Money) {
  const { t } = useTranslation('billing')
  return (
    <>
      <p className="measure text-balance">
        {t('subscription.failing_help', { date: useEndDate(money.grace_until) })}
      </p>
      <SubscribeButton professionalId={professionalId} label="other_card" />
    </>
  )
}

function Ended({ professionalId, money }: Money) {
  const { t } = useTranslation('billing')
  return (
    <>
      <p className="measure">
        {t('subscription.ended_help', { date: useEndDate(money.period_end) })}
      </p>
      {money.leadCredits > 0 && (
        <p className="measure">{t('subscription.ended_credits', { count: money.leadCredits })}</p>
      )}
      <Offer />
      <SubscribeButton professionalId={professionalId} label="again" quiet />
    </>
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

function useEndDate(instant: string | null): string {
  const format = useFormat()
  return instant === null ? '' : format.date(instant, browserTimeZone())
}

function statusOf({
  period_end,
  is_active,
  grace_until,
  cancelled,
}: LeadsStatus): SubscriptionStatus {
  if (period_end === null) return 'none'
  if (!is_active) return 'ended'
  if (grace_until !== null) return 'grace'
  return cancelled ? 'cancelled' : 'subscribed'
}

/**
 * Tells the content and the price of the subscription. The true saving stands beside the claimed one, in equal size.
 * rule: activation, claims
 */
function Offer() {
  const { t } = useTranslation('billing')
  const format = useFormat()
  const saves = useClaim('saving_75')
  const price = format.money(SUBSCRIPTION_PRICE)
  const singleLeads = LEADS_PER_MONTH * LEAD_PRICE
  return (
    <div className="measure flex flex-col gap-2">
      <p className="text-balance">
        {t('subscription.offer_help', { price, leads: LEADS_PER_MONTH })}
      </p>
      {saves && (
        <p className="font-semibold">
          <span className="block">{t('subscription.saving', { claim: SAVING_CLAIM })}</span>
          <span>
            {t('subscription.saving_truth', {
              leads: LEADS_PER_MONTH,
              single: format.money(singleLeads),
              price,
              saved: format.money(singleLeads - SUBSCRIPTION_PRICE),
            })}
          </span>
        </p>
      )}
    </div>
  )
}
