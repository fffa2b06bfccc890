import { lazy, Suspense } from 'react'
import { useTranslation } from './use-translation.ts'
import { useHydrated } from './use-hydrated.ts'
import { Footer } from './footer.tsx'
import { Header } from './header.tsx'
import { Screen } from './screen.tsx'
import type { FirstPaint } from './screen.tsx'

const Toasts = lazy(() => import('../ui/toast.tsx').then((toast) => ({ default: toast.Toasts })))
const InstallButton = lazy(() => import('../pwa/install-button.tsx'))

/** What stands around every screen. */
export function Shell({ first }: { first: FirstPaint }) {
  const { t } = useTranslation('app')
  // Nobody waits for them: they come after the page.
  const hydrated = useHydrated()
  return (
    <>
      <a href="#main" className="skip-link">
        {t('skip_to_content')}
      </a>
      <Header />
      <main id="main" tabIndex={-1} className="flex grow flex-col outline-none">
        <Screen first={first} />
      </main>
      <Footer />
      {hydrated && (
        <Suspense>
          <Toasts />
          <InstallButton />
        </Suspense>
      )}
    </>
  )
}
