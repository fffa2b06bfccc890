import { Suspense, useState } from 'react'
import { pictureFile } from '#contract/pictures.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { lazyPart } from '#web/ui/states/lazy-part.tsx'
import { Picture } from '#web/ui/pictures/picture.tsx'
import type { ReviewPhotosProps } from './review-photos.tsx'

const Lightbox = lazyPart(() => import('#web/ui/lightbox/lightbox.tsx'))

/** The photos of a review; a press opens them in full. rule: review-fields */
export default function ReviewPhotoList({ photos = [], name }: ReviewPhotosProps) {
  const { t } = useTranslation('reviews')
  const [opened, setOpened] = useState<number>()
  const images = photos.map(({ url }, index) => ({
    url,
    alt: t('photo_alt', { name, number: index + 1 }),
  }))
  return (
    <>
      <ul className="flex flex-wrap gap-2">
        {photos.map(({ url }, index) => (
          <li key={url}>
            <button
              type="button"
              className="pane block size-20 overflow-hidden rounded-md"
              onClick={() => setOpened(index)}
            >
              <Picture
                src={pictureFile(url, 240)}
                alt={images[index]!.alt}
                width={80}
                height={80}
                className="size-full"
              />
            </button>
          </li>
        ))}
      </ul>
      <Suspense>
        {opened !== undefined && (
          <Lightbox images={images} start={opened} onClose={() => setOpened(undefined)} />
        )}
      </Suspense>
    </>
  )
}
