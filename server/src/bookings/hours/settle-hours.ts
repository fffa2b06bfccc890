import { sql } from 'kysely'
import { dollars, sumCents } from '#contract/bookings/booking-price.ts'
import type { PriceLine } from '#contract/bookings/booking-price.ts'
import { reckonHours, usualMinutes } from '#contract/bookings/hour-rules.ts'
import type { ReckonedHours, VisitFacts } from '#contract/bookings/hour-rules.ts'
import { undoUntil } from '#contract/calendar/visit-times.ts'
import type { Db } from '#server/db/db.ts'
import { recordEvent } from '#server/events/record.ts'
import { enqueue } from '#server/queue/queue.ts'
import { LINES_SQL } from '#server/market/offer/booking-lines.ts'

/**
 * Writes what the hours of a visit come to now: nothing yet, more than was booked and waiting for the client, or
 * settled. A settlement has its event, the job that notifies both sides, and the number of the receipt. If the amount
 * does not change, nobody is notified again. A command that changes a fact of `reckonHours` calls it; for other changes
 * the job 'settle-hours' does, within a minute. The caller has locked the booking. rule: settle-hours
 */
export async function settleVisit(tx: Db, bookingId: string, now: Date): Promise<void> {
  const stored = await factsOf(tx, bookingId)
  const reckoned = reckonHours(factsToReckon(stored), now)
  if (reckoned === null) await deleteHours(tx, bookingId)
  else if (reckoned.state === 'settled' && isSettledAt(stored, sumCents(reckoned.lines)))
    await correctHours(tx, bookingId, reckoned)
  else await writeHours(tx, bookingId, stored, reckoned, now)
}

type SettledHours = Extract<ReckonedHours, { state: 'settled' }>
type Stored = Awaited<ReturnType<typeof factsOf>>

async function factsOf(tx: Db, bookingId: string) {
  return tx
    .selectFrom('bookings')
    .leftJoin('booking_hours', 'booking_hours.booking_id', 'bookings.id')
    .select(['status', 'no_show', 'reclean_of', 'estimated_hours', 'minimum_hours', 'final_cents'])
    .select(['actual_minutes', 'received_at', 'late', 'answer', 'answer_until', 'settled_at'])
    .select(LINES_SQL.as('agreed'))
    .where('bookings.id', '=', bookingId)
    .executeTakeFirstOrThrow()
}

function factsToReckon(row: Stored): VisitFacts {
  const { actual_minutes: actualMinutes, received_at: receivedAt } = row
  return {
    lines: row.agreed,
    bookedMinutes: row.estimated_hours * 60,
    minimumMinutes: row.minimum_hours * 60,
    isCompleted: row.status === 'completed',
    isReclean: row.reclean_of !== null,
    noShow: row.no_show,
    finished:
      actualMinutes === null || receivedAt === null
        ? null
        : { actualMinutes, receivedAt, isLate: row.late === true },
    answer: row.answer as 'yes' | 'no' | null,
  }
}

/** Whether both sides were told of this amount. Hours that wait are written again. */
const isSettledAt = ({ settled_at, final_cents }: Stored, totalCents: number) =>
  settled_at !== null && final_cents === totalCents

/** A late press that does not change the amount: the settlement keeps its event. rule: settle-hours */
async function correctHours(
  tx: Db,
  bookingId: string,
  { by, billedMinutes, lines }: SettledHours,
): Promise<void> {
  await tx
    .updateTable('booking_hours')
    .set({ by, billed_minutes: billedMinutes, lines: JSON.stringify(lines) })
    .where('booking_id', '=', bookingId)
    .execute()
}

async function writeHours(
  tx: Db,
  bookingId: string,
  stored: Stored,
  reckoned: ReckonedHours,
  now: Date,
): Promise<void> {
  const isSettled = reckoned.state === 'settled'
  const totalCents = sumCents(reckoned.lines)
  const { estimated_hours, no_show } = stored
  const values = {
    booked_minutes: estimated_hours * 60,
    billed_minutes: reckoned.billedMinutes,
    by: isSettled ? reckoned.by : 'professional',
    answer_until: isSettled ? null : reckoned.until,
    lines: JSON.stringify(reckoned.lines),
    settled_at: isSettled ? now : null,
    event_id: isSettled
      ? await recordSettlement(tx, { bookingId, totalCents, tellAt: tellAt(stored, reckoned) }, now)
      : null,
  }
  await tx
    .insertInto('booking_hours')
    .values({ booking_id: bookingId, ...values })
    .onConflict((conflict) => conflict.column('booking_id').doUpdateSet(values))
    .execute()
  await setFinal(tx, bookingId, isSettled ? totalCents : null)
  if (isSettled && no_show === null) await numberReceipt(tx, bookingId)
}

