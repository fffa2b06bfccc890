import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { GALLERY_IMAGES_MAX } from '#contract/market/profile-rules.ts'
import { findGalleryProblem } from '#contract/market/profile-checks.ts'
import type { OwnProfile } from '#contract/market/profile.ts'
import { ConnectionLost } from '#web/api/client.ts'
import { useApi } from '#web/api/use-api.ts'
import { Picture } from '#web/ui/pictures/picture.tsx'
import { useFailureToast } from '#web/ui/states/use-failure-toast.ts'
import { FileButton } from '#web/ui/forms/file-button.tsx'
import { PICTURE_TYPES } from '#web/ui/pictures/picture-types.ts'
import { ChosenTile, RemoveButton, TILE } from './gallery-tile.tsx'
import type { ChosenPhoto, ChosenPhotos } from './chosen-photos.ts'
import { picturesChanged, removeFromGallery } from './profile-form.api.ts'
import { FieldErrorLine, Section } from './form-section.tsx'

type GallerySectionProps = {
  profile: OwnProfile | null
  photos: ChosenPhotos
  userId: string
  busy: boolean
  /** Uploads a picture again whose upload failed. */
  onRetry: (photo: ChosenPhoto) => void
  className: string | undefined
}

/** Up to five pictures of work: the saved ones, then the chosen ones. rule: photos */
export function GallerySection({
  profile,
  photos,
  userId,
  busy,
  onRetry,
  className,
}: GallerySectionProps) {
  const { t } = useTranslation('profile')
  const id = useId()
  const findProblem = useFindGalleryProblem()
  const [fieldError, setFieldError] = useState<string>()
  const remove = useRemoveFromGallery(userId)
  const saved = profile?.gallery_images ?? []
  const count = saved.length + photos.gallery.length

  const add = (files: File[]) => {
    const wrong = findProblem(count, files)
    setFieldError(wrong)
    if (wrong) return
    photos.addToGallery(files)
  }
  return (
    <Section title={t('gallery.title')} help={t('gallery.help')} className={className}>
      {count > 0 && (
        <ul className="grid grid-cols-2 gap-3 sm:grid-cols-3">
          {saved.map((url, index) => (
            <li key={url} className={TILE}>
              <Picture
                src={url}
                alt={t('gallery.saved', { number: index + 1 })}
                width={240}
                height={180}
                className="size-full"
              />
              <RemoveButton
                label={t('gallery.remove', { number: index + 1 })}
                disabled={busy || remove.isPending}
                onClick={() => remove.mutate({ url, index })}
              />
            </li>
          ))}
          {photos.gallery.map((photo) => (
            <ChosenTile
              key={photo.id}
              photo={photo}
              busy={busy}
              onDrop={() => {
                photos.dropFromGallery(photo.id)
                setFieldError(undefined)
              }}
              onRetry={() => onRetry(photo)}
            />
          ))}
        </ul>
      )}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <FileButton
          label={t('gallery.add')}
          multiple
          invalid={Boolean(fieldError)}
          describedBy={`${id}-rule${fieldError ? ` ${id}-error` : ''}`}
          onFiles={add}
        />
        <p className="tabular text-soft">
          {t('gallery.held', { count, most: GALLERY_IMAGES_MAX })}
        </p>
      </div>
      <p id={`${id}-rule`} className="text-sm text-soft">
        {t('gallery.rule')}
      </p>
      <FieldErrorLine id={`${id}-error`}>{fieldError}</FieldErrorLine>
    </Section>
  )
}

/** Why the chosen files cannot be added. rule: photos */
function useFindGalleryProblem() {
  const { t } = useTranslation(['profile', 'errors'])
  return (count: number, files: readonly File[]) => {
    const other = files.find(({ type }) => !PICTURE_TYPES.includes(type))
    if (other) return t('not_an_image', { file: other.name })
    const wrong = findGalleryProblem(count, files)
    if (wrong?.code === 'gallery_full') return t('errors:gallery_full')
    return wrong && t('gallery.too_large', { file: wrong.file })
  }
}

function useRemoveFromGallery(userId: string) {
  const { t } = useTranslation('profile')
  const api = useApi()
  const queryClient = useQueryClient()
  const failure = useFailureToast()
  return useMutation({
    onMutate: failure.clear,
    mutationFn: (picture: { url: string; index: number }) =>
      removeFromGallery(api, userId, picture),
    onSuccess: (pictures) => picturesChanged(queryClient, api, userId, pictures),
    onError: (error) =>
      failure.show(
        error instanceof ConnectionLost ? t('gallery.remove_lost') : t('gallery.remove_failed'),
      ),
  })
}
