import type { Context } from '#server/context.ts'
import { tell } from './notice.ts'
import { visitsToRemindOf } from './reminders.queries.ts'

/**
 * The job of the clock that reminds both sides of an accepted visit: at the same hour a day before, and two hours before, by
 * the clocks of the home. By what is true at that moment: nobody hears of a visit that was cancelled, or that was only
 * accepted later than its reminder; each once, however often it runs.
 */
export async function remindOfVisits({ db, clock, live }: Context): Promise<void> {
  const at = clock.now()
  for (const visit of await visitsToRemindOf(db, at)) {
    const { id: bookingId, kind, client_id, professional_id } = visit
    const about = { bookingId, kind, at, urgent: true }
    await db.transaction().execute(async (tx) => {
      for (const [userId, otherId] of [
        [client_id, professional_id],
        [professional_id, client_id],
      ] as const) {
        const key = `${kind} ${bookingId} ${+visit.starts_at} ${userId}`
        await tell(tx, { ...about, userId, otherId, key })
      }
    })
    await live.tell([client_id, professional_id], { type: 'notices' })
  }
}
