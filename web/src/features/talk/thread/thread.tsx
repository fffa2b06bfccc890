import { useQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useSyncExternalStore } from 'react'
import { useTranslation } from '#web/i18n/use-translation.ts'
import type { User } from '#contract/people/identity.ts'
import { LEAD_CLOSED, RETURN_REASONS } from '#contract/money/lead-closed.ts'
import { Refusal } from '#web/api/client.ts'
import { useApi } from '#web/api/use-api.ts'
import { LoadFailure } from '#web/ui/states/query-state.tsx'
import { useFailureToast } from '#web/ui/states/use-failure-toast.ts'
import { BlockedNotice } from '../messages/block-and-report.tsx'
import { ThreadSkeleton } from './message-screen-states.tsx'
import { Composer } from './composer.tsx'
import { LockedLead } from './locked-lead.tsx'
import { threadQuery } from '../messages/messaging.api.ts'
import type { Conversation, Message } from '../messages/messaging.api.ts'
import { PinnedBooking } from './booking-card.tsx'
import { ThreadHeader } from './thread-header.tsx'
import { ThreadLog } from './thread-log.tsx'
import { refreshQueries } from '#web/api/query-meta.ts'

type ThreadProps = { me: User; conversation: Conversation }

/** One conversation: header, pinned booking, messages and composer; for a locked lead only how to open it. */
export function Thread({ me, conversation }: ThreadProps) {
  return (
    <>
      <ThreadHeader me={me} conversation={conversation} />
      {conversation.locked ? (
        <LockedLead me={me} conversation={conversation} />
      ) : (
        <OpenThread me={me} conversation={conversation} />
      )}
    </>
  )
}

function OpenThread({ me, conversation }: ThreadProps) {
  const { t } = useTranslation('messaging')
  const { other_user_id: otherId } = conversation
  const { data, error, errorUpdatedAt, isFetching, refetch } = useQuery(
    threadQuery(useApi(), me.id, otherId),
  )
  const closed =
    error instanceof Refusal
      ? RETURN_REASONS.find((reason) => LEAD_CLOSED[reason] === error.code)
      : undefined
  const isLocked =
    closed !== undefined || (error instanceof Refusal && error.code === 'lead_locked')
  const failure = useFailureToast()
  useEffect(() => {
    if (error && errorUpdatedAt > 0 && !isLocked) failure.show(t('failed.messages'))
    else failure.clear()
  }, [error, errorUpdatedAt, isLocked, failure, t])
  useMarkRead(me.id, data?.messages)

  if (isLocked)
    return <LockedLead me={me} conversation={closed ? { ...conversation, closed } : conversation} />
  return (
    <>
      {data ? (
        <>
          <PinnedBooking messages={data.messages} reader={me.role} />
          <ThreadLog me={me} conversation={conversation} thread={data} />
        </>
      ) : error ? (
        <div className="m-auto">
          <LoadFailure
            title={t('failed.messages')}
            error={error}
            isRetrying={isFetching}
            onRetry={() => void refetch()}
            isAnnounced={false}
          />
        </div>
      ) : (
        <ThreadSkeleton />
      )}
      {conversation.blocked ? (
        <BlockedNotice conversation={conversation} />
      ) : (
        <Composer me={me} conversation={conversation} />
      )}
    </>
  )
}

/** Marks everything received in an open conversation as read, while the page is visible. rule: message-read */
function useMarkRead(userId: string, messages: readonly Message[] | undefined): void {
  const api = useApi()
  const queryClient = useQueryClient()
  const isVisible = useSyncExternalStore(subscribeToVisibility, isPageVisible, () => false)
  const markedId = useRef<string>(undefined)
  const { mutate } = useMutation({
    mutationFn: (messageId: string) =>
      api.call('PATCH /api/chat/messages/read/{messageId}', {
        params: { messageId },
        query: { earlier: 'true' },
      }),
    // The next refetch of the thread tries again.
    onError: () => {
      markedId.current = undefined
    },
    onSuccess: () => refreshQueries(queryClient, 'messages'),
  })
  useEffect(() => {
    if (!isVisible || !messages) return
    const newestUnread = messages.findLast(
      ({ receiver_id, read, kind }) => receiver_id === userId && !read && kind !== 'booking',
    )
    if (!newestUnread || newestUnread.id === markedId.current) return
    markedId.current = newestUnread.id
    mutate(newestUnread.id)
  }, [isVisible, messages, userId, mutate])
}

const isPageVisible = () => document.visibilityState === 'visible'

function subscribeToVisibility(listener: () => void): () => void {
  document.addEventListener('visibilitychange', listener)
  return () => document.removeEventListener('visibilitychange', listener)
}
