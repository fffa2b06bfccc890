import type { User } from '#contract/people/identity.ts'
import { AccountMenu } from './account-menu.tsx'
import { MessagesLink, useUnread } from '#web/features/talk/messages/messages-link.tsx'
import { Hydration } from './hydration.ts'
import { NavLink } from './nav-link.tsx'
import { takeOwnPage } from './own-page.ts'
import { SignedInTabs } from './signed-in-tabs.tsx'
import { registered } from './registered-header.ts'
import { landingPath } from '#web/session/next-path.ts'
import { NoticesBell } from '#web/features/talk/notices/notices-bell.tsx'
import { useLogOutAndNavigate } from '#web/session/log-out.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { useQueryClient } from '@tanstack/react-query'
import { use, useEffect } from 'react'
import { useApi } from '#web/api/use-api.ts'
import { useUser } from '#web/session/session.ts'

/** The header's part for signed-in users. It also starts their background work. rule: navigation */
function SignedInHeader({ user }: { user: User }) {
  const { t } = useTranslation('app')
  const logOut = useLogOutAndNavigate()
  const unread = useUnread(user)
  useBackgroundWork()
  return (
    <>
      <nav aria-label={t('nav.label')} className="hidden items-center gap-1 md:flex">
        <NavLink href={landingPath(user)}>{t('nav.home')}</NavLink>
        {user.role === 'client' && <NavLink href="/bookings">{t('nav.bookings')}</NavLink>}
      </nav>
      {!user.suspended && <MessagesLink unread={unread} />}
      <NoticesBell user={user} />
      <AccountMenu user={user} />
      <button
        type="button"
        className="min-h-11 rounded-md px-3 font-medium text-soft hover:bg-mint hover:text-ink max-lg:hidden"
        onClick={logOut}
      >
        {t('logout')}
      </button>
      <SignedInTabs user={user} unread={unread} />
    </>
  )
}

Object.assign(registered, { header: SignedInHeader, own: takeOwnPage })

/**
 * Loads and starts the background work of the signed-in user once the page is hydrated: a live event may change data.
 * Stops it when their session ends.
 */
function useBackgroundWork(): void {
  const api = useApi()
  const queryClient = useQueryClient()
  const { i18n } = useTranslation()
  const user = useUser()
  const isHydrated = use(Hydration)
  // Live events and queued messages are among what a suspended account and an operator's view cannot do.
  const isRefused = user?.suspended ?? user?.viewed_until
  const userId = isRefused ? undefined : user?.id
  useEffect(() => {
    if (!userId || !isHydrated) return
    let ended = false
    let stop: (() => void) | undefined
    const start = async () => {
      const { startBackgroundWork } = await import('./background-work.ts')
      if (!ended) stop = startBackgroundWork({ api, queryClient, i18n, userId })
    }
    // Without background work, each screen still reads by itself.
    start().catch(() => {})
    return () => {
      ended = true
      stop?.()
    }
  }, [api, queryClient, i18n, userId, isHydrated])
}
