import type { Db } from '#server/db/db.ts'
import type { Actor } from '#server/http/actor.ts'
import { inOneGo } from '#server/http/once.ts'
import type { Intent } from '#server/http/once.ts'
import { refuse } from '#server/http/refusal.ts'
import type { World } from '#server/world.ts'
import { noteClientWrote, noteProfessionalAnswered, openLead } from '../billing/leads.ts'
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
  world: World,
  pair: Pair,
  intent: Intent | undefined,
): Promise<string> {
  const at = world.clock.now()
  const id = await inOneGo(world.db, intent, async (tx) => {
    const earlier = await conversationOf(tx, pair)
    if (earlier?.blocked) refuse('conversation_blocked')
    if (earlier) return earlier.id
    await refuseNewContact(world, tx, pair, at)
    await openLead(tx, { ...pair, source: 'contact', at })
    return (await conversationOf(tx, pair))!.id
  })
  await tellPair(world, [pair.clientId, pair.professionalId], id)
  return id
}

/**
 * Refuses what the authorization table refuses of writing to another, and more than the limits of what nobody has answered;
 * else answers the pair's conversation, if there is one already.
 */
export async function refuseUnlessWelcome(
  world: World,
  db: Db,
  actor: Actor,
  otherId: string,
  at: Date,
): Promise<Held | undefined> {
  const pair = pairOf(actor, otherId)
  const earlier = await conversationOf(db, pair)
  if (actor.role === 'professional') {
    if (!earlier) refuse('client_contacts_first')
    if (!earlier.open) refuse('lead_locked')
  }
  if (earlier?.blocked) refuse('conversation_blocked')
  if (actor.role === 'professional') return earlier
  if (!earlier) await refuseNewContact(world, db, pair, at)
  else if (!earlier.answered) await refuseFlood(world, db, earlier, actor.id, at)
  return earlier
}

/**
 * The conversation into which the actor may write to another now; the lead learns of it, and a client's first word makes it.
 * Refuses as `refuseUnlessWelcome`.
 */
export async function enterConversation(
  world: World,
  tx: Db,
  actor: Actor,
  otherId: string,
  at: Date,
): Promise<string> {
  const pair = pairOf(actor, otherId)
  const earlier = await refuseUnlessWelcome(world, tx, actor, otherId, at)
  if (actor.role === 'professional') await noteProfessionalAnswered(tx, pair, at)
  else await noteClientWrote(tx, pair, at)
  return (earlier ?? (await conversationOf(tx, pair))!).id
}

async function refuseNewContact(world: World, tx: Db, pair: Pair, at: Date): Promise<void> {
  if (!(await isReachable(tx, pair.professionalId))) refuse('professional_not_accepting_messages')
  const unanswered = await countUnanswered(tx, pair.clientId, new Date(at.getTime() - 24 * HOUR_MS))
  if (unanswered >= UNANSWERED_CONTACTS * world.config.rateLimitScale) refuse('too_many_contacts')
}

async function refuseFlood(
  { config }: World,
  tx: Db,
  { id: conversationId }: Held,
  senderId: string,
  at: Date,
): Promise<void> {
  const most = UNANSWERED_MESSAGES * config.rateLimitScale
  const since = new Date(at.getTime() - HOUR_MS)
  const written = await countWritten(tx, { conversationId, senderId }, since, most)
  if (written >= most) refuse('too_many_requests')
}
