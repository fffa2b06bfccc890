import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'

/** The ids of everybody who has blocked a person or is blocked by them. */
export async function blockedPeople(db: Db, personId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select case blocker_id when ${personId}::uuid then blocked_id else blocker_id end as id
    from blocks where ${personId}::uuid in (blocker_id, blocked_id)`.execute(db)
  return rows.map(({ id }) => id)
}
