import { useTranslation } from 'react-i18next'
import { Toasts } from '../ui/toast.tsx'
import { Footer } from './footer.tsx'
import { Header } from './header.tsx'
import { Screen } from './screen.tsx'
import type { FirstPaint } from './screen.tsx'
import { useBackground } from './use-background.ts'

/** What stands around every screen. */
export function Shell({ first }: { first: FirstPaint }) {
  const { t } = useTranslation('app')
  useBackground()
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
      <Toasts />
    </>
  )
}
