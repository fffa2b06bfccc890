import { sql } from 'kysely'
import { RETENTION } from '#contract/retention.ts'
import type { Context } from '#server/context.ts'
import { executeWhileFull } from '#server/queue/run-batches.ts'

const BATCH_SIZE = 500

/**
 * Part of the job 'forget-visits': deletes the stages of old visits, and their notes before that.
 * rule: expired-data
 */
export async function deleteOldStages({ db, clock }: Pick<Context, 'db' | 'clock'>): Promise<void> {
  const now = clock.now()
  const isOlder = (months: number) =>
    sql`at < ${now}::timestamptz - make_interval(months => ${months})`
  // All stages of a visit go at once, because its booking repeats the latest one.
  await executeWhileFull(
    db,
    BATCH_SIZE,
    sql`
      with deleted as (
        delete from booking_stages where booking_id = any(array(
          select distinct booking_id from booking_stages where ${isOlder(RETENTION.stage_months)} limit ${BATCH_SIZE}))
        returning booking_id
      )
      update bookings set stage = null, on_time = (
        select false from problems where booking_id = bookings.id and kind = 'late' and decision = 'for_client' limit 1)
      where id in (select booking_id from deleted)`,
    sql`
      update booking_stages set note = '' where ctid = any(array(
        select ctid from booking_stages where note <> '' and ${isOlder(RETENTION.stage_note_months)} limit ${BATCH_SIZE}))`,
  )
}
