import { useRef, useState } from 'react'
import type { Home, HomePhoto, HomeRoom } from '#contract/market/homes.ts'
import { useRefusalText } from '#web/api/refusal-text.ts'
import { useRoomNames } from '#web/features/market/homes/room-names.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { FoldedPart } from '#web/ui/folded-part.tsx'
import { SelectField } from '#web/ui/forms/field.tsx'
import { FileButton } from '#web/ui/forms/file-button.tsx'
import { useFailureToast } from '#web/ui/states/use-failure-toast.ts'
import { WorkPhoto } from '#web/ui/pictures/work-photo.tsx'
import { CardPart } from '#web/ui/folded-part.tsx'
import { useAddPhoto, useRemovePhoto } from './access.api.ts'
import { HomePhotoList } from './home-photo-list.tsx'

type HomePhotosProps = { home: Pick<Home, 'id' | 'photos' | 'rooms'> }

/** The photos of a saved home and of its rooms, for its client. rule: home-photos */
export function HomePhotosPart({ home: { id, photos, rooms } }: HomePhotosProps) {
  const { t } = useTranslation('access')
  const add = useAddPhoto(id)
  const remove = useRemovePhoto(id)
  const failure = useFailureToast()
  const refusalText = useRefusalText()
  const onError = (error: Error) => failure.show(refusalText(error))
  const list = useRef<HTMLDivElement>(null)
  const names = useRoomNames(rooms)
  const [chosen, setChosen] = useState('')
  // The room may have gone since.
  const room = rooms.find((one) => one.id === chosen)?.id
  const focusList = () => list.current?.focus()
  return (
    <FoldedPart title={t('photos.title')} help={t('photos.help')}>
      <div className="flex w-full flex-col gap-4">
        <HomePhotoList
          listRef={list}
          photos={photos.map((photo, index) => ({
            key: photo.file,
            picture: <Photo photo={photo} number={index + 1} names={names} />,
            isBusy: remove.isPending && remove.variables === photo.file,
            onRemove: () => remove.mutate(photo.file, { onError, onSuccess: focusList }),
          }))}
        >
          {add.isPending ? (
            <p role="status">{t('photos.adding')}</p>
          ) : (
            <div className="grid items-end gap-4 sm:grid-cols-2">
              {rooms.length > 0 && (
                <SelectField
                  label={t('photos.room')}
                  value={room ?? ''}
                  onChange={({ currentTarget }) => setChosen(currentTarget.value)}
                >
                  <option value="">{t('photos.whole_home')}</option>
                  {rooms.map(({ id: one }) => (
                    <option key={one} value={one}>
                      {names.get(one)}
                    </option>
                  ))}
                </SelectField>
              )}
              <FileButton
                className="justify-self-start"
                label={t('photos.add')}
                onFiles={([photo]) => {
                  if (!photo) return
                  focusList()
                  add.mutate({ photo, room_id: room }, { onError })
                }}
              />
            </div>
          )}
        </HomePhotoList>
      </div>
    </FoldedPart>
  )
}

type PhotosOfHomeProps = { photos: readonly HomePhoto[]; rooms: readonly HomeRoom[] }

/** The photos of the home of a visit, with the names of their rooms. rule: home-photos */
export function PhotosOfHome({ photos, rooms }: PhotosOfHomeProps) {
  const { t } = useTranslation('access')
  const names = useRoomNames(rooms)
  if (photos.length === 0) return null
  return (
    <CardPart title={t('photos.of_home')} isFolded>
      <ul className="grid w-full grid-cols-2 gap-3 sm:grid-cols-3">
        {photos.map((photo, index) => (
          <li key={photo.file}>
            <Photo photo={photo} number={index + 1} names={names} />
          </li>
        ))}
      </ul>
    </CardPart>
  )
}

type PhotoProps = { photo: HomePhoto; number: number; names: ReadonlyMap<string, string> }

function Photo({ photo: { url, room_id }, number, names }: PhotoProps) {
  const { t } = useTranslation('access')
  const room = room_id === null ? undefined : names.get(room_id)
  const photo = t('photos.photo', { number })
  return <WorkPhoto url={url} alt={room ? `${room}: ${photo}` : photo} caption={room} />
}
