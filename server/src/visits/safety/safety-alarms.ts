import { sql } from 'kysely'
import { CHECK_BY_WARNING_MINUTES } from '#contract/visits/safety-rules.ts'
import type { Context } from '#server/context.ts'
import type { Db } from '#server/db/db.ts'
import { enqueue } from '#server/queue/queue.ts'
import { runBatches } from '#server/queue/run-batches.ts'
import { enqueueSafetyLetter } from '#server/bookings/moves/end-safety-timer.ts'

/** How many timers one transaction takes, so that it stays short. */
const BATCH_SIZE = 500

/**
 * The job 'safety-alarms', run every minute: reminds professionals 10 minutes before their timers end, and tells the
 * contacts of those who did not check in. It locks each timer: a 'finished' that was committed before ends it, one that
 * comes later waits and sends the second letter. rule: safety-alarm, safety-timer
 */
export async function raiseAlarms(context: Context): Promise<void> {
  const { db } = context
  const now = context.clock.now()
  for (const { isDue, change } of [
    { isDue: isOverSql(now), change: alarm },
    { isDue: isSoonSql(now), change: warn },
  ]) {
    await runBatches(context, {
      table: 'safety_timers',
      row: 'safety timer',
      size: BATCH_SIZE,
      isDue,
      change: (ids) => db.transaction().execute((tx) => change(tx, ids, now)),
    })
  }
}

const isOverSql = (now: Date) => sql`state = 'running' and check_by <= ${now}::timestamptz`

const isSoonSql = (now: Date) => sql`state = 'running' and warned_at is null
  and check_by > ${now}::timestamptz
  and check_by <= ${now}::timestamptz + make_interval(mins => ${CHECK_BY_WARNING_MINUTES})`

async function alarm(tx: Db, ids: readonly string[], now: Date): Promise<void> {
  const { rows } = await sql<{ id: string; state: string }>`
    with due as (
      select id, booking_id from safety_timers where id = any(${ids}::uuid[]) and ${isOverSql(now)}
      order by id for update skip locked
    ), told as (
      select due.id, contact.name, contact.email, contact.email_hash, contact.language
      from due join bookings on bookings.id = booking_id
      left join safety_contacts as contact on contact.professional_id = bookings.professional_id
    )
    update safety_timers set state = case when told.email is null then 'ended' else 'alarmed' end,
      alarmed_at = case when told.email is not null then ${now}::timestamptz end,
      contact_name = told.name, email = told.email, email_hash = told.email_hash, language = told.language
    from told where told.id = safety_timers.id
    returning safety_timers.id, state`.execute(tx)
  for (const { id, state } of rows) {
    if (state === 'alarmed') await enqueueSafetyLetter(tx, id, 'alarm')
  }
}

async function warn(tx: Db, ids: readonly string[], now: Date): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    update safety_timers set warned_at = ${now}::timestamptz where id = any(array(
      select id from safety_timers where id = any(${ids}::uuid[]) and ${isSoonSql(now)}
      order by id for update skip locked))
    returning id`.execute(tx)
  for (const { id } of rows) await enqueue(tx, 'notify-safety', { timer_id: id, about: 'soon' })
}
