import type { Db } from '#server/db/db.ts'

type PairAction = { byId: string; aboutId: string; at: Date }

export async function insertBlock(db: Db, { byId, aboutId, at }: PairAction): Promise<void> {
  await db
    .insertInto('blocks')
    .values({ blocker_id: byId, blocked_id: aboutId, at })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export async function deleteBlock(
  db: Db,
  { byId, aboutId }: Omit<PairAction, 'at'>,
): Promise<void> {
  await db
    .deleteFrom('blocks')
    .where('blocker_id', '=', byId)
    .where('blocked_id', '=', aboutId)
    .execute()
}
