import { sql } from 'kysely'
import type { Context } from '#server/context.ts'
import { addJobSql } from '#server/queue/queue.ts'
import { runBatches, runEachStep } from '#server/queue/run-batches.ts'
import { lockPeople } from '#server/people/person/lock-people.ts'
import { notifyBookingChange, notifySeriesChange } from '#server/live/notify-sides.ts'
import { lockAcceptancesOf } from '#server/calendar/free/lock-acceptances.ts'
import { createVisitsOf } from './create-visits.ts'
import { bookingToShowSql, lockSeriesRows } from './series.queries.ts'

const BATCH_SIZE = 500
/** Series that one transaction extends. It keeps their professionals locked meanwhile. */
const TOGETHER = 50
/** Transactions at a time: each takes a connection of the pool. */
const AT_ONCE = 3

type DueSeries = { id: string; client_id: string; professional_id: string }

/**
 * The job 'extend-series': makes the bookings of each running series up to 56 days ahead, and ends those whose last
 * date has passed. One that fails does not stop the others. Safe to repeat, also at the same time.
 * rule: series, scheduled-jobs
 */
export async function extendSeries(context: Context): Promise<void> {
  const now = context.clock.now()
  await runEachStep([() => endPastSeries(context, now), () => extendActiveSeries(context, now)])
}

async function extendActiveSeries(context: Context, now: Date): Promise<void> {
  let last = { id: FIRST_ID, professional_id: FIRST_ID }
  for (;;) {
    // By professional, so that few transactions want the same lock.
    const { rows } = await sql<DueSeries>`
      select id, client_id, professional_id from series
      where status = 'active' and next_date <= (${now}::timestamptz at time zone time_zone)::date + 56
        and (professional_id, id) > (${last.professional_id}::uuid, ${last.id}::uuid)
      order by professional_id, id limit ${BATCH_SIZE}`.execute(context.db)
    const starts = Array.from({ length: Math.ceil(rows.length / TOGETHER) }, (_, n) => n * TOGETHER)
    const waiting = starts.values()
    const workers = Array.from({ length: AT_ONCE }, async () => {
      for (const start of waiting) {
        await extendOrLog(context, rows.slice(start, start + TOGETHER), now)
      }
    })
    await Promise.all(workers)
    if (rows.length < BATCH_SIZE) return
    last = rows.at(-1)!
  }
}

const FIRST_ID = '00000000-0000-0000-0000-000000000000'

/** Extends the series in one transaction; after an error each in its own. */
async function extendOrLog(context: Context, due: readonly DueSeries[], now: Date): Promise<void> {
  try {
    await extend(context, due, now)
  } catch (error) {
    if (due.length > 1) for (const one of due) await extendOrLog(context, [one], now)
    else
      context.log.error({ err: error, series: due[0]!.id }, 'the visits of a series have to wait')
  }
}

async function extend(context: Context, due: readonly DueSeries[], now: Date): Promise<void> {
  const clients = due.map(({ client_id }) => client_id)
  const professionals = [...new Set(due.map(({ professional_id }) => professional_id))]
  const ids = due.map(({ id }) => id)
  await context.db.transaction().execute(async (tx) => {
    await lockPeople(tx, ...new Set([...clients, ...professionals]))
    await lockAcceptancesOf(tx, professionals)
    const locked = await lockSeriesRows(tx, ids, now)
    await createVisitsOf(
      tx,
      locked.filter(({ status }) => status === 'active'),
      now,
    )
  })
  await notifySeriesChange(context, ids)
}

/** A series ends a day after its last date. */
async function endPastSeries(context: Context, now: Date): Promise<void> {
  const isDue = sql`status = 'active' and until < (${now}::timestamptz at time zone time_zone)::date`
  await runBatches(context, {
    table: 'series',
    row: 'series',
    size: BATCH_SIZE,
    isDue,
    async change(ids) {
      await sql`
        update series set status = 'ended', next_date = null
        where id in (
          select id from series where id = any(${ids}::uuid[]) and ${isDue} order by id for update skip locked)`.execute(
        context.db,
      )
    },
  })
}

/** Closes changes that nobody answered in time; a part of the job 'expire-proposals'. rule: series-changes */
export async function expireChanges(context: Context): Promise<void> {
  const now = context.clock.now()
  const isDue = sql`series_changes.status = 'open' and series_changes.expires_at <= ${now}::timestamptz`
  await runBatches(context, {
    table: 'series_changes',
    row: 'change of a series',
    size: BATCH_SIZE,
    isDue,
    async change(ids) {
      const { rows } = await sql<{ booking_id: string }>`
      with due as (
        select series_changes.id from series_changes join series on series.id = series_id
        where series_changes.id = any(${ids}::uuid[]) and ${isDue}
        order by series_changes.id for update of series skip locked
      ), closed as (
        update series_changes set status = 'expired' from due where series_changes.id = due.id and status = 'open'
        returning series_changes.id, series_id, by
      ), event as (
        insert into events (kind, subject_id, at, data)
        select 'series.expired', series_id, ${now}::timestamptz,
          jsonb_build_object('change_id', closed.id, 'by', by,
            'booking_id', ${bookingToShowSql(sql.ref('closed.series_id'), now)})
        from closed returning id, data ->> 'booking_id' as booking_id
      )
      select booking_id, ${addJobSql('notify-booking', sql`json_build_object('event_id', event.id::text)`)} as job from event`.execute(
        context.db,
      )
      await Promise.all(rows.map(({ booking_id }) => notifyBookingChange(context, booking_id)))
    },
  })
}
