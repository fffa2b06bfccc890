import { sql } from 'kysely'
import type { Context } from '#server/context.ts'
import { addJobSql } from '#server/queue/queue.ts'
import { lockPeople } from '../identity/lock-people.ts'
import { notifyBookingChange } from '../messaging/live-notifications.ts'
import { lockAcceptances } from '../time/lock-acceptances.ts'
import { createVisits } from './create-visits.ts'
import { bookingToShow, lockSeriesRow } from './series.queries.ts'

const BATCH_SIZE = 500

/**
 * The job 'extend-series': makes the bookings of each running series up to 56 days ahead, and ends those whose last
 * date has passed. One that fails does not stop the others. Safe to repeat, also at the same time. rule: series-visits
 */
export async function extendSeries(context: Context): Promise<void> {
  const now = context.clock.now()
  await endOver(context, now)
  let last = { next_date: '-infinity', id: '00000000-0000-0000-0000-000000000000' }
  for (;;) {
    const { rows } = await sql<{
      id: string
      client_id: string
      professional_id: string
      next_date: string
    }>`
      select id, client_id, professional_id, next_date::text from series
      where status = 'active' and next_date <= (${now}::timestamptz at time zone time_zone)::date + 56
        and (next_date, id) > (${last.next_date}::date, ${last.id}::uuid)
      order by next_date, id limit ${BATCH_SIZE}`.execute(context.db)
    for (const row of rows) {
      try {
        await extendOne(context, row, now)
      } catch (error) {
        context.log.error({ err: error, series: row.id }, 'the visits of a series have to wait')
      }
    }
    if (rows.length < BATCH_SIZE) return
    last = rows.at(-1)!
  }
}

async function extendOne(
  context: Context,
  { id, client_id, professional_id }: { id: string; client_id: string; professional_id: string },
  now: Date,
): Promise<void> {
  await context.db.transaction().execute(async (tx) => {
    await lockPeople(tx, client_id, professional_id)
    await lockAcceptances(tx, professional_id)
    const series = await lockSeriesRow(tx, id, now)
    if (series?.status === 'active') await createVisits(tx, series, now)
  })
  await notifyBookingChange(context, await bookingToShow(context.db, id, now))
}

/** A series is over a day after its last date. */
async function endOver({ db }: Context, now: Date): Promise<void> {
  await sql`
    update series set status = 'ended', next_date = null
    where id in (
      select id from series where status = 'active' and until < (${now}::timestamptz at time zone time_zone)::date
      order by id for update skip locked)`.execute(db)
}

/** Closes changes that nobody answered in time; a part of the job 'expire-proposals'. rule: series-changes */
export async function expireChanges(context: Context): Promise<void> {
  const now = context.clock.now()
  for (;;) {
    const { rows } = await sql<{ booking_id: string }>`
      with due as (
        select series_changes.id from series_changes join series on series.id = series_id
        where series_changes.status = 'open' and series_changes.expires_at <= ${now}::timestamptz
        order by series_changes.id limit ${BATCH_SIZE} for update of series skip locked
      ), closed as (
        update series_changes set status = 'expired' from due where series_changes.id = due.id and status = 'open'
        returning series_changes.id, series_id, by
      ), event as (
        insert into events (kind, subject_id, at, data)
        select 'series.expired', series_id, ${now}::timestamptz,
          jsonb_build_object('change_id', closed.id, 'by', by, 'booking_id', request_id)
        from closed join series on series.id = series_id returning id, data ->> 'booking_id' as booking_id
      )
      select booking_id, ${addJobSql('notify-booking', sql`json_build_object('event_id', event.id::text)`)} as job from event`.execute(
      context.db,
    )
    await Promise.all(rows.map(({ booking_id }) => notifyBookingChange(context, booking_id)))
    if (rows.length < BATCH_SIZE) return
  }
}
