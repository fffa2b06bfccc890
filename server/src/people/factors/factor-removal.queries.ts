import { sql } from 'kysely'
import type { Selectable } from 'kysely'
import type { Db } from '#server/db/db.ts'
import type { FactorRemovals } from '#server/db/types.ts'

type Removal = Selectable<FactorRemovals>
type Outcome = 'removed' | 'signed_in' | 'kept'

/** Returns its id; undefined if one is under way. The caller holds a lock on the account. */
export async function insertRemoval(
  tx: Db,
  row: Pick<Removal, 'user_id' | 'asked_at' | 'due_at'>,
): Promise<string | undefined> {
  const inserted = await tx
    .insertInto('factor_removals')
    .values(row)
    .onConflict((conflict) => conflict.column('user_id').where('ended_at', 'is', null).doNothing())
    .returning('id')
    .executeTakeFirst()
  return inserted?.id
}

export async function removalById(db: Db, id: string): Promise<Removal | undefined> {
  return db.selectFrom('factor_removals').where('id', '=', id).selectAll().executeTakeFirst()
}

/** The removals whose second letter or whose end is due, without those in `tried`. */
export async function dueRemovals(
  db: Db,
  now: Date,
  { remindAfterMs, tried, size }: { remindAfterMs: number; tried: readonly string[]; size: number },
): Promise<Pick<Removal, 'id' | 'user_id'>[]> {
  return db
    .selectFrom('factor_removals')
    .where('ended_at', 'is', null)
    .where((row) =>
      row.or([
        row('due_at', '<=', now),
        row.and([
          row('reminded_at', 'is', null),
          row('asked_at', '<=', new Date(now.getTime() - remindAfterMs)),
        ]),
      ]),
    )
    .$if(tried.length > 0, (query) => query.where('id', 'not in', tried))
    .orderBy('id')
    .limit(size)
    .select(['id', 'user_id'])
    .execute()
}

/** Ends the removal of an account that is under way, if there is one. False if there is none. */
export async function endRemoval(
  tx: Db,
  userId: string,
  outcome: Outcome,
  at: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('factor_removals')
    .set({ ended_at: at, outcome })
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function markReminded(tx: Db, id: string, at: Date): Promise<void> {
  await tx.updateTable('factor_removals').set({ reminded_at: at }).where('id', '=', id).execute()
}

/** The link of a letter. Sent again, the letter gets another one. */
export async function setRemovalLink(
  db: Db,
  row: { removal_id: string; letter: 'asked' | 'reminder'; token_hash: Buffer },
): Promise<void> {
  await db
    .insertInto('factor_removal_links')
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(['removal_id', 'letter']).doUpdateSet({ token_hash: row.token_hash }),
    )
    .execute()
}

/** The account whose removal of factors, still under way, this link stops. */
export async function accountOfRemovalLink(db: Db, tokenHash: Buffer): Promise<string | undefined> {
  const { rows } = await sql<{ user_id: string }>`
    select user_id from factor_removals join factor_removal_links on removal_id = id
    where token_hash = ${tokenHash} and ended_at is null`.execute(db)
  return rows[0]?.user_id
}

export async function deleteRemovals(tx: Db, userId: string): Promise<void> {
  await tx.deleteFrom('factor_removals').where('user_id', '=', userId).execute()
}
