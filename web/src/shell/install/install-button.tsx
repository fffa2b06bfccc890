import { Suspense, useState, useSyncExternalStore } from 'react'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { CloseIcon } from '#web/ui/icons.tsx'
import {
  dismissInstallation,
  listenForInstallation,
  isInstallOffered,
  subscribeToInstallation,
} from './installation.ts'

listenForInstallation()

const InstallDialog = lazyPart(() => import('./install-dialog.tsx'))

/** The floating button that offers to install the app. rule: install-button */
export default function InstallButton() {
  const { t } = useTranslation('app')
  const offered = useSyncExternalStore(subscribeToInstallation, isInstallOffered)
  const [open, setOpen] = useState(false)
  if (!offered) return null
  return (
    <>
      <aside
        aria-label={t('install.open')}
        className="install-float flex items-center rounded-full border border-line bg-raised shadow-float print:hidden"
      >
        <button
          type="button"
          className="min-h-11 w-min rounded-full pl-4 text-left text-sm leading-tight font-semibold text-action"
          onClick={() => setOpen(true)}
        >
          {t('install.open')}
        </button>
        <button
          type="button"
          className="grid size-11 place-items-center rounded-full text-soft hover:text-ink"
          aria-label={t('install.dismiss')}
          onClick={dismissInstallation}
        >
          <CloseIcon className="size-4" />
        </button>
      </aside>
      {open && (
        <Suspense>
          <InstallDialog onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
