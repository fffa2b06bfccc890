import { useInfiniteQuery } from '@tanstack/react-query'
import { Suspense, useEffect, useId, useRef, useState } from 'react'
import { lazyPart } from '#web/ui/states/lazy-part.tsx'
import { useTranslation } from '#web/i18n/use-translation.ts'
import type { User } from '#contract/people/identity.ts'
import { BellIcon } from '#web/ui/pictures/icons-signed-in.tsx'
import { Skeleton } from '#web/ui/states/skeleton.tsx'
import { useApi } from '#web/api/use-api.ts'
import { logFailure } from '#web/api/log-failure.ts'
import { UnreadBadge } from '../messages/unread-badge.tsx'
import { noticesQuery } from './notice-list.api.ts'

const NoticesPanel = lazyPart(() => import('./notices-panel.tsx'))
/** The bell with the number of unread notices; it opens the panel. rule: notice-center */
export function NoticesBell({ user }: { user: User }) {
  const { t, i18n } = useTranslation('app')
  const panel = useRef<HTMLDivElement>(null)
  const id = useId()
  const [open, setOpen] = useState(false)
  const { data, error } = useInfiniteQuery(noticesQuery(useApi(), user.id, i18n.language))
  const unread = data?.pages[0]?.unread ?? 0
  useEffect(() => {
    if (error) logFailure('Notices could not be loaded', error)
  }, [error])
  return (
    <div className="relative">
      <button
        type="button"
        popoverTarget={id}
        className="grid size-11 place-items-center rounded-md hover:bg-mint"
      >
        <span className="sr-only">{t('nav.notices')} </span>
        <span className="relative">
          <BellIcon className="size-5.5" />
          <UnreadBadge unread={unread} label={t('nav.unread_notices', { count: unread })} />
        </span>
      </button>
      <div
        ref={panel}
        id={id}
        popover="auto"
        role="dialog"
        aria-label={t('nav.notices')}
        onToggle={({ newState }) => setOpen(newState === 'open')}
        className="absolute inset-auto top-14 right-4 max-h-[min(36rem,calc(100dvh-5rem))] w-[min(26rem,calc(100vw-2rem))] overflow-y-auto overscroll-contain rounded-lg border border-line bg-raised text-ink shadow-float open:animate-slide md:right-[max(2rem,calc(50vw-36rem))]"
      >
        {open && (
          <Suspense fallback={<Skeleton className="m-4 h-40" />}>
            <NoticesPanel user={user} onClose={() => panel.current?.hidePopover()} />
          </Suspense>
        )}
      </div>
    </div>
  )
}
