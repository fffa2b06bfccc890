import { Suspense, useState } from 'react'
import { PROBLEM_PHOTOS_MAX } from '#contract/visits/problem-rules.ts'
import type { Problem } from '#contract/visits/problems.ts'
import { useRefusalText } from '#web/api/refusal-text.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { useUser } from '#web/session/session.ts'
import { FileButton } from '#web/ui/forms/file-button.tsx'
import { lazyPart } from '#web/ui/states/lazy-part.tsx'
import { useFailureToast } from '#web/ui/states/use-failure-toast.ts'
import { useOnline } from '#web/ui/states/use-online.ts'
import { WorkPhoto } from '#web/ui/pictures/work-photo.tsx'
import { useAddProblemPhoto } from './problems.api.ts'
import { useSideText } from './problem-state.tsx'

const Lightbox = lazyPart(() => import('#web/ui/lightbox/lightbox.tsx'))
/** The photos of both sides. Adding them needs a connection. rule: problems */
export function ProblemPhotos({ problem }: { problem: Problem }) {
  const { id, photos, may } = problem
  const { t } = useTranslation('problems')
  const role = useUser()?.role
  const isOnline = useOnline()
  const add = useAddProblemPhoto(id)
  const refusalText = useRefusalText()
  const sideText = useSideText(problem)
  const failure = useFailureToast()
  const [opened, setOpened] = useState<number>()
  const canAdd = may.includes('add_photo')
  if (photos.length === 0 && !canAdd) return null
  const images = photos.map(({ url, by }, index) => ({
    url,
    by: sideText(by),
    alt: t('photos.alt', { by: sideText(by), number: index + 1 }),
  }))
  /** Sends photos one after the other, because a phone has one slow connection. The first refusal ends this. */
  const send = async (chosen: File[]) => {
    failure.clear()
    try {
      for (const image of chosen) await add.mutateAsync(image)
    } catch (error) {
      failure.show(refusalText(error))
    }
  }
  const own = photos.filter(({ by }) => by === role).length
  return (
    <section className="card flex flex-col gap-4 p-4 md:p-5" aria-labelledby="problem-photos">
      <header className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 id="problem-photos" className="text-lg">
          {t('photos.title')}
        </h2>
        {canAdd && (
          <p className="tabular text-sm text-soft">
            {t('photos.count', { count: own, most: PROBLEM_PHOTOS_MAX })}
          </p>
        )}
      </header>
      {canAdd && <p className="measure text-sm text-soft">{t('photos.help')}</p>}
      {images.length > 0 && (
        <ul className="grid grid-cols-2 gap-3 sm:grid-cols-3">
          {images.map(({ url, alt, by }, index) => (
            <li key={url}>
              <WorkPhoto url={url} alt={alt} caption={by} onOpen={() => setOpened(index)} />
            </li>
          ))}
        </ul>
      )}
      {canAdd && !isOnline && (
        <p role="status" className="text-amber">
          {t('photos.offline')}
        </p>
      )}
      {add.isPending ? (
        <p role="status">{t('photos.sending')}</p>
      ) : (
        canAdd &&
        isOnline && (
          <FileButton
            className="self-start"
            multiple
            label={t('photos.add')}
            onFiles={(chosen) => void send(chosen)}
          />
        )
      )}
      <Suspense>
        {opened !== undefined && (
          <Lightbox images={images} start={opened} onClose={() => setOpened(undefined)} />
        )}
      </Suspense>
    </section>
  )
}
