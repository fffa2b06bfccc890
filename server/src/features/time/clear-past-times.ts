import { sql } from 'kysely'
import type { Context } from '#server/context.ts'
import { executeWhileFull } from '#server/queue/run-batches.ts'
import { ownZoneSql } from './own-zone.ts'

/** Exceptions stay for a while after they are over, for whoever asks what happened. */
const EXCEPTION_DAYS_KEPT = 30
const BATCH_SIZE = 500

/**
 * The job 'forget-past-times': ends pauses for new clients whose date has come, so that no card shows them, and deletes
 * exceptions that are long over. rule: paused-clients, time-exceptions
 */
export async function clearPastTimes({ db, clock }: Pick<Context, 'db' | 'clock'>): Promise<void> {
  const now = clock.now()
  await executeWhileFull(
    db,
    BATCH_SIZE,
    sql`
    update professional_times set paused_until = null
    where professional_id in (
      select professional_id from professional_times
      where paused_until <= (${now}::timestamptz at time zone ${ownZoneSql(sql.ref('professional_id'), sql.ref('base_zip'))})::date
      limit ${BATCH_SIZE} for update skip locked)`,
    sql`
    delete from time_exceptions where id in (
      select id from time_exceptions
      where to_date < (${now}::timestamptz at time zone 'UTC')::date - ${EXCEPTION_DAYS_KEPT}::integer
      limit ${BATCH_SIZE} for update skip locked)`,
  )
}
