import { useState } from 'react'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { LEAD_PRICE } from '#contract/money/money-rules.ts'
import { useFormat } from '#web/i18n/format.ts'
import { useClaim } from '#web/features/trust/claims/claims.api.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { LockIcon } from '#web/ui/pictures/icons-signed-in.tsx'
import { TextLink } from '#web/ui/text-link.tsx'
import type { LeadsStatus } from './billing.api.ts'
import { LEDGER } from './billing-address.ts'
import { browserTimeZone } from '#web/i18n/time-zone.ts'
import { FoldedPart } from '#web/ui/folded-part.tsx'
import { leadLabel } from './lead-label.ts'
import { useBuyLead } from './use-buy-lead.ts'

type LeadsCardProps = { professionalId: string; money: LeadsStatus }

/** The lead status: the label, the credits that are really left, and a button to buy a lead. rule: credit-ledger */
export function LeadsCard({ professionalId, money }: LeadsCardProps) {
  const { t } = useTranslation('billing')
  const format = useFormat()
  const { buy, buying } = useBuyLead(professionalId)
  const { leadCredits, totalLeads, waiting_leads, subscriptionStartDate, plan } = money
  const isExhausted = leadCredits === 0 && totalLeads > 0
  return (
    <FoldedPart
      title={t('leads.title')}
      fact={<CreditsLeft money={money} />}
      open={isExhausted || waiting_leads > 0}
    >
      {isExhausted ? (
        <div>
          <p className="font-semibold">{t('leads.exhausted')}</p>
          <p className="measure text-soft">{t('leads.exhausted_help')}</p>
        </div>
      ) : (
        <p className="measure text-soft">
          {t('leads.cost')} {money.isSubscribed ? '' : t('leads.stay')}
        </p>
      )}
      {subscriptionStartDate && plan && !isExhausted && (
        <Label start={subscriptionStartDate} credits={plan.credits} />
      )}
      {waiting_leads > 0 && (
        <Badge tone="waiting" icon={<LockIcon className="size-4" />}>
          {t('leads.waiting', { count: waiting_leads })}
        </Badge>
      )}
      <div className="flex flex-wrap items-center gap-x-5 gap-y-1">
        <Button look={isExhausted ? 'primary' : 'quiet'} busy={buying} onClick={buy}>
          {buying ? t('leads.buying') : t('leads.buy', { price: format.money(LEAD_PRICE) })}
        </Button>
        <TextLink href={LEDGER}>{t('leads.ledger')}</TextLink>
      </div>
    </FoldedPart>
  )
}

function Label({ start, credits }: { start: string; credits: number }) {
  const { t } = useTranslation('billing')
  const [now] = useState(() => new Date())
  const isFree = leadLabel(start, now) === 'free'
  const isClaimed = useClaim(isFree ? 'free_leads_5' : 'monthly_leads_2')
  if (!isClaimed) return null
  return (
    // The true number is the fact of the row; the label is small print.
    <span className="rounded-full bg-sky px-2 py-0.5 text-[0.75rem] leading-4 font-medium">
      {isFree ? t('leads.free_label', { leads: credits }) : t('leads.monthly_label')}
    </span>
  )
}

/** '3 left, 5 more on Dec 18'. */
function CreditsLeft({
  money: { leadCredits: count, next_grant_at, plan },
}: {
  money: LeadsStatus
}) {
  const { t } = useTranslation('billing')
  const format = useFormat()
  if (!next_grant_at || !plan) return t('leads.left', { count })
  const date = format.date(next_grant_at, browserTimeZone())
  return t('leads.left_more', { count, more: plan.credits, date })
}
