import { sql } from 'kysely'
import { RETENTION } from '#contract/retention.ts'
import type { Context } from '#server/context.ts'
import type { Db } from '#server/db/db.ts'
import { executeWhileFull } from '#server/queue/run-batches.ts'

const BATCH_SIZE = 1000

/**
 * The daily job 'forget-cases': deletes cases with their notes and history two years after they were resolved.
 * rule: cases-forgotten
 */
export async function deleteOldCases({ db, clock }: Context): Promise<void> {
  await executeWhileFull(
    db,
    BATCH_SIZE,
    sql`delete from cases where id = any(array(
      select id from cases where state = 'resolved'
        and resolved_at < ${clock.now()}::timestamptz - make_interval(months => ${RETENTION.case_months})
      limit ${BATCH_SIZE}))`,
  )
}

/** Deletion of an account: its cases stay without the person. rule: account-deletion, cases-forgotten */
export async function removePersonFromCases(tx: Db, userId: string): Promise<void> {
  await tx.updateTable('cases').set({ person_id: null }).where('person_id', '=', userId).execute()
}
