import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'
import { blockedSql } from '#server/people/person/blocked-pair.ts'
import type { Notice } from '../notices/notice.ts'

export type UnannouncedMessage = {
  id: string
  conversation_id: string
  sender_id: string
  receiver_id: string
  created_at: Date
  /** No earlier message of this sender in the conversation was announced or read. */
  begins: boolean
  /** One of the two has blocked the other, or is suspended. */
  blocked: boolean
}

/** In SQL over messages: one of the two has blocked the other, or is suspended. */
const IS_BLOCKED_SQL = blockedSql(sql.ref('messages.sender_id'), sql.ref('messages.receiver_id'))

/** In SQL over messages: its receiver can see it. rule: held-starts */
const NOT_HELD_SQL = sql<boolean>`not exists (
  select from leads where leads.conversation_id = messages.conversation_id and leads.held is not null)`

/** In SQL over messages: no earlier message of this sender in the conversation was announced or read. */
const BEGINS_SQL = `not exists (
  select from messages as earlier where earlier.conversation_id = messages.conversation_id
    and earlier.sender_id = messages.sender_id and earlier.kind <> 'booking' and earlier.id <> messages.id
    and earlier.seq < messages.seq and (earlier.told_at is not null or earlier.read_at is not null))`

/**
 * The receivers of messages that are unread, not announced and due. Due are messages unread since that moment and a
 * sender's first. Those between two of whom one is blocked or suspended only have to be marked. Longest waiting first,
 * at most `size` and without those that this run has had.
 */
export async function listDueReceivers(
  db: Db,
  {
    now,
    unreadSince,
    tried,
    size,
  }: { now: Date; unreadSince: Date; tried: readonly string[]; size: number },
): Promise<string[]> {
  const { rows } = await sql<{ receiver_id: string }>`
    select receiver_id from messages
    where read_at is null and told_at is null and kind <> 'booking' and created_at <= ${now}::timestamptz
      and ${NOT_HELD_SQL}
      and (coalesce(delivered_at, created_at) <= ${unreadSince}::timestamptz or ${sql.raw(BEGINS_SQL)} or ${IS_BLOCKED_SQL})
      and receiver_id <> all(${tried}::uuid[])
    group by receiver_id order by min(created_at) limit ${size}`.execute(db)
  return rows.map(({ receiver_id }) => receiver_id)
}

/**
 * Locks the messages to a receiver that are unread and not announced, oldest first. Messages that another worker has
 * locked are skipped.
 */
export async function lockUnannouncedMessages(
  tx: Db,
  receiverId: string,
  now: Date,
): Promise<UnannouncedMessage[]> {
  const { rows } = await sql<UnannouncedMessage>`
    select id, conversation_id, sender_id, receiver_id, coalesce(delivered_at, created_at) as created_at, ${sql.raw(BEGINS_SQL)} as begins,
      ${IS_BLOCKED_SQL} as blocked
    from messages
    where receiver_id = ${receiverId}::uuid and read_at is null and told_at is null and kind <> 'booking'
      and created_at <= ${now}::timestamptz and ${NOT_HELD_SQL}
    order by created_at, seq limit 1000 for update skip locked`.execute(tx)
  return rows
}

export async function markAnnounced(tx: Db, ids: readonly string[], at: Date): Promise<void> {
  if (ids.length === 0) return
  await tx.updateTable('messages').set({ told_at: at }).where('id', 'in', ids).execute()
}

/** The senders whose first message is already announced in a notice that waits for the end of quiet hours. */
export async function listDelayedFirstSenders(
  tx: Db,
  userId: string,
): Promise<ReadonlySet<string | null>> {
  const delayed = await tx
    .selectFrom('notices')
    .select('other_id')
    .where('user_id', '=', userId)
    .where('kind', '=', 'message.first')
    .where('due_at', 'is not', null)
    .execute()
  return new Set(delayed.map(({ other_id }) => other_id))
}

/**
 * Adds messages to the notice of unread messages that waits for the end of quiet hours. Returns false if there is none.
 */
export async function addToDelayedNotice(
  tx: Db,
  more: { userId: string; otherId: string | undefined; count: number; at: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('notices')
    .set({
      data: sql`jsonb_build_object('count', (data ->> 'count')::int + ${more.count}::int)`,
      other_id: sql`case when other_id = ${more.otherId ?? null}::uuid then other_id end`,
      at: more.at,
      read_at: null,
    })
    .where('user_id', '=', more.userId)
    .where('kind', '=', 'message.unanswered')
    .where('due_at', 'is not', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Whether any message of the notice's sender or senders is still unread. */
export async function hasUnreadMessages(
  db: Db,
  { user_id, other_id }: Pick<Notice, 'user_id' | 'other_id'>,
): Promise<boolean> {
  const { rows } = await sql`
    select from messages
    where receiver_id = ${user_id}::uuid and read_at is null and kind <> 'booking'
      and (${other_id}::uuid is null or sender_id = ${other_id}::uuid)
      and not ${IS_BLOCKED_SQL} and ${NOT_HELD_SQL}
    limit 1`.execute(db)
  return rows.length > 0
}
