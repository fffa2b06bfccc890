import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'
import { OPERATOR_LIST_MAX } from '../audit/operator-actions.ts'

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

/**
 * The oldest 200 open reports, oldest first, and how many there are. A report of a review has its reason of the list,
 * and the review.
 */
export async function openReports(db: Db) {
  const reports = await db
    .selectFrom('reports')
    .leftJoin('users as reporters', 'reporters.id', 'reporter_id')
    .innerJoin('users as reported', 'reported.id', 'reported_id')
    .leftJoin('reviews', 'reviews.id', 'review_id')
    .where('closed_at', 'is', null)
    .orderBy('reports.id')
    .limit(OPERATOR_LIST_MAX)
    .select(['reports.id', 'reports.at', 'subject_kind', 'reason', 'reported.id as reported_id'])
    .select(['reason_code', 'reviews.title as review', 'reviews.comment as review_comment'])
    .select(['reporters.email as reporter', 'reported.email as reported', 'reported.role'])
    .execute()
  const { total } = await db
    .selectFrom('reports')
    .select(sql<number>`count(*)::int`.as('total'))
    .where('closed_at', 'is', null)
    .executeTakeFirstOrThrow()
  return { reports, total }
}

/** Closes an open report; undefined if there is no open report with this id. */
export async function closeReport(tx: Db, id: string, at: Date) {
  return tx
    .updateTable('reports')
    .set({ closed_at: at })
    .where('id', '=', id)
    .where('closed_at', 'is', null)
    .returning('reported_id')
    .executeTakeFirst()
}
