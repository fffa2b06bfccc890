import { useTranslation } from '#web/i18n/use-translation.ts'
import { empty } from '#drawings/empty.ts'
import { useRefusalText } from '#web/api/refusal-text.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'

type FailedProps = { error: Error; busy: boolean; onRetry: () => void }

/** In the place of the conversations that could not be read. */
export function CentreFailed(props: FailedProps) {
  const { t } = useTranslation('messaging')
  return (
    <div className="page m-auto flex flex-col">
      <h1 className="sr-only">{t('title')}</h1>
      <Failed title={t('failed.conversations')} {...props} />
    </div>
  )
}

/** What could not be read, why, and another try. */
export function Failed({ title, error, busy, onRetry }: FailedProps & { title: string }) {
  const { t } = useTranslation('messaging')
  const refusalText = useRefusalText()
  return (
    <EmptyState
      drawing={empty.offline}
      title={title}
      action={
        <Button look="quiet" busy={busy} onClick={onRetry}>
          {t('again')}
        </Button>
      }
    >
      {refusalText(error)}
    </EmptyState>
  )
}
