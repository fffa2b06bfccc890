import type { User } from '#contract/identity.ts'
import { Button } from '../ui/button.tsx'
import { AccountMenu } from './account-menu.tsx'
import { MessagesLink } from './messages-link.tsx'
import { NavLink } from './nav-link.tsx'
import { landing } from './next.ts'
import { NoticesBell } from './notices-bell.tsx'
import { useBackground } from './use-background.ts'
import { useLeave } from './use-leave.ts'
import { useTranslation } from './use-translation.ts'

/** The header's part for people signed in, and what goes on behind the screens for them. */
export default function Inside({ user }: { user: User }) {
  const { t } = useTranslation('app')
  const leave = useLeave()
  useBackground()
  return (
    <>
      <nav aria-label={t('nav.label')} className="hidden items-center gap-1 md:flex">
        <NavLink href={landing(user.role)}>{t('nav.home')}</NavLink>
        {user.role === 'client' && <NavLink href="/bookings">{t('nav.bookings')}</NavLink>}
      </nav>
      <MessagesLink user={user} />
      <NoticesBell user={user} />
      <AccountMenu user={user} />
      <Button look="quiet" className="max-lg:hidden" onClick={leave}>
        {t('logout')}
      </Button>
    </>
  )
}
