import { lazy, Suspense } from 'react'
import { useTranslation } from './use-translation.ts'
import { Hydrated } from './use-hydrated.ts'
import { Footer } from './footer.tsx'
import { Header } from './header.tsx'
import { loadSurely } from './load-surely.ts'
import { Screen } from './screen.tsx'
import type { FirstPaint } from './screen.tsx'

const AfterPage = lazy(() => loadSurely(() => import('./after-page.tsx')))

/** What stands around every screen. */
export function Shell({ first }: { first: FirstPaint }) {
  const { t } = useTranslation('app')
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
      <Hydrated>
        <Suspense>
          <AfterPage />
        </Suspense>
      </Hydrated>
    </>
  )
}
