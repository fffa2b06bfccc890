import type { User } from '#contract/identity.ts'
import { Button } from '#web/ui/button.tsx'
import { AccountMenu } from './account-menu.tsx'
import { MessagesLink } from '#web/features/messaging/messages-link.tsx'
import { NavLink } from './nav-link.tsx'
import { takeOwnPage } from './own-page.ts'
import { registered } from './registered-header.ts'
import { landingPath } from '#web/session/next-path.ts'
import { NoticesBell } from '#web/features/notices/notices-bell.tsx'
import { useBackgroundWork } from './use-background-work.ts'
import { useLogOutAndNavigate } from '#web/session/log-out.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'

/** The header's part for signed-in users. It also starts their background work. rule: header-navigation */
function SignedInHeader({ user }: { user: User }) {
  const { t } = useTranslation('app')
  const logOut = useLogOutAndNavigate()
  useBackgroundWork()
  return (
    <>
      <nav aria-label={t('nav.label')} className="hidden items-center gap-1 md:flex">
        <NavLink href={landingPath(user)}>{t('nav.home')}</NavLink>
        {user.role === 'client' && <NavLink href="/bookings">{t('nav.bookings')}</NavLink>}
      </nav>
      {!user.suspended && <MessagesLink user={user} />}
      <NoticesBell user={user} />
      <AccountMenu user={user} />
      <Button look="quiet" className="max-lg:hidden" onClick={logOut}>
        {t('logout')}
      </Button>
    </>
  )
}

Object.assign(registered, { header: SignedInHeader, own: takeOwnPage })
