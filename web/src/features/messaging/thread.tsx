import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useTranslation } from '#web/i18n/use-translation.ts'
import type { User } from '#contract/identity.ts'
import { Refusal } from '#web/api/client.ts'
import { useApi } from '#web/api/use-api.ts'
import { toast } from '#web/ui/toast-store.ts'
import { Blocked } from './block-and-report.tsx'
import { Failed } from './centre-failed.tsx'
import { ThreadSkeleton } from './message-screen-states.tsx'
import { Composer } from './composer.tsx'
import { LockedLead } from './locked-lead.tsx'
import { threadQuery } from './messaging.api.ts'
import type { Conversation } from './messaging.api.ts'
import { PinnedBooking } from './booking-card.tsx'
import { ThreadHeader } from './thread-header.tsx'
import { ThreadLog } from './thread-log.tsx'
import { useMarkRead } from './use-mark-read.ts'

type ThreadProps = { me: User; conversation: Conversation }

/** One conversation: who, the booking it is about, what was written, and where to write (professional spec 2.4, 4). */
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
  const locked = error instanceof Refusal && error.code === 'lead_locked'
  useEffect(() => {
    if (errorUpdatedAt > 0 && !locked) toast.problem(t('failed.messages'))
  }, [errorUpdatedAt, locked, t])
  useMarkRead(me.id, data?.messages)

  if (locked) return <LockedLead me={me} conversation={conversation} />
  return (
    <>
      {data ? (
        <>
          <PinnedBooking messages={data.messages} reader={me.role} />
          <ThreadLog me={me} conversation={conversation} thread={data} />
        </>
      ) : error ? (
        <div className="m-auto">
          <Failed
            title={t('failed.messages')}
            error={error}
            busy={isFetching}
            onRetry={() => void refetch()}
          />
        </div>
      ) : (
        <ThreadSkeleton />
      )}
      {conversation.blocked ? (
        <Blocked conversation={conversation} />
      ) : (
        <Composer me={me} conversation={conversation} />
      )}
    </>
  )
}
