import { ConnectionLost, ForeignAnswer, Refusal } from '#web/api/client.ts'
import { useRefusalText } from '#web/api/refusal-text.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { LoadFailure } from '#web/ui/query-state.tsx'
import { LoadingStatus, Skeleton } from '#web/ui/skeleton.tsx'

/** Replaces a dashboard that could not be loaded. rule: dashboard-errors */
export function DashboardError({
  error,
  isRetrying,
  onRetry,
}: {
  error: Error
  isRetrying: boolean
  onRetry: () => void
}) {
  const { t } = useTranslation('dashboard')
  const refusalText = useRefusalText()
  const failure = dashboardFailure(error)
  return (
    <div className="page grid grow place-content-center">
      <LoadFailure
        title={t('error.title')}
        heading="h1"
        error={error}
        reason={
          failure.kind === 'refused' ? refusalText(failure.refusal) : t(`error.${failure.kind}`)
        }
        isRetrying={isRetrying}
        onRetry={onRetry}
        retryLabel={t('error.again')}
      />
    </div>
  )
}

type DashboardFailure =
  | { kind: 'refused'; refusal: Refusal }
  | { kind: 'server' | 'connection' | 'unexpected' }

/** Which kind of failure an error is. A refusal has its own sentence. rule: dashboard-errors */
export function dashboardFailure(error: Error): DashboardFailure {
  if (error instanceof ForeignAnswer) return { kind: 'server' }
  if (error instanceof ConnectionLost) return { kind: 'connection' }
  if (!(error instanceof Refusal)) return { kind: 'unexpected' }
  return error.code === 'unexpected' ? { kind: 'server' } : { kind: 'refused', refusal: error }
}

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
