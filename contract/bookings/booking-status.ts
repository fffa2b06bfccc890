import type { Role } from '../product.ts'

export const BOOKING_STATUSES = [
  'pending',
  'accepted',
  'declined',
  'cancelled',
  'completed',
] as const
export type BookingStatus = (typeof BOOKING_STATUSES)[number]

/** The statuses to which a client or a professional can change a booking. Such a change is called a move. */
export const BOOKING_MOVES = ['accepted', 'declined', 'cancelled', 'completed'] as const
export type BookingMove = (typeof BOOKING_MOVES)[number]

/** The events of a booking and its proposals. 'expired' is a decline by the background job. */
export const BOOKING_EVENTS = [
  'requested',
  'accepted',
  'declined',
  'expired',
  'cancelled',
  'completed',
  'proposed',
  'moved',
  'proposal_declined',
  'proposal_withdrawn',
  'proposal_expired',
] as const
export type BookingEvent = (typeof BOOKING_EVENTS)[number]

/** The events of regular visits. Each action is one entry in the thread. rule: series-notices */
export const SERIES_EVENTS = [
  'series_started',
  'series_changed',
  'series_ended',
  'series_paused',
  'series_resumed',
  'series_proposed',
  'series_declined',
  'series_withdrawn',
  'series_expired',
  'visit_skipped',
  'visit_restored',
] as const
export type SeriesEvent = (typeof SERIES_EVENTS)[number]

/** The actor of a move. 'clock' is a background job that acts when a time limit has passed. */
type Mover = Role | 'clock'

/** The facts that decide which moves are possible. */
type BookingState = VisitProgress & { status: BookingStatus; expiresAt: Date }

/** `stage`: the latest stage of the visit; null: none was pressed. */
type VisitProgress = { startsAt: Date; stage: string | null }

/**
 * Whether a visit has begun: its time has come, or the professional is at work already. From then on nobody cancels,
 * skips or moves it. rule: booking-moves
 */
export function hasBegun({ startsAt, stage }: VisitProgress, now: Date): boolean {
  return startsAt <= now || stage === 'started' || stage === 'finished'
}

type Transition = {
  from: BookingStatus
  to: BookingMove
  by: readonly Mover[]
  /** Possible only before the visit has begun, or only after the time of its start. */
  when?: 'before begin' | 'after start'
}

/** All transitions. Background jobs of the server make those with the actor 'clock', in SQL. rule: booking-moves */
const TRANSITIONS: readonly Transition[] = [
  { from: 'pending', to: 'accepted', by: ['professional'] },
  { from: 'pending', to: 'declined', by: ['professional', 'clock'] },
  { from: 'pending', to: 'cancelled', by: ['client', 'professional'] },
  { from: 'accepted', to: 'cancelled', by: ['client', 'professional'], when: 'before begin' },
  { from: 'accepted', to: 'completed', by: ['professional', 'clock'], when: 'after start' },
]

/**
 * The statuses to which the client or the professional (`side`) may move a booking now. None for a request that has
 * expired and that the background job has not declined yet. rule: booking-moves
 */
export function possibleMoves(
  { status, startsAt, expiresAt, stage }: BookingState,
  side: Role,
  now: Date,
): BookingMove[] {
  if (status === 'pending' && expiresAt <= now) return []
  const holds = {
    'before begin': !hasBegun({ startsAt, stage }, now),
    'after start': startsAt <= now,
  }
  return TRANSITIONS.filter(
    ({ from, by, when }) => from === status && by.includes(side) && (!when || holds[when]),
  ).map(({ to }) => to)
}

/**
 * The field `may` of a booking: the moves that the user who reads it may make now. `canBeAccepted` says whether the
 * professional is reachable and the lead is open. rule: booking-moves
 */
export function movesOfReader(
  booking: BookingState,
  reader: Role,
  canBeAccepted: boolean,
  now: Date,
): BookingMove[] {
  return possibleMoves(booking, reader, now).filter((move) => move !== 'accepted' || canBeAccepted)
}
