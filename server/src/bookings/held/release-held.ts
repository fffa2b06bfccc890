import { sql } from 'kysely'
import { BOOKING_ANSWER_HOURS } from '#contract/bookings/booking-rules.ts'
import type { Tx } from '#server/db/db.ts'
import { recordAndNotify } from '#server/events/record.ts'
import { notifyBookingChange, notifyPair } from '#server/live/notify-sides.ts'
import { enqueue } from '#server/queue/queue.ts'
import { runEachDue } from '#server/queue/run-batches.ts'
import type { Context } from '#server/context.ts'
import { announceLead } from '#server/money/leads/leads.ts'
import type { Pair } from '#server/money/leads/leads.ts'
import { isReachable } from '#server/people/listing/listed.ts'
import { lockClient, lockPeople } from '#server/people/person/lock-people.ts'
import { releaseReviews } from '#server/market/write-reviews/release-reviews.ts'

const BATCH = 50

/** The released bookings and conversations, for the live events after the commit. */
export type Released = {
  count: number
  bookingIds: string[]
  conversations: { id: string; sides: [string, string] }[]
}

/**
 * Releases everything that waited for the address of a client, once: in the transaction that proves it, under the
 * client's lock. That of a suspended client waits until their account is restored. rule: held-starts
 */
export async function releaseHeld(tx: Tx, clientId: string, at: Date): Promise<Released> {
  const pairs = await tx
    .selectFrom('leads')
    .select('professional_id as professionalId')
    .where('client_id', '=', clientId)
    .where('held', '=', 'email')
    .orderBy('professional_id')
    .execute()
  const released: Released = { count: 0, bookingIds: [], conversations: [] }
  const people = await lockPeople(tx, clientId, ...pairs.map((pair) => pair.professionalId))
  if (!people.has(clientId)) return released
  for (const { professionalId } of pairs) {
    const isThere = people.has(professionalId)
    add(released, await releasePair(tx, { clientId, professionalId }, isThere, at))
  }
  released.count += await releaseReviews(tx, clientId, at)
  return released
}

/** Sends the live events of what was released. Call it after the commit. */
export async function tellReleased(
  services: Parameters<typeof notifyBookingChange>[0],
  { bookingIds, conversations }: Released,
): Promise<void> {
  for (const id of bookingIds) await notifyBookingChange(services, id)
  for (const { id, sides } of conversations) notifyPair(services, sides, id)
}

/**
 * Releases what one screened client started with one professional, once. That of a suspended client waits until their
 * account is restored. rule: screened-contacts
 */
export async function releaseScreened(
  services: Parameters<typeof notifyBookingChange>[0] & Pick<Context, 'clock'>,
  pair: Pair,
): Promise<void> {
  const { clientId, professionalId } = pair
  const released = await services.db.transaction().execute(async (tx) => {
    await lockClient(tx, clientId)
    const people = await lockPeople(tx, clientId, professionalId)
    const at = services.clock.now()
    return people.has(clientId) ? releasePair(tx, pair, people.has(professionalId), at) : null
  })
  if (released) await tellReleased(services, released)
}

/** The job 'release-screened': releases the pairs that have been screened for two hours. rule: screened-contacts */
export async function releaseDueScreened(context: Context): Promise<void> {
  const { db, clock } = context
  await runEachDue(context, {
    list: async (tried) => {
      const { rows } = await sql<Pair>`
        select client_id as "clientId", professional_id as "professionalId" from leads
          join users on users.id = client_id
        where held = 'screened' and held_until <= ${clock.now()}::timestamptz
          and deleted_at is null and suspension_id is null
          and not client_id || ' ' || professional_id = any(${tried}::text[])
        order by held_until, client_id, professional_id limit ${BATCH}`.execute(db)
      return rows
    },
    size: BATCH,
    keyOf: ({ clientId, professionalId }) => `${clientId} ${professionalId}`,
    work: (pair) => releaseScreened(context, pair),
    failed: 'a screened pair has to wait',
  })
}

function add(all: Released, more: Released): void {
  all.count += more.count
  all.bookingIds.push(...more.bookingIds)
  all.conversations.push(...more.conversations)
}

