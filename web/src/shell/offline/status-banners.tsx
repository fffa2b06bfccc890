import { useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { Button } from '#web/ui/button.tsx'
import { activateNewVersion } from './service-worker-updates.ts'

type StatusBannersProps = { isOffline: boolean; hasNewVersion: boolean }

/** Banners above every screen: no connection, and a new version. rule: offline-ready, new-version */
export function StatusBanners({ isOffline, hasNewVersion }: StatusBannersProps) {
  const { t } = useTranslation('offline')
  const [isPostponed, setPostponed] = useState(false)
  const [container] = useState(createContainer)
  // Screens as high as the window subtract this height.
  useEffect(() => {
    const { style } = document.documentElement
    const observer = new ResizeObserver(() => {
      const height = `${container.offsetHeight}px`
      // Setting a property makes the browser compute all styles again.
      if ((style.getPropertyValue('--notices') || '0px') !== height)
        style.setProperty('--notices', height)
    })
    observer.observe(container)
    return () => observer.disconnect()
  }, [container])
  return createPortal(
    <div role="status">
      {isOffline && (
        <p className="bg-amber-soft px-4 py-2 text-center font-medium text-amber">{t('offline')}</p>
      )}
      {hasNewVersion && !isOffline && !isPostponed && (
        <div className="flex flex-wrap items-center justify-center gap-x-4 gap-y-2 bg-mint px-4 py-2 text-action">
          <p className="font-medium">{t('new_version')}</p>
          <div className="flex gap-2">
            <Button onClick={activateNewVersion}>{t('reload')}</Button>
            <Button look="link" onClick={() => setPostponed(true)}>
              {t('later')}
            </Button>
          </div>
        </div>
      )}
    </div>,
    container,
  )
}

function createContainer(): HTMLElement {
  const container = document.createElement('div')
  container.className = 'sticky top-0 z-20 print:hidden'
  document.body.prepend(container)
  return container
}
