import type { Tx } from '#server/db/db.ts'
import { helpOfSolution } from '#server/http/limits/limit-scale.ts'
import type { Actor } from '#server/http/calls/actor.ts'
import { runInTransaction } from '#server/http/calls/idempotency.ts'
import type { Idempotency } from '#server/http/calls/idempotency.ts'
import { refuse, refuseForSeconds } from '#server/http/calls/refusal.ts'
import type { Context, TxContext } from '#server/context.ts'
import { heldField } from '#server/money/leads/holds.ts'
import type { Hold } from '#server/money/leads/holds.ts'
import { receiveLead, refuseLocked } from '#server/money/leads/leads.ts'
import type { Pair } from '#server/money/leads/leads.ts'
import { holdOfPair, waitForNewPair } from '#server/money/leads/lead-limits.ts'
import type { NewPair } from '#server/money/leads/lead-limits.ts'
import { isReachable } from '#server/people/listing/listed.ts'
import { lockPair, lockPeople } from '#server/people/person/lock-people.ts'
import { pairOf } from './conversations.ts'
import { conversationOf } from './conversations.queries.ts'
import type { ConversationState } from './conversations.queries.ts'
import { waitForMessage } from './message-limits.ts'
import { notifyPair } from '#server/live/notify-sides.ts'

type Opened = { id: string; hold: Hold | null }

/**
 * A client opens the conversation with a professional, which also creates their lead, its event and the job that
 * notifies. If the conversation exists, changes nothing. `network` is `networkKey` of the caller's address. Refuses
 * 'not_signed_in', 'conversation_blocked', 'professional_not_accepting_messages', 'email_not_verified' and
 * 'too_many_contacts'. rule: conversation-pair, held-starts
 */
export async function initiateContact(
  context: Context,
  pair: Pair,
  network: string,
  idempotency: Idempotency | undefined,
): Promise<{ conversation_id: string; held?: 'email'; isScreened: boolean }> {
  const at = context.clock.now()
  const { id, hold } = await runInTransaction<Opened>(context.db, idempotency, async (tx) => {
    const people = await lockPair(tx, pair)
    const existing = await conversationOf(tx, pair, 'client')
    if (!people.has(pair.clientId)) refuse('not_signed_in')
    if (existing?.blocked) refuse('conversation_blocked')
    if (existing) return { id: existing.id, hold: existing.held }
    const hold = await checkNewContact(context, tx, people, { ...pair, network, at })
    const id = await receiveLead(tx, { ...pair, source: 'contact', hold, at })
    return { id: id!, hold }
  })
  notifyPair(context, hold ? [pair.clientId] : [pair.clientId, pair.professionalId], id)
  return { conversation_id: id, ...heldField(hold), isScreened: hold === 'screened' }
}

export type WantedMessage = {
  receiverId: string
  /** Null: a photo, whose text may come again. */
  text: string | null
  /** `networkKey` of the caller's address. */
  network: string
  at: Date
}

/**
 * Locks what a message needs until the transaction ends, and refuses if the actor may not write it. If the two have no
 * conversation, only a client may write, and only to a reachable professional; the new conversation is counted. Returns
 * the conversation, and how it is held. rule: conversation-pair, contact-limits, held-starts
 */
export async function checkMayWrite(
  context: TxContext,
  tx: Tx,
  actor: Actor,
  { receiverId, text, network, at }: WantedMessage,
): Promise<{ id: string | null; held: Hold | null }> {
  const pair = { ...pairOf(actor, receiverId), network, at }
  const people = await (actor.role === 'client'
    ? lockPair(tx, pair)
    : lockPeople(tx, pair.clientId, pair.professionalId))
  const existing = await conversationOf(tx, pair, actor.role)
  if (existing) {
    if (actor.role === 'professional' && !existing.open) await refuseLocked(tx, pair)
    if (existing.blocked || people.size < 2) refuse('conversation_blocked')
    if (actor.role === 'client') await refuseTooMany(context, tx, existing, { ...pair, text })
    return existing
  }
  if (actor.role === 'professional') refuse('client_contacts_first')
  if (!people.has(actor.id)) refuse('not_signed_in')
  const held = await checkNewContact(context, tx, people, pair)
  await refuseTooMany(context, tx, NEW_CONVERSATION, { ...pair, text })
  return { id: null, held }
}

/** Refuses a new contact that may not be, and returns how it is held. rule: contact-limits, held-starts */
async function checkNewContact(
  context: TxContext,
  tx: Tx,
  people: Set<string>,
  pair: NewPair,
): Promise<Hold | null> {
  const isThere = people.has(pair.professionalId)
  if (!isThere || !(await isReachable(tx, pair.professionalId))) {
    refuse('professional_not_accepting_messages')
  }
  return holdOfPair(context, tx, pair)
}

type Limited = Pick<ConversationState, 'answered' | 'returned'> & { id: string | null }

const NEW_CONVERSATION: Limited = { id: null, answered: false, returned: false }

/**
 * Refuses a client's message that is one too many for a professional who has not answered, or would open a lead again
 * whose credit was returned. rule: contact-limits, lead-returns
 */
async function refuseTooMany(
  context: TxContext,
  tx: Tx,
  { id: conversationId, answered, returned }: Limited,
  message: NewPair & { text: string | null },
): Promise<void> {
  const waitToWrite = async (one: Tx) =>
    answered ? null : waitForMessage(context, one, { ...message, conversationId })
  const waitToOpen = async (one: Tx) => (returned ? waitForNewPair(context, one, message) : null)
  const isHelpedBySolution = helpOfSolution(
    async (one) => (await waitToWrite(one)) ?? (await waitToOpen(one)),
  )
  const wait = await waitToWrite(tx)
  if (wait !== null) refuseForSeconds('too_many_requests', wait, { isHelpedBySolution })
  const pairWait = await waitToOpen(tx)
  if (pairWait !== null) refuseForSeconds('too_many_contacts', pairWait, { isHelpedBySolution })
}
