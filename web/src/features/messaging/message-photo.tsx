import { useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { IMAGE_BYTES_MAX } from '#contract/product.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { deleteUserFile, readUserFile, saveUserFile } from '#web/session/user-files.ts'
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

type LocalPictureProps = { picture: Blob; alt: string; className: string }

/** A picture that is in this page only; its address in memory is let go of with it. */
export function LocalPicture({ picture, alt, className }: LocalPictureProps) {
  const image = useRef<HTMLImageElement>(null)
  useLayoutEffect(() => {
    if (!image.current) return
    const url = URL.createObjectURL(picture)
    image.current.src = url
    return () => URL.revokeObjectURL(url)
  }, [picture])
  return <img ref={image} alt={alt} className={className} />
}

/** The photo that was chosen for somebody and not sent; it stays in this browser as what is typed does. */
export function useChosenPhoto(userId: string, otherId: string) {
  const name = `message.${otherId}`
  const [photo, setPhoto] = useState<Blob>()
  useEffect(() => {
    let ended = false
    const begin = async () => {
      const kept = await readUserFile(userId, name)
      if (!ended) setPhoto((chosen) => chosen ?? kept)
    }
    void begin()
    return () => {
      ended = true
    }
  }, [userId, name])
  const choose = (chosen: Blob | undefined) => {
    setPhoto(chosen)
    // A browser that keeps no files still sends them.
    if (chosen) void saveUserFile(userId, name, chosen).catch(() => {})
    else void deleteUserFile(userId, name)
  }
  return [photo, choose] as const
}
