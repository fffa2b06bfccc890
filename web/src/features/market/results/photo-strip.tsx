import { useTranslation } from '#web/i18n/use-translation.ts'
import { CARD_THUMBNAILS_MAX } from '#contract/market/search-rules.ts'
import { classNames } from '#web/ui/class-names.ts'
import { DrawingLabel } from '#web/ui/pictures/drawing-label.tsx'
import { initialsOf, tintOf } from '#web/ui/pictures/monogram.ts'
import { Picture } from '#web/ui/pictures/picture.tsx'

// Layouts by the number of photos: the first is the largest, 16:9 beside others.
const PLACES: Record<number, string[]> = {
  1: ['col-span-4 row-span-6'],
  2: ['col-span-3 row-span-6', 'row-span-6'],
  3: ['col-span-3 row-span-6', 'row-span-3', 'row-span-3'],
  4: ['col-span-3 row-span-6', 'row-span-2', 'row-span-2', 'row-span-2'],
}

/** The width of a photo: the full card, three quarters of it, or a quarter. */
function sizesOf(count: number, index: number): string {
  if (index > 0) return '(width >= 48rem) 6.5rem, 25vw'
  return count === 1 ? '(width >= 48rem) 25rem, 100vw' : '(width >= 48rem) 18.5rem, 75vw'
}

/** The shape of the strip: beside a column of small photos the first has 16:9. */
export const SHAPE = 'aspect-[64/27]'

/** Up to four photos, and how many more there are. Without photos the initials. rule: search-card */
export function PhotoStrip({
  images,
  id,
  name,
  eager,
}: {
  images: string[]
  /** The professional's, for the tint of the initials. */
  id: string
  name: string
  eager: boolean
}) {
  const { t } = useTranslation('professionals')
  const shown = images.slice(0, CARD_THUMBNAILS_MAX)
  const more = images.length - shown.length
  if (shown.length === 0) {
    return (
      <div className={classNames(SHAPE, 'flex flex-col items-center justify-center', tintOf(id))}>
        <span aria-hidden="true" className="font-display text-3xl font-bold">
          {initialsOf(name)}
        </span>
        <span className="text-sm">{t('no_photos')}</span>
      </div>
    )
  }
  return (
    <div className={classNames(SHAPE, 'grid grid-cols-4 grid-rows-6 gap-0.5')}>
      {shown.map((image, index) => (
        <div
          key={image}
          className={classNames('relative min-h-0 min-w-0', PLACES[shown.length]?.[index])}
        >
          <Picture
            src={image}
            alt={t('photo_alt', { name, number: index + 1 })}
            width={400}
            height={300}
            sizes={sizesOf(shown.length, index)}
            eager={eager && index === 0}
            placeholder={more > 0 && index === shown.length - 1 ? <span /> : undefined}
            className="size-full"
          />
          {index === 0 && <DrawingLabel src={image} className="top-1.5 left-1.5" />}
          {more > 0 && index === shown.length - 1 && (
            <span className="tabular absolute inset-0 grid place-items-center bg-[oklch(20%_0.02_168/0.6)] text-lg font-bold text-[#fff]">
              +{more}
            </span>
          )}
        </div>
      ))}
    </div>
  )
}
