import { useEffect, useId, useRef, useState } from 'react'
import { IMAGE_BYTES_MAX } from '#contract/market/profile-rules.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { deleteUserFile, readUserFile, saveUserFile } from '#web/session/user-files.ts'
import { CloseIcon, Spinner } from '#web/ui/pictures/icons.tsx'
import { PhotoIcon } from '#web/ui/pictures/icons-signed-in.tsx'
import { LocalPicture } from '#web/ui/pictures/local-picture.tsx'
import { shrinkPhoto } from '#web/ui/pictures/shrink-photo.ts'
import { toast } from '#web/ui/states/toast-store.ts'
import { PICTURE_TYPES } from '#web/ui/pictures/picture-types.ts'

type AttachPhotoProps = {
  /** Gets a photo that is not too large; one that was is made smaller first. rule: photos */
  onPhoto: (photo: File) => void
  /** Told while a photo is made smaller. */
  onShrinking?: (isShrinking: boolean) => void
  /** A visible label beside the icon. Without it the label is for screen readers only. */
  children?: string
}

/** The browser's file field, which looks like an icon. */
export function AttachPhoto({ onPhoto, onShrinking, children }: AttachPhotoProps) {
  const { t } = useTranslation(['messaging', 'errors', 'access'])
  const id = useId()
  const [isShrinking, setIsShrinking] = useState(false)
  const last = useRef<File>(undefined)
  const choose = async ([chosen]: File[]) => {
    if (!chosen) return
    last.current = chosen
    setIsShrinking(true)
    onShrinking?.(true)
    const photo = await shrinkPhoto(chosen)
    // Another one was chosen meanwhile. The last one counts.
    if (last.current !== chosen) return
    setIsShrinking(false)
    onShrinking?.(false)
    if (photo.size > IMAGE_BYTES_MAX) toast.problem(t('errors:message_image_too_large'))
    else onPhoto(photo)
  }
  return (
    <span className="relative inline-flex shrink-0">
      <input
        id={id}
        type="file"
        accept={PICTURE_TYPES.join(',')}
        aria-busy={isShrinking}
        className="peer absolute inset-0 size-full cursor-pointer opacity-0"
        onChange={({ currentTarget }) => {
          void choose([...(currentTarget.files ?? [])])
          // Otherwise choosing the same file again would not fire a change event.
          currentTarget.value = ''
        }}
      />
      <label
        htmlFor={id}
        className="inline-flex min-h-11 min-w-11 cursor-pointer items-center justify-center gap-2 rounded-md px-2 font-semibold text-action peer-hover:bg-mint peer-focus-visible:outline-3 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-action"
      >
        {isShrinking ? <Spinner /> : <PhotoIcon />}
        {children ?? <span className="sr-only">{t('photo.attach')}</span>}
      </label>
      <span role="status" className="sr-only">
        {isShrinking && t('access:photos.adding')}
      </span>
    </span>
  )
}

/** The preview of a chosen photo, with a button that removes it. */
export function ChosenPhoto({ photo, onRemove }: { photo: Blob; onRemove: () => void }) {
  const { t } = useTranslation('messaging')
  return (
    <div className="relative self-start">
      <LocalPicture
        picture={photo}
        alt={t('photo.chosen', { file: photo instanceof File ? photo.name : '' })}
        className="block max-h-32 max-w-48 rounded-md border border-line"
      />
      <button
        type="button"
        aria-label={t('photo.drop')}
        className="absolute -top-2 -right-2 grid size-11 place-items-center rounded-full border border-edge bg-raised text-ink shadow-float hover:bg-mint"
        onClick={onRemove}
      >
        <CloseIcon className="size-4" />
      </button>
    </div>
  )
}

/** The photo that is chosen for one conversation and not sent yet, stored in this browser. rule: outbox */
export function useChosenPhoto(userId: string, otherId: string) {
  const name = `message.${otherId}`
  const [photo, setPhoto] = useState<Blob>()
  useEffect(() => {
    let isUnmounted = false
    const restore = async () => {
      const stored = await readUserFile(userId, name)
      if (!isUnmounted) setPhoto((chosen) => chosen ?? stored)
    }
    void restore()
    return () => {
      isUnmounted = true
    }
  }, [userId, name])
  const choose = (chosen: Blob | undefined) => {
    setPhoto(chosen)
    // A browser that cannot store files can still send them.
    if (chosen) void saveUserFile(userId, name, chosen).catch(() => {})
    else void deleteUserFile(userId, name)
  }
  return [photo, choose] as const
}
