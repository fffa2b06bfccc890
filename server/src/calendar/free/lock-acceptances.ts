import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Db } from '#server/db/db.ts'

/**
 * Takes a lock until the transaction ends, so that only one transaction at a time accepts bookings of this
 * professional, or changes the hours and rules that decide about them. Without it, two of them could wait for each
 * other at the exclusion constraint, which is a deadlock.
 */
export async function lockAcceptances(tx: Db, professionalId: string): Promise<void> {
  await lockAcceptancesOf(tx, [professionalId])
}

/** Takes the lock of `lockAcceptances` for several professionals, in the order of their ids. */
export async function lockAcceptancesOf(tx: Db, professionalIds: readonly string[]): Promise<void> {
  await sql`
    select ${acceptanceLockSql(sql.ref('id'))}
    from (select id from unnest(${professionalIds}::uuid[]) as id order by id) as ordered`.execute(
    tx,
  )
}

/** An SQL expression that takes the lock of one professional, for a larger statement. `id` is a UUID. */
export function acceptanceLockSql(id: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`pg_advisory_xact_lock(hashtextextended('accept ' || ${id}, 0))`
}
