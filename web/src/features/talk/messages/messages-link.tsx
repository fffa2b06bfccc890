import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useLocation } from 'wouter'
import { Link } from '#web/ui/link.tsx'
import { useTranslation } from '#web/i18n/use-translation.ts'
import type { User } from '#contract/people/identity.ts'
import { classNames } from '#web/ui/class-names.ts'
import { MessageIcon } from '#web/ui/pictures/icons-signed-in.tsx'
import { useApi } from '#web/api/use-api.ts'
import { logFailure } from '#web/api/log-failure.ts'
import { unreadQuery } from './messaging.api.ts'
import { UnreadBadge } from './unread-badge.tsx'

/** 'Messages' with the unread count, in the header. rule: message-read */
export function MessagesLink({ unread }: { unread: number }) {
  const { t } = useTranslation('app')
  const [path] = useLocation()
  const isCurrent = path === '/messages' || path.startsWith('/messages/')
  return (
    <Link
      href="/messages"
      aria-current={isCurrent ? 'page' : undefined}
      className={classNames(
        'inline-flex min-h-11 min-w-11 shrink-0 items-center justify-center gap-3 rounded-md px-3 font-medium whitespace-nowrap hover:bg-mint max-md:hidden',
        isCurrent ? 'text-action' : 'text-ink',
      )}
    >
      <span className="max-lg:sr-only">{t('nav.messages')} </span>
      {/* Later in the name than its text. */}
      <span className="relative order-first">
        <MessageIcon className="size-5.5" />
        <UnreadBadge unread={unread} />
      </span>
    </Link>
  )
}

/** The number of unread messages, 0 until it is known. rule: message-read */
export function useUnread(user: User): number {
  const { data = 0, error } = useQuery({
    ...unreadQuery(useApi(), user.id),
    // An operator's view and a suspended person have no count. rule: seeing-as-a-person, suspension
    enabled: !user.viewed_until && !user.suspended,
  })
  useEffect(() => {
    if (error) logFailure('Unread messages could not be counted', error)
  }, [error])
  return data
}
