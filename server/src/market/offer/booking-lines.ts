import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { dollars } from '#contract/bookings/booking-price.ts'
import type { PriceLine } from '#contract/bookings/booking-price.ts'
import type { Supplies } from '#contract/market/offer-rules.ts'
import type { ShownLine } from '#contract/bookings/price-lines.ts'
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
  await replaceLinesOf(tx, [{ bookingId, lines }])
}

/** Replaces the lines of several bookings' prices in two statements, as `replaceLines` does for one. */
export async function replaceLinesOf(
  tx: Db,
  prices: readonly { bookingId: string; lines: readonly PriceLine[] }[],
): Promise<void> {
  if (prices.length === 0) return
  const ids = prices.map(({ bookingId }) => bookingId)
  await tx.deleteFrom('booking_lines').where('booking_id', 'in', ids).execute()
  await tx
    .insertInto('booking_lines')
    .values(
      prices.flatMap(({ bookingId, lines }) =>
        lineRows(lines).map((row) => ({ booking_id: bookingId, ...row })),
      ),
    )
    .execute()
}

/** An SQL statement that writes the lines of a new booking, within the one that writes it. rule: price-lines */
export function insertLinesSql(bookingId: RawBuilder<unknown>, lines: readonly PriceLine[]) {
  return sql`
    insert into booking_lines (
      booking_id, position, kind, rate_cents, extra, name, minutes, percent, amount_cents)
    select ${bookingId}, line.* from jsonb_to_recordset(${JSON.stringify(lineRows(lines))}::jsonb) as line (
      position smallint, kind text, rate_cents integer, extra text, name text, minutes smallint, percent smallint,
      amount_cents integer)`
}

const lineRows = (lines: readonly PriceLine[]) => lines.map(lineRow)

function lineRow(line: PriceLine, position: number) {
  return {
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

/** The lines of a row of the table bookings as JSON, which `shownPrice` reads. */
export const LINES_SQL = sql<PriceLine[]>`(
  select coalesce(jsonb_agg(jsonb_build_object('kind', kind, 'rateCents', rate_cents, 'extra', extra, 'name', name,
    'minutes', minutes, 'percent', percent, 'amountCents', amount_cents) order by position), '[]')
  from booking_lines where booking_id = bookings.id)`

/** The price as answers carry it. rule: price-lines, booking-extras */
export function shownPrice(lines: readonly PriceLine[], supplies: string) {
  return {
    lines: lines.map(shownLine),
    extras: lines.flatMap((line) => (line.kind === 'extra' ? line.extra : [])),
    supplies: supplies as Supplies,
  }
}

/** rule: price-lines */
export function shownLine(line: PriceLine): ShownLine {
  const amount = dollars(line.amountCents)
  switch (line.kind) {
    case 'labour':
      return { kind: 'labour', hours: line.minutes / 60, rate: dollars(line.rateCents), amount }
    case 'extra': {
      const { extra, name, minutes } = line
      return { kind: 'extra', extra, name, minutes, amount }
    }
    case 'discount':
      return { kind: 'discount', percent: line.percent, amount }
    case 'supplies':
    case 'reclean':
      return { kind: line.kind, amount }
  }
}
