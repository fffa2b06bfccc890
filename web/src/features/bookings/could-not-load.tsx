import { empty } from '#drawings/empty.ts'
import { ConnectionLost } from '#web/api/client.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { useRefusalText } from '#web/api/refusal-text.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'

type CouldNotLoadProps = { what: string; error: Error; busy: boolean; onRetry: () => void }

/** In the place of what could not be read: what and why, and another try. */
export function CouldNotLoad({ what, error, busy, onRetry }: CouldNotLoadProps) {
  const { t } = useTranslation('bookings')
  const refusalText = useRefusalText()
  return (
    <div role="alert">
      <EmptyState
        drawing={error instanceof ConnectionLost ? empty.offline : empty.error}
        title={what}
        action={
          <Button busy={busy} onClick={onRetry}>
            {t('mine.again')}
          </Button>
        }
      >
        {refusalText(error)}
      </EmptyState>
    </div>
  )
}
