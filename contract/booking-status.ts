export const BOOKING_STATUSES = [
  'pending',
  'accepted',
  'declined',
  'cancelled',
  'completed',
] as const
export type BookingStatus = (typeof BOOKING_STATUSES)[number]

/** Who moves a booking: its client, its professional, or the clock. */
export type Mover = 'client' | 'professional' | 'clock'

type Move = { from: BookingStatus; to: BookingStatus; by: readonly Mover[]; onlyAfterStart?: true }

/** Decision 26, whole. 'cancelled' asks for a reason; the clock declines what expired and completes what is over. */
const MOVES: readonly Move[] = [
  { from: 'pending', to: 'accepted', by: ['professional'] },
  { from: 'pending', to: 'declined', by: ['professional', 'clock'] },
  { from: 'pending', to: 'cancelled', by: ['client', 'professional'] },
  { from: 'accepted', to: 'cancelled', by: ['client', 'professional'] },
  { from: 'accepted', to: 'completed', by: ['professional', 'clock'], onlyAfterStart: true },
]

/** The statuses that `by` may move a booking to now. `startsAt` and `now` are instants. */
export function possibleMoves(
  from: BookingStatus,
  by: Mover,
  startsAt: Date,
  now: Date,
): BookingStatus[] {
  return MOVES.filter(
    (move) =>
      move.from === from && move.by.includes(by) && (!move.onlyAfterStart || startsAt <= now),
  ).map((move) => move.to)
}

/** Whether `by` may move a booking from `from` to `to` now (decision 26). */
export function canMove(
  from: BookingStatus,
  to: BookingStatus,
  by: Mover,
  startsAt: Date,
  now: Date,
): boolean {
  return possibleMoves(from, by, startsAt, now).includes(to)
}
