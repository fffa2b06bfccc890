import type { Db } from '#server/db/db.ts'
import type { Actor } from '#server/http/actor.ts'
import { runInTransaction } from '#server/http/idempotency.ts'
import type { Idempotency } from '#server/http/idempotency.ts'
import { refuse } from '#server/http/refusal.ts'
import type { Context } from '#server/context.ts'
import { receiveLead } from '../billing/leads.ts'
import type { Pair } from '../billing/leads.ts'
import { isReachable } from '../billing/subscription.ts'
import { pairOf } from './conversations.ts'
import { conversationOf, countUnanswered } from './conversations.queries.ts'
import type { ConversationState } from './conversations.queries.ts'
import { notifyPair } from './live-notifications.ts'
import { countRecentMessages } from './thread.queries.ts'

const HOUR_MS = 3_600_000
/** Both limits are multiplied by RATE_LIMIT_SCALE. rule: contact-limits */
const UNANSWERED_CONTACTS_PER_DAY = 15
const UNANSWERED_MESSAGES_PER_HOUR = 30

/**
 * A client opens the conversation with a professional, which also creates their lead. Returns the conversation's id. If
 * the conversation exists, returns its id and changes nothing. Refuses 'professional_not_accepting_messages',
 * 'too_many_contacts' and 'conversation_blocked'.
 * rule: contact-first
 */
export async function initiateContact(
  context: Context,
  pair: Pair,
  idempotency: Idempotency | undefined,
): Promise<string> {
  const at = context.clock.now()
  const id = await runInTransaction(context.db, idempotency, async (tx) => {
    const existing = await conversationOf(tx, pair)
    if (existing?.blocked) refuse('conversation_blocked')
    if (existing) return existing.id
    await checkNewContact(context, tx, pair, at)
    await receiveLead(tx, { ...pair, source: 'contact', at })
    return (await conversationOf(tx, pair))!.id
  })
  await notifyPair(context, [pair.clientId, pair.professionalId], id)
  return id
}

/**
 * Refuses if the actor may not write to the other person now. If they have no conversation, only a client may write,
 * and only to a reachable professional. rule: contact-first
 */
export async function checkMayWrite(
  context: Context,
  db: Db,
  actor: Actor,
  otherId: string,
  at: Date,
): Promise<void> {
  const pair = pairOf(actor, otherId)
  const existing = await conversationOf(db, pair)
  if (existing) {
    const limit = unansweredMessagesPerHour(context)
    const since = new Date(at.getTime() - HOUR_MS)
    const thread = { conversationId: existing.id, senderId: actor.id }
    const withinLimit =
      existing.answered || (await countRecentMessages(db, thread, since, limit)) < limit
    checkMayContinue(actor.role, { ...existing, withinLimit })
  } else if (actor.role === 'professional') refuse('client_contacts_first')
  else await checkNewContact(context, db, pair, at)
}

/**
 * Refuses if a person may not write into an existing conversation: 'lead_locked', 'conversation_blocked' or
 * 'too_many_requests'. `withinLimit` is false when a client has reached the limit of unanswered messages.
 */
export function checkMayContinue(
  role: Actor['role'],
  { open, blocked, withinLimit }: ConversationState & { withinLimit: boolean },
): void {
  if (role === 'professional' && !open) refuse('lead_locked')
  if (blocked) refuse('conversation_blocked')
  if (role === 'client' && !withinLimit) refuse('too_many_requests')
}

/** How many messages an hour a client may write before the professional has answered. rule: contact-limits */
export function unansweredMessagesPerHour({ config }: Context): number {
  return UNANSWERED_MESSAGES_PER_HOUR * config.rateLimitScale
}

/**
 * Creates the lead and the conversation for a client's first message, unless a concurrent request has created them.
 * Refuses as `checkMayWrite`.
 */
export async function openConversationByMessage(
  context: Context,
  tx: Db,
  client: Actor,
  professionalId: string,
  at: Date,
): Promise<void> {
  await checkMayWrite(context, tx, client, professionalId, at)
  await receiveLead(tx, { clientId: client.id, professionalId, source: 'message', at })
}

async function checkNewContact(context: Context, tx: Db, pair: Pair, at: Date): Promise<void> {
  if (!(await isReachable(tx, pair.professionalId))) refuse('professional_not_accepting_messages')
  const unanswered = await countUnanswered(tx, pair.clientId, new Date(at.getTime() - 24 * HOUR_MS))
  const limit = UNANSWERED_CONTACTS_PER_DAY * context.config.rateLimitScale
  if (unanswered >= limit) refuse('too_many_contacts')
}
