import { useTranslation } from '#web/i18n/use-translation.ts'
import { Suspense, use } from 'react'
import { useSearch } from 'wouter'
import { Link } from '#web/ui/link.tsx'
import type { User } from '#contract/people/identity.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { BroomIcon, PersonIcon, SearchIcon } from '#web/ui/pictures/icons.tsx'
import { Logo } from '#web/ui/pictures/logo.tsx'
import { loadSignedInHeader } from './load-signed-in-header.ts'
import { NavLink } from './nav-link.tsx'
import { TabBar } from './tab-bar.tsx'
import { SEARCH_SCREENS } from './search-screens.ts'
import { landingPath } from '#web/session/next-path.ts'
import { useUser } from '#web/session/session.ts'

/** The header of every screen, and the tab bar of a phone. rule: navigation */
export function Header() {
  const user = useUser()
  const { t } = useTranslation('app')
  return (
    <header id="site-header" className="border-b border-line bg-paper print:hidden">
      <div className="mx-auto flex min-h-12 w-full max-w-page items-center gap-1 px-4 md:min-h-16 md:gap-4 md:px-8">
        <Link
          href={user ? landingPath(user) : '/'}
          className="flex min-h-11 shrink-0 items-center rounded-sm"
          aria-label={t('home_link')}
        >
          <Logo />
        </Link>
        {user && (
          <p className="hidden shrink-0 border-l border-line pl-4 text-sm text-soft xl:block">
            {t('tagline')}
          </p>
        )}
        <span className="grow" />
        {user ? (
          <Suspense>
            <SignedIn user={user} />
          </Suspense>
        ) : (
          <VisitorLinks />
        )}
      </div>
    </header>
  )
}

/** The screen on which people of both roles register. */
const REGISTER = /^\/register/

function VisitorLinks() {
  const { t } = useTranslation('app')
  const isForCleaners = useSearch().includes('role=professional')
  return (
    <>
      <nav
        aria-label={t('nav.label')}
        className="flex flex-wrap items-center justify-end gap-1 max-md:hidden md:gap-3"
      >
        <NavLink href="/register?role=professional">{t('nav.for_professionals')}</NavLink>
        <NavLink href="/login">{t('nav.login')}</NavLink>
        <ButtonLink href="/register" look="quiet" className="whitespace-nowrap">
          {t('nav.sign_up')}
        </ButtonLink>
      </nav>
      <TabBar
        tabs={[
          { href: '/search', Icon: SearchIcon, label: t('nav.search'), within: SEARCH_SCREENS },
          {
            href: '/login',
            Icon: PersonIcon,
            label: t('nav.login'),
            ...(isForCleaners ? {} : { within: REGISTER }),
          },
          {
            href: '/register?role=professional',
            Icon: BroomIcon,
            label: t('nav.for_cleaners'),
            ...(isForCleaners ? { within: REGISTER } : {}),
          },
        ]}
      />
    </>
  )
}

function SignedIn({ user }: { user: User }) {
  const { header: SignedInHeader } = use(loadSignedInHeader())
  return <SignedInHeader user={user} />
}
