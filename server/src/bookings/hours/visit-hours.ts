import { dollars, sumCents } from '#contract/bookings/booking-price.ts'
import type { Hours } from '#contract/bookings/hours.ts'
import type { Role } from '#contract/product.ts'
import type { Db } from '#server/db/db.ts'
import { shownLine } from '#server/market/offer/booking-lines.ts'
import { asLines } from './settle-hours.ts'

export type HoursRow = NonNullable<Awaited<ReturnType<typeof hoursRow>>>

export async function hoursRow(db: Db, bookingId: string) {
  return db
    .selectFrom('booking_hours')
    .selectAll()
    .where('booking_id', '=', bookingId)
    .executeTakeFirst()
}

/**
 * The hours and the receipt of a visit, and the moves about them that this side can make now.
 * rule: settle-hours, receipts
 */
export async function hoursOfVisit(
  db: Db,
  booking: { id: string; status: string; no_show: string | null },
  reader: Role,
  now: Date,
): Promise<{
  hours: Hours | null
  receipt: string | null
  paid: boolean
  may: ('answer_hours' | 'record_payment')[]
}> {
  const row = await hoursRow(db, booking.id)
  const isAgreed = booking.status === 'accepted' || booking.status === 'completed'
  if (!row || !isAgreed) return { hours: null, receipt: null, paid: false, may: [] }
  const found =
    row.settled_at && booking.no_show === null ? await receiptRow(db, booking.id) : undefined
  const receipt = found ? `V-${found.number}` : null
  return {
    hours: shownHours(row),
    receipt,
    paid: Boolean(found?.[`${reader}_method`]),
    may: [
      ...(isWaiting(row, now) ? (['answer_hours'] as const) : []),
      ...(receipt === null ? [] : (['record_payment'] as const)),
    ],
  }
}

/** Whether the client can agree to the hours now, and the professional lower them. rule: settle-hours */
export function isWaiting({ answer_until }: Pick<HoursRow, 'answer_until'>, now: Date): boolean {
  return answer_until !== null && now < answer_until
}

export function shownHours(row: HoursRow): Hours {
  const lines = asLines(row.lines)
  return {
    booked_minutes: row.booked_minutes,
    actual_minutes: row.actual_minutes,
    billed_minutes: row.billed_minutes,
    state: row.settled_at === null ? 'waiting' : 'settled',
    by: row.by as Role | 'clock',
    answer_until: row.answer_until?.toISOString() ?? null,
    lines: lines.map(shownLine),
    final_amount: dollars(sumCents(lines)),
  }
}

const receiptRow = (db: Db, bookingId: string) =>
  db
    .selectFrom('receipts')
    .select(['number', 'client_method', 'professional_method'])
    .where('booking_id', '=', bookingId)
    .executeTakeFirst()
