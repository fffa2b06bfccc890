import { useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { Button } from '#web/ui/button.tsx'
import { activateNewVersion } from './service-worker-updates.ts'

type ShellNoticesProps = { isOffline: boolean; hasNewVersion: boolean }

/** Above every screen: that there is no internet (client spec 8), and that a new version waits for its reader. */
export function StatusBanners({ isOffline, hasNewVersion }: ShellNoticesProps) {
  const { t } = useTranslation('offline')
  const [isPutOff, setPutOff] = useState(false)
  const [place] = useState(placeAboveAll)
  // Screens as high as the window leave it its room.
  useEffect(() => {
    const { style } = document.documentElement
    const observer = new ResizeObserver(() => {
      const room = `${place.offsetHeight}px`
      // Whatever is set here is worked out for the whole page again.
      if ((style.getPropertyValue('--notices') || '0px') !== room)
        style.setProperty('--notices', room)
    })
    observer.observe(place)
    return () => observer.disconnect()
  }, [place])
  return createPortal(
    <div role="status">
      {isOffline && (
        <p className="bg-amber-soft px-4 py-2 text-center font-medium text-amber">{t('offline')}</p>
      )}
      {hasNewVersion && !isOffline && !isPutOff && (
        <div className="flex flex-wrap items-center justify-center gap-x-4 gap-y-2 bg-mint px-4 py-2 text-action">
          <p className="font-medium">{t('new_version')}</p>
          <div className="flex gap-2">
            <Button onClick={activateNewVersion}>{t('reload')}</Button>
            <Button look="link" onClick={() => setPutOff(true)}>
              {t('later')}
            </Button>
          </div>
        </div>
      )}
    </div>,
    place,
  )
}

function placeAboveAll(): HTMLElement {
  const place = document.createElement('div')
  place.className = 'sticky top-0 z-20 print:hidden'
  document.body.prepend(place)
  return place
}
