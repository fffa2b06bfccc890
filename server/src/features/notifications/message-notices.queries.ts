import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'

export type Waiting = {
  id: string
  conversation_id: string
  sender_id: string
  receiver_id: string
  created_at: Date
  /** In its conversation its sender had been told of nothing before: these are first words. */
  begins: boolean
  /** One of the two has blocked the other. */
  blocked: boolean
}

/** What nobody has read or been told of, oldest first, held until the transaction ends; what another holds is its to tell. */
export async function waitingMessages(tx: Db, now: Date): Promise<Waiting[]> {
  const { rows } = await sql<Waiting>`
    select id, conversation_id, sender_id, receiver_id, created_at,
      not exists (
        select from messages as earlier where earlier.conversation_id = messages.conversation_id
          and earlier.sender_id = messages.sender_id and earlier.kind <> 'booking' and earlier.id <> messages.id
          and earlier.seq < messages.seq and (earlier.told_at is not null or earlier.read_at is not null)) as begins,
      exists (
        select from blocks where (blocker_id, blocked_id) in ((sender_id, receiver_id), (receiver_id, sender_id))) as blocked
    from messages
    where read_at is null and told_at is null and kind <> 'booking' and created_at <= ${now}::timestamptz
    order by created_at, seq limit 1000 for update skip locked`.execute(tx)
  return rows
}

export async function markTold(tx: Db, ids: readonly string[], at: Date): Promise<void> {
  if (ids.length === 0) return
  await tx.updateTable('messages').set({ told_at: at }).where('id', 'in', ids).execute()
}

/** Whose first words to a person wait for the end of her quiet hours. */
export async function sendersHeld(tx: Db, userId: string): Promise<ReadonlySet<string | null>> {
  const held = await tx
    .selectFrom('notices')
    .select('other_id')
    .where('user_id', '=', userId)
    .where('kind', '=', 'message.first')
    .where('due_at', 'is not', null)
    .execute()
  return new Set(held.map(({ other_id }) => other_id))
}

/** Adds messages to the notice of unread ones that waits for the end of somebody's quiet hours; false if none does. */
export async function joinHeld(
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
