import { useTranslation } from '#web/i18n/use-translation.ts'
import { CARD_THUMBNAILS_MAX } from '#contract/market/search-rules.ts'
import { classNames } from '#web/ui/class-names.ts'
import { Picture } from '#web/ui/pictures/picture.tsx'

// Layouts by the number of photos: the first is the largest.
const PLACES: Record<number, string[]> = {
  1: ['col-span-4 row-span-2'],
  2: ['col-span-2 row-span-2', 'col-span-2 row-span-2'],
  3: ['col-span-2 row-span-2', 'col-span-2', 'col-span-2'],
  4: ['col-span-2 row-span-2', 'col-span-2', 'col-span-1', 'col-span-1'],
}

/** The width of a photo: the full card, half of it, or a quarter. */
function sizesOf(count: number, index: number): string {
  if (count === 1) return '(width >= 48rem) 25rem, 100vw'
  return count === 4 && index > 1 ? '(width >= 48rem) 6.5rem, 25vw' : '(width >= 48rem) 13rem, 50vw'
}

/** Up to four photos, and how many more there are. rule: search-card */
export function PhotoStrip({
  images,
  name,
  eager,
}: {
  images: string[]
  name: string
  eager: boolean
}) {
  const { t } = useTranslation('professionals')
  const shown = images.slice(0, CARD_THUMBNAILS_MAX)
  const more = images.length - shown.length
  if (shown.length === 0) {
    return (
      // As high as the photos of the cards beside it; without such a card it is one line.
      <div className="pane grid place-items-center py-1 text-sm text-soft">{t('no_photos')}</div>
    )
  }
  return (
    <div className="grid aspect-4/1 md:aspect-2/1 grid-cols-4 grid-rows-2 gap-0.5">
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
