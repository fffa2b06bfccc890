import { useRef } from 'react'
import { HOME_PHOTOS_MAX } from '#contract/home-rules.ts'
import type { Home, HomePhoto } from '#contract/homes.ts'
import { useRefusalText } from '#web/api/refusal-text.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { Button } from '#web/ui/button.tsx'
import { FileButton } from '#web/ui/file-button.tsx'
import { Part } from '#web/ui/part.tsx'
import { Picture } from '#web/ui/picture.tsx'
import { useFailureToast } from '#web/ui/use-failure-toast.ts'
import { useAddPhoto, useRemovePhoto } from './access.api.ts'

const TYPES = 'image/jpeg,image/png,image/webp,image/avif'

/** The photos of a saved home, for its client. rule: home-photos */
export function HomePhotosPart({ home: { id, photos } }: { home: Pick<Home, 'id' | 'photos'> }) {
  const { t } = useTranslation(['access', 'errors'])
  const add = useAddPhoto(id)
  const remove = useRemovePhoto(id)
  const failure = useFailureToast()
  const refusalText = useRefusalText()
  const onError = (error: Error) => failure.show(refusalText(error))
  const list = useRef<HTMLDivElement>(null)
  // A button that goes leaves the focus to the list.
  const focusList = () => list.current?.focus()
  return (
    <Part title={t('photos.title')} help={t('photos.help')}>
      <div ref={list} tabIndex={-1}>
        {photos.length === 0 ? (
          <p className="text-soft">{t('photos.none')}</p>
        ) : (
          <ul className="grid grid-cols-2 gap-3 sm:grid-cols-3">
            {photos.map((photo, index) => (
              <li key={photo.file} className="flex flex-col gap-2">
                <Photo photo={photo} number={index + 1} />
                <Button
                  look="quiet"
                  busy={remove.isPending && remove.variables === photo.file}
                  onClick={() => remove.mutate(photo.file, { onError, onSuccess: focusList })}
                >
                  {t('photos.remove', { number: index + 1 })}
                </Button>
              </li>
            ))}
          </ul>
        )}
      </div>
      {photos.length >= HOME_PHOTOS_MAX ? (
        <p className="text-soft">{t('errors:photos_full')}</p>
      ) : add.isPending ? (
        <p role="status">{t('photos.adding')}</p>
      ) : (
        <FileButton
          className="self-start"
          label={t('photos.add')}
          accept={TYPES}
          onFiles={([image]) => {
            if (!image) return
            focusList()
            add.mutate(image, { onError })
          }}
        />
      )}
    </Part>
  )
}

/** The photos of the home of a visit. rule: private-home-photos */
export function PhotosOfHome({ photos }: { photos: readonly HomePhoto[] }) {
  const { t } = useTranslation('access')
  if (photos.length === 0) return null
  return (
    <section className="card flex flex-col gap-3 p-4 md:p-5">
      <h2 className="text-xl">{t('photos.of_home')}</h2>
      <ul className="grid grid-cols-2 gap-3 sm:grid-cols-3">
        {photos.map((photo, index) => (
          <li key={photo.file}>
            <Photo photo={photo} number={index + 1} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function Photo({ photo: { url }, number }: { photo: HomePhoto; number: number }) {
  const { t } = useTranslation('access')
  return (
    <div className="pane relative aspect-4/3 overflow-hidden rounded-md">
      <Picture
        src={url.replace(/\.webp$/, '-640.webp')}
        alt={t('photos.photo', { number })}
        width={240}
        height={180}
        className="size-full"
      />
    </div>
  )
}
