import { ConnectionLost, ForeignAnswer, Refusal } from '#web/api/client.ts'
import { detailOf, useRefusalText } from '#web/api/refusal-text.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { SupportText } from '#web/ui/forms/support-text.tsx'
import { LoadFailure } from '#web/ui/states/query-state.tsx'
import { LoadingStatus, Skeleton } from '#web/ui/states/skeleton.tsx'

/** Replaces a dashboard that could not be loaded. rule: dashboard */
export function DashboardError({
  error,
  isRetrying,
  onRetry,
}: {
  error: Error
  isRetrying: boolean
  onRetry: () => void
}) {
  const { t } = useTranslation(['dashboard', 'errors'])
  const refusalText = useRefusalText()
  const failure = dashboardFailure(error)
  return (
    <div className="page grid grow content-center">
      <LoadFailure
        title={t('error.title')}
        heading="h1"
        error={error}
        reason={
          <SupportText>
            {failure.kind === 'refused'
              ? refusalText(failure.error)
              : failure.kind === 'not_found'
                ? t('errors:account_not_found')
                : t(`error.${failure.kind}`)}
          </SupportText>
        }
        isRetrying={isRetrying}
        onRetry={onRetry}
        retryLabel={t('error.again')}
      />
    </div>
  )
}

type DashboardFailure =
  | { kind: 'refused'; error: Error }
  | { kind: 'not_found' | 'server' | 'connection' | 'unexpected' }

/**
 * Which kind of failure an error is. A 404 has one sentence, whatever its detail. Another refusal, or an answer with a
 * `detail`, has its own. rule: dashboard
 */
export function dashboardFailure(error: Error): DashboardFailure {
  if ((error instanceof Refusal || error instanceof ForeignAnswer) && error.status === 404)
    return { kind: 'not_found' }
  if (error instanceof ForeignAnswer) {
    if (error.status < 400) return { kind: 'unexpected' }
    return detailOf(error) ? { kind: 'refused', error } : { kind: 'server' }
  }
  if (error instanceof ConnectionLost) return { kind: 'connection' }
  if (!(error instanceof Refusal)) return { kind: 'unexpected' }
  return error.code === 'unexpected' ? { kind: 'server' } : { kind: 'refused', error }
}

export function DashboardSkeleton() {
  const { t } = useTranslation('dashboard')
  return (
    // As high as the window: the footer below it does not move when the dashboard arrives.
    <div className="page flex min-h-dvh flex-col gap-6" aria-busy="true">
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
