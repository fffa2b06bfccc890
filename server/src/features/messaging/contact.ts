import type { Db } from '#server/db/db.ts'
import type { Actor } from '#server/http/actor.ts'
import { runInTransaction } from '#server/http/idempotency.ts'
import type { Idempotency } from '#server/http/idempotency.ts'
import { refuse } from '#server/http/refusal.ts'
import type { Context } from '#server/context.ts'
import { receiveLead } from '../billing/leads.ts'
import type { Pair } from '../billing/leads.ts'
import { isReachable } from '../billing/subscription.ts'
import { pairOf } from './conversation.ts'
import { conversationOf, countUnanswered } from './conversations.queries.ts'
import type { Held } from './conversations.queries.ts'
import { tellPair } from './live.ts'
import { countWritten } from './messages.queries.ts'

const HOUR_MS = 3_600_000
/** How many professionals a client may write to in a day before they answer, and how often into one silence in an hour; times RATE_LIMIT_SCALE. */
const UNANSWERED_CONTACTS = 15
const UNANSWERED_MESSAGES = 30

/**
 * A client opens the conversation with a professional, and with it the pair's lead (client spec 7; decisions 14, 15). The same
 * conversation however often; an earlier one stays open to her when the professional takes no new ones.
 */
export async function initiateContact(
  context: Context,
  pair: Pair,
  idempotency: Idempotency | undefined,
): Promise<string> {
  const at = context.clock.now()
  const id = await runInTransaction(context.db, idempotency, async (tx) => {
    const earlier = await conversationOf(tx, pair)
    if (earlier?.blocked) refuse('conversation_blocked')
    if (earlier) return earlier.id
    await refuseNewContact(context, tx, pair, at)
    await receiveLead(tx, { ...pair, source: 'contact', at })
    return (await conversationOf(tx, pair))!.id
  })
  await tellPair(context, [pair.clientId, pair.professionalId], id)
  return id
}

/** Refuses what the authorization table refuses of writing to another, and more than the limits of what nobody has answered. */
export async function refuseUnlessWelcome(
  context: Context,
  db: Db,
  actor: Actor,
  otherId: string,
  at: Date,
): Promise<void> {
  const pair = pairOf(actor, otherId)
  const earlier = await conversationOf(db, pair)
  if (earlier) {
    const most = unansweredPerHour(context)
    const since = new Date(at.getTime() - HOUR_MS)
    const thread = { conversationId: earlier.id, senderId: actor.id }
    const patient = earlier.answered || (await countWritten(db, thread, since, most)) < most
    refuseIn(actor.role, { ...earlier, patient })
  } else if (actor.role === 'professional') refuse('client_contacts_first')
  else await refuseNewContact(context, db, pair, at)
}

/** Refuses writing into a conversation that is there; `patient`: not too many into a silence. */
export function refuseIn(
  role: Actor['role'],
  { open, blocked, patient }: Held & { patient: boolean },
): void {
  if (role === 'professional' && !open) refuse('lead_locked')
  if (blocked) refuse('conversation_blocked')
  if (role === 'client' && !patient) refuse('too_many_requests')
}

/** How many messages a client may write into one silence in an hour. */
export function unansweredPerHour({ config }: Context): number {
  return UNANSWERED_MESSAGES * config.rateLimitScale
}

/** A client's first word makes the pair's lead and conversation, if that is not there by now. Refuses as `refuseUnlessWelcome`. */
export async function beginConversation(
  context: Context,
  tx: Db,
  client: Actor,
  professionalId: string,
  at: Date,
): Promise<void> {
  await refuseUnlessWelcome(context, tx, client, professionalId, at)
  await receiveLead(tx, { clientId: client.id, professionalId, source: 'message', at })
}

async function refuseNewContact(context: Context, tx: Db, pair: Pair, at: Date): Promise<void> {
  if (!(await isReachable(tx, pair.professionalId))) refuse('professional_not_accepting_messages')
  const unanswered = await countUnanswered(tx, pair.clientId, new Date(at.getTime() - 24 * HOUR_MS))
  if (unanswered >= UNANSWERED_CONTACTS * context.config.rateLimitScale) refuse('too_many_contacts')
}
