import type { Visit } from '#contract/visits/visits.ts'
import type { Context } from '#server/context.ts'
import type { Db } from '#server/db/db.ts'
import { recordEvent } from '#server/events/record.ts'
import { refuse } from '#server/http/calls/refusal.ts'
import { latestVersion } from '#server/bookings/agreements/agreements.ts'
import { agreeOnHome } from '#server/bookings/agreements/make-agreement.ts'
import {
  copyHome,
  lockClientOfHomes,
  lockHomeOfVisit,
  lockVisitForHome,
  newerHomeVersion,
} from '#server/market/homes/copy-home.ts'
import { notifyBookingChange } from '#server/live/notify-sides.ts'
import { readVisit } from './visit-view.ts'

/**
 * Copies the home of a coming visit to it again, except the address; of a series to all its coming visits. Refuses
 * those of `lockVisitForHome`, home_not_found, and home_changed if the home has another version than the one that the
 * client saw. rule: home-of-booking
 */
export async function refreshHome(
  context: Context,
  clientId: string,
  bookingId: string,
  version: number,
): Promise<Visit> {
  const now = context.clock.now()
  const visit = await context.db.transaction().execute(async (tx) => {
    if (!(await lockClientOfHomes(tx, clientId))) refuse('not_signed_in')
    const locked = await lockVisitForHome(tx, { clientId, bookingId, now }, ({ home_id }) => {
      if (home_id === null) refuse('home_not_found')
    })
    const home = await lockHomeOfVisit(tx, locked)
    if (home.version !== version) refuse('home_changed')
    // A repeated request makes no new agreement, and tells nobody.
    if ((await newerHomeVersion(tx, locked.id, now)) !== null || !(await isCopied(tx, locked))) {
      await copyHome(tx, home.id, locked, now)
      await agreeOnHome(tx, locked, { by: clientId, at: now })
      await recordEvent(tx, {
        kind: 'home.refreshed',
        subjectId: locked.id,
        actorId: clientId,
        at: now,
      })
    }
    return readVisit(tx, { id: clientId, role: 'client' }, locked.id, now)
  })
  await notifyBookingChange(context, visit.booking_id)
  return visit
}

/** Whether the latest agreement of a visit came with a copy of its home. */
async function isCopied(tx: Db, visit: { id: string; series_id: string | null }) {
  return (await latestVersion(tx, visit))?.because === 'home'
}
