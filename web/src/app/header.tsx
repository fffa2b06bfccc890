import { useTranslation } from 'react-i18next'
import { Link, useLocation } from 'wouter'
import type { User } from '#contract/identity.ts'
import { Button, ButtonLink } from '../ui/button.tsx'
import { classNames } from '../ui/class-names.ts'
import { Logo } from '../ui/logo.tsx'
import { AccountMenu } from './account-menu.tsx'
import { MessagesLink } from './messages-link.tsx'
import { landing } from './next.ts'
import { useUser } from './session.ts'
import { useLeave } from './use-leave.ts'

/** On every screen: the way home, where one can go, and who is here. */
export function Header() {
  const user = useUser()
  const { t } = useTranslation('app')
  return (
    <header className="border-b border-line bg-paper print:hidden">
      <div className="mx-auto flex min-h-16 w-full max-w-page items-center gap-2 px-4 md:gap-6 md:px-8">
        <Link
          href={user ? landing(user.role) : '/'}
          className="flex min-h-11 items-center rounded-sm"
          aria-label={t('home_link')}
        >
          <Logo />
        </Link>
        <p className="hidden border-l border-line pl-6 text-sm text-soft xl:block">
          {t('tagline')}
        </p>
        <span className="grow" />
        {user ? <Inside user={user} /> : <Outside />}
      </div>
    </header>
  )
}

function Outside() {
  const { t } = useTranslation('app')
  return (
    <nav aria-label={t('nav.label')} className="flex items-center gap-1 md:gap-3">
      <NavLink href="/register?role=professional" className="max-md:hidden">
        {t('nav.for_professionals')}
      </NavLink>
      <NavLink href="/login">{t('nav.login')}</NavLink>
      <ButtonLink href="/register" look="quiet">
        {t('nav.sign_up')}
      </ButtonLink>
    </nav>
  )
}

function Inside({ user }: { user: User }) {
  const { t } = useTranslation('app')
  const leave = useLeave()
  return (
    <>
      <nav aria-label={t('nav.label')} className="hidden items-center gap-1 md:flex">
        <NavLink href={landing(user.role)}>{t('nav.home')}</NavLink>
        {user.role === 'client' && <NavLink href="/bookings">{t('nav.bookings')}</NavLink>}
      </nav>
      <MessagesLink user={user} />
      <AccountMenu user={user} />
      <Button look="quiet" className="max-lg:hidden" onClick={leave}>
        {t('logout')}
      </Button>
    </>
  )
}

function NavLink({
  href,
  className,
  children,
}: {
  href: string
  className?: string
  children: string
}) {
  const [path] = useLocation()
  const here = path === href
  return (
    <Link
      href={href}
      aria-current={here ? 'page' : undefined}
      className={classNames(
        'inline-flex min-h-11 items-center rounded-md px-3 font-medium whitespace-nowrap hover:bg-mint',
        here ? 'text-action' : 'text-ink',
        className,
      )}
    >
      {children}
    </Link>
  )
}
