import { sql } from 'kysely'
import type { Tx } from '#server/db/db.ts'

/**
 * Locks an account by `lock`, and around it the accounts of everybody who was in contact with this person, for a
 * command that writes rows that name them. All are locked in the order of their ids, so that two such commands at the
 * same moment do not wait for each other. rule: account-deletion, suspension
 */
export async function lockWithContacts<Locked>(
  tx: Tx,
  userId: string,
  lock: () => Promise<Locked>,
): Promise<Locked> {
  await lockContacts(tx, userId, 'before')
  const locked = await lock()
  await lockContacts(tx, userId, 'after')
  return locked
}

/** The contacts whose id comes before the person's id, or after it. */
async function lockContacts(tx: Tx, userId: string, part: 'before' | 'after'): Promise<void> {
  await sql`
    select from users where id in (
      select case when client_id = ${userId}::uuid then professional_id else client_id end from leads
      where ${userId}::uuid in (client_id, professional_id)
    ) and id ${sql.raw(part === 'before' ? '<' : '>')} ${userId}::uuid
    order by id for key share`.execute(tx)
}
