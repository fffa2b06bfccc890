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
