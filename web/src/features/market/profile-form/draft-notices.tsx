import { useTranslation } from '#web/i18n/use-translation.ts'
import { Button } from '#web/ui/button.tsx'
import { ConflictNotice } from '#web/ui/states/conflict-notice.tsx'
import { MessageBox } from '#web/ui/states/message-box.tsx'
import type { ChangedField } from './merge-saved.ts'

/** Says that the stored draft is shown, and which pictures have to be chosen again. rule: profile-form-screen */
export function DraftNotice({
  photos,
  onDiscard,
}: {
  photos: readonly string[]
  onDiscard: () => void
}) {
  const { t } = useTranslation('profile')
  return (
    <MessageBox tone="success">
      <p>{t('draft.kept')}</p>
      {photos.length > 0 && (
        <p className="font-normal break-words text-ink">
          {t('draft.photos', { photos: photos.join(', ') })}
        </p>
      )}
      <Button look="link" className="px-0!" onClick={onDiscard}>
        {t('draft.discard')}
      </Button>
    </MessageBox>
  )
}

/** Says what another device saved in the meantime. rule: edit-conflict */
export function ProfileConflict({ changed }: { changed: readonly ChangedField[] }) {
  const { t } = useTranslation('profile')
  return (
    <ConflictNotice
      title={t('conflict.title')}
      changed={changed.map(({ field, saved, alsoHere }) => ({
        name: t(`conflict.fields.${field}`),
        saved: saved || t('conflict.empty'),
        outcome: alsoHere ? t('conflict.also_here') : t('conflict.taken'),
      }))}
      next={t('conflict.next')}
    />
  )
}
