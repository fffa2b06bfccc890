import { useQuery } from '@tanstack/react-query'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { useApi } from '#web/api/use-api.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { leadsStatusQuery } from './billing.api.ts'
import { LeadsCard } from './leads-card.tsx'
import { SubscriptionCard } from './subscription-card.tsx'

/** On the dashboard: her leads and her subscription as they stand, and what can be done about them (professional spec 2.3). */
export function MoneyPanel({ professionalId }: { professionalId: string }) {
  const { t } = useTranslation('billing')
  const { data, error, isFetching, refetch } = useQuery(leadsStatusQuery(useApi(), professionalId))
  if (error && !data) {
    return (
      <div className="flex flex-col items-start gap-4">
        <Notice tone="problem">{t('leads.load_failed')}</Notice>
        <Button look="quiet" busy={isFetching} onClick={() => void refetch()}>
          {t('leads.again')}
        </Button>
      </div>
    )
  }
  if (!data) {
    return (
      <div className="grid grid-cols-1 gap-4 lg:grid-cols-2" aria-busy="true">
        <Skeleton className="h-52 rounded-lg" />
        <Skeleton className="h-52 rounded-lg" />
      </div>
    )
  }
  if (data.period_end === null) {
    return <SubscriptionCard professionalId={professionalId} money={data} />
  }
  return (
    <div className="grid grid-cols-1 gap-4 lg:grid-cols-2">
      <LeadsCard professionalId={professionalId} money={data} />
      <SubscriptionCard professionalId={professionalId} money={data} />
    </div>
  )
}
