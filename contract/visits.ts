import { z } from 'zod'
import { BOOKING_STATUSES } from './booking-status.ts'
import { endpoint } from './endpoint.ts'
import { HomeFacts, HomeRoom } from './homes.ts'
import { Id, Instant, ServiceTypeValue, code } from './values.ts'
import { OUTCOMES, STAGES } from './visit-rules.ts'

/** The home of a visit as the booking copied it. Rooms and parking only once the visit is accepted. rule: home-of-booking */
const VisitHome = HomeFacts.extend({
  rooms: z.array(HomeRoom).optional(),
  parking: z.string().optional(),
})

/**
 * A stage of a visit. `at`: when it was pressed; `received_at`: when the server heard of it. `eta_minutes` is of
 * 'on_my_way' alone. rule: visit-stages
 */
const VisitStage = z.object({
  stage: z.enum(STAGES),
  at: Instant,
  received_at: Instant,
  note: z.string(),
  eta_minutes: z.number().int().nullable(),
  undo_until: Instant,
})
export type VisitStage = z.infer<typeof VisitStage>

/** What the reader of a visit can do now. */
const VISIT_MOVES = [...STAGES, 'undo'] as const
export type VisitMove = (typeof VISIT_MOVES)[number]

/** A visit, as both sides see it. rule: visit-view */
const Visit = z.object({
  booking_id: Id,
  status: z.enum(BOOKING_STATUSES),
  /** Null until the visit is over. rule: visit-outcome */
  outcome: z.enum(OUTCOMES).nullable(),
  starts_at: Instant,
  ends_at: Instant,
  time_zone: z.string(),
  service_type: ServiceTypeValue,
  estimated_hours: z.number().int(),
  address: z.string(),
  city: z.string(),
  state: z.string(),
  zip_code: z.string(),
  /** The other side. `phone` only of a client. */
  other: z.object({ user_id: Id, name: z.string(), phone: z.string().nullable() }),
  /** The latest of `stages`, which are in their order. */
  stage: z.enum(STAGES).nullable(),
  stages: z.array(VisitStage),
  /** Null: the booking has no home. */
  home: VisitHome.nullable(),
  may: z.array(z.enum(VISIT_MOVES)),
})
export type Visit = z.infer<typeof Visit>

const ofVisit = {
  whileSuspended: 'visits',
  feature: 'visits',
  params: z.object({ id: z.string().max(64) }),
} as const

/** For both sides of the booking; the professional once the lead is open. rule: visit-view */
export const visit = endpoint({
  ...ofVisit,
  method: 'GET',
  path: '/api/bookings/{id}/visit',
  caller: { role: 'user' },
  summary: 'A visit: how far it is, the home, and what can be done now',
  answer: z.object({ visit: Visit }),
  refusals: ['not_signed_in', 'booking_not_found', 'lead_locked'],
})

/**
 * Copies the client's home to the booking again, except its address; of a series to all its coming visits. `version` is
 * that of the home. rule: refresh-home
 */
export const refreshHome = endpoint({
  method: 'POST',
  path: '/api/bookings/{id}/refresh-home',
  feature: 'bookings',
  summary: 'Copy the saved home to a coming visit again',
  caller: { role: 'client', roleRefusal: 'clients_only' },
  params: z.object({ id: z.string().max(64) }),
  body: z.object({ version: z.number(code('invalid_input')).int(code('invalid_input')) }),
  answer: z.object({ visit: Visit }),
  refusals: [
    'not_signed_in',
    'clients_only',
    'invalid_input',
    'booking_not_found',
    'home_not_found',
    'booking_already_moved',
    'booking_started',
    'home_changed',
  ],
})
