import type { Db, Tx } from '#server/db/db.ts'
import { helpOfSolution, limitScale } from '#server/http/limit-scale.ts'
import type { Actor } from '#server/http/actor.ts'
import { runStatementOnce } from '#server/http/idempotency.ts'
import type { Idempotency } from '#server/http/idempotency.ts'
import { refuse, refuseForSeconds } from '#server/http/refusal.ts'
import type { Context, TxContext } from '#server/context.ts'
import { heldField, holdOfPair, holdOfPairSql } from '../billing/holds.ts'
import type { Hold } from '../billing/holds.ts'
import { receiveLead, refuseLocked } from '../billing/leads.ts'
import type { Pair } from '../billing/leads.ts'
import { giveBackNewPair, waitForNewPair, waitForNewPairSql } from '../billing/lead-limits.ts'
import type { NewPair } from '../billing/lead-limits.ts'
import { isScreened, isScreenedSql } from '../billing/screened-contacts.ts'
import { isReachable } from '../billing/subscription.ts'
import { lockCaller } from '../identity/lock-people.ts'
import { pairOf } from './conversations.ts'
import { conversationOf, waitForMessage } from './conversations.queries.ts'
import type { ConversationState } from './conversations.queries.ts'
import { openContact } from './open-contact.queries.ts'
import type { OpenedContact } from './open-contact.queries.ts'
import { notifyPair } from '#server/live/notify-sides.ts'

/** Multiplied by RATE_LIMIT_SCALE. rule: contact-limits */
const UNANSWERED_MESSAGES_PER_HOUR = 30
const SAME_TEXT_A_DAY = 5

/** Each further one follows a change of an account or the pair at the same moment. */
const OPEN_TRIES_MAX = 5

type Waits = { wait: number | null; pair_wait: number | null }
/** `text`: null of a photo, or of a message that is not written yet. */
type PairMessage = NewPair & { text: string | null }

/**
 * A client opens the conversation with a professional, which also creates their lead. If the conversation exists,
 * changes nothing. `network` is `networkKey` of the caller's address. Refuses 'professional_not_accepting_messages',
 * 'too_many_contacts', 'conversation_blocked' and 'email_not_verified'. rule: contact-first, held-starts
 */
export async function initiateContact(
  context: Context,
  pair: Pair,
  network: string,
  idempotency: Idempotency | undefined,
): Promise<{ conversation_id: string; held?: 'email'; isScreened: boolean }> {
  const newPair = { ...pair, network, at: context.clock.now() }
  const opened = await runStatementOnce(context.db, idempotency, () =>
    openUnlessRefused(context, newPair, idempotency),
  )
  const { id, hold } = typeof opened === 'string' ? { id: opened, hold: null } : opened
  notifyPair(context, hold ? [pair.clientId] : [pair.clientId, pair.professionalId], id)
  return { conversation_id: id, ...heldField(hold), isScreened: hold === 'screened' }
}

async function openUnlessRefused(
  context: Context,
  pair: NewPair,
  idempotency: Idempotency | undefined,
): Promise<OpenedContact> {
  const { db } = context
  for (let tries = OPEN_TRIES_MAX; tries > 0; tries--) {
    const { is_current, signed_in, blocked, reachable, hold, pair_wait, opened } =
      await openContact(db, {
        ...pair,
        hold: holdOfPairSql(context, pair),
        pairWait: waitForNewPairSql(context, pair),
        isScreened: isScreenedSql(context, pair),
        idempotency,
      })
    if (!is_current) continue
    if (!signed_in) refuse('not_signed_in')
    if (blocked) refuse('conversation_blocked')
    // If it is null, a concurrent request has opened the conversation.
    if (opened !== null) return opened
    if (!reachable) refuse('professional_not_accepting_messages')
    if (hold === 'too_many') refuse('email_not_verified')
    if (pair_wait === null) continue
    await giveBackNewPair(context, pair)
    refuseNewPair(context, pair, pair_wait)
  }
  refuse('overloaded')
}

/**
 * Refuses if the actor may not write to the other person now. If they have no conversation, only a client may write,
 * and only to a reachable professional. A new conversation is counted for `network`, unless that is null. Returns how a
 * new conversation is held. rule: contact-first, contact-limits, held-starts
 */
