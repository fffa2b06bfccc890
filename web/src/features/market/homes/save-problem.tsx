import { useRefusalText } from '#web/api/refusal-text.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { Button } from '#web/ui/button.tsx'
import { DotSeparated } from '#web/ui/dot-separated.tsx'
import { MessageBox } from '#web/ui/states/message-box.tsx'
import { ADDRESS_LABELS } from './address-fields.tsx'
import { useHomeTexts } from './home-texts.ts'
import type { HomeFields } from './home-fields.ts'
import type { Saving } from './use-save-form.ts'

const LABELS = {
  label: 'conflict.name',
  ...ADDRESS_LABELS,
  kind: 'size.kind',
  bedrooms: 'size.bedrooms',
  bathrooms: 'size.bathrooms',
  square_feet: 'conflict.square_feet',
  floors: 'size.floors',
  pets: 'more.pets',
  parking: 'conflict.parking',
  supplies_at_home: 'more.supplies',
  rooms: 'rooms.title',
} as const satisfies Record<keyof HomeFields, string>

/** Why saving failed; after a conflict what is saved now, and the choice between both. rule: edit-conflict */
export function SaveProblem({ saving }: { saving: Saving }) {
  const { t } = useTranslation(['homes', 'errors'])
  const { facts, name } = useHomeTexts()
  const refusalText = useRefusalText()
  const { error, conflict, differing, isPending, takeSaved, keepMine } = saving
  if (!error && !conflict) return null
  const fields = differing().map((field) => t(LABELS[field]))
  return (
    <MessageBox tone="problem">
      <p>{error ? refusalText(error) : t('errors:home_changed')}</p>
      {conflict && (
        <div className="mt-2 flex flex-col gap-2 text-ink">
          <p>{t('conflict.saved_now')}</p>
          <p className="font-normal wrap-anywhere">{name(conflict)}</p>
          <p className="font-normal">
            <DotSeparated facts={facts(conflict)} />
          </p>
          {fields.length > 0 && (
            <p className="font-normal">
              {t('conflict.differs', { fields: [...new Set(fields)].join(', ') })}
            </p>
          )}
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
