import { useRef, useState } from 'react'
import { ACCESS_FIELDS, ACCESS_LENGTH_MAX } from '#contract/visits/access-rules.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { FileButton } from '#web/ui/forms/file-button.tsx'
import { LocalPicture } from '#web/ui/pictures/local-picture.tsx'
import { Part } from '#web/ui/part.tsx'
import { TextareaField } from '#web/ui/forms/textarea-field.tsx'
import { useFillNewHome } from './access.api.ts'
import type { HomeContents } from './access.api.ts'
import { HomePhotoList } from './home-photo-list.tsx'

/**
 * The photos and access details of a home that is not saved yet. `send` adds them once it is, and then calls `onSent`
 * with whether that worked. No value outlives the screen. rule: homes, access-details
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
  const { t } = useTranslation('access')
  const list = useRef<HTMLDivElement>(null)
  return (
    <Part title={t('photos.title')} help={t('photos.help')}>
      <HomePhotoList
        listRef={list}
        photos={photos.map((photo, index) => ({
          key: `${photo.name} ${photo.lastModified}`,
          picture: (
            <LocalPicture
              picture={photo}
              alt={t('photos.photo', { number: index + 1 })}
              className="aspect-4/3 w-full rounded-md object-cover"
            />
          ),
          onRemove: () => {
            onChange(photos.filter((one) => one !== photo))
            list.current?.focus()
          },
        }))}
      >
        <FileButton
          className="self-start"
          label={t('photos.add')}
          onFiles={([photo]) => {
            const isNew = photo && !photos.some((one) => isSame(one, photo))
            if (isNew) onChange([...photos, photo])
          }}
        />
      </HomePhotoList>
    </Part>
  )
}

const isSame = (one: File, other: File) =>
  one.name === other.name && one.lastModified === other.lastModified
