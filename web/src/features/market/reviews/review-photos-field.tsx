import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { REVIEW_PHOTOS_MAX } from '#contract/market/review-rules.ts'
import { useRefusalText } from '#web/api/refusal-text.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { Button } from '#web/ui/button.tsx'
import { FileButton } from '#web/ui/forms/file-button.tsx'
import { sendPhoto } from '#web/ui/pictures/send-photo.ts'
import { useFailureToast } from '#web/ui/states/use-failure-toast.ts'
import { WorkPhoto } from '#web/ui/pictures/work-photo.tsx'
import type { ReviewPhotos } from './review-fields.ts'

type ReviewPhotosFieldProps = { photos: ReviewPhotos; onChange: (photos: ReviewPhotos) => void }

/** Up to four photos, each sent as it is chosen. rule: review-fields, photos */
export function ReviewPhotosField({ photos, onChange }: ReviewPhotosFieldProps) {
  const { t, i18n } = useTranslation('review_forms')
  const refusalText = useRefusalText()
  const failure = useFailureToast()
  const latest = useRef(photos)
  useEffect(() => {
    latest.current = photos
  }, [photos])
  const change = (changed: ReviewPhotos) => {
    latest.current = changed
    onChange(changed)
  }
  const add = useMutation({
    mutationFn: (photo: File) =>
      sendPhoto('POST /api/reviews/photos', { id: 'review', photo, language: i18n.language }),
    onSuccess: ({ photo_id, photo }) =>
      change([...latest.current, { id: photo_id, url: photo.url }]),
  })
  /** One after the other, because a phone has one slow connection. The first refusal ends it. */
  const send = async (chosen: File[]) => {
    failure.clear()
    try {
      for (const photo of chosen.slice(0, REVIEW_PHOTOS_MAX - photos.length)) {
        await add.mutateAsync(photo)
      }
    } catch (error) {
      failure.show(refusalText(error))
    }
  }
  return (
    <fieldset className="flex flex-col gap-3">
      <legend className="mb-1 font-medium">
        {t('write.photos', { count: photos.length, most: REVIEW_PHOTOS_MAX })}
      </legend>
      <p className="text-sm text-soft">{t('write.photos_help')}</p>
      {photos.length > 0 && (
        <ul className="grid grid-cols-2 gap-3 sm:grid-cols-4">
          {photos.map(({ id, url }, index) => (
            <li key={id} className="flex flex-col items-start">
              <WorkPhoto url={url} alt={t('write.photo_alt', { number: index + 1 })} />
              <Button
                look="link"
                className="px-0!"
                aria-label={t('write.remove_photo_of', { number: index + 1 })}
                onClick={() => change(photos.filter((photo) => photo.id !== id))}
              >
                {t('write.remove_photo')}
              </Button>
            </li>
          ))}
        </ul>
      )}
      {add.isPending ? (
        <p role="status">{t('write.adding_photo')}</p>
      ) : (
        photos.length < REVIEW_PHOTOS_MAX && (
          <FileButton
            className="self-start"
            multiple
            label={t('write.add_photo')}
            onFiles={(chosen) => void send(chosen)}
          />
        )
      )}
    </fieldset>
  )
}
