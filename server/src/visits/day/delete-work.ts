import { sql } from 'kysely'
import { RETENTION } from '#contract/retention.ts'
import type { Context } from '#server/context.ts'
import type { Db } from '#server/db/db.ts'
import { executeWhileFull, repeatWhileFull, runEachStep } from '#server/queue/run-batches.ts'
import { enqueuePictureJobs } from '#server/pictures/stored-picture.ts'

const BATCH_SIZE = 500

/**
 * Part of the job 'forget-visits'. Photos and unanswered or refused pairs go 90 days after their visit, the copied
 * rooms, notes and checklists 12 months after it. rule: checklist, visit-photos, photo-pairs, scheduled-jobs
 */
export async function deleteOldWork({ db, clock }: Context): Promise<void> {
  const now = clock.now()
  const forgetPhotos = () =>
    repeatWhileFull(BATCH_SIZE, async () =>
      db.transaction().execute(async (tx) => deletePhotos(tx, now)),
    )
  const statements = [eraseRoomsSql(now), eraseRoomsOfSeriesSql(now), deleteMarksSql(now)]
  await runEachStep([forgetPhotos, () => executeWhileFull(db, BATCH_SIZE, ...statements)])
}

/**
 * A batch of pairs, and a batch of the photos that no pair names any more. Those of allowed pairs stay. Returns how
 * many went of the larger batch.
 */
async function deletePhotos(tx: Db, now: Date): Promise<number> {
  // The lock of the pair decides between this job and a client who allows it now.
  const pairs = await sql`
    delete from photo_pairs where id = any(array(
      select photo_pairs.id from photo_pairs join bookings on bookings.id = booking_id
      where ends_at < ${now}::timestamptz - make_interval(days => ${RETENTION.visit_photo_days}) and photo_pairs.state <> 'allowed'
      order by photo_pairs.id limit ${BATCH_SIZE} for update of photo_pairs)) and state <> 'allowed'`.execute(
    tx,
  )
  const { rows } = await sql<{ file: string }>`
    delete from visit_photos where file = any(array(
      select file from visit_photos join bookings on id = booking_id
      where ends_at < ${now}::timestamptz - make_interval(days => ${RETENTION.visit_photo_days})
        and not exists (select from photo_pairs where file in (before_file, after_file))
      limit ${BATCH_SIZE})) returning file`.execute(tx)
  await enqueuePictureJobs(tx, now, { added: [], removed: rows.map(({ file }) => file) })
  return Math.max(rows.length, Number(pairs.numAffectedRows))
}

const eraseRoomsSql = (now: Date) => sql`
  update bookings set home_rooms = null, home_parking = null, notes = '' where id = any(array(
    select id from bookings
    where (home_rooms is not null or notes <> '') and ends_at < ${roomsUntilSql(now)}
    limit ${BATCH_SIZE}))`

/**
 * Erases rooms, parking and notes of series that have ended, or whose request ended otherwise, 12 months after their
 * last visit.
 */
const eraseRoomsOfSeriesSql = (now: Date) => sql`
  update series set home_rooms = null, home_parking = null, notes = '' where id = any(array(
    select id from series
    where (home_rooms is not null or home_parking is not null or notes <> '') and status <> 'active'
      and created_at < ${roomsUntilSql(now)}
      and not exists (select from bookings where series_id = series.id and ends_at >= ${roomsUntilSql(now)})
    limit ${BATCH_SIZE}))`

const deleteMarksSql = (now: Date) => sql`
  delete from checklist_marks where ctid = any(array(
    select checklist_marks.ctid from checklist_marks join bookings on id = booking_id
    where ends_at < ${roomsUntilSql(now)} limit ${BATCH_SIZE}))`

const roomsUntilSql = (now: Date) =>
  sql`${now}::timestamptz - make_interval(months => ${RETENTION.rooms_months})`

/**
 * Erases photos and pairs of the visits of a deleted account; of a client also what was pressed in their home. A public
 * copy is gone with this transaction. rule: account-deletion, visit-photos, photo-pairs
 */
export async function eraseWork(tx: Db, userId: string, now: Date): Promise<void> {
  const visits = sql`(select id from bookings where client_id = ${userId}::uuid or professional_id = ${userId}::uuid)`
  await sql`delete from photo_pairs where booking_id in ${visits}`.execute(tx)
  const { rows } = await sql<{ file: string }>`
    delete from visit_photos where booking_id in ${visits} returning file`.execute(tx)
  await enqueuePictureJobs(tx, now, { added: [], removed: rows.map(({ file }) => file) })
  await sql`delete from checklist_marks where booking_id in (
    select id from bookings where client_id = ${userId}::uuid)`.execute(tx)
}
