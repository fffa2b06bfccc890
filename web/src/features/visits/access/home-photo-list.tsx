import type { ReactNode, RefObject } from 'react'
import { HOME_PHOTOS_MAX } from '#contract/market/home-rules.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { Button } from '#web/ui/button.tsx'

type ShownPhoto = { key: string; picture: ReactNode; isBusy?: boolean; onRemove: () => void }

type HomePhotoListProps = {
  photos: readonly ShownPhoto[]
  /** Gets the focus when a button goes. */
  listRef: RefObject<HTMLDivElement | null>
  /** The button that adds a photo, shown while there are fewer than HOME_PHOTOS_MAX. */
  children: ReactNode
}

/** The photos of a home, each with the button that removes it. rule: home-photos */
export function HomePhotoList({ photos, listRef, children }: HomePhotoListProps) {
  const { t } = useTranslation(['access', 'errors'])
  return (
    <>
      <div ref={listRef} tabIndex={-1}>
        {photos.length === 0 ? (
          <p className="text-soft">{t('photos.none')}</p>
        ) : (
          <ul className="grid grid-cols-2 gap-3 sm:grid-cols-3">
            {photos.map(({ key, picture, isBusy = false, onRemove }, index) => (
              <li key={key} className="flex flex-col gap-2">
                {picture}
                <Button look="quiet" busy={isBusy} onClick={onRemove}>
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
        children
      )}
    </>
  )
}
