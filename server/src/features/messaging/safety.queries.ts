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
