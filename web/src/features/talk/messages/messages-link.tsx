import { UNREAD_SHOWN_MAX } from '#contract/talk/message-rules.ts'
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

/** 'Messages' with the unread count, in the header. rule: message-read */
export function MessagesLink({ user }: { user: User }) {
  const { t } = useTranslation('app')
  const [path] = useLocation()
  const { data: unread = 0, error } = useQuery({
    ...unreadQuery(useApi(), user.id),
    // An operator's view has no count. rule: seeing-as-a-person
    enabled: !user.viewed_until,
  })
  useEffect(() => {
    if (error) logFailure('Unread messages could not be counted', error)
  }, [error])
  const isCurrent = path === '/messages' || path.startsWith('/messages/')
  return (
    <Link
      href="/messages"
      aria-current={isCurrent ? 'page' : undefined}
      className={classNames(
        'relative inline-flex min-h-11 min-w-11 shrink-0 items-center justify-center gap-2 rounded-md px-2.5 font-medium whitespace-nowrap hover:bg-mint lg:px-3',
        isCurrent ? 'text-action' : 'text-ink',
      )}
    >
      <MessageIcon className="size-5.5" />
      <span className="max-lg:sr-only">{t('nav.messages')}</span>
      {unread > 0 && (
        <span className="tabular grid h-5.5 min-w-5.5 place-items-center rounded-full bg-action px-1.5 text-sm leading-none font-semibold text-on-action max-lg:absolute max-lg:top-0 max-lg:right-0">
          <span aria-hidden="true">
            {unread > UNREAD_SHOWN_MAX ? `${UNREAD_SHOWN_MAX}+` : unread}
          </span>
          <span className="sr-only">{t('nav.unread', { count: unread })}</span>
        </span>
      )}
    </Link>
  )
}
