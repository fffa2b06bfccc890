import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'

type Between = { from: string; about: string; at: Date }

export async function insertBlock(db: Db, { from, about, at }: Between): Promise<void> {
  await db
    .insertInto('blocks')
    .values({ blocker_id: from, blocked_id: about, at })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export async function removeBlock(db: Db, { from, about }: Omit<Between, 'at'>): Promise<void> {
  await db
    .deleteFrom('blocks')
    .where('blocker_id', '=', from)
    .where('blocked_id', '=', about)
    .execute()
}

/** Opens a report, or adds new words to the one that is open. */
export async function insertReport(
  db: Db,
  { from, about, at, reason }: Between & { reason: string },
): Promise<void> {
  await sql`
    insert into reports (reporter_id, reported_id, reason, at)
    values (${from}::uuid, ${about}::uuid, ${reason}, ${at}::timestamptz)
    on conflict (reporter_id, reported_id) where closed_at is null
    do update set reason = reports.reason || E'\n\n' || excluded.reason
    where position(excluded.reason in reports.reason) = 0`.execute(db)
}

/** The reports that nobody has closed, oldest first. */
export async function openReports(db: Db) {
  return db
    .selectFrom('reports')
    .innerJoin('users as reporters', 'reporters.id', 'reporter_id')
    .innerJoin('users as reported', 'reported.id', 'reported_id')
    .where('closed_at', 'is', null)
    .orderBy('reports.id')
    .select(['reports.id', 'reports.at', 'reason', 'reported.id as reported_id'])
    .select(['reporters.email as reporter', 'reported.email as reported', 'reported.role'])
    .execute()
}

/** Closes a report; undefined if it is none, or closed already. */
export async function closeReport(tx: Db, id: string, at: Date) {
  return tx
    .updateTable('reports')
    .set({ closed_at: at })
    .where('id', '=', id)
    .where('closed_at', 'is', null)
    .returning('reported_id')
    .executeTakeFirst()
}
