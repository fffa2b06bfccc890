import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useLayoutEffect, useRef, useSyncExternalStore } from 'react'
import type { User } from '#contract/people/identity.ts'
import { useFailureText } from '#web/api/failure-text.ts'
import { useApi } from '#web/api/use-api.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { Button } from '#web/ui/button.tsx'
import { useFailureToast } from '#web/ui/states/use-failure-toast.ts'
import { BookingCard } from './booking-card.tsx'
import { MessageRow } from './message-row.tsx'
import { fetchThreadPage, messagingKeys } from '../messages/messaging.api.ts'
import type { Conversation, Message } from '../messages/messaging.api.ts'
import { useOtherFirstName, useOtherName } from '../messages/other-name.ts'
import { outbox } from '../messages/outbox.ts'
import { OutgoingBubble } from './outgoing-message.tsx'
import { groupMessages } from './group-messages.ts'
import { withOlder } from './thread-cache.ts'
import type { Thread } from './thread-cache.ts'

const NEAR_END_PX = 120

type ThreadLogProps = { me: User; conversation: Conversation; thread: Thread }

/**
 * The messages, oldest first, then those of the outbox. Older pages load when the reader scrolls up.
 * rules: message-screen, outbox
 */
export function ThreadLog({ me, conversation, thread }: ThreadLogProps) {
  const { t } = useTranslation('messaging')
  const { other_user_id: otherId } = conversation
  const { messages, has_more: hasMore } = thread
  const { messages: outgoing, sending } = useSyncExternalStore(outbox.subscribe, outbox.current)
  const waiting = outgoing.filter(({ to }) => to === otherId)
  const older = useOlderPage(me.id, otherId)
  const oldest = messages[0]?.id
  const loadOlder = () => {
    if (hasMore && oldest && !older.isPending) older.mutate(oldest)
  }
  const log = useStableScroll(oldest)
  const top = useOnSeen(loadOlder, hasMore && !older.isError)
  const name = useOtherFirstName(conversation)
  const heading = useOtherName(conversation)
  const groups = groupMessages(messages)
  const lastOwnMessage = messages.findLast(
    ({ sender_id: sender, kind }) => sender === me.id && kind !== 'booking',
  )
  const newestCards = newestCardIds(messages)

  return (
    <div
      ref={log}
      role="log"
      aria-label={t('log', { name: heading })}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the keyboard must be able to scroll it
      tabIndex={0}
      className="relative flex min-h-0 grow flex-col gap-3 overflow-y-auto overscroll-contain px-4 py-5 [overflow-anchor:none] focus-visible:-outline-offset-2 md:px-6"
    >
      {/* Pushes a short thread down to the composer. */}
      <span className="grow" />
      {hasMore && (
        <div ref={top} className="flex justify-center">
          <Button look="link" busy={older.isPending} onClick={loadOlder}>
            {t('older')}
          </Button>
        </div>
      )}
      {messages.length + waiting.length === 0 && (
        <p className="self-center py-8 text-center text-soft">{t('nothing_yet', { name })}</p>
      )}
      {groups.flatMap(({ senderId, messages: group }) =>
        group.map((message, index) =>
          message.kind === 'booking' ? (
            <BookingCard
              key={message.id}
              message={message}
              me={me}
              name={name}
              isNewest={newestCards.has(message.id)}
            />
          ) : (
            <MessageRow
              key={message.id}
              message={message}
              isMine={senderId === me.id}
              name={name}
              continues={index > 0}
              isLast={index === group.length - 1}
              mark={message === lastOwnMessage ? (message.read ? 'read' : 'sent') : undefined}
            />
          ),
        ),
      )}
      {waiting.map((message) => (
        <OutgoingBubble
          key={message.key}
          message={message}
          sent={sending?.key === message.key ? sending.sent : undefined}
        />
      ))}
    </div>
  )
}

/** The ids of the newest card of each booking: only that one has buttons. rule: booking-cards */
function newestCardIds(messages: readonly Message[]): ReadonlySet<string> {
  const latest = new Map<string, string>()
  for (const { id, booking } of messages) if (booking) latest.set(booking.id, id)
  return new Set(latest.values())
}

/**
 * Keeps the scroll position: at the end if the reader is there, otherwise at what they read, also when older messages
 * are added.
 */
function useStableScroll(oldest: string | undefined) {
  const log = useRef<HTMLDivElement>(null)
  const position = useRef({ oldest, height: 0, atEnd: true })
  // Without dependencies: each render may have changed the height.
  useLayoutEffect(() => {
    const node = log.current
    if (!node) return
    const { atEnd, ...before } = position.current
    if (atEnd) node.scrollTop = node.scrollHeight
    else if (before.oldest !== oldest) node.scrollTop += node.scrollHeight - before.height
    position.current = { oldest, height: node.scrollHeight, atEnd }
  })
  useEffect(() => {
    const node = log.current
    if (!node) return
    const saveScroll = () => {
      const atEnd = node.scrollHeight - node.scrollTop - node.clientHeight < NEAR_END_PX
      position.current = { ...position.current, atEnd, height: node.scrollHeight }
    }
    // A phone's keyboard changes the height.
    const size = new ResizeObserver(() => {
      if (position.current.atEnd) node.scrollTop = node.scrollHeight
    })
    size.observe(node)
    node.addEventListener('scroll', saveScroll, { passive: true })
    return () => {
      size.disconnect()
      node.removeEventListener('scroll', saveScroll)
    }
  }, [])
  return log
}

/** Returns a ref; calls `onSeen` when its element scrolls into view. */
function useOnSeen(onSeen: () => void, isActive: boolean) {
  const target = useRef<HTMLDivElement>(null)
  const call = useRef(onSeen)
  useEffect(() => {
    call.current = onSeen
  })
  useEffect(() => {
    if (!isActive || !target.current) return
    const observer = new IntersectionObserver(
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && call.current(),
      { rootMargin: '200px 0px 0px' },
    )
    observer.observe(target.current)
    return () => observer.disconnect()
  })
  return target
}

/** Loads the page before the oldest cached message. rule: message-screen */
function useOlderPage(userId: string, otherId: string) {
  const { t } = useTranslation('messaging')
  const api = useApi()
  const queryClient = useQueryClient()
  const key = messagingKeys.thread(userId, otherId)
  const failure = useFailureToast()
  const failureText = useFailureText()
  return useMutation({
    onMutate: failure.clear,
    mutationFn: (before: string) => fetchThreadPage(api, userId, otherId, { before }),
    onSuccess: (older) =>
      queryClient.setQueryData<Thread>(key, (cached) => cached && withOlder(cached, older)),
    onError: (error) => failure.show(failureText(t('failed.messages'), error)),
  })
}
