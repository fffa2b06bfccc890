import { formatRelative } from '#contract/date-formats.ts'
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { Link } from '#web/ui/link.tsx'
import type { User } from '#contract/people/identity.ts'
import type { Notice } from '#contract/talk/notices.ts'
import { Button } from '#web/ui/button.tsx'
import { MoreButton } from '#web/ui/states/more-button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { MessageBox } from '#web/ui/states/message-box.tsx'
import { QueryState } from '#web/ui/states/query-state.tsx'
import { Skeleton } from '#web/ui/states/skeleton.tsx'
import { useApi } from '#web/api/use-api.ts'
import { refreshQueries } from '#web/api/query-meta.ts'
import { noticesQuery } from './notice-list.api.ts'
import { useRefusalText } from '#web/api/refusal-text.ts'

/** The user's notices, newest first. Opening a notice marks it as read. rule: notice-center */
export default function NoticesPanel({ user, onClose }: { user: User; onClose: () => void }) {
  const { t, i18n } = useTranslation('notices')
  const api = useApi()
  const queryClient = useQueryClient()
  const refusalText = useRefusalText()
  const list = useInfiniteQuery(noticesQuery(api, user.id, i18n.language))
  const read = useMutation({
    mutationFn: (id: string | undefined) =>
      api.call('POST /api/notices/read', { body: id === undefined ? {} : { id } }),
    onSettled: () => refreshQueries(queryClient, 'notices'),
  })
  const notices = list.data?.pages.flatMap((page) => page.notices) ?? []
  const unread = list.data?.pages[0]?.unread ?? 0
  const follow = (notice: Notice) => {
    if (!notice.read) read.mutate(notice.id)
    onClose()
  }
  return (
    <div className="flex flex-col">
      <div className="sticky top-0 flex min-h-14 items-center gap-3 border-b border-line bg-raised pr-2 pl-4">
        <h2 className="grow text-lg">{t('title')}</h2>
        {unread > 0 && (
          <Button look="link" busy={read.isPending} onClick={() => read.mutate(undefined)}>
            {t('read_all')}
          </Button>
        )}
      </div>
      {read.error && (
        <MessageBox tone="problem" className="m-4">
          {refusalText(read.error)}
        </MessageBox>
      )}
      <QueryState query={list} failed={t('failed')} pending={<NoticesPending />}>
        {() => <NoticeList notices={notices} onFollow={follow} />}
      </QueryState>
      <MoreButton query={list} look="link">
        {t('older')}
      </MoreButton>
      <div className="sticky bottom-0 border-t border-line bg-raised px-4 py-1">
        <Link
          href="/settings/notices"
          onClick={onClose}
          className="inline-flex min-h-11 items-center font-medium text-action underline decoration-1 underline-offset-4 hover:decoration-2"
        >
          {t('choose')}
        </Link>
      </div>
    </div>
  )
}

function NoticesPending() {
  return (
    <div aria-busy="true" className="flex flex-col gap-6 py-4 pr-4 pl-9">
      {['a', 'b', 'c'].map((key) => (
        <div key={key} className="flex flex-col gap-2">
          <Skeleton className="h-5 w-3/5" />
          <Skeleton className="h-4" />
          <Skeleton className="h-4 w-24" />
        </div>
      ))}
    </div>
  )
}

type NoticeListProps = {
  notices: readonly Notice[]
  onFollow: (notice: Notice) => void
}

function NoticeList({ notices, onFollow }: NoticeListProps) {
  const { t } = useTranslation('notices')
  if (notices.length === 0) return <p className="px-4 py-10 text-center text-soft">{t('none')}</p>
  return (
    <ul>
      {notices.map((notice) => (
        <NoticeRow key={notice.id} notice={notice} onFollow={() => onFollow(notice)} />
      ))}
    </ul>
  )
}

function NoticeRow({ notice, onFollow }: { notice: Notice; onFollow: () => void }) {
  const { t, i18n } = useTranslation('notices')
  return (
    <li className="border-b border-line last:border-none">
      <Link
        href={notice.href}
        onClick={onFollow}
        className={classNames(
          'flex gap-3 px-4 py-3 -outline-offset-4 hover:bg-mint',
          !notice.read && 'bg-mint/50',
        )}
      >
        <span
          className={classNames(
            'mt-2 size-2 shrink-0 rounded-full',
            notice.read ? 'bg-transparent' : 'bg-action',
          )}
        />
        <span className="flex min-w-0 grow flex-col gap-0.5">
          <span className={classNames('wrap-anywhere', !notice.read && 'font-semibold')}>
            {!notice.read && <span className="sr-only">{t('unread')} </span>}
            {notice.title}
          </span>
          <span className="text-sm wrap-anywhere text-soft">{notice.text}</span>
          <time dateTime={notice.at} className="text-sm text-soft">
            {formatRelative(i18n.language, notice.at)}
          </time>
        </span>
      </Link>
    </li>
  )
}
