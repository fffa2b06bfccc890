import { useQuery } from '@tanstack/react-query'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { useApi } from '#web/api/use-api.ts'
import { QueryState } from '#web/ui/query-state.tsx'
import { billingHistoryQuery } from './billing.api.ts'
import { BillingHistory, BillingHistorySkeleton } from './billing-history.tsx'

/** Every payment of a professional. rule: billing-history */
export function BillingScreen({ professionalId }: { professionalId: string }) {
  const { t } = useTranslation('billing')
  const query = useQuery(billingHistoryQuery(useApi(), professionalId))
  return (
    <QueryState query={query} failed={t('history.failed')} pending={<BillingHistorySkeleton />}>
      {(history) => <BillingHistory professionalId={professionalId} history={history} />}
    </QueryState>
  )
}
