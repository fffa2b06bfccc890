import type { Db } from '#server/db/db.ts'
import { makeAgreement } from '#server/bookings/agreements/make-agreement.ts'
import type { DemoProfessional } from '../market/people.ts'

/** The agreements of the coming visits of these professionals. Nobody gets a letter. rule: work-agreement */
export async function writeAgreements(
  db: Db,
  professionals: readonly DemoProfessional[],
  now: Date,
): Promise<void> {
  const visits = await db
    .selectFrom('bookings')
    .select(['id', 'answered_at', 'created_at'])
    .where(
      'professional_id',
      'in',
      professionals.map(({ id }) => id),
    )
    .where('status', '=', 'accepted')
    .where('series_id', 'is', null)
    .where('starts_at', '>', now)
    .orderBy('id')
    .execute()
  for (const { id, answered_at, created_at } of visits) {
    const made = { because: 'accepted', by: null, at: answered_at ?? created_at } as const
    await makeAgreement(db, { bookingId: id }, made)
  }
}
