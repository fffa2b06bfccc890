import type { Context } from '#server/context.ts'
import { newsOf } from './booking-notices.queries.ts'
import { tell } from './notice.ts'
import { HEARERS } from './words.ts'

/** Tells what happened to a booking to both sides but the one who did it; each once. */
export async function notifyOfBooking(
  { db, clock, live }: Context,
  { event_id }: { event_id: string },
): Promise<void> {
  const news = await newsOf(db, event_id)
  if (!news) return
  const { client_id, professional_id, actor_id, kind, booking_id: bookingId } = news
  const sides = [
    { role: 'client', userId: client_id, otherId: professional_id },
    { role: 'professional', userId: professional_id, otherId: client_id },
  ] as const
  const at = clock.now()
  await db.transaction().execute(async (tx) => {
    for (const { role, userId, otherId } of sides) {
      if (userId === actor_id || !HEARERS[kind].includes(role)) continue
      await tell(tx, { userId, otherId, bookingId, kind, key: `${kind} ${event_id} ${userId}`, at })
    }
  })
  await live.tell([client_id, professional_id], { type: 'notices' })
}
