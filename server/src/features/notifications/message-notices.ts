import type { Context } from '#server/context.ts'
import { joinHeld, markTold, sendersHeld, waitingMessages } from './message-notices.queries.ts'
import type { Waiting } from './message-notices.queries.ts'
import { tell } from './notice.ts'

/** How long a message waits to be read before its receiver is written to; a person's first words do not wait. */
const UNREAD_MINUTES = 15

/**
 * The job of the clock that tells people of messages they have not read: of somebody's first words at once, of later ones after
 * a quarter of an hour, all that wait for one person together. Nobody is told between two of whom one has blocked the other.
 */
export async function notifyOfMessages({ db, clock, live }: Context): Promise<void> {
  const now = clock.now()
  const patience = new Date(now.getTime() - UNREAD_MINUTES * 60_000)
  const told = await db.transaction().execute(async (tx) => {
    const waiting = await waitingMessages(tx, now)
    const byReceiver = Map.groupBy(waiting, ({ receiver_id }) => receiver_id)
    for (const [userId, all] of byReceiver) {
      const first = all.filter(({ begins, blocked }) => begins && !blocked)
      const later = all.filter(({ begins, blocked }) => !begins && !blocked)
      for (const [conversation, messages] of Map.groupBy(first, (one) => one.conversation_id)) {
        const otherId = messages[0]!.sender_id
        const key = `message.first ${conversation} ${userId}`
        await tell(tx, { userId, otherId, kind: 'message.first', key, at: now })
      }
      const isDue = later.some(({ created_at }) => created_at <= patience)
      if (isDue) await tellUnanswered(tx, userId, later, now)
      await markTold(tx, idsOf(all.filter((one) => one.blocked || one.begins || isDue)), now)
    }
    return [...byReceiver.keys()]
  })
  if (told.length > 0) await live.tell(told, { type: 'notices' })
}

/** In her quiet hours what comes later joins what waits for the morning: one letter tells of all. */
async function tellUnanswered(
  tx: Context['db'],
  userId: string,
  messages: readonly Waiting[],
  at: Date,
): Promise<void> {
  const announced = await sendersHeld(tx, userId)
  const untold = messages.filter(({ sender_id }) => !announced.has(sender_id))
  if (untold.length === 0) return
  const senders = new Set(untold.map(({ sender_id }) => sender_id))
  const otherId = senders.size === 1 ? untold[0]!.sender_id : undefined
  const count = untold.length
  if (await joinHeld(tx, { userId, otherId, count, at })) return
  await tell(tx, {
    userId,
    kind: 'message.unanswered',
    key: `message.unanswered ${messages.at(-1)!.id}`,
    at,
    ...(otherId ? { otherId } : {}),
    data: { count },
  })
}

const idsOf = (messages: readonly Waiting[]) => messages.map(({ id }) => id)
