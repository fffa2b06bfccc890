import { useTranslation } from '#web/i18n/use-translation.ts'
import { empty } from '#drawings/empty.ts'
import { useRefusalText } from '#web/api/refusal-text.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { dashboardFailure } from './dashboard-failure.ts'

type DashboardErrorProps = { error: Error; busy: boolean; onRetry: () => void }

/** Professional spec 2.3, 8: what a failure means here, by its kind. */
export function DashboardError({ error, busy, onRetry }: DashboardErrorProps) {
  const { t } = useTranslation('dashboard')
  const text = useFailureText()(error)
  return (
    <div className="page grid grow place-content-center" role="alert">
      <EmptyState
        drawing={dashboardFailure(error).kind === 'connection' ? empty.offline : empty.error}
        title={t('error.title')}
        heading="h1"
        action={
          <Button busy={busy} onClick={onRetry}>
            {t('error.again')}
          </Button>
        }
      >
        {text}
      </EmptyState>
    </div>
  )
}

function useFailureText(): (error: Error) => string {
  const { t } = useTranslation('dashboard')
  const refusalText = useRefusalText()
  return (error) => {
    const failure = dashboardFailure(error)
    return failure.kind === 'told' ? refusalText(failure.refusal) : t(`error.${failure.kind}`)
  }
}
