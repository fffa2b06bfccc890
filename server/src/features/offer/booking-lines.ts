import type { PriceLine } from '#contract/booking-price.ts'
import type { Db } from '#server/db/db.ts'

/**
 * Replaces the lines of a booking's price, in the transaction that writes its total. The caller has locked the booking.
 * At the end of the transaction the database refuses lines that do not sum to the total. rule: price-lines
 */
export async function replaceLines(
  tx: Db,
  bookingId: string,
  lines: readonly PriceLine[],
): Promise<void> {
  await tx.deleteFrom('booking_lines').where('booking_id', '=', bookingId).execute()
  await tx
    .insertInto('booking_lines')
    .values(lines.map((line, position) => lineRow(bookingId, line, position)))
    .execute()
}

function lineRow(bookingId: string, line: PriceLine, position: number) {
  return {
    booking_id: bookingId,
    position,
    kind: line.kind,
    rate_cents: line.kind === 'labour' ? line.rateCents : null,
    extra: line.kind === 'extra' ? line.extra : null,
    name: line.kind === 'extra' ? line.name : null,
    minutes: 'minutes' in line ? line.minutes : null,
    percent: line.kind === 'discount' ? line.percent : null,
    amount_cents: line.amountCents,
  }
}
