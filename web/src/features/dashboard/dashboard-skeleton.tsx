import { useTranslation } from '#web/i18n/use-translation.ts'
import { LoadingStatus, Skeleton } from '#web/ui/skeleton.tsx'

/** The shape of the dashboard to come. */
export function DashboardSkeleton() {
  const { t } = useTranslation('dashboard')
  return (
    <div className="page flex flex-col gap-6" aria-busy="true">
      <h1 className="text-2xl md:text-3xl">{t('title')}</h1>
      <LoadingStatus />
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
