import type { ClientBookingDetail } from '#contract/bookings/bookings.ts'
import type { ServiceType } from '#contract/product.ts'
import type { Context } from '#server/context.ts'
import { othersFree } from '#server/market/search/others-free.ts'
import { freeTimesFor } from '#server/calendar/free/free-times-for.ts'

const SAME_MAX = 6
const OTHERS_MAX = 3

type EndedBooking = {
  user_id: string
  status: string
  cancelled_by: string | null
  zip_code: string
  service_type: string
  estimated_hours: number
  booking_date: string
  booking_time: string
  starts_at: Date
}

/**
 * The alternatives of a client to a visit that the professional cancelled or declined, or that expired, until its
 * start. Undefined for other bookings. rule: alternatives
 */
export async function alternativesTo(
  context: Context,
  clientId: string,
  booking: EndedBooking,
): Promise<ClientBookingDetail['alternatives']> {
  const { status, cancelled_by, starts_at, user_id: professionalId } = booking
  const isLost =
    status === 'declined' || (status === 'cancelled' && cancelled_by === 'professional')
  const home = context.places.zipOf(booking.zip_code)
  if (!isLost || starts_at <= context.clock.now() || !home) return undefined
  const serviceType = booking.service_type as ServiceType
  const visit = { clientId, home, serviceType, hours: booking.estimated_hours }
  const { booking_date: date, booking_time: time } = booking
  // Only an accepted visit can be cancelled by its professional.
  const own = await freeTimesFor(context, professionalId, {
    ...visit,
    wasAccepted: status === 'cancelled',
  })
  const others = await othersFree(context, { ...visit, professionalId, date, time }, OTHERS_MAX)
  return {
    same: (own?.next(SAME_MAX) ?? []).map((startsAt) => slotAt(startsAt, home.timeZone)),
    others: { total: others.total, search: others.search, professionals: others.cards },
  }
}

/** A free time on the clock of the home. */
function slotAt(startsAt: Date, timeZone: string) {
  const wall = Temporal.Instant.fromEpochMilliseconds(+startsAt).toZonedDateTimeISO(timeZone)
  return {
    booking_date: wall.toPlainDate().toString(),
    booking_time: wall.toPlainTime().toString({ smallestUnit: 'minute' }),
    starts_at: startsAt.toISOString(),
  }
}
