import { lazy, startTransition, Suspense, useEffect, useState } from 'react'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { importWithRetries } from '#web/loading/import-with-retries.ts'
import { useUser } from '#web/session/session.ts'
import { HydratedOnly } from '#web/ui/states/use-hydrated.ts'
import { Footer } from './footer.tsx'
import { Header } from './header.tsx'
import { Hydration } from './hydration.ts'
import { Screen } from './screen.tsx'
import type { FirstPaint } from './screen.tsx'
import { STATUS_NOTICE } from './status-notice.ts'

const AfterHydration = lazy(() => importWithRetries(() => import('./after-hydration.tsx')))

const AccountBanner = lazy(() => importWithRetries(() => import('./account-banner.tsx')))

/** The frame of every screen: skip link, header, banner, and for a visitor the footer. */
export function Shell({ first, onHydrated }: { first: FirstPaint; onHydrated?: () => void }) {
  const { t } = useTranslation('app')
  const user = useUser()
  // React hydrates Suspense boundaries (the screen and parts of it, the signed-in header) only when it is idle. A
  // change of context in a transition hydrates them all at once and in slices, and it ends when they are hydrated.
  const [isHydrated, setHydrated] = useState(false)
  useEffect(() => startTransition(() => setHydrated(true)), [])
  useEffect(() => {
    if (isHydrated) onHydrated?.()
  }, [isHydrated, onHydrated])
  return (
    <Hydration value={isHydrated}>
      <a href="#main" className="skip-link">
        {t('skip_to_content')}
      </a>
      <Header />
      <div id={STATUS_NOTICE} role="status" className="print:hidden" />
      <Banner />
      <main id="main" tabIndex={-1} className="flex grow flex-col outline-none">
        <Screen first={first} />
      </main>
      {!user && <Footer />}
      <HydratedOnly>
        <Suspense>
          <AfterHydration />
        </Suspense>
      </HydratedOnly>
    </Hydration>
  )
}

/** rule: suspension, email-verification, seeing-as-a-person, notice-line */
function Banner() {
  const user = useUser()
  const isOther = user?.suspended ?? user?.viewed_until
  if (!user || (!isOther && user.email_verified !== false)) return null
  // The banner of an address loads after the screen: its place is there before, so that nothing moves.
  const place = isOther ? '' : 'notice-place min-h-10 bg-mint print:hidden'
  return (
    <div className={place}>
      <HydratedOnly>
        <Suspense>
          <AccountBanner user={user} />
        </Suspense>
      </HydratedOnly>
    </div>
  )
}
