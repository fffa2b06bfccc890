import { useQuery } from '@tanstack/react-query'
import { useTranslation } from '#web/i18n/use-translation.ts'
import type { User } from '#contract/identity.ts'
import { useApi } from '#web/api/use-api.ts'
import { useUser } from '#web/session/session.ts'
import { QueryState } from '#web/ui/query-state.tsx'
import { billingHistoryQuery } from './billing.api.ts'
import { DASHBOARD } from './billing-address.ts'
import { BillingHistory, BillingHistorySkeleton } from './billing-history.tsx'
import { TextLink } from '#web/ui/text-link.tsx'

/** Every payment of a professional. rule: billing-history */
export function BillingScreen() {
  const { t } = useTranslation('billing')
  const user = useUser()
  return (
    <div className="page flex max-w-200 flex-col gap-6">
      <TextLink href={DASHBOARD}>{t('ledger.back')}</TextLink>
      <header>
        <h1 className="text-2xl md:text-3xl">{t('history.title')}</h1>
        <p className="text-soft">{t('history.intro')}</p>
      </header>
      {user && <ProfessionalHistory professional={user} />}
    </div>
  )
}

function ProfessionalHistory({ professional }: { professional: User }) {
  const { t } = useTranslation('billing')
  const query = useQuery(billingHistoryQuery(useApi(), professional.id))
  return (
    <QueryState query={query} failed={t('history.failed')} pending={<BillingHistorySkeleton />}>
      {(history) => <BillingHistory professionalId={professional.id} history={history} />}
    </QueryState>
  )
}
