import { lazy, startTransition, Suspense, useEffect, useState } from 'react'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { HydratedOnly } from '#web/ui/use-hydrated.ts'
import { Footer } from './footer.tsx'
import { Header } from './header.tsx'
import { importWithRetries } from '#web/loading/import-with-retries.ts'
import { Screen } from './screen.tsx'
import type { FirstPaint } from './screen.tsx'

const AfterPage = lazy(() => importWithRetries(() => import('./after-hydration.tsx')))

/** What stands around every screen. */
export function Shell({ first, onTakenUp }: { first: FirstPaint; onTakenUp?: () => void }) {
  const { t } = useTranslation('app')
  // What the server sent within Suspense (the screen, the header's part for who is here) React would take up only when it has nothing else
  // to do. Drawn anew it is taken up at once and in slices, and this update ends no sooner.
  const [isTakenUp, takeUp] = useState(false)
  useEffect(() => startTransition(() => takeUp(true)), [])
  useEffect(() => {
    if (isTakenUp) onTakenUp?.()
  }, [isTakenUp, onTakenUp])
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
      <HydratedOnly>
        <Suspense>
          <AfterPage />
        </Suspense>
      </HydratedOnly>
    </>
  )
}
