import type { Context } from '#server/context.ts'
import type { Db } from '#server/db/db.ts'
import { runEachDue } from '#server/queue/run-batches.ts'
import { textsIn, titled } from '#server/texts.ts'
import { createNotice } from '../notices/create-notice.ts'
import {
  addToDelayedNotice,
  hasUnreadMessages,
  listDelayedFirstSenders,
  listDueReceivers,
  lockUnannouncedMessages,
  markAnnounced,
} from './message-notices.queries.ts'
import type { UnannouncedMessage } from './message-notices.queries.ts'
import type { NoticeTopicDefinition } from '../notices/notice.ts'

/** How long a message may stay unread before its receiver is notified. A sender's first message does not wait. */
const UNREAD_MINUTES = 15
const BATCH_SIZE = 1000

/**
 * The job 'notify-messages', run every minute: notifies of unread messages. Each receiver has a transaction of their
 * own, so that one that fails does not stop the others. rule: message-notices
 */
export async function notifyOfMessages(
  context: Context,
  _payload?: unknown,
  size = BATCH_SIZE,
): Promise<void> {
  const { db, clock, live } = context
  const now = clock.now()
  const unreadSince = new Date(now.getTime() - UNREAD_MINUTES * 60_000)
  const notified: string[] = []
  await runEachDue(context, {
    list: async (tried) => listDueReceivers(db, { now, unreadSince, tried, size }),
    size,
    keyOf: (userId) => userId,
    work: async (userId) => {
      await db.transaction().execute((tx) => notifyReceiver(tx, userId, { now, unreadSince }))
      notified.push(userId)
    },
    failed: 'the notice of unread messages has to wait',
  })
  if (notified.length > 0) await live.notify(notified, { type: 'notices' })
}

async function notifyReceiver(
  tx: Db,
  userId: string,
  { now, unreadSince }: { now: Date; unreadSince: Date },
): Promise<void> {
  const received = await lockUnannouncedMessages(tx, userId, now)
  const first = received.filter(({ begins, blocked }) => begins && !blocked)
  const inConversation = received.filter(({ begins, blocked }) => !begins && !blocked)
  await notifyOfFirstMessages(tx, userId, first, now)
  const isDue = inConversation.some(({ created_at }) => created_at <= unreadSince)
  if (isDue) await notifyOfUnreadMessages(tx, userId, inConversation, now)
  const toAnnounce = received.filter(({ begins, blocked }) => blocked || begins || isDue)
  await markAnnounced(tx, idsOf(toAnnounce), now)
}

async function notifyOfFirstMessages(
  tx: Db,
  userId: string,
  messages: readonly UnannouncedMessage[],
  at: Date,
): Promise<void> {
  const byConversation = Map.groupBy(messages, ({ conversation_id }) => conversation_id)
  for (const [conversationId, [message]] of byConversation) {
    await createNotice(tx, {
      userId,
      otherId: message!.sender_id,
      kind: 'message.first',
      key: `message.first ${conversationId} ${userId}`,
      at,
    })
  }
}

/** In quiet hours, later messages are added to the notice that waits for the morning. rule: quiet-hours */
async function notifyOfUnreadMessages(
  tx: Db,
  userId: string,
  messages: readonly UnannouncedMessage[],
  at: Date,
): Promise<void> {
  const delayed = await listDelayedFirstSenders(tx, userId)
  const unannounced = messages.filter(({ sender_id }) => !delayed.has(sender_id))
  if (unannounced.length === 0) return
  const senders = new Set(unannounced.map(({ sender_id }) => sender_id))
  const otherId = senders.size === 1 ? unannounced[0]!.sender_id : undefined
  const count = unannounced.length
  if (await addToDelayedNotice(tx, { userId, otherId, count, at })) return
  await createNotice(tx, {
    userId,
    kind: 'message.unanswered',
    key: `message.unanswered ${messages.at(-1)!.id}`,
    at,
    ...(otherId ? { otherId } : {}),
    data: { count },
  })
}

const idsOf = (messages: readonly UnannouncedMessage[]) => messages.map(({ id }) => id)

export const messageNotices: NoticeTopicDefinition = {
  compose({ kind, data, other_name, other_id }, { language }) {
    const t = textsIn(language, 'notices')
    const name = other_name
    if (kind === 'message.first' && other_name === null) return undefined
    return {
      ...(kind === 'message.first'
        ? titled(language, 'notices', 'messages.first', { name })
        : {
            title: t('messages.unanswered.title', { count: Number(data['count']) }),
            sentence: t(`messages.unanswered.${name ? 'from_name' : 'from_several'}`, { name }),
          }),
      facts: [],
      button: {
        label: t('messages.button'),
        path: other_id ? `/messages/${other_id}` : '/messages',
      },
    }
  },
  isStillTrue: hasUnreadMessages,
}

export { hasUnreadMessages } from './message-notices.queries.ts'
