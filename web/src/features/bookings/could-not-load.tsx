import { useTranslation } from '../../app/use-translation.ts'
import { useRefusalText } from '../../app/refusal-text.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'

type CouldNotLoadProps = { what: string; error: Error; busy: boolean; onRetry: () => void }

/** In the place of what could not be read: what and why, and another try. */
export function CouldNotLoad({ what, error, busy, onRetry }: CouldNotLoadProps) {
  const { t } = useTranslation('bookings')
  const refusalText = useRefusalText()
  return (
    <div className="flex flex-col items-start gap-4">
      <Notice tone="problem">
        <p>{what}</p>
        <p className="font-normal">{refusalText(error)}</p>
      </Notice>
      <Button look="quiet" busy={busy} onClick={onRetry}>
        {t('mine.again')}
      </Button>
    </div>
  )
}
