import { dollars, sumCents } from '#contract/bookings/booking-price.ts'
import type { PriceLine } from '#contract/bookings/booking-price.ts'
import type { PaymentMethod } from '#contract/bookings/hour-rules.ts'
import type { ServiceType } from '#contract/product.ts'
import type { PaymentRecord, Receipt } from '#contract/bookings/receipts.ts'
import { Id } from '#contract/values.ts'
import type { Context } from '#server/context.ts'
import type { Db } from '#server/db/db.ts'
import { refuse } from '#server/http/calls/refusal.ts'
import type { Side } from '#server/http/calls/actor.ts'
import { lockVisit, refuseIfLeadLocked } from '../moves/lock-visit.ts'
import { notifyBookingChange } from '#server/live/notify-sides.ts'
import { shownLine } from '#server/market/offer/booking-lines.ts'
import { dateIn } from '#server/calendar/plan/own-date.ts'
import { asLines } from './settle-hours.ts'

type ReceiptRow = Awaited<ReturnType<ReturnType<typeof selectReceipts>['execute']>>[number]

/** More visits than anybody has in a year. */
const RECEIPTS_MAX = 5000

/** Refuses booking_not_found, lead_locked, receipt_not_ready. rule: receipts */
export async function readReceipt(db: Db, reader: Side, bookingId: string): Promise<Receipt> {
  const id = Id.safeParse(bookingId).data ?? refuse('booking_not_found')
  const booking =
    (await db
      .selectFrom('bookings')
      .select(['client_id', 'professional_id'])
      .where('id', '=', id)
      .where(columnOf(reader), '=', reader.id)
      .executeTakeFirst()) ?? refuse('booking_not_found')
  await refuseIfLeadLocked(db, reader, booking)
  const row = await selectReceipts(db).where('bookings.id', '=', id).executeTakeFirst()
  return row ? shownReceipt(row) : refuse('receipt_not_ready')
}

const columnOf = ({ role }: Side) => (role === 'client' ? 'client_id' : 'professional_id')

/**
 * One side records how the visit was paid; null takes it back. Refuses booking_not_found, lead_locked,
 * receipt_not_ready, invalid_input for a day in the future. rule: receipts
 */
export async function recordPayment(
  context: Context,
  actor: Side,
  bookingId: string,
  { method, paid_on }: PaymentRecord,
): Promise<Receipt> {
  const now = context.clock.now()
  const receipt = await context.db.transaction().execute(async (tx) => {
    const { id, time_zone } = await lockVisit(tx, actor, bookingId)
    const today = dateIn(time_zone, now).toString()
    if (paid_on !== undefined && paid_on > today) refuse('invalid_input')
    const before = await readReceipt(tx, actor, id)
    const date = method === null ? null : (paid_on ?? before.payment[actor.role]?.paid_on ?? today)
    await tx
      .updateTable('receipts')
      .set({ [`${actor.role}_method`]: method, [`${actor.role}_paid_on`]: date })
      .where('booking_id', '=', id)
      .execute()
    return readReceipt(tx, actor, id)
  })
  await notifyBookingChange(context, receipt.booking_id)
  return receipt
}

/**
 * A professional's receipts, the latest visit first. Without `year` those of this year. Refuses invalid_input,
 * complete_profile_first. rule: receipts
 */
export async function receiptsOfYear(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  professionalId: string,
  year: number | undefined,
): Promise<{ receipts: Receipt[]; total: number }> {
  const thisYear = clock.now().getUTCFullYear()
  if (year !== undefined && year > thisYear + 1) refuse('invalid_input')
  const of = year ?? thisYear
  const rows = await selectReceipts(db)
    .where('bookings.professional_id', '=', professionalId)
    .where('booking_date', '>=', `${of}-01-01`)
    .where('booking_date', '<=', `${of}-12-31`)
    .orderBy('booking_date', 'desc')
    .orderBy('booking_time', 'desc')
    .orderBy('number', 'desc')
    .limit(RECEIPTS_MAX)
    .execute()
  if (rows.length === 0 && !(await hasProfile(db, professionalId))) refuse('complete_profile_first')
  const totalCents = rows.reduce((sum, row) => sum + sumCents(asLines(row.lines)), 0)
  return { receipts: rows.map(shownReceipt), total: dollars(totalCents) }
}

async function hasProfile(db: Db, professionalId: string): Promise<boolean> {
  const row = await db
    .selectFrom('professionals')
    .select('user_id')
    .where('user_id', '=', professionalId)
    .executeTakeFirst()
  return row !== undefined
}

/** The receipts of visits whose hours are settled and to which both sides came; none was cancelled. rule: receipts */
function selectReceipts(db: Db) {
  return db
    .selectFrom('receipts')
    .innerJoin('bookings', 'bookings.id', 'receipts.booking_id')
    .innerJoin('booking_hours', 'booking_hours.booking_id', 'bookings.id')
    .innerJoin('users', 'users.id', 'client_id')
    .innerJoin('professionals', 'professionals.user_id', 'bookings.professional_id')
    .select(['bookings.id', 'number', 'full_name', 'first_name', 'last_name', 'booking_date'])
    .select([
      'service_type',
      'city',
      'bookings.state',
      'zip_code',
      'time_zone',
      'booking_hours.lines',
    ])
    .select(['client_method', 'client_paid_on', 'professional_method', 'professional_paid_on'])
    .where('settled_at', 'is not', null)
    .where('status', 'in', ['accepted', 'completed'])
    .where('no_show', 'is', null)
}

function shownReceipt(row: ReceiptRow): Receipt {
  const lines: PriceLine[] = asLines(row.lines)
  return {
    booking_id: row.id,
    number: `V-${row.number}`,
    professional_name: row.full_name,
    client_name: `${row.first_name} ${row.last_name}`.trim(),
    booking_date: row.booking_date,
    time_zone: row.time_zone,
    service_type: row.service_type as ServiceType,
    city: row.city,
    state: row.state,
    zip_code: row.zip_code,
    lines: lines.map(shownLine),
    final_amount: dollars(sumCents(lines)),
    payment: {
      client: paymentOf(row.client_method, row.client_paid_on),
      professional: paymentOf(row.professional_method, row.professional_paid_on),
    },
  }
}

function paymentOf(method: string | null, paid_on: string | null) {
  return method === null || paid_on === null ? null : { method: method as PaymentMethod, paid_on }
}
