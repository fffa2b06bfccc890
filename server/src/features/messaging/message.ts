import { dollars } from '#contract/booking-price.ts'
import { movesOfReader } from '#contract/booking-status.ts'
import type { BookingCard, Message } from '#contract/messaging.ts'
import { THREAD_PAGE } from '#contract/product.ts'
import type { Role } from '#contract/product.ts'
import { Id } from '#contract/values.ts'
import type { Db } from '#server/db/db.ts'
import type { Actor } from '#server/http/actor.ts'
import { runInTransaction, runStatementOnce } from '#server/http/idempotency.ts'
import type { Idempotency } from '#server/http/idempotency.ts'
import { refuse } from '#server/http/refusal.ts'
import type { Context } from '#server/context.ts'
import type { KeptPicture } from '../media/kept-picture.ts'
import { beginConversation, refuseIn, unansweredPerHour } from './contact.ts'
import { pairOf } from './conversation.ts'
import { tellPair } from './live.ts'
import { conversationOf } from './conversations.queries.ts'
import { messageOf, newestMessages, setRead } from './messages.queries.ts'
import type { MessageRow } from './messages.queries.ts'
import { writeMessage } from './write-message.queries.ts'

/**
 * Writes to another (professional spec 5, 7): the message, the pair's lead and its facts, or nothing; with an `idempotency`, once
 * (decision 40). `picture` is a kept one that the message shows.
 */
export async function sendMessage(
  context: Context,
  actor: Actor,
  { receiverId, text, picture }: { receiverId: string; text: string; picture?: KeptPicture },
  idempotency: Idempotency | undefined,
): Promise<Message> {
  const at = context.clock.now()
  const words = { receiverId, text, picture, at }
  const sent = await runStatementOnce(
    context.db,
    idempotency,
    async () =>
      (await writeOn(context, context.db, actor, words, idempotency)) ??
      (await writeFirst(context, actor, words, idempotency)),
  )
  // Also when it was sent before: the process that did may have died before it could tell.
  await tellPair(context, [actor.id, receiverId], sent.conversation_id)
  return sent
}

type Words = { receiverId: string; text: string; picture: KeptPicture | undefined; at: Date }

/** Undefined where a client has no conversation with this professional. */
async function writeOn(
  context: Context,
  db: Db,
  actor: Actor,
  { receiverId, text, picture, at }: Words,
  idempotency: Idempotency | undefined,
): Promise<Message | undefined> {
  const written = await writeMessage(db, actor.role, {
    pair: pairOf(actor, receiverId),
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
    unansweredPerHour: unansweredPerHour(context),
    idempotency,
  })
  if (written) refuseIn(actor.role, written)
  else if (actor.role === 'professional') refuse('client_contacts_first')
  return written?.message ?? undefined
}

function writeFirst(
  context: Context,
  client: Actor,
  words: Words,
  idempotency: Idempotency | undefined,
): Promise<Message> {
  return runInTransaction(context.db, idempotency, async (tx) => {
    await beginConversation(context, tx, client, words.receiverId, words.at)
    return (await writeOn(context, tx, client, words, undefined))!
  })
}

/** A page of the thread with another, oldest first: the newest, or those before the message `before`. */
export async function threadPage(
  { db, clock }: Context,
  actor: Actor,
  otherId: string,
  before: string | undefined,
): Promise<{ messages: Message[]; has_more: boolean }> {
  const conversation = Id.safeParse(otherId).success
    ? await conversationOf(db, pairOf(actor, otherId))
    : undefined
  if (!conversation) return { messages: [], has_more: false }
  if (actor.role === 'professional' && !conversation.open) refuse('lead_locked')
  const rows = await newestMessages(db, conversation.id, { before, limit: THREAD_PAGE + 1 })
  const now = clock.now()
  return {
    messages: rows
      .slice(0, THREAD_PAGE)
      .toReversed()
      .map((row) => onTheWire(row, actor.role, now)),
    has_more: rows.length > THREAD_PAGE,
  }
}

/** Its receiver has read a message, with `earlier` also those before it. Again is harmless; of others' messages nobody learns that they exist. */
export async function markRead(context: Context, actor: Actor, id: string, earlier: boolean) {
  const message = Id.safeParse(id).success ? await messageOf(context.db, actor.id, id) : undefined
  if (!message) refuse('not_found')
  if (message.receiver_id !== actor.id) refuse('not_yours')
  if (actor.role === 'professional' && !message.open) refuse('lead_locked')
  if (await setRead(context.db, { id, earlier }, context.clock.now())) {
    await tellPair(context, [message.sender_id, actor.id], message.conversation_id)
  }
  return { id, read: true as const }
}

function onTheWire(row: MessageRow, reader: Role, now: Date): Message {
  return {
    id: row.id,
    conversation_id: row.conversation_id,
    sender_id: row.sender_id,
    receiver_id: row.receiver_id,
    message: row.text,
    timestamp: row.created_at.toISOString(),
    read: row.read_at !== null,
    kind: row.kind,
    picture_url: row.picture_facts?.url ?? null,
    picture: row.picture_facts,
    booking_event: row.event,
    booking: row.booking_id === null ? null : cardOf(row, reader, now),
  }
}

/** The booking of a row that has one. A professional who reads a thread has an open lead. rule: booking-may */
function cardOf(row: MessageRow, reader: Role, now: Date): BookingCard {
  const state = { status: row.status!, startsAt: row.starts_at!, expiresAt: row.expires_at! }
  return {
    id: row.booking_id!,
    status: row.status!,
    service_type: row.service_type!,
    booking_date: row.booking_date!,
    booking_time: row.booking_time!,
    total_amount: dollars(row.total_cents!),
    may: movesOfReader(state, reader, row.reachable === true, now),
  }
}
