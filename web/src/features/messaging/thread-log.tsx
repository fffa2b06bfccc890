import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useLayoutEffect, useRef, useSyncExternalStore } from 'react'
import { BookingEvent } from './booking-card.tsx'
import { MessageRun } from './message-group.tsx'
import { threadPage } from './messaging.api.ts'
import type { Conversation, Message } from './messaging.api.ts'
import { useOtherName } from './other-name.ts'
import { outbox } from './outbox.ts'
import { OutgoingMessage } from './outgoing-message.tsx'
import { runsOf } from './group-messages.ts'
import { threadKey, withOlder } from './thread-cache.ts'
import type { Thread } from './thread-cache.ts'
import type { User } from '#contract/identity.ts'
import { useApi } from '#web/api/use-api.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { Button } from '#web/ui/button.tsx'
import { toast } from '#web/ui/toast-store.ts'

const NEAR_END_PX = 120

type ThreadLogProps = { me: User; conversation: Conversation; thread: Thread }

/** Everything written so far, the newest below; older messages come as one scrolls up, without a jump. */
export function ThreadLog({ me, conversation, thread }: ThreadLogProps) {
  const { t } = useTranslation('messaging')
  const { other_user_id: otherId } = conversation
  const { messages, has_more: hasMore } = thread
  const { outgoing, sending } = useSyncExternalStore(outbox.subscribe, outbox.current)
  const waiting = outgoing.filter(({ to }) => to === otherId)
  const older = useOlder(me.id, otherId)
  const oldest = messages[0]?.id
  const readOlder = () => {
    if (hasMore && oldest && !older.isPending) older.mutate(oldest)
  }
  const log = useSteadyScroll(oldest)
  const top = useSeen(readOlder, hasMore && !older.isError)
  const name = useOtherName(conversation)
  const runs = runsOf(messages)
  const lastOfMine = messages.findLast(
    ({ sender_id: sender, kind }) => sender === me.id && kind !== 'booking',
  )
  const latestCards = latestOfEachBooking(messages)

  return (
    <div
      ref={log}
      role="log"
      aria-label={t('log', { name })}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- so that keys can scroll it
      tabIndex={0}
      className="relative flex min-h-0 grow flex-col gap-3 overflow-y-auto overscroll-contain px-4 py-5 [overflow-anchor:none] focus-visible:-outline-offset-2 md:px-6"
    >
      {/* Pushes a short thread down to the composer. */}
      <span className="grow" />
      {hasMore && (
        <div ref={top} className="flex justify-center">
          <Button look="link" size="small" busy={older.isPending} onClick={readOlder}>
            {t('older')}
          </Button>
        </div>
      )}
      {messages.length + waiting.length === 0 && (
        <p className="self-center py-8 text-center text-soft">{t('nothing_yet', { name })}</p>
      )}
      {runs.map(({ senderId, messages: run }) => {
        const [first] = run
        if (!first) return null
        return first.kind === 'booking' ? (
          <BookingEvent
            key={first.id}
            message={first}
            me={me}
            name={name}
            latest={latestCards.has(first.id)}
          />
        ) : (
          <MessageRun
            key={first.id}
            messages={run}
            mine={senderId === me.id}
            name={name}
            tellsRead={lastOfMine !== undefined && run.includes(lastOfMine)}
          />
        )
      })}
      {waiting.map((message) => (
        <OutgoingMessage
          key={message.key}
          message={message}
          sent={sending?.key === message.key ? sending.sent : undefined}
        />
      ))}
    </div>
  )
}

/** A booking's buttons stand on its last card only. */
function latestOfEachBooking(messages: readonly Message[]): ReadonlySet<string> {
  const latest = new Map<string, string>()
  for (const { id, booking } of messages) if (booking) latest.set(booking.id, id)
  return new Set(latest.values())
}

/** Stays at the end while the reader is there, and in place when something is put before what she reads. */
function useSteadyScroll(oldest: string | undefined) {
  const log = useRef<HTMLDivElement>(null)
  const seen = useRef({ oldest, height: 0, atEnd: true })
  // After every drawing: each may have added something.
  useLayoutEffect(() => {
    const node = log.current
    if (!node) return
    const { atEnd, ...before } = seen.current
    if (atEnd) node.scrollTop = node.scrollHeight
    else if (before.oldest !== oldest) node.scrollTop += node.scrollHeight - before.height
    seen.current = { oldest, height: node.scrollHeight, atEnd }
  })
  useEffect(() => {
    const node = log.current
    if (!node) return
    const note = () => {
      const atEnd = node.scrollHeight - node.scrollTop - node.clientHeight < NEAR_END_PX
      seen.current = { ...seen.current, atEnd, height: node.scrollHeight }
    }
    // The phone's keyboard changes how much is shown.
    const size = new ResizeObserver(() => {
      if (seen.current.atEnd) node.scrollTop = node.scrollHeight
    })
    size.observe(node)
    node.addEventListener('scroll', note, { passive: true })
    return () => {
      size.disconnect()
      node.removeEventListener('scroll', note)
    }
  }, [])
  return log
}

/** Calls once what carries the `ref` comes into view. */
function useSeen(seen: () => void, active: boolean) {
  const target = useRef<HTMLDivElement>(null)
  const call = useRef(seen)
  useEffect(() => {
    call.current = seen
  })
  useEffect(() => {
    if (!active || !target.current) return
    const observer = new IntersectionObserver(
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && call.current(),
      { rootMargin: '200px 0px 0px' },
    )
    observer.observe(target.current)
    return () => observer.disconnect()
  })
  return target
}

/** Reads the page before the oldest message that is here. */
export function useOlder(userId: string, otherId: string) {
  const { t } = useTranslation('messaging')
  const api = useApi()
  const queryClient = useQueryClient()
  const key = threadKey(userId, otherId)
  return useMutation({
    mutationFn: (before: string) => threadPage(api, userId, otherId, { before }),
    onSuccess: (older) =>
      queryClient.setQueryData<Thread>(key, (known) => known && withOlder(known, older)),
    onError: () => toast.problem(t('failed.messages')),
  })
}
