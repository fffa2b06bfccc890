import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'
import { settleVisit } from '#server/bookings/hours/settle-hours.ts'
import { BOOKED_HOURS, visitsDone } from './pair-visits.ts'

/** Yesterday's visit took longer than its two booked hours. */
const ACTUAL_MINUTES = 165

/**
 * The hours of all completed visits: those that the professional finished took as long as booked, the pair's last one
 * took longer and waits for the client. Nobody is told of the settled ones. rule: settle-hours, receipts
 */
export async function writeHours(
  db: Db,
  professional: { id: string },
  client: { id: string },
  now: Date,
): Promise<void> {
  const [{ id, ends_at }] = await visitsDone(db, professional, client)
  await sql`
    insert into booking_hours (booking_id, booked_minutes, actual_minutes, received_at, billed_minutes, by, lines, settled_at)
    select id, estimated_hours * 60, case when received_at is not null then estimated_hours * 60 end, received_at,
      estimated_hours * 60, case when received_at is null then 'clock' else 'professional' end, (
        select jsonb_agg(jsonb_build_object('kind', kind, 'rateCents', rate_cents, 'extra', extra, 'name', name,
          'minutes', minutes, 'percent', percent, 'amountCents', amount_cents) order by position)
        from booking_lines where booking_id = bookings.id), ends_at
    from bookings
    left join booking_stages as finished on finished.booking_id = bookings.id and finished.stage = 'finished'
    where status = 'completed' and no_show is null and id <> ${id}::uuid`.execute(db)
  await sql`
    update bookings set final_cents = total_cents
    where status = 'completed' and no_show is null and id <> ${id}::uuid`.execute(db)
  await sql`
    insert into receipts (booking_id, client_method, client_paid_on, professional_method, professional_paid_on)
    select id, case when own then 'transfer' end, case when own then booking_date end,
      case when own then 'transfer' end, case when own then booking_date end
    from (
      select *, client_id = ${client.id}::uuid and professional_id = ${professional.id}::uuid as own from bookings
    ) as visit
    where final_cents is not null order by ends_at, id`.execute(db)
  await takeLonger(db, id, new Date(+ends_at + (ACTUAL_MINUTES - BOOKED_HOURS * 60) * 60_000))
  await settleVisit(db, id, now)
}

async function takeLonger(db: Db, id: string, at: Date): Promise<void> {
  const finished = { at, received_at: at }
  await db
    .updateTable('booking_stages')
    .set(finished)
    .where('booking_id', '=', id)
    .where('stage', '=', 'finished')
    .execute()
  await sql`
    update events set at = ${at}::timestamptz
    where subject_id = ${id}::uuid and kind in ('visit.finished', 'booking.completed')`.execute(db)
  // The thread is written again later, in the order of these times.
  await db
    .updateTable('messages')
    .set({ created_at: at })
    .where('booking_id', '=', id)
    .where('event', '=', 'completed')
    .execute()
  await db
    .insertInto('booking_hours')
    .values({
      booking_id: id,
      booked_minutes: BOOKED_HOURS * 60,
      actual_minutes: ACTUAL_MINUTES,
      received_at: at,
      billed_minutes: ACTUAL_MINUTES,
      by: 'professional',
      lines: '[]',
    })
    .execute()
}
