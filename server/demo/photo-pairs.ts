import { MOMENTS } from '#contract/checklist-rules.ts'
import type { Db } from '#server/db/db.ts'
import type { storeVisitPhotos } from './pictures.ts'

const HOUR_MS = 3_600_000

type Person = { id: string }
type Photos = { before: string; after: string }
type Visit = { id: string; finished_at: Date }

/**
 * Photos of a client's last two visits. The client allowed the pair of the earlier one; that of the later one waits for
 * an answer. rule: visit-photos, photo-pairs, public-pairs
 */
export async function writePhotoPairs(
  db: Db,
  professional: Person,
  client: Person,
  { asked, allowed }: Awaited<ReturnType<typeof storeVisitPhotos>>,
): Promise<void> {
  const [later, earlier] = await db
    .selectFrom('bookings')
    .innerJoin('events', (join) =>
      join.onRef('subject_id', '=', 'bookings.id').on('kind', '=', 'booking.completed'),
    )
    .select(['bookings.id', 'at as finished_at'])
    .where('professional_id', '=', professional.id)
    .where('client_id', '=', client.id)
    .where('status', '=', 'completed')
    .orderBy('starts_at', 'desc')
    .limit(2)
    .execute()
  await writePair(db, professional, later!, asked)
  const pair_id = await writePair(db, professional, earlier!, allowed)
  const answered_at = new Date(+earlier!.finished_at + HOUR_MS)
  await db
    .updateTable('photo_pairs')
    .set({ state: 'allowed', answered_at })
    .where('id', '=', pair_id)
    .execute()
  await db
    .insertInto('pair_files')
    .values(MOMENTS.map((moment) => ({ file: allowed.copies[moment], pair_id, moment })))
    .execute()
  await writeEvent(db, 'visit.pair_allowed', earlier!, client, answered_at, pair_id)
}

/** Two photos, and the question about them when the visit is finished. Returns the id of the pair. */
async function writePair(
  db: Db,
  professional: Person,
  visit: Visit,
  photos: Photos,
): Promise<string> {
  const { id: booking_id, finished_at } = visit
  await db
    .insertInto('visit_photos')
    .values(
      MOMENTS.map((moment) => ({
        file: photos[moment],
        booking_id,
        moment,
        at: finished_at,
        created_at: finished_at,
      })),
    )
    .execute()
  const { id } = await db
    .insertInto('photo_pairs')
    .values({
      booking_id,
      before_file: photos.before,
      after_file: photos.after,
      asked_at: finished_at,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await writeEvent(db, 'visit.pair_asked', visit, professional, finished_at, id)
  return id
}

async function writeEvent(
  db: Db,
  kind: string,
  { id: subject_id }: Visit,
  { id: actor_id }: Person,
  at: Date,
  pair_id: string,
): Promise<void> {
  await db
    .insertInto('events')
    .values({ kind, subject_id, actor_id, at, data: JSON.stringify({ pair_id }) })
    .execute()
}
