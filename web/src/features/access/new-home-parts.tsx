import { useRef, useState } from 'react'
import { ACCESS_FIELDS, ACCESS_LENGTH_MAX } from '#contract/access-rules.ts'
import { HOME_PHOTOS_MAX } from '#contract/home-rules.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { Button } from '#web/ui/button.tsx'
import { FileButton } from '#web/ui/file-button.tsx'
import { LocalPicture } from '#web/ui/local-picture.tsx'
import { Part } from '#web/ui/part.tsx'
import { TextareaField } from '#web/ui/textarea-field.tsx'
import { useFillNewHome } from './access.api.ts'
import type { HomeContents } from './access.api.ts'
import { PHOTO_TYPES } from './home-photos.tsx'

/**
 * The photos and access details of a home that is not saved yet. `send` adds them once it is, and then calls `onSent`
 * with whether that worked. No value outlives the screen. rule: homes-screens, access-secrecy
 */
export function useNewHomeParts() {
  const [contents, setContents] = useState<HomeContents>({ photos: [], values: {} })
  const fill = useFillNewHome()
  return {
    contents,
    setContents,
    isPending: fill.isPending,
    send: (id: string, onSent: (isComplete: boolean) => void) =>
      fill.mutate(
        { id, ...contents },
        { onSuccess: () => onSent(true), onError: () => onSent(false) },
      ),
  }
}

type PartsProps = { parts: ReturnType<typeof useNewHomeParts> }

export function NewHomeParts({ parts: { contents, setContents } }: PartsProps) {
  const { t } = useTranslation('access')
  const { values } = contents
  return (
    <>
      <ChosenPhotos
        photos={contents.photos}
        onChange={(photos) => setContents({ ...contents, photos })}
      />
      <Part title={t('title')} help={t('help')}>
        {ACCESS_FIELDS.map((field) => (
          <TextareaField
            key={field}
            label={t(`fields.${field}`)}
            rows={2}
            autoComplete="off"
            spellCheck={false}
            maxLength={ACCESS_LENGTH_MAX}
            value={values[field] ?? ''}
            onChange={({ target }) =>
              setContents({ ...contents, values: { ...values, [field]: target.value } })
            }
          />
        ))}
      </Part>
    </>
  )
}

type ChosenProps = { photos: readonly File[]; onChange: (photos: File[]) => void }

function ChosenPhotos({ photos, onChange }: ChosenProps) {
  const { t } = useTranslation(['access', 'errors'])
  const list = useRef<HTMLDivElement>(null)
  return (
    <Part title={t('photos.title')} help={t('photos.help')}>
      <div ref={list} tabIndex={-1}>
        {photos.length === 0 ? (
          <p className="text-soft">{t('photos.none')}</p>
        ) : (
          <ul className="grid grid-cols-2 gap-3 sm:grid-cols-3">
            {photos.map((photo, index) => (
              <li key={`${photo.name} ${photo.lastModified}`} className="flex flex-col gap-2">
                <LocalPicture
                  picture={photo}
                  alt={t('photos.photo', { number: index + 1 })}
                  className="aspect-4/3 w-full rounded-md object-cover"
                />
                <Button
                  look="quiet"
                  onClick={() => {
                    onChange(photos.filter((one) => one !== photo))
                    // A button that goes leaves the focus to the list.
                    list.current?.focus()
                  }}
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
      ) : (
        <FileButton
          className="self-start"
          label={t('photos.add')}
          accept={PHOTO_TYPES}
          onFiles={([photo]) => {
            const isNew = photo && !photos.some((one) => isSame(one, photo))
            if (isNew) onChange([...photos, photo])
          }}
        />
      )}
    </Part>
  )
}

const isSame = (one: File, other: File) =>
  one.name === other.name && one.lastModified === other.lastModified