/**
 * Releases what one client started with one professional. Its lead begins now, and so do the hours in which the
 * professional can answer a request; its price and the times of messages stay. A request to a professional who cannot
 * be booked any more is declined, and they never see it. The caller holds the locks of both people and of the client.
 */
async function releasePair(tx: Tx, pair: Pair, isThere: boolean, at: Date): Promise<Released> {
  const { clientId, professionalId } = pair
  const lead = await tx
    .selectFrom('leads')
    .select(['conversation_id', 'source'])
    .select(
      sql<boolean>`exists (
      select from messages where messages.conversation_id = leads.conversation_id)`.as(
        'has_messages',
      ),
    )
    .where('professional_id', '=', professionalId)
    .where('client_id', '=', clientId)
    .where('held', 'is not', null)
    .forUpdate()
    .executeTakeFirst()
  if (!lead) return { count: 0, bookingIds: [], conversations: [] }
  const isSent = isThere && (await isReachable(tx, professionalId))
  const requests = await endOrRelease(tx, pair, isSent, at)
  const hasConversation = lead.source !== 'booking' || lead.has_messages
  const isLead = hasConversation || (isSent && requests.length > 0)
  if (isLead) await beginLead(tx, pair, lead.conversation_id, at)
  else await deleteLead(tx, pair)
  if (isLead && hasConversation) await announceLead(tx, pair, at)
  for (const id of isSent ? requests : []) {
    const event = { kind: 'booking.requested', subjectId: id, actorId: clientId, at }
    await recordAndNotify(tx, 'notify-booking', event)
  }
  const conversation = { id: lead.conversation_id, sides: [clientId, professionalId] } as const
  return {
    count: (hasConversation ? 1 : 0) + (isSent ? requests.length : 0),
    bookingIds: requests,
    conversations: hasConversation ? [{ ...conversation, sides: [...conversation.sides] }] : [],
  }
}

/** Returns the ids of the requests that it has sent or declined. One whose start has come is left to its job. */
async function endOrRelease(tx: Tx, pair: Pair, isSent: boolean, at: Date): Promise<string[]> {
  const change = isSent
    ? sql`held = null, created_at = ${at}::timestamptz,
        expires_at = least(${at}::timestamptz + make_interval(hours => ${BOOKING_ANSWER_HOURS}), starts_at)`
    : sql`status = 'declined', reason = 'not_accepting', sequence = sequence + 1`
  const { rows } = await sql<{ id: string }>`
    with waiting as (
      select id from bookings
      where client_id = ${pair.clientId}::uuid and professional_id = ${pair.professionalId}::uuid
        and held is not null and status = 'pending' and starts_at > ${at}::timestamptz
      order by id for update
    )
    update bookings set ${change} from waiting where bookings.id = waiting.id returning bookings.id`.execute(
    tx,
  )
  const ids = rows.map(({ id }) => id).toSorted()
  if (!isSent) {
    for (const booking_id of ids) await enqueue(tx, 'notify-held-booking', { booking_id })
  }
  return ids
}

/** The lead asks for a credit, as a new one does (the trigger `leads_open_again`). */
async function beginLead(tx: Tx, pair: Pair, conversationId: string, at: Date): Promise<void> {
  await sql`
    update leads set held = null, held_until = null, created_at = ${at}::timestamptz, waiting_since = ${at}::timestamptz,
      client_acted_at = case when client_acted_at is not null then ${at}::timestamptz end
    where professional_id = ${pair.professionalId}::uuid and client_id = ${pair.clientId}::uuid`.execute(
    tx,
  )
  await tx
    .updateTable('messages')
    .set({ delivered_at: at })
    .where('conversation_id', '=', conversationId)
    .execute()
}

/** All that it was for ended while it was held. */
async function deleteLead(tx: Tx, { clientId, professionalId }: Pair): Promise<void> {
  await tx
    .deleteFrom('leads')
    .where('professional_id', '=', professionalId)
    .where('client_id', '=', clientId)
    .execute()
}
