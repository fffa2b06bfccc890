import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { STAGE_UNDO_MINUTES } from '#contract/visits/visit-rules.ts'
import { addJobSql } from '#server/queue/queue.ts'
import { runBatches } from '#server/queue/run-batches.ts'
import type { Context } from '#server/context.ts'
import { notifyBookingChange } from '#server/live/notify-sides.ts'
import { recountVisits } from '#server/people/listing/card-visits.ts'

/** How many bookings or proposals one transaction changes at most, so that it does not hold locks for long. */
const BATCH_SIZE = 500

/** The job 'expire-bookings': declines every pending request that is past `expires_at`. rule: booking-expires */
export async function expireBookings(context: Context): Promise<void> {
  const now = context.clock.now()
  await moveDueBookings(context, now, {
    isDue: sql`status = 'pending' and bookings.held is null and expires_at <= ${now}::timestamptz`,
    changes: sql`status = 'declined', reason = 'expired'`,
    kind: 'booking.expired',
  })
  await expireHeldBookings(context, now)
}

/** The professional of a held request never saw it: only its client is told that it ended. rule: held-starts */
async function expireHeldBookings(context: Context, now: Date): Promise<void> {
  const isDue = sql`bookings.held is not null and status = 'pending' and expires_at <= ${now}::timestamptz`
  await runBatches(context, {
    table: 'bookings',
    row: 'booking',
    size: BATCH_SIZE,
    isDue,
    async change(ids) {
      const { rows } = await sql<{ id: string }>`
        with due as (
          select bookings.id from bookings join users as client on client.id = client_id
          where bookings.id = any(${ids}::uuid[]) and ${isDue} order by bookings.id
          for key share of client skip locked for update of bookings skip locked
        ), moved as (
          update bookings set status = 'declined', reason = 'expired', sequence = sequence + 1 from due where bookings.id = due.id
          returning bookings.id
        )
        select id, ${addJobSql('notify-held-booking', sql`json_build_object('booking_id', id::text)`)} as job from moved`.execute(
        context.db,
      )
      await Promise.all(rows.map(({ id }) => notifyBookingChange(context, id)))
    },
  })
}

/**
 * The job 'complete-bookings': completes every accepted booking a day after its end. A finished visit is completed as
 * soon as the stage can no longer be undone, but not before its start. rule: booking-expires, visit-stages
 */
export async function completeBookings(context: Context): Promise<void> {
  const now = context.clock.now()
  await moveDueBookings(context, now, {
    isDue: sql`status = 'accepted' and ends_at <= ${now}::timestamptz - interval '1 day'`,
    changes: sql`status = 'completed'`,
    kind: 'booking.completed',
  })
  await moveDueBookings(context, now, {
    isDue: sql`bookings.stage = 'finished' and status = 'accepted' and starts_at <= ${now}::timestamptz and exists (
      select from booking_stages as finished where booking_id = bookings.id and finished.stage = 'finished'
        and received_at <= ${now}::timestamptz - make_interval(mins => ${STAGE_UNDO_MINUTES}))`,
    changes: sql`status = 'completed'`,
    kind: 'booking.completed',
  })
}

type DueMove = {
  isDue: RawBuilder<unknown>
  changes: RawBuilder<unknown>
  kind: 'booking.expired' | 'booking.completed'
}

/**
 * Changes the status of a batch of bookings in one statement, with their events and the jobs that notify. A booking
 * that another transaction has locked is skipped until the next run, and so are those of an account that is being
 * deleted.
 */
async function moveDueBookings(
  context: Context,
  now: Date,
  { isDue, changes, kind }: DueMove,
): Promise<void> {
  await runBatches(context, {
    table: 'bookings',
    row: 'booking',
    size: BATCH_SIZE,
    isDue,
    async change(ids) {
      const move = sql<{ subject_id: string }>`
      with due as (
        select bookings.id from bookings
        join users as client on client.id = client_id join users as professional on professional.id = professional_id
        where bookings.id = any(${ids}::uuid[]) and ${isDue} order by bookings.id
        for key share of client, professional skip locked for update of bookings skip locked
      ), moved as (
        update bookings set ${changes}, sequence = sequence + 1 from due where bookings.id = due.id returning bookings.id
      ), voided as (
        update booking_proposals set status = 'void' from moved where booking_id = moved.id and status = 'open'
      ), expired as (
        update booking_changes set status = 'expired' from moved where booking_id = moved.id and status = 'open'
      ), event as (
        insert into events (kind, subject_id, at) select ${kind}, id, ${now}::timestamptz from moved returning id, subject_id
      )
      select subject_id, ${addJobSql('notify-booking', sql`json_build_object('event_id', event.id::text)`)} as job from event`
      const moved = await context.db.transaction().execute(async (tx) => {
        const { rows } = await move.execute(tx)
        const bookingIds = rows.map(({ subject_id }) => subject_id)
        if (kind === 'booking.completed') await recountVisits(tx, bookingIds)
        return bookingIds
      })
      await Promise.all(moved.map((id) => notifyBookingChange(context, id)))
    },
  })
}

/** The job 'expire-proposals': closes every open proposal that is past `expires_at`. rule: proposals */
export async function expireProposals(context: Context): Promise<void> {
  const now = context.clock.now()
  const isDue = sql`booking_proposals.status = 'open' and booking_proposals.expires_at <= ${now}::timestamptz`
  await runBatches(context, {
    table: 'booking_proposals',
    row: 'proposal',
    size: BATCH_SIZE,
    isDue,
    async change(ids) {
      const { rows } = await sql<{ subject_id: string }>`
      with due as (
        select booking_proposals.id from booking_proposals
        join bookings on bookings.id = booking_id
        join users as client on client.id = client_id join users as professional on professional.id = professional_id
        where booking_proposals.id = any(${ids}::uuid[]) and ${isDue}
        order by booking_proposals.id
        for key share of client, professional skip locked for update of bookings skip locked
      ), closed as (
        update booking_proposals set status = 'expired' from due
        where booking_proposals.id = due.id and status = 'open'
        returning booking_proposals.id, booking_id, by, starts_at
      ), event as (
        insert into events (kind, subject_id, at, data)
        select 'proposal.expired', booking_id, ${now}::timestamptz, jsonb_build_object('proposal_id', id, 'by', by)
        from closed returning id, subject_id
      )
      select subject_id, ${addJobSql('notify-booking', sql`json_build_object('event_id', event.id::text)`)} as job from event`.execute(
        context.db,
      )
      await Promise.all(rows.map(({ subject_id }) => notifyBookingChange(context, subject_id)))
    },
  })
}
