import type { Home, HomeFields } from '#contract/market/homes.ts'
import type { Context } from '#server/context.ts'
import { runInTransaction } from '#server/http/calls/idempotency.ts'
import type { Idempotency } from '#server/http/calls/idempotency.ts'
import { refuse } from '#server/http/calls/refusal.ts'
import { agreeOnHome } from '#server/bookings/agreements/make-agreement.ts'
import { copyHome, lockClientOfHomes, lockVisitForHome } from '#server/market/homes/copy-home.ts'
import { checkedFields, readHome, storeHome } from '#server/market/homes/homes.ts'

/**
 * Saves a home. With `bookingId`, a visit of the client with its ZIP code and no home gets it. Refuses zip_unknown,
 * state_not_of_zip, those of `lockVisitForHome`, homes_full. rule: homes, home-of-booking
 */
export async function addHome(
  context: Context,
  clientId: string,
  sent: HomeFields,
  bookingId: string | undefined,
  idempotency: Idempotency | undefined,
): Promise<Home> {
  const fields = checkedFields(context, sent)
  const now = context.clock.now()
  const { saved, affectedIds } = await runInTransaction(context.db, idempotency, async (tx) => {
    if (!(await lockClientOfHomes(tx, clientId))) refuse('not_signed_in')
    const visit =
      bookingId === undefined
        ? undefined
        : await lockVisitForHome(tx, { clientId, bookingId, now }, ({ home_id, zip_code }) => {
            if (home_id !== null || zip_code !== fields.zip_code) refuse('booking_not_found')
          })
    const id = await storeHome(tx, clientId, fields, now)
    if (visit) {
      await copyHome(tx, id, visit, now)
      await agreeOnHome(tx, visit, { by: clientId, at: now })
    }
    return {
      saved: await readHome({ ...context, db: tx }, clientId, id),
      affectedIds: visit && [clientId, visit.professional_id],
    }
  })
  if (affectedIds) await context.live.notify(affectedIds, { type: 'bookings' })
  return saved
}
