import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { CentreFailed } from './centre-failed.tsx'
import { ConversationList } from './conversation-list.tsx'
import { CentreSkeleton, NoConversations, NoSuchConversation } from './message-screen-states.tsx'
import { conversationsQuery } from './messaging.api.ts'
import { useOtherName } from './other-name.ts'
import { Thread } from './thread.tsx'
import type { User } from '#contract/identity.ts'
import { empty } from '#drawings/empty.ts'
import { useApi } from '#web/api/use-api.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { classNames } from '#web/ui/class-names.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { toast } from '#web/ui/toast-store.ts'

type MessageCentreProps = { me: User; otherId: string | undefined; search: URLSearchParams }

/**
 * Conversations left, the open one right; under 768 px the list is a drawer over the whole screen (professional spec 2.4). The
 * address says which conversation is open, and on the phone whether the list lies over it.
 */
export function MessageCentre({ me, otherId, search }: MessageCentreProps) {
  const { t } = useTranslation('messaging')
  const { data, error, errorUpdatedAt, isFetching, refetch } = useQuery(
    conversationsQuery(useApi(), me.id),
  )
  useEffect(() => {
    if (errorUpdatedAt > 0) toast.problem(t('failed.conversations'))
  }, [errorUpdatedAt, t])

  const conversation = data?.find(({ other_user_id }) => other_user_id === otherId)
  const name = useOtherName(conversation)

  if (!data) {
    if (!error) return <CentreSkeleton />
    return <CentreFailed error={error} busy={isFetching} onRetry={() => void refetch()} />
  }
  if (data.length === 0 && !otherId) return <NoConversations role={me.role} />
  const listOpen = !otherId || search.has('list')
  return (
    <Frame>
      <ConversationList
        conversations={data}
        openId={otherId}
        drawn={listOpen}
        contacted={search.has('contacted')}
      />
      <section
        aria-label={name}
        className={classNames(
          'flex min-h-0 min-w-0 flex-col',
          !otherId && 'max-md:hidden',
          listOpen && 'max-md:invisible',
        )}
      >
        {conversation ? (
          <Thread key={conversation.other_user_id} me={me} conversation={conversation} />
        ) : otherId ? (
          <NoSuchConversation />
        ) : (
          <div className="m-auto">
            <EmptyState drawing={empty.noMessages} title={t('choose')}>
              {t('choose_help')}
            </EmptyState>
          </div>
        )}
      </section>
    </Frame>
  )
}

function Frame({ children }: { children: React.ReactNode }) {
  const { t } = useTranslation('messaging')
  return (
    <div className="whole-screen mx-auto w-full max-w-page md:px-8 md:py-4">
      <h1 className="sr-only">{t('title')}</h1>
      <div className="grid size-full min-h-0 grid-rows-[minmax(0,1fr)] overflow-hidden md:grid-cols-[19rem_minmax(0,1fr)] md:rounded-lg md:border md:border-line md:bg-surface lg:grid-cols-[22rem_minmax(0,1fr)]">
        {children}
      </div>
    </div>
  )
}