export async function checkMayWrite(
  context: TxContext,
  db: Db,
  actor: Actor,
  otherId: string,
  { network, at }: Pick<NewPair, 'network' | 'at'>,
): Promise<Hold | null> {
  const pair = pairOf(actor, otherId)
  const existing = await conversationOf(db, pair, actor.role)
  if (existing) {
    // The message itself counts for the network.
    const message = { ...pair, network: null, at, text: null }
    const waits =
      actor.role === 'client' && !existing.blocked
        ? await waitsOfMessage(context, db, existing, message)
        : { wait: null, pair_wait: null }
    await checkMayContinue(context, db, actor.role, { ...existing, ...waits }, message)
    return existing.held
  }
  if (actor.role === 'professional') refuse('client_contacts_first')
  return checkNewContact(context, db, { ...pair, network, at })
}

/**
 * Refuses if a person may not write into an existing conversation: 'lead_locked', 'conversation_blocked',
 * 'too_many_requests' or 'too_many_contacts'. `wait`: the seconds after which a client may write again, if the
 * professional has not answered. `pair_wait`: those after which they may open a lead again whose credit was returned.
 */
export async function checkMayContinue(
  context: TxContext,
  db: Db,
  role: Actor['role'],
  { wait, pair_wait, ...existing }: ConversationState & Waits,
  message: PairMessage,
): Promise<void> {
  if (role === 'professional' && !existing.open) await refuseLocked(db, message)
  if (existing.blocked) refuse('conversation_blocked')
  const isHelpedBySolution = helpOfSolution(async (tx) => {
    const waits = await waitsOfMessage(context, tx, existing, message)
    return waits.wait ?? waits.pair_wait
  })
  if (wait) refuseForSeconds('too_many_requests', wait, { isHelpedBySolution })
  if (pair_wait) refuseForSeconds('too_many_contacts', pair_wait, { isHelpedBySolution })
}

/** The seconds after which a client may write into a conversation, and may open a returned lead again. */
async function waitsOfMessage(
  context: TxContext,
  db: Db,
  { id: conversationId, answered, returned }: Omit<ConversationState, keyof Waits>,
  { clientId, text, at, ...pair }: PairMessage,
): Promise<Waits> {
  const thread = { clientId, conversationId, text, at }
  const limits = {
    perHour: unansweredMessagesPerHour(context),
    sameTextADay: sameTextADay(context),
  }
  const wait = answered ? null : await waitForMessage(db, thread, limits)
  const pair_wait =
    returned && wait === null ? await waitForNewPair(context, db, { ...pair, clientId, at }) : null
  return { wait, pair_wait }
}

/** How many messages an hour a client may write before the professional has answered. rule: contact-limits */
export function unansweredMessagesPerHour({ config }: TxContext): number {
  return UNANSWERED_MESSAGES_PER_HOUR * limitScale(config)
}

/** To how many professionals who have not answered a client may write one text a day. rule: contact-limits */
export function sameTextADay({ config }: TxContext): number {
  return SAME_TEXT_A_DAY * limitScale(config)
}

/**
 * Creates the lead and the conversation for a client's first message, unless a concurrent request has created them.
 * Refuses as `checkMayWrite`.
 */
export async function openConversationByMessage(
  context: TxContext,
  tx: Tx,
  client: Actor,
  professionalId: string,
  moment: Pick<NewPair, 'network' | 'at'>,
): Promise<void> {
  await lockCaller(tx, client.id, professionalId)
  const hold = await checkMayWrite(context, tx, client, professionalId, moment)
  const { at } = moment
  await receiveLead(tx, { clientId: client.id, professionalId, source: 'message', hold, at })
}

/** Refuses a new contact that may not be, and returns how it is held. rule: contact-limits, held-starts */
async function checkNewContact(context: TxContext, tx: Db, pair: NewPair): Promise<Hold | null> {
  if (!(await isReachable(tx, pair.professionalId))) refuse('professional_not_accepting_messages')
  const hold = await holdOfPair(context, tx, pair)
  const wait = await waitForNewPair(context, tx, pair)
  if (wait) refuseNewPair(context, pair, wait)
  return hold ?? ((await isScreened(context, tx, pair)) ? 'screened' : null)
}

function refuseNewPair(context: TxContext, pair: NewPair, wait: number): never {
  const isHelpedBySolution = helpOfSolution((tx) => waitForNewPair(context, tx, pair))
  refuseForSeconds('too_many_contacts', wait, { isHelpedBySolution })
}
