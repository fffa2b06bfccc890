import { useTranslation } from '../../app/use-translation.ts'
import { Skeleton } from '../../ui/skeleton.tsx'

/** The shape of the dashboard to come. */
export function DashboardSkeleton() {
  const { t } = useTranslation('app')
  return (
    <div className="page flex flex-col gap-6" aria-busy="true">
      <span className="sr-only" role="status">
        {t('loading')}
      </span>
      <Skeleton className="h-9 w-64" />
      <div className="grid gap-4 lg:grid-cols-2">
        <Skeleton className="h-64 rounded-lg" />
        <Skeleton className="h-64 rounded-lg max-lg:hidden" />
      </div>
      <div className="grid grid-cols-2 gap-4 lg:grid-cols-4">
        <Skeleton className="h-22 rounded-lg" />
        <Skeleton className="h-22 rounded-lg" />
        <Skeleton className="h-22 rounded-lg" />
        <Skeleton className="h-22 rounded-lg" />
      </div>
    </div>
  )
}
