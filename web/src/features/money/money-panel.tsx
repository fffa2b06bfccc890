import { useQuery } from '@tanstack/react-query'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { useApi } from '#web/api/use-api.ts'
import { QueryState } from '#web/ui/states/query-state.tsx'
import { Skeleton } from '#web/ui/states/skeleton.tsx'
import { leadsStatusQuery } from './billing.api.ts'
import type { LeadsStatus } from './billing.api.ts'
import { LeadsCard } from './leads-card.tsx'
import { SubscriptionCard } from './subscription-card.tsx'

/** The dashboard's credits and subscription, with their actions. rules: credit-ledger, subscription-states */
export function MoneyPanel({ professionalId }: { professionalId: string }) {
  const { t } = useTranslation('billing')
  const query = useQuery(leadsStatusQuery(useApi(), professionalId))
  return (
    <QueryState query={query} failed={t('leads.load_failed')} pending={<MoneyPanelSkeleton />}>
      {(money) => <MoneyCards professionalId={professionalId} money={money} />}
    </QueryState>
  )
}

function MoneyCards({ professionalId, money }: { professionalId: string; money: LeadsStatus }) {
  return (
    <>
      <LeadsCard professionalId={professionalId} money={money} />
      <SubscriptionCard professionalId={professionalId} money={money} />
    </>
  )
}

function MoneyPanelSkeleton() {
  return (
    <div className="flex flex-col gap-2 p-2" aria-busy="true">
      <Skeleton className="h-9 rounded-lg" />
      <Skeleton className="h-9 rounded-lg" />
    </div>
  )
}