/**
 * When both sides are notified of a settlement. While 'finished' can be taken back, its settlement is not told:
 * pressing it again and again sends no letters. Undefined: now. rule: settle-hours
 */
function tellAt({ status, received_at }: Stored, { by }: SettledHours): Date | undefined {
  if (by !== 'professional' || status !== 'accepted' || received_at === null) return undefined
  return undoUntil({ received_at })
}

type Settlement = { bookingId: string; totalCents: number; tellAt: Date | undefined }

async function recordSettlement(
  tx: Db,
  { bookingId: id, totalCents, tellAt: runAt }: Settlement,
  at: Date,
): Promise<string> {
  const event_id = await recordEvent(tx, {
    kind: 'visit.hours_settled',
    subjectId: id,
    actorId: null,
    at,
    data: { total: dollars(totalCents) },
  })
  await enqueue(tx, 'notify-visit', { event_id }, runAt && { runAt })
  return event_id
}

/** A visit that is settled again keeps its number. rule: receipts */
async function numberReceipt(tx: Db, bookingId: string): Promise<void> {
  // A conflict would use up a number.
  await sql`
    insert into receipts (booking_id)
    select ${bookingId}::uuid where not exists (select from receipts where booking_id = ${bookingId}::uuid)`.execute(
    tx,
  )
}

async function setFinal(tx: Db, bookingId: string, final_cents: number | null): Promise<void> {
  await tx
    .updateTable('bookings')
    .set({ final_cents })
    .where('id', '=', bookingId)
    .where(sql<boolean>`final_cents is distinct from ${final_cents}::integer`)
    .execute()
}

/**
 * The professional finished a visit. `actualMinutes` is how long it took. Without it: the time since they started, else
 * arrived, else since its start. A visit that was completed before can only become cheaper. rule: settle-hours
 */
export async function finishHours(
  tx: Db,
  booking: { id: string; status: string; starts_at: Date },
  { actualMinutes, finishedAt }: { actualMinutes: number | undefined; finishedAt: Date },
  now: Date,
): Promise<void> {
  const facts = {
    actual_minutes: actualMinutes ?? (await minutesSinceStart(tx, booking, finishedAt)),
    received_at: now,
    late: booking.status === 'completed',
  }
  await tx
    .insertInto('booking_hours')
    .values({
      ...facts,
      booking_id: booking.id,
      booked_minutes: 0,
      billed_minutes: 0,
      by: 'professional',
      lines: '[]',
    })
    .onConflict((conflict) => conflict.column('booking_id').doUpdateSet(facts))
    .execute()
  await settleVisit(tx, booking.id, now)
}

async function minutesSinceStart(
  tx: Db,
  { id, starts_at }: { id: string; starts_at: Date },
  finishedAt: Date,
): Promise<number> {
  const stages = await tx
    .selectFrom('booking_stages')
    .select(['stage', 'at'])
    .where('booking_id', '=', id)
    .execute()
  const pressed = (stage: string) => stages.find((one) => one.stage === stage)?.at
  return usualMinutes(pressed('started') ?? pressed('arrived') ?? starts_at, finishedAt)
}

/**
 * The visit is not over any more; the number of its receipt waits for it. Returns the event of the settlement, if there
 * was one. rule: visit-stages
 */
export async function deleteHours(tx: Db, bookingId: string): Promise<string | null> {
  const deleted = await tx
    .deleteFrom('booking_hours')
    .where('booking_id', '=', bookingId)
    .returning('event_id')
    .executeTakeFirst()
  await setFinal(tx, bookingId, null)
  return deleted?.event_id ?? null
}

/** The lines of a row of `booking_hours`. */
export const asLines = (lines: unknown) => lines as PriceLine[]
