import { useTranslation } from '#web/i18n/use-translation.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'

/** What was typed before is here again; pictures have to be chosen again, and which. */
export function DraftNotice({
  photos,
  onDiscard,
}: {
  photos: readonly string[]
  onDiscard: () => void
}) {
  const { t } = useTranslation('profile')
  return (
    <Notice tone="success">
      <p>{t('draft.kept')}</p>
      {photos.length > 0 && (
        <p className="font-normal break-words text-ink">
          {t('draft.photos', { photos: photos.join(', ') })}
        </p>
      )}
      <Button look="link" className="px-0!" onClick={onDiscard}>
        {t('draft.discard')}
      </Button>
    </Notice>
  )
}
