import { sql } from 'kysely'
import { RETENTION } from '#contract/retention.ts'
import type { Context } from '#server/context.ts'
import type { Db } from '#server/db/db.ts'
import { resolveCaseOf } from './open-case.ts'
import { executeWhileFull } from '#server/queue/run-batches.ts'

const BATCH_SIZE = 1000

/**
 * The daily job 'forget-cases': deletes cases with their notes and history two years after they were resolved, and
 * reports two years after they were closed. The texts of a deleted account go after 90 days.
 * rule: case-states, reports
 */
export async function deleteOldCases({ db, clock }: Context): Promise<void> {
  await executeWhileFull(
    db,
    BATCH_SIZE,
    sql`delete from cases where id = any(array(
      select id from cases where state = 'resolved'
        and resolved_at < ${clock.now()}::timestamptz - make_interval(months => ${RETENTION.case_months})
      order by id limit ${BATCH_SIZE} for update))`,
    sql`delete from reports where id = any(array(
      select id from reports where closed_at < ${clock.now()}::timestamptz - make_interval(months => ${RETENTION.case_months})
      limit ${BATCH_SIZE}))`,
    sql`update reports set reason = '' where id = any(array(
      select id from reports where reason <> ''
        and reporter_left_at < ${clock.now()}::timestamptz - make_interval(days => ${RETENTION.left_text_days})
      limit ${BATCH_SIZE}))`,
  )
}

/**
 * Deletion of an account: its cases and reports stay without the person, and the cases of its support threads end. The
 * caller has locked the threads and the appeals. rule: account-deletion, case-states, reports
 */
export async function removePersonFromCases(
  tx: Db,
  userId: string,
  { threads, at }: { threads: readonly string[]; at: Date },
): Promise<void> {
  await sql`
    select from cases
    where person_id = ${userId}::uuid or queue = 'support' and subject_id = any(${[...threads]}::text[])
    order by id for update`.execute(tx)
  for (const id of threads)
    await resolveCaseOf(tx, 'support', { kind: 'support', id }, { outcome: 'withdrawn', at })
  await tx.updateTable('cases').set({ person_id: null }).where('person_id', '=', userId).execute()
  await tx
    .updateTable('reports')
    .set({ reporter_id: null, reporter_left_at: at })
    .where('reporter_id', '=', userId)
    .execute()
}
