import { Suspense, useState, useSyncExternalStore } from 'react'
import { useLocation } from 'wouter'
import { lazyPart } from '#web/ui/states/lazy-part.tsx'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { drawn } from '#web/ui/pictures/icons.tsx'
import { isInstallOffered, listenForInstallation, subscribeToInstallation } from './installation.ts'

listenForInstallation()

const InstallDialog = lazyPart(() => import('./install-dialog.tsx'))
const InstallIcon = drawn(<path d="M12 4v10m-4-4 4 4 4-4M5 17v2.5h14V17" />)

/** The first screens of a client and of a professional. */
const SCREENS: readonly string[] = ['/marketplace', '/dashboard']

/**
 * The round button that offers to install the app, at the end of two screens of a phone: nothing can lie beneath it
 * there. rule: install-button
 */
export default function InstallButton() {
  const { t } = useTranslation('app')
  const [path] = useLocation()
  const isOffered = useSyncExternalStore(subscribeToInstallation, isInstallOffered)
  const [isOpen, setOpen] = useState(false)
  if (!isOffered || !SCREENS.includes(path)) return null
  return (
    <aside
      aria-label={t('install.open')}
      className="install-float mr-4 mb-3 self-end md:hidden print:hidden"
    >
      <button
        type="button"
        className="grid size-11 place-items-center rounded-full border border-line bg-raised text-action shadow-float"
        aria-label={t('install.open')}
        onClick={() => setOpen(true)}
      >
        <InstallIcon />
      </button>
      {isOpen && (
        <Suspense>
          <InstallDialog onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </aside>
  )
}
