import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { RETENTION } from '#contract/retention.ts'
import type { Context } from '#server/context.ts'
import type { Db } from '#server/db/db.ts'
import { executeWhileFull, runBatches } from '#server/queue/run-batches.ts'
import { notifyBookingChange } from '#server/live/notify-sides.ts'
import { settleVisit } from './settle-hours.ts'

/** The most visits that are settled, and rows that are deleted, in one step. */
const BATCH_SIZE = 100

/**
 * The job 'settle-hours': settles the hours that the client did not answer in time, and those of visits that were
 * completed without 'finished'. A booking that another transaction has locked, or a person whose account is being
 * deleted, is left to the next run. rule: settle-hours
 */
export async function settleHours(context: Context): Promise<void> {
  const now = context.clock.now()
  await runBatches(context, {
    table: 'bookings',
    row: 'visit',
    size: BATCH_SIZE,
    isDue: isDueSql(now),
    async change(ids) {
      const settled = await context.db.transaction().execute(async (tx) => {
        const due = await lockDue(tx, ids, now)
        for (const id of due) await settleVisit(tx, id, now)
        return due
      })
      await Promise.all(settled.map((id) => notifyBookingChange(context, id)))
    },
  })
}

/** A visit with an undecided no-show is not due. */
const isDueSql = (now: Date) => sql`bookings.id in (
  select booking_id from booking_hours where answer_until <= ${now}::timestamptz
  union all
  select id from bookings as done
  where done.status = 'completed' and done.final_cents is null and done.no_show is distinct from 'undecided'
    and not exists (select from booking_hours where booking_id = done.id and answer_until > ${now}::timestamptz))`

/**
 * Locks those visits that are still due. Their hours can have been answered between the search for due ones and this
 * lock.
 */
async function lockDue(tx: Db, ids: readonly string[], now: Date): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select bookings.id
    from bookings
    join users as client on client.id = client_id join users as professional on professional.id = professional_id
    where bookings.id = any(${ids}::uuid[]) and ${isDueSql(now)}
    order by bookings.id
    for key share of client, professional skip locked for update of bookings skip locked`.execute(
    tx,
  )
  return rows.map(({ id }) => id)
}

/**
 * Part of the job 'forget-visits': deletes hours, receipts and changes 7 years after the visit, and makes one line of
 * its price. The booking keeps what was due. rule: receipts
 */
export async function deleteOldReceipts({
  db,
  clock,
}: Pick<Context, 'db' | 'clock'>): Promise<void> {
  const now = clock.now()
  const isOldSql = sql`
    ends_at < ${now}::timestamptz - make_interval(years => ${RETENTION.receipt_years})`
  const deletions = ['booking_hours', 'receipts', 'booking_changes'].map(
    (table) => sql`
      delete from ${sql.table(table)} where booking_id = any(array(
        select booking_id from ${sql.table(table)} join bookings on bookings.id = booking_id
        where ${isOldSql} limit ${BATCH_SIZE}))`,
  )
  await executeWhileFull(db, BATCH_SIZE, ...deletions, foldLinesSql(isOldSql))
}

/**
 * SQL that replaces the lines of old bookings by one line of labour with the same sum and the booked time: it names no
 * extra and no discount.
 */
const foldLinesSql = (isOldSql: RawBuilder<unknown>) => sql`
  with old as (
    select id, hourly_rate_cents, estimated_hours, total_cents from bookings
    where ${isOldSql} and exists (
      select from booking_lines where booking_id = bookings.id and (position <> 0 or kind <> 'labour'))
    limit ${BATCH_SIZE} for update skip locked
  ), deleted as (
    delete from booking_lines where booking_id in (select id from old) and position <> 0
  )
  insert into booking_lines (booking_id, position, kind, rate_cents, minutes, amount_cents)
  select id, 0, 'labour', hourly_rate_cents, estimated_hours * 60, total_cents from old
  on conflict (booking_id, position) do update set kind = excluded.kind, rate_cents = excluded.rate_cents,
    extra = null, name = null, minutes = excluded.minutes, percent = null, amount_cents = excluded.amount_cents`
