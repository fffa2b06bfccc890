import type { Picture as PictureFacts } from '#contract/market/professionals.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { classNames } from '#web/ui/class-names.ts'
import { Picture } from '#web/ui/pictures/picture.tsx'

/** Up to `max` photos. The last one carries '+N' if there are more. rule: dashboard */
export function Photos({
  photos,
  facts,
  max,
  large = false,
}: {
  photos: readonly string[]
  /** Sizes and placeholders of the photos. */
  facts: readonly PictureFacts[] | undefined
  max: number
  large?: boolean
}) {
  const { t } = useTranslation(['dashboard', 'professionals'])
  const shown = photos.slice(0, max)
  const more = photos.length - shown.length
  if (shown.length === 0) return <p className="text-soft">{t('professionals:no_photos')}</p>
  return (
    <ul className={classNames('grid gap-2', large ? 'grid-cols-2 sm:grid-cols-3' : 'grid-cols-4')}>
      {shown.map((photo, index) => (
        <li key={photo} className="relative">
          <Picture
            src={photo}
            alt={t('profile.photo', { number: index + 1 })}
            width={320}
            height={large ? 240 : 320}
            blurred={facts?.find(({ url }) => url === photo)?.placeholder}
            placeholder={more > 0 && index === shown.length - 1 ? <span /> : undefined}
            className={classNames('rounded-md', large ? 'aspect-4/3' : 'aspect-square')}
          />
          {more > 0 && index === shown.length - 1 && (
            <span className="absolute inset-0 grid place-items-center rounded-md bg-shade font-semibold text-on-action dark:text-ink">
              +{more}
            </span>
          )}
        </li>
      ))}
    </ul>
  )
}
