import type { Db } from '#server/db/db.ts'
import type { Actor } from '#server/http/actor.ts'
import { runInTransaction, runStatementOnce } from '#server/http/idempotency.ts'
import type { Idempotency } from '#server/http/idempotency.ts'
import { consumeRateLimit } from '#server/http/rate-limits.ts'
import { refuse } from '#server/http/refusal.ts'
import type { Context } from '#server/context.ts'
import { waitForNewPairSql } from '../billing/lead-limits.ts'
import type { StoredPicture } from '../media/stored-picture.ts'
import {
  checkMayContinue,
  openConversationByMessage,
  sameTextADay,
  unansweredMessagesPerHour,
} from './contact.ts'
import { pairOf } from './conversations.ts'
import { notifyPair } from '#server/live/notify-sides.ts'
import { writeMessage } from './write-message.queries.ts'
import type { WrittenMessage } from './write-message.queries.ts'

type NewMessage = {
  receiverId: string
  /** Validated and trimmed. */
  text: string
  /** `networkKey` of the caller's address. */
  network: string
  /** A stored picture that the message shows. */
  picture?: StoredPicture | undefined
}
type TimedMessage = NewMessage & { at: Date }

/**
 * Writes a message and updates the lead of the two people, in one transaction. Then sends live events to both sides.
 * With an Idempotency-Key the message is written once. For the refusals see `sendMessage` in contract/messaging.ts.
 * rule: message-sent-once
 */
export async function sendMessage(
  context: Context,
  actor: Actor,
  newMessage: NewMessage,
  idempotency: Idempotency | undefined,
): Promise<WrittenMessage> {
  const message = { ...newMessage, at: context.clock.now() }
  const sent = await runStatementOnce(context.db, idempotency, async () => {
    await consumeRateLimit(context, 'message_by_sender', actor.id)
    return (
      (await writeIntoConversation(context, context.db, actor, message, idempotency)) ??
      (await writeFirstMessage(context, actor, message, idempotency))
    )
  })
  // Also for a repeated request: the process that wrote the message may have died before it could notify.
  const readers = sent.hidden ? [actor.id] : [actor.id, message.receiverId]
  notifyPair(context, readers, sent.conversation_id)
  return sent
}

/** Writes into an existing conversation. Returns undefined if a client has none with this professional yet. */
async function writeIntoConversation(
  context: Context,
  db: Db,
  actor: Actor,
  { receiverId, text, network, picture, at }: TimedMessage,
  idempotency: Idempotency | undefined,
): Promise<WrittenMessage | undefined> {
  const pair = pairOf(actor, receiverId)
  const result = await writeMessage(db, actor.role, {
    pair,
    message: {
      sender_id: actor.id,
      receiver_id: receiverId,
      message: text,
      timestamp: at.toISOString(),
      read: false,
      kind: picture ? 'picture' : 'text',
      picture_url: picture?.facts.url ?? null,
      picture: picture?.facts ?? null,
      booking_event: null,
      booking: null,
    },
    file: picture?.file ?? null,
    unansweredPerHour: unansweredMessagesPerHour(context),
    sameTextADay: sameTextADay(context),
    pairWait: waitForNewPairSql(context, { ...pair, network, at }),
    idempotency,
  })
  const limited = { ...pair, network, at, text: picture ? null : text }
  if (result) await checkMayContinue(context, db, actor.role, result, limited)
  else if (actor.role === 'professional') refuse('client_contacts_first')
  return result?.message ?? undefined
}

/** A client's first message to a professional: opens the conversation and writes the message, in one transaction. */
function writeFirstMessage(
  context: Context,
  client: Actor,
  message: TimedMessage,
  idempotency: Idempotency | undefined,
): Promise<WrittenMessage> {
  return runInTransaction(context.db, idempotency, async (tx) => {
    await openConversationByMessage(context, tx, client, message.receiverId, message)
    return (await writeIntoConversation(context, tx, client, message, undefined))!
  })
}
