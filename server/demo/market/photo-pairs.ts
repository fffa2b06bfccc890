import { MOMENTS } from '#contract/visits/checklist-rules.ts'
import type { Db } from '#server/db/db.ts'
import { recordEvent } from '#server/events/record.ts'
import { visitsDone } from '../visits/pair-visits.ts'
import { HOUR_MS } from './people.ts'
import type { storeVisitPhotos } from './pictures.ts'

type Person = { id: string }

/**
 * Photos of a client's last two visits. The client allowed the pair of the earlier one; that of the later one waits for
 * an answer. rule: visit-photos, photo-pairs
 */
export async function writePhotoPairs(
  db: Db,
  professional: Person,
  client: Person,
  { asked, allowed }: Awaited<ReturnType<typeof storeVisitPhotos>>,
): Promise<void> {
  const [later, earlier] = await visitsDone(db, professional, client)
  await writePair(db, professional, later.id, asked)
  const { pair_id, askedAt } = await writePair(db, professional, earlier!.id, allowed)
  const at = new Date(+askedAt + HOUR_MS)
  await db
    .updateTable('photo_pairs')
    .set({ state: 'allowed', answered_at: at })
    .where('id', '=', pair_id)
    .execute()
  await db
    .insertInto('pair_files')
    .values(MOMENTS.map((moment) => ({ file: allowed.copies[moment], pair_id, moment })))
    .execute()
  const answer = { kind: 'visit.pair_allowed', subjectId: earlier!.id, actorId: client.id } as const
  await recordEvent(db, { ...answer, at, data: { pair_id } })
}

/** Two photos, and the question about them when the visit is finished. */
async function writePair(
  db: Db,
  { id: actorId }: Person,
  booking_id: string,
  photos: { before: string; after: string },
): Promise<{ pair_id: string; askedAt: Date }> {
  const { at } = await db
    .selectFrom('events')
    .select('at')
    .where('subject_id', '=', booking_id)
    .where('kind', '=', 'booking.completed')
    .executeTakeFirstOrThrow()
  const rows = MOMENTS.map((moment) => ({
    file: photos[moment],
    booking_id,
    moment,
    at,
    created_at: at,
  }))
  await db.insertInto('visit_photos').values(rows).execute()
  const { before: before_file, after: after_file } = photos
  const { id: pair_id } = await db
    .insertInto('photo_pairs')
    .values({ booking_id, before_file, after_file, asked_at: at })
    .returning('id')
    .executeTakeFirstOrThrow()
  const question = { kind: 'visit.pair_asked', subjectId: booking_id, actorId, at } as const
  await recordEvent(db, { ...question, data: { pair_id } })
  return { pair_id, askedAt: at }
}
