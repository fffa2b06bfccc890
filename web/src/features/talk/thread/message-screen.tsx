import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { User } from '#contract/people/identity.ts'
import { emptySignedIn } from '#drawings/empty-signed-in.ts'
import { useApi } from '#web/api/use-api.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { classNames } from '#web/ui/class-names.ts'
import { EmptyState } from '#web/ui/states/empty-state.tsx'
import { LoadFailure } from '#web/ui/states/query-state.tsx'
import { useFailureToast } from '#web/ui/states/use-failure-toast.ts'
import { ConversationList } from '../messages/conversation-list.tsx'
import {
  ConversationNotFound,
  MessageScreenSkeleton,
  NoConversations,
  ThreadSkeleton,
} from './message-screen-states.tsx'
import { allConversations, conversationsQuery } from '../messages/messaging.api.ts'
import { useOtherName } from '../messages/other-name.ts'
import { Thread } from './thread.tsx'
import { useVisibleHeight } from './use-visible-height.ts'

type MessageScreenProps = { me: User; otherId: string | undefined; search: URLSearchParams }

/**
 * The list of conversations and the open thread. The address names the open conversation and, on a phone, whether the
 * list covers it. rule: message-screen
 */
export function MessageScreen({ me, otherId, search }: MessageScreenProps) {
  const { t } = useTranslation('messaging')
  useVisibleHeight()
  const list = useInfiniteQuery(conversationsQuery(useApi(), me.id))
  const { error, errorUpdatedAt, isFetching, refetch, hasNextPage, fetchNextPage } = list
  const data = list.data && allConversations(list.data.pages)
  const failure = useFailureToast()
  useEffect(() => {
    if (error && errorUpdatedAt > 0) failure.show(t('failed.conversations'))
    else failure.clear()
  }, [error, errorUpdatedAt, failure, t])

  const conversation = data?.find(({ other_user_id }) => other_user_id === otherId)
  const name = useOtherName(conversation)
  const isSought = otherId !== undefined && !conversation && hasNextPage
  useEffect(() => {
    // The conversation of the address may be on a later page.
    if (isSought && !isFetching && !error) void fetchNextPage()
  }, [isSought, isFetching, error, fetchNextPage])

  if (!data) {
    if (!error) return <MessageScreenSkeleton />
    return (
      <div className="page m-auto flex flex-col">
        <h1 className="sr-only">{t('title')}</h1>
        <LoadFailure
          title={t('failed.conversations')}
          error={error}
          isRetrying={isFetching}
          onRetry={() => void refetch()}
          isAnnounced={false}
        />
      </div>
    )
  }
  if (data.length === 0 && !otherId) return <NoConversations role={me.role} />
  const isListOpen = !otherId || search.has('list')
  return (
    <Frame isThread={!isListOpen}>
      <ConversationList
        conversations={data}
        openId={otherId}
        isOpen={isListOpen}
        isContacted={search.has('contacted')}
        more={hasNextPage ? { isLoading: list.isFetchingNextPage, load: fetchNextPage } : undefined}
      />
      <section
        aria-label={name}
        className={classNames(
          'flex min-h-0 min-w-0 flex-col',
          !otherId && 'max-md:hidden',
          isListOpen && 'max-md:invisible',
        )}
      >
        {conversation ? (
          <Thread key={conversation.other_user_id} me={me} conversation={conversation} />
        ) : isSought && !error ? (
          <ThreadSkeleton />
        ) : otherId ? (
          <ConversationNotFound />
        ) : (
          <div className="m-auto w-full">
            <EmptyState drawing={emptySignedIn.noMessages} title={t('choose')}>
              {t('choose_help')}
            </EmptyState>
          </div>
        )}
      </section>
    </Frame>
  )
}

function Frame({ isThread, children }: { isThread: boolean; children: React.ReactNode }) {
  const { t } = useTranslation('messaging')
  return (
    <div
      className={classNames(
        'whole-screen mx-auto w-full max-w-page md:px-8 md:py-4',
        isThread && 'open-thread',
      )}
    >
      <h1 className="sr-only">{t('title')}</h1>
      <div className="grid size-full min-h-0 grid-rows-[minmax(0,1fr)] overflow-hidden md:grid-cols-[19rem_minmax(0,1fr)] md:rounded-lg md:border md:border-line md:bg-surface lg:grid-cols-[22rem_minmax(0,1fr)]">
        {children}
      </div>
    </div>
  )
}
