import { useTranslation } from '#web/i18n/use-translation.ts'
import { Picture } from '#web/ui/pictures/picture.tsx'

type PortraitProps = {
  /** The address of the picture that was just chosen. */
  chosen?: string | undefined
  /** The address of the saved picture. */
  saved: string | null | undefined
}

/** The profile photo: the chosen one, else the saved one. */
export function Portrait({ chosen, saved }: PortraitProps) {
  const { t } = useTranslation('profile')
  return (
    <span className="pane block size-32 shrink-0 overflow-hidden rounded-full">
      {chosen ? (
        <img src={chosen} alt={t('photo.preview')} className="size-full object-cover" />
      ) : (
        saved && (
          <Picture
            src={saved}
            alt={t('photo.saved')}
            width={128}
            height={128}
            eager
            className="size-full"
          />
        )
      )}
    </span>
  )
}
