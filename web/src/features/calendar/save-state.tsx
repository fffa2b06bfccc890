import { useRefusalText } from '#web/api/refusal-text.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { Button } from '#web/ui/button.tsx'
import { focusOnMount } from '#web/ui/focus-on-mount.ts'
import { MessageBox } from '#web/ui/states/message-box.tsx'

type SaveStateProps = {
  error: Error | null
  /** The values that another device has saved meanwhile, a line each; undefined without a conflict. */
  savedNow: readonly string[] | undefined
  /** Replaces what was chosen here by what is saved. */
  onTake: () => void
}

/** Why a save failed, and after a conflict what is saved now. rule: edit-conflict */
export function SaveState({ error, savedNow, onTake }: SaveStateProps) {
  const { t } = useTranslation('time')
  const refusalText = useRefusalText()
  if (!error) return null
  return (
    <div ref={focusOnMount} tabIndex={-1}>
      <MessageBox tone="problem">
        <p>{refusalText(error)}</p>
        {savedNow && (
          <div className="mt-2 flex flex-col items-start gap-2 text-ink">
            <p>{t('conflict.saved_now')}</p>
            <ul className="font-normal">
              {savedNow.map((line) => (
                <li key={line}>{line}</li>
              ))}
            </ul>
            <p className="font-normal">{t('conflict.next')}</p>
            <Button look="quiet" onClick={onTake}>
              {t('conflict.take')}
            </Button>
          </div>
        )}
      </MessageBox>
    </div>
  )
}
