import { sql } from 'kysely'
import type { Context } from '#server/context.ts'
import { executeWhileFull, runBatches, runEachStep } from '#server/queue/run-batches.ts'
import { ownZoneSql } from './own-zone.ts'

/** Exceptions stay for a while after they are over, for whoever asks what happened. */
const EXCEPTION_DAYS_KEPT = 30
const BATCH_SIZE = 500

/**
 * The job 'forget-past-times': ends pauses for new clients whose date has come, so that no card shows them, and deletes
 * exceptions that are long over. rule: paused-clients, working-hours, scheduled-jobs
 */
export async function clearPastTimes(context: Context): Promise<void> {
  const now = context.clock.now()
  const past = sql`
    delete from time_exceptions where id in (
      select id from time_exceptions
      where to_date < (${now}::timestamptz at time zone 'UTC')::date - ${EXCEPTION_DAYS_KEPT}::integer
      limit ${BATCH_SIZE} for update skip locked)`
  await runEachStep([
    () => endPauses(context, now),
    () => executeWhileFull(context.db, BATCH_SIZE, past),
  ])
}

async function endPauses(context: Context, now: Date): Promise<void> {
  const isOver = sql`
    paused_until <= (${now}::timestamptz at time zone ${ownZoneSql(sql.ref('professional_id'), sql.ref('base_zip'))})::date`
  await runBatches(context, {
    table: 'users',
    row: 'pause for new clients',
    size: BATCH_SIZE,
    isDue: sql`id in (select professional_id from professional_times where ${isOver})`,
    async change(ids) {
      await sql`
        update professional_times set paused_until = null
        where professional_id in (
          select professional_id from professional_times
          where professional_id = any(${ids}::uuid[]) and ${isOver}
          order by professional_id for update skip locked)`.execute(context.db)
    },
  })
}
