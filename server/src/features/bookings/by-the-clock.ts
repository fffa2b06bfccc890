import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { addJobSql } from '#server/queue/queue.ts'
import type { Context } from '#server/context.ts'
import { tellOfBooking } from '../messaging/live.ts'

/** Enough for any minute, few enough for one short transaction. */
const BOOKINGS_AT_ONCE = 1000

/** Declines every pending request whose start or 72 hours have come, and lets both sides be told (decision 26). */
export async function expireBookings(context: Context): Promise<void> {
  const now = context.clock.now()
  await moveAllDue(context, now, {
    due: sql`status = 'pending' and expires_at <= ${now}::timestamptz`,
    changes: sql`status = 'declined', reason = 'expired'`,
    kind: 'booking.expired',
  })
}

/** Completes every accepted booking a day after its end, and lets both sides be told (decision 26). */
export async function completeBookings(context: Context): Promise<void> {
  const now = context.clock.now()
  await moveAllDue(context, now, {
    due: sql`status = 'accepted' and ends_at <= ${now}::timestamptz - interval '1 day'`,
    changes: sql`status = 'completed'`,
    kind: 'booking.completed',
  })
}

/** One statement a thousand, with events and notices; what somebody is moving at this moment waits for the next minute. */
async function moveAllDue(
  context: Context,
  now: Date,
  { due, changes, kind }: { due: RawBuilder<unknown>; changes: RawBuilder<unknown>; kind: string },
): Promise<void> {
  for (;;) {
    const { rows } = await sql<{ subject_id: string }>`
      with due as (
        select id from bookings where ${due} order by id limit ${BOOKINGS_AT_ONCE} for update skip locked
      ), moved as (
        update bookings set ${changes} from due where bookings.id = due.id returning bookings.id
      ), event as (
        insert into events (kind, subject_id, at) select ${kind}, id, ${now}::timestamptz from moved returning id, subject_id
      )
      select subject_id, ${sql.raw(addJobSql('notify-booking', "json_build_object('event_id', event.id::text)"))} as job from event`.execute(
      context.db,
    )
    await Promise.all(rows.map(({ subject_id }) => tellOfBooking(context, subject_id)))
    if (rows.length < BOOKINGS_AT_ONCE) return
  }
}
