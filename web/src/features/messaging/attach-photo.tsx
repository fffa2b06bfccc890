import { useId } from 'react'
import { useTranslation } from '../../app/use-translation.ts'
import { PhotoIcon } from '../../ui/icons-inside.tsx'

// What counts as a picture here (decision 36).
const PICTURE_TYPES = 'image/jpeg,image/png,image/webp,image/avif'

/** The platform's file field under an icon's clothes. */
export function AttachPhoto({ onPhoto }: { onPhoto: (photo: File) => void }) {
  const { t } = useTranslation('messaging')
  const id = useId()
  return (
    <span className="relative inline-flex shrink-0">
      <input
        id={id}
        type="file"
        accept={PICTURE_TYPES}
        className="peer absolute inset-0 size-full cursor-pointer opacity-0"
        onChange={({ currentTarget }) => {
          const [photo] = currentTarget.files ?? []
          if (photo) onPhoto(photo)
          // So that the same one can be chosen again after it was dropped.
          currentTarget.value = ''
        }}
      />
      <label
        htmlFor={id}
        className="grid size-11 cursor-pointer place-items-center rounded-md text-action peer-hover:bg-mint peer-focus-visible:outline-3 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-action"
      >
        <PhotoIcon />
        <span className="sr-only">{t('photo.attach')}</span>
      </label>
    </span>
  )
}
