import { Suspense, useEffect, useRef, useState } from 'react'
import { MOMENTS, VISIT_PHOTOS_MAX } from '#contract/visits/checklist-rules.ts'
import type { Moment } from '#contract/visits/checklist-rules.ts'
import type { Visit } from '#contract/visits/visits.ts'
import { useRefusalText } from '#web/api/refusal-text.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { Button } from '#web/ui/button.tsx'
import { FileButton } from '#web/ui/forms/file-button.tsx'
import { lazyPart } from '#web/ui/states/lazy-part.tsx'
import { LocalPicture } from '#web/ui/pictures/local-picture.tsx'
import { shrinkPhoto } from '#web/ui/pictures/shrink-photo.ts'
import { toast } from '#web/ui/states/toast-store.ts'
import { useFailureToast } from '#web/ui/states/use-failure-toast.ts'
import { useOnline } from '#web/ui/states/use-online.ts'
import { WorkPhoto } from '#web/ui/pictures/work-photo.tsx'
import { choosePhotos } from './choose-photos.ts'
import type { PhotoProblem } from './choose-photos.ts'
import { pictureOf, pressQueue } from '../day/press-queue.ts'
import type { PhotoPress } from '../day/press-queue.ts'
import { useDeletePhoto } from './work.api.ts'

const Lightbox = lazyPart(() => import('#web/ui/lightbox/lightbox.tsx'))
type VisitPhotosProps = {
  visit: Visit
  /** Photos that wait in this browser. */
  waiting: readonly PhotoPress[]
  /** The professional, while they work. */
  canAdd: boolean
  canDelete: boolean
}

/**
 * Photos from before and after the visit; one that is added waits in the queue.
 * rule: press-queue, visit-photos, photos
 */
export function VisitPhotos({ visit, waiting, canAdd, canDelete }: VisitPhotosProps) {
  const { t } = useTranslation('work')
  const isOnline = useOnline()
  const [opened, setOpened] = useState<string>()
  const [isShrinking, setIsShrinking] = useState(false)
  const { photos } = visit
  const count = photos.length + waiting.length
  if (count === 0 && !canAdd) return null
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
            {t('photo_count', { count, most: VISIT_PHOTOS_MAX })}
          </p>
        )}
      </header>
      {canAdd && <p className="measure text-sm text-soft">{t('photos_help')}</p>}
      {MOMENTS.map((moment) => (
        <PhotosOfMoment
          key={moment}
          visit={visit}
          moment={moment}
          images={images}
          waiting={waiting.filter((photo) => photo.moment === moment)}
          canAdd={canAdd && count < VISIT_PHOTOS_MAX}
          isShrinking={isShrinking}
          onShrinking={setIsShrinking}
          room={VISIT_PHOTOS_MAX - count}
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
  /** How many more photos the visit can have. */
  room: number
  /** Whether photos are being made smaller. Meanwhile none can be chosen, because there might be no room for them. */
  isShrinking: boolean
  onShrinking: (isShrinking: boolean) => void
  images: readonly { file: string; url: string; alt: string }[]
  onOpen: (file: string) => void
}

function PhotosOfMoment(props: PhotosOfMomentProps) {
  const { visit, moment, images, waiting, canAdd, room, canDelete, onOpen } = props
  const { isShrinking, onShrinking } = props
  const { t } = useTranslation(['work', 'errors', 'access'])
  const remove = useDeletePhoto(visit.booking_id)
  const refusalText = useRefusalText()
  const failure = useFailureToast()
  const part = useRef<HTMLDivElement>(null)
  // A deleted photo's button goes with it, so this part takes the focus.
  const focusPart = () => part.current?.focus()
  const files = photosOf(visit, moment).map(({ file }) => file)
  const shown = images.filter(({ file }) => files.includes(file))
  const onError = (error: unknown) => failure.show(refusalText(error))
  const add = async (chosen: readonly File[]) => {
    const problems = new Set<PhotoProblem>()
    let left = room
    // The button makes room for the status.
    focusPart()
    onShrinking(true)
    // One after the other: a phone may not have the memory for all, and each is stored before the next one is read.
    for (const photo of chosen) {
      const one = choosePhotos([await shrinkPhoto(photo)], left)
      for (const small of one.photos) pressQueue.addPhoto(visit.booking_id, moment, small)
      for (const problem of one.problems) problems.add(problem)
      left -= one.photos.length
      if (problems.has('photos_full')) break
    }
    onShrinking(false)
    for (const problem of problems) toast.problem(t(`errors:${problem}`))
  }
  if (shown.length + waiting.length === 0 && !canAdd) return null
  return (
    <div ref={part} tabIndex={-1} className="flex flex-col gap-3">
      <h3 className="font-semibold">{t(`moments.${moment}`)}</h3>
      {shown.length + waiting.length > 0 && (
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
                    remove.mutate(file, { onError, onSuccess: focusPart })
                  }}
                >
                  {t('delete')}
                </Button>
              )}
            </li>
          ))}
          {waiting.map((photo) => (
            <li key={photo.key}>
              <WaitingPhoto photo={photo} onDelete={focusPart} />
            </li>
          ))}
        </ul>
      )}
      {canAdd &&
        (isShrinking ? (
          <p role="status">{t('access:photos.adding')}</p>
        ) : (
          <FileButton
            className="self-start"
            multiple
            label={t(`add.${moment}`)}
            onFiles={(chosen) => void add(chosen)}
          />
        ))}
    </div>
  )
}

/** A photo that the server does not have yet. */
function WaitingPhoto({ photo, onDelete }: { photo: PhotoPress; onDelete: () => void }) {
  const { t } = useTranslation(['work', 'visits'])
  const [picture, setPicture] = useState<Blob>()
  const name = photo.photo
  useEffect(() => {
    void pictureOf({ photo: name }).then(setPicture)
  }, [name])
  return (
    <span className="flex min-w-0 flex-col gap-1">
      <span className="pane relative block aspect-4/3 overflow-hidden rounded-md">
        {picture && (
          <LocalPicture
            picture={picture}
            alt={t(`moments.${photo.moment}`)}
            className="size-full object-cover"
          />
        )}
      </span>
      {!photo.refused && <span className="text-sm text-amber">{t('visits:queue.waits')}</span>}
      <Button
        look="link"
        aria-label={t('delete_photo', { photo: t('visits:queue.waits') })}
        onClick={() => {
          pressQueue.remove(photo.key)
          onDelete()
        }}
      >
        {t('delete')}
      </Button>
    </span>
  )
}
