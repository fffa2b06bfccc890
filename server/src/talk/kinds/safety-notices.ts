import type { Context } from '#server/context.ts'
import { lockPeople } from '#server/people/person/lock-people.ts'
import { createNotice } from '../notices/create-notice.ts'

/**
 * The job 'notify-safety': 'soon' pushes, and only that, that a timer ends in 10 minutes, also in quiet hours;
 * 'stopped' says that the contact wants no letters. `stopped_at`: when the contact declined. Jobs of before it was
 * stored have none. rule: safety-timer, safety-contact
 */
export async function notifyOfSafety(
  { db, clock, live }: Context,
  {
    timer_id,
    about,
    stopped_at,
  }: { timer_id: string; about: 'soon' | 'stopped'; stopped_at?: string },
): Promise<void> {
  const timer = await db
    .selectFrom('safety_timers')
    .innerJoin('bookings', 'bookings.id', 'booking_id')
    .select(['booking_id', 'check_by', 'professional_id'])
    .where('safety_timers.id', '=', timer_id)
    .executeTakeFirst()
  if (!timer) return
  const { professional_id: userId, booking_id: bookingId } = timer
  const kind = `visit.safety_${about}` as const
  await db.transaction().execute(async (tx) => {
    await lockPeople(tx, userId)
    await createNotice(tx, {
      userId,
      bookingId,
      kind,
      // A timer that has another time is another reminder. Set again to the same one it keeps its row, and the next
      // contact who declines is another notice.
      key: `${kind} ${timer_id} ${stopped_at ?? timer.check_by.toISOString()}`,
      at: clock.now(),
      data: { timer_id },
      urgent: true,
      pushAlone: about === 'soon',
    })
  })
  await live.notify([userId], { type: 'notices' })
}
