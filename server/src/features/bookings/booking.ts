import { cents, dollars } from '#contract/booking-price.ts'
import type { BookingRequest } from '#contract/bookings.ts'
import { onceByItself } from '#server/http/once.ts'
import type { Intent } from '#server/http/once.ts'
import { refuse } from '#server/http/refusal.ts'
import type { Context } from '#server/context.ts'
import { namesState } from '../locations/states.ts'
import { tellOfBooking } from '../messaging/live.ts'
import { insertBooking } from './bookings.queries.ts'
import { visitTime } from './visit-time.ts'

/** How many requests a client may make in an hour, times RATE_LIMIT_SCALE. */
const REQUESTS_PER_HOUR = 30

/**
 * A client asks a professional for a visit: the booking, the pair's lead, the event and the professional's notice, or nothing
 * (decisions 14, 25–27); with an `intent`, once (decision 40). The price is the professional's at this moment; `price_changed`
 * when the client was shown another.
 */
export async function requestBooking(
  context: Context,
  clientId: string,
  wish: BookingRequest,
  intent?: Intent,
) {
  const { id, total_cents, expires_at } = await onceByItself(context.db, intent, () =>
    book(context, clientId, wish, intent),
  )
  await tellOfBooking(context, id)
  return {
    id,
    status: 'pending' as const,
    total_amount: dollars(total_cents),
    price_changed: wish.total_amount !== undefined && cents(wish.total_amount) !== total_cents,
    expires_at: new Date(expires_at).toISOString(),
  }
}

async function book(context: Context, clientId: string, wish: BookingRequest, intent?: Intent) {
  const home = context.places.zipOf(wish.zip_code) ?? refuse('zip_unknown')
  if (!namesState(wish.state, home.state)) refuse('state_not_of_zip')
  const now = context.clock.now()
  const { booking_date: date, booking_time: time, estimated_hours: hours } = wish
  const visit = visitTime({ date, time, hours, timeZone: home.timeZone }, now)

  const result = await insertBooking(context.db, {
    ...wish,
    ...visit,
    clientId,
    zip: home.zip,
    timeZone: home.timeZone,
    now,
    requestsPerHourMax: REQUESTS_PER_HOUR * context.config.rateLimitScale,
    intent,
  })
  if (!result?.reachable) refuse('professional_not_accepting')
  if (!result.offers) refuse('service_not_offered')
  if (!result.allowed) refuse('too_many_requests')
  return result
}
