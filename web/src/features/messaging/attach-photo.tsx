import { useId } from 'react'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { IMAGE_BYTES_MAX } from '#contract/product.ts'
import { PhotoIcon } from '#web/ui/icons-signed-in.tsx'
import { toast } from '#web/ui/toast-store.ts'

// What counts as a picture here (decision 36).
const PICTURE_TYPES = 'image/jpeg,image/png,image/webp,image/avif'

type AttachPhotoProps = {
  /** Gets one that is not too large. */
  onPhoto: (photo: File) => void
  /** Stands beside the icon; without it the icon's own words are for screen readers. */
  children?: string
}

/** The platform's file field under an icon's clothes. */
export function AttachPhoto({ onPhoto, children }: AttachPhotoProps) {
  const { t } = useTranslation(['messaging', 'errors'])
  const id = useId()
  const choose = ([photo]: File[]) => {
    if (photo && photo.size > IMAGE_BYTES_MAX) toast.problem(t('errors:message_image_too_large'))
    else if (photo) onPhoto(photo)
  }
  return (
    <span className="relative inline-flex shrink-0">
      <input
        id={id}
        type="file"
        accept={PICTURE_TYPES}
        className="peer absolute inset-0 size-full cursor-pointer opacity-0"
        onChange={({ currentTarget }) => {
          choose([...(currentTarget.files ?? [])])
          // So that the same one can be chosen again after it was dropped.
          currentTarget.value = ''
        }}
      />
      <label
        htmlFor={id}
        className="inline-flex min-h-11 min-w-11 cursor-pointer items-center justify-center gap-2 rounded-md px-2 font-semibold text-action peer-hover:bg-mint peer-focus-visible:outline-3 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-action"
      >
        <PhotoIcon />
        {children ?? <span className="sr-only">{t('photo.attach')}</span>}
      </label>
    </span>
  )
}
