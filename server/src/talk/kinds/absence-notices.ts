import type { Context } from '#server/context.ts'
import { createNotice } from '../notices/create-notice.ts'

/**
 * The job 'notify-absence': writes one client's notice of all visits and requests that an absence ended. It names the
 * first and lists the others. It does not wait for the end of quiet hours. rule: absence, notice-kinds
 */
export async function notifyOfAbsence(
  { db, clock, live }: Context,
  { event_id, booking_ids }: { event_id: string; booking_ids: string[] },
): Promise<void> {
  const visits = await db
    .selectFrom('bookings')
    .select(['id', 'client_id', 'professional_id', 'starts_at', 'time_zone', 'city'])
    .where('id', 'in', booking_ids)
    .orderBy('starts_at')
    .orderBy('id')
    .execute()
  const [first, ...others] = visits
  if (!first) return
  const otherVisits = others
    .map(({ starts_at, time_zone, city }) =>
      [starts_at.toISOString(), time_zone, city.replaceAll(',', ' ')].join(' '),
    )
    .join(',')
  await db.transaction().execute((tx) =>
    createNotice(tx, {
      userId: first.client_id,
      otherId: first.professional_id,
      bookingId: first.id,
      kind: 'booking.absence',
      key: `booking.absence ${event_id} ${first.client_id}`,
      at: clock.now(),
      urgent: true,
      data: otherVisits ? { also: otherVisits } : {},
    }),
  )
  await live.notify([first.client_id], { type: 'notices' })
}
