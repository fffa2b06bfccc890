import type { Message } from '#contract/talk/messaging.ts'
import type { Tx } from '#server/db/db.ts'
import type { Actor } from '#server/http/calls/actor.ts'
import { runInTransaction } from '#server/http/calls/idempotency.ts'
import type { Idempotency } from '#server/http/calls/idempotency.ts'
import { helpOfSolution } from '#server/http/limits/limit-scale.ts'
import { countUse } from '#server/http/limits/rate-limits.ts'
import { orRefusal, Refusal, refuseForSeconds } from '#server/http/calls/refusal.ts'
import type { Context } from '#server/context.ts'
import { heldField } from '#server/money/leads/holds.ts'
import { receiveLead, saveFirstAnswer } from '#server/money/leads/leads.ts'
import type { StoredPicture } from '#server/pictures/stored-picture.ts'
import { checkMayWrite } from './contact.ts'
import { pairOf } from './conversations.ts'
import { notifyPair } from '#server/live/notify-sides.ts'
import { insertMessage } from './thread.queries.ts'

type NewMessage = {
  receiverId: string
  /** Validated and trimmed. */
  text: string
  /** `networkKey` of the caller's address. */
  network: string
  /** A stored picture that the message shows. */
  picture?: StoredPicture | undefined
}

/** `hidden`: its receiver does not see it yet. The API does not return that. rule: held-starts */
type WrittenMessage = Message & { hidden?: true }

/**
 * Writes a message and updates the lead of the two people, in one transaction. Then sends live events to both sides.
 * With an Idempotency-Key the message is written once. For the refusals see `sendMessage` in
 * contract/talk/messaging.ts. rule: messages, contact-limits
 */
export async function sendMessage(
  context: Context,
  actor: Actor,
  message: NewMessage,
  idempotency: Idempotency | undefined,
): Promise<WrittenMessage> {
  const at = context.clock.now()
  const { receiverId, network, picture } = message
  const wanted = { receiverId, text: picture ? null : message.text, network, at }
  const sent = await runInTransaction(context.db, idempotency, async (tx) => {
    const checked = await orRefusal(async () => {
      await countMessage(context, tx, actor)
      return checkMayWrite(context, tx, actor, wanted)
    })
    return checked instanceof Refusal
      ? checked
      : writeMessage(tx, actor, { ...message, at }, checked)
  })
  // Also for a repeated request: the process that wrote the message may have died before it could notify.
  const readers = sent.hidden ? [actor.id] : [actor.id, message.receiverId]
  notifyPair(context, readers, sent.conversation_id)
  return sent
}

/** Refuses the sender of too many messages. A refused one counts too. rule: contact-limits */
async function countMessage(context: Context, tx: Tx, { id }: Actor): Promise<void> {
  const count = (one: Tx) => countUse(context, one, 'message_by_sender', id)
  const wait = await count(tx)
  if (wait !== null)
    refuseForSeconds('too_many_requests', wait, { isHelpedBySolution: helpOfSolution(count) })
}

/** A client's message asks for the lead, and opens it with the conversation if it is the first one. */
async function writeMessage(
  tx: Tx,
  actor: Actor,
  { receiverId, text, picture, at }: NewMessage & { at: Date },
  { id, held }: Awaited<ReturnType<typeof checkMayWrite>>,
): Promise<WrittenMessage> {
  const pair = pairOf(actor, receiverId)
  const opened =
    actor.role === 'client'
      ? await receiveLead(tx, { ...pair, source: 'message', hold: held, at })
      : undefined
  if (actor.role === 'professional') await saveFirstAnswer(tx, pair, at)
  const message = {
    conversation_id: opened ?? id!,
    sender_id: actor.id,
    receiver_id: receiverId,
    message: text,
    timestamp: at.toISOString(),
    read: false,
    kind: picture ? ('picture' as const) : ('text' as const),
    picture_url: picture?.facts.url ?? null,
    picture: picture?.facts ?? null,
    booking_event: null,
    booking: null,
  }
  const messageId = await insertMessage(tx, message, picture?.file ?? null)
  return { id: messageId, ...message, ...(held && { hidden: true }), ...heldField(held) }
}
