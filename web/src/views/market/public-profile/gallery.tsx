import type { Picture as PictureFacts } from '#contract/market/professionals.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { classNames } from '#web/ui/class-names.ts'
import { DrawingLabel } from '#web/ui/pictures/drawing-label.tsx'
import { initialsOf, tintOf } from '#web/ui/pictures/monogram.ts'
import { NO_PICTURE } from '#web/ui/pictures/picture-address.ts'
import { Picture } from '#web/ui/pictures/picture.tsx'

type PhotosProps = {
  images: string[]
  /** Size and placeholder of the images, where they are known. */
  known: readonly PictureFacts[] | undefined
  name: string
  onOpen: (index: number) => void
}

const MOSAIC_MAX = 5
// Layouts by the number of photos, from 768 px on: the first is the largest.
const PLACES: Record<number, string[]> = {
  1: ['md:col-span-4 md:row-span-2'],
  2: ['md:col-span-2 md:row-span-2', 'md:col-span-2 md:row-span-2'],
  3: ['md:col-span-2 md:row-span-2', 'md:col-span-2', 'md:col-span-2'],
  4: ['md:col-span-2 md:row-span-2', 'md:col-span-2', '', ''],
  5: ['md:col-span-2 md:row-span-2', '', '', '', ''],
}

/**
 * Up to five photos at the top of a profile; on a phone only the first. Without photos the initials, half as high.
 * rule: profile-content
 */
export function Mosaic({ images, known, name, id, onOpen }: PhotosProps & { id: string }) {
  const { t } = useTranslation('public_profile')
  const shown = images.slice(0, MOSAIC_MAX)
  if (shown.length === 0) {
    return (
      <div
        className={classNames(
          'flex aspect-4/1 flex-col items-center justify-center md:aspect-5/1 md:rounded-lg',
          tintOf(id),
        )}
      >
        <span aria-hidden="true" className="font-display text-3xl font-bold md:text-4xl">
          {initialsOf(name)}
        </span>
        <p className="text-sm">{t('photos_later')}</p>
      </div>
    )
  }
  return (
    <div className="relative grid aspect-9/4 grid-cols-1 grid-rows-1 gap-1 overflow-hidden md:aspect-5/2 md:grid-cols-4 md:grid-rows-2 md:rounded-lg">
      {shown.map((image, index) => (
        <Photo
          key={image}
          {...{ image, known, name, index, onOpen, count: images.length }}
          leads={index === 0}
          // A little less than the width of a phone, so that it loads the middle size: a third of the bytes of the
          // largest.
          sizes={`(width >= 48rem) ${index === 0 ? '38rem' : '19rem'}, 85vw`}
          className={classNames(
            'size-full',
            PLACES[shown.length]?.[index],
            index > 0 && 'max-md:hidden',
          )}
        />
      ))}
      {images.length > 1 && (
        <button
          type="button"
          className="absolute right-3 bottom-3 min-h-11 rounded-md border border-edge bg-raised px-4 font-semibold text-ink hover:border-action"
          onClick={() => onOpen(0)}
        >
          {t('all_photos', { count: images.length })}
        </button>
      )}
    </div>
  )
}

/** All photos of the professional's work. rule: profile-content */
export function Projects({ images, known, name, onOpen }: PhotosProps) {
  const { t } = useTranslation('professionals')
  if (images.length === 0) return <p className="text-soft">{t('no_photos')}</p>
  return (
    <ul className="grid grid-cols-5 gap-1.5 md:grid-cols-3 md:gap-3">
      {images.map((image, index) => (
        <li key={image}>
          <Photo
            {...{ image, known, name, index, onOpen, count: images.length }}
            sizes="(width >= 48rem) 16rem, 20vw"
            className="aspect-4/3 w-full rounded-md"
          />
        </li>
      ))}
    </ul>
  )
}

type PhotoProps = Omit<PhotosProps, 'images'> & {
  image: string
  index: number
  count: number
  sizes: string
  /** Whether it is the first photo of the page: it loads at once and has a fallback drawing. */
  leads?: boolean
  className: string
}

function Photo({
  image,
  known,
  name,
  index,
  count,
  onOpen,
  sizes,
  leads = false,
  className,
}: PhotoProps) {
  const { t } = useTranslation(['professionals', 'public_profile'])
  return (
    <button
      type="button"
      className={classNames(
        'relative block overflow-hidden focus-visible:-outline-offset-4',
        className,
      )}
      onClick={() => onOpen(index)}
    >
      <span className="sr-only">
        {t('public_profile:see_photo', { number: index + 1, count })}{' '}
      </span>
      <Picture
        src={image}
        alt={t('photo_alt', { name, number: index + 1 })}
        width={800}
        height={600}
        sizes={sizes}
        eager={leads}
        fallback={leads ? NO_PICTURE : undefined}
        blurred={known?.find(({ url }) => url === image)?.placeholder}
        mentionsRetries
        className="size-full"
      />
      {leads && <DrawingLabel src={image} className="top-2 left-2" />}
    </button>
  )
}
