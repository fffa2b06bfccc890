import { Suspense, useState } from 'react'
import { MOMENTS, VISIT_PHOTOS_MAX } from '#contract/checklist-rules.ts'
import type { Moment } from '#contract/checklist-rules.ts'
import type { Visit } from '#contract/visits.ts'
import { randomKey } from '#web/api/random-key.ts'
import { useRefusalText } from '#web/api/refusal-text.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { Button } from '#web/ui/button.tsx'
import { FileButton } from '#web/ui/file-button.tsx'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import { useFailureToast } from '#web/ui/use-failure-toast.ts'
import { useOnline } from '#web/ui/use-online.ts'
import { WorkPhoto } from './work-photo.tsx'
import { useAddPhoto, useDeletePhoto } from './work.api.ts'

const Lightbox = lazyPart(() => import('#web/ui/lightbox/lightbox.tsx'))
const PICTURE_TYPES = 'image/jpeg,image/png,image/webp,image/avif'

type VisitPhotosProps = {
  visit: Visit
  /** The professional, while they work. */
  canAdd: boolean
  canDelete: boolean
}

/** Photos from before and after the visit. Adding them needs a connection. rule: checklist-screen, visit-photos */
export function VisitPhotos({ visit, canAdd, canDelete }: VisitPhotosProps) {
  const { t } = useTranslation('work')
  const isOnline = useOnline()
  const [opened, setOpened] = useState<string>()
  const { photos } = visit
  if (photos.length === 0 && !canAdd) return null
  const images = MOMENTS.flatMap((moment) =>
    photosOf(visit, moment).map(({ file, url }, index) => ({
      file,
      url,
      alt: t('photo_alt', { moment: t(`moments.${moment}`), number: index + 1 }),
    })),
  )
  return (
    <section aria-labelledby="visit-photos" className="card flex flex-col gap-4 p-4 md:p-5">
      <header className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 id="visit-photos" className="text-xl">
          {t('photos')}
        </h2>
        {canAdd && (
          <p className="tabular text-sm text-soft">
            {t('photo_count', { count: photos.length, most: VISIT_PHOTOS_MAX })}
          </p>
        )}
      </header>
      {canAdd && <p className="measure text-sm text-soft">{t('photos_help')}</p>}
      {canAdd && !isOnline && (
        <p role="status" className="text-amber">
          {t('photos_offline')}
        </p>
      )}
      {MOMENTS.map((moment) => (
        <PhotosOfMoment
          key={moment}
          visit={visit}
          moment={moment}
          images={images}
          canAdd={canAdd && isOnline}
          canDelete={canDelete && isOnline}
          onOpen={setOpened}
        />
      ))}
      <Suspense>
        {opened && (
          <Lightbox
            images={images}
            start={images.findIndex(({ file }) => file === opened)}
            onClose={() => setOpened(undefined)}
          />
        )}
      </Suspense>
    </section>
  )
}

const photosOf = ({ photos }: Visit, moment: Moment) =>
  photos.filter((photo) => photo.moment === moment)

type PhotosOfMomentProps = VisitPhotosProps & {
  moment: Moment
  images: readonly { file: string; url: string; alt: string }[]
  onOpen: (file: string) => void
}

function PhotosOfMoment(props: PhotosOfMomentProps) {
  const { visit, moment, images, canAdd, canDelete, onOpen } = props
  const { t } = useTranslation('work')
  const add = useAddPhoto(visit.booking_id)
  const remove = useDeletePhoto(visit.booking_id)
  const refusalText = useRefusalText()
  const failure = useFailureToast()
  const files = photosOf(visit, moment).map(({ file }) => file)
  const shown = images.filter(({ file }) => files.includes(file))
  const onError = (error: unknown) => failure.show(refusalText(error))
  /** One after the other, because a phone has one slow connection. The first refusal ends it. */
  const send = async (chosen: File[]) => {
    failure.clear()
    try {
      for (const image of chosen) await add.mutateAsync({ moment, image, key: randomKey() })
    } catch (error) {
      onError(error)
    }
  }
  if (shown.length === 0 && !canAdd) return null
  return (
    <div className="flex flex-col gap-3">
      <h3 className="font-semibold">{t(`moments.${moment}`)}</h3>
      {shown.length > 0 && (
        <ul className="grid grid-cols-2 gap-3 sm:grid-cols-3">
          {shown.map(({ file, url, alt }) => (
            <li key={file} className="flex flex-col gap-2">
              <WorkPhoto url={url} alt={alt} onOpen={() => onOpen(file)} />
              {canDelete && (
                <Button
                  look="link"
                  aria-label={t('delete_photo', { photo: alt })}
                  busy={remove.isPending && remove.variables === file}
                  onClick={() => {
                    failure.clear()
                    remove.mutate(file, { onError })
                  }}
                >
                  {t('delete')}
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      {add.isPending ? (
        <p role="status">{t('sending')}</p>
      ) : (
        canAdd &&
        visit.photos.length < VISIT_PHOTOS_MAX && (
          <FileButton
            className="self-start"
            accept={PICTURE_TYPES}
            multiple
            label={t(`add.${moment}`)}
            onFiles={(chosen) => void send(chosen)}
          />
        )
      )}
    </div>
  )
}
