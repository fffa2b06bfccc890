import { hasBegun } from '#contract/bookings/booking-status.ts'
import type { BookingStatus } from '#contract/bookings/booking-status.ts'
import type { Db } from '#server/db/db.ts'
import { LOCKED_COLUMNS } from './booking-moves.queries.ts'
import type { LockedBooking } from './booking-moves.queries.ts'

/** The first moment of the first own day, and the end of the last one. */
export type Period = { startsAt: Date; endsAt: Date }

export type AbsentBooking = LockedBooking & {
  first_name: string
  series_id: string | null
  series_date: string | null
  cleaning_frequency: string
}

/**
 * The accepted visits that a period touches and that have not begun, and the open requests, by start. The professional
 * knows nothing of a held request. rule: absence, held-starts
 */
export async function bookingsDuring(
  db: Db,
  professionalId: string,
  period: Period,
  now: Date,
): Promise<AbsentBooking[]> {
  return notBegun(await select(db, professionalId, period, now).execute(), now)
}

/** Locks the bookings of `bookingsDuring` until the transaction ends, and returns them. */
export async function lockBookingsDuring(
  tx: Db,
  professionalId: string,
  period: Period,
  now: Date,
): Promise<AbsentBooking[]> {
  const query = select(tx, professionalId, period, now).orderBy('bookings.id')
  return notBegun(await query.forUpdate('bookings').execute(), now)
}

function select(db: Db, professionalId: string, { startsAt, endsAt }: Period, now: Date) {
  return db
    .selectFrom('bookings')
    .innerJoin('users', 'users.id', 'bookings.client_id')
    .select(LOCKED_COLUMNS.map((column) => `bookings.${column}` as const))
    .select([
      'users.first_name',
      'bookings.series_id',
      'bookings.series_date',
      'bookings.cleaning_frequency',
    ])
    .where('bookings.professional_id', '=', professionalId)
    .where('bookings.held', 'is', null)
    .where((is) =>
      is.or([
        is('bookings.status', '=', 'accepted'),
        is.and([is('bookings.status', '=', 'pending'), is('bookings.expires_at', '>', now)]),
      ]),
    )
    .where('bookings.starts_at', '>', now)
    .where('bookings.starts_at', '<', endsAt)
    .where('bookings.ends_at', '>', startsAt)
}

type Row = Awaited<ReturnType<ReturnType<typeof select>['execute']>>[number]

/** The bookings that have not begun, by start. */
function notBegun(rows: readonly Row[], now: Date): AbsentBooking[] {
  return rows
    .filter(({ starts_at: startsAt, stage }) => !hasBegun({ startsAt, stage }, now))
    .map((row) => ({ ...row, status: row.status as BookingStatus }))
    .toSorted((a, b) => +a.starts_at - +b.starts_at || (a.id < b.id ? -1 : 1))
}
