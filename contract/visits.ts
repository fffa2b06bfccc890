import { z } from 'zod'
import { BOOKING_STATUSES } from './booking-status.ts'
import { endpoint } from './endpoint.ts'
import { HomeFacts, HomeRoom } from './homes.ts'
import { Id, Instant, code } from './values.ts'

/** The home of a visit as the booking copied it. Rooms and parking only once the visit is accepted. rule: home-of-booking */
const VisitHome = HomeFacts.extend({
  rooms: z.array(HomeRoom).optional(),
  parking: z.string().optional(),
})

/** A visit, as both sides see it. */
const Visit = z.object({
  booking_id: Id,
  status: z.enum(BOOKING_STATUSES),
  starts_at: Instant,
  ends_at: Instant,
  time_zone: z.string(),
  /** Null: the booking has no home. */
  home: VisitHome.nullable(),
})
export type Visit = z.infer<typeof Visit>

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
