import { sql } from 'kysely'
import type { Context } from '#server/context.ts'
import { executeWhileFull } from '#server/queue/run-batches.ts'

/** Busy times of yesterday are still in the window that is read. */
const DAYS_KEPT = 2
const BATCH_SIZE = 500

/** Deletes busy times that are over. Part of the job 'forget-busy'. rule: busy-times */
export async function deletePastBusyTimes({ db, clock }: Context): Promise<void> {
  const now = clock.now()
  const deletion = sql`
    delete from busy_times where ctid in (
      select ctid from busy_times
      where ends_at < ${now}::timestamptz - make_interval(days => ${DAYS_KEPT}) limit ${BATCH_SIZE})`
  await executeWhileFull(db, BATCH_SIZE, deletion)
}
