import { useQuery } from '@tanstack/react-query'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { useApi } from '#web/api/use-api.ts'
import { QueryState } from '#web/ui/states/query-state.tsx'
import { Skeleton } from '#web/ui/states/skeleton.tsx'
import { leadsStatusQuery } from './billing.api.ts'
import type { LeadsStatus } from './billing.api.ts'
import { LeadsCard } from './leads-card.tsx'
import { SubscriptionCard } from './subscription-card.tsx'

/** The dashboard's credits and subscription, with their actions. rules: lead-labels, subscription-states */
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
    <div className="grid grid-cols-1 gap-4 lg:grid-cols-2">
      <LeadsCard professionalId={professionalId} money={money} />
      <SubscriptionCard professionalId={professionalId} money={money} />
    </div>
  )
}

function MoneyPanelSkeleton() {
  return (
    <div className="grid grid-cols-1 gap-4 lg:grid-cols-2" aria-busy="true">
      <Skeleton className="h-52 rounded-lg" />
      <Skeleton className="h-52 rounded-lg" />
    </div>
  )
}
