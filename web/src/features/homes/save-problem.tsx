import { useRefusalText } from '#web/api/refusal-text.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { Button } from '#web/ui/button.tsx'
import { DotSeparated } from '#web/ui/dot-separated.tsx'
import { MessageBox } from '#web/ui/message-box.tsx'
import { useHomeTexts } from './home-texts.ts'
import type { Saving } from './use-save-form.ts'

/** Why saving failed; after a conflict what is saved now, and the choice between both. rule: edit-conflict */
export function SaveProblem({ saving }: { saving: Saving }) {
  const { t } = useTranslation('homes')
  const { facts, name } = useHomeTexts()
  const refusalText = useRefusalText()
  const { error, conflict, isPending, takeSaved, keepMine } = saving
  if (!error) return null
  return (
    <MessageBox tone="problem">
      <p>{refusalText(error)}</p>
      {conflict && (
        <div className="mt-2 flex flex-col gap-2 text-ink">
          <p>{t('conflict.saved_now')}</p>
          <p className="font-normal wrap-anywhere">{name(conflict)}</p>
          <p className="font-normal">
            <DotSeparated facts={facts(conflict)} />
          </p>
          <div className="flex flex-wrap gap-3">
            <Button look="quiet" disabled={isPending} onClick={takeSaved}>
              {t('conflict.take')}
            </Button>
            <Button look="quiet" busy={isPending} onClick={keepMine}>
              {t('conflict.keep')}
            </Button>
          </div>
        </div>
      )}
    </MessageBox>
  )
}
