import { maySucceedLater, useFailureText } from '#web/api/failure-text.ts'
import { useRefusalText } from '#web/api/refusal-text.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { Button } from '#web/ui/button.tsx'
import { MessageBox } from '#web/ui/states/message-box.tsx'

type LoadFailureProps = {
  /** The sentence of this part; the reason follows if there is one. */
  failed: string
  error: Error
  isRetrying: boolean
  onRetry: () => void
}

/**
 * Tells why a part of the booking dialog could not be loaded. After a final refusal there is no 'Try again'.
 * rule: failures
 */
export function LoadFailure({ failed, error, isRetrying, onRetry }: LoadFailureProps) {
  const { t } = useTranslation('loading')
  const refusalText = useRefusalText()
  const failureText = useFailureText()
  const canRetry = maySucceedLater(error)
  return (
    <div className="flex flex-col items-start gap-3">
      <MessageBox tone="problem" className="whitespace-pre-line">
        {canRetry ? failureText(failed, error) : refusalText(error)}
      </MessageBox>
      {canRetry && (
        <Button look="quiet" busy={isRetrying} onClick={onRetry}>
          {t('try_again')}
        </Button>
      )}
    </div>
  )
}
