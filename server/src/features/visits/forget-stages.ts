import { sql } from 'kysely'
import type { Context } from '#server/context.ts'

const MONTHS_KEPT = 24
const MONTHS_OF_NOTES = 12

/**
 * Part of the job 'forget-visits': forgets the stages of old visits, and their notes before that. rule: stages-forgotten
 */
export async function forgetStages({ db, clock }: Pick<Context, 'db' | 'clock'>): Promise<void> {
  const now = clock.now()
  await sql`
    with forgotten as (
      delete from booking_stages where at < ${now}::timestamptz - make_interval(months => ${MONTHS_KEPT}) returning booking_id
    )
    update bookings set stage = null where id in (select booking_id from forgotten)`.execute(db)
  await sql`
    update booking_stages set note = ''
    where note <> '' and at < ${now}::timestamptz - make_interval(months => ${MONTHS_OF_NOTES})`.execute(
    db,
  )
}
