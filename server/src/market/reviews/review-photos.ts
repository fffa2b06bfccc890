import { sql } from 'kysely'
import { REVIEW_PHOTOS_PATH, REVIEW_PICTURE_FILE } from '#contract/pictures.ts'
import type { Picture } from '#contract/market/professionals.ts'
import {
  REVIEW_PHOTO_WAITS_HOURS,
  REVIEW_PHOTOS_WAITING_MAX,
} from '#contract/market/review-rules.ts'
import type { Context } from '#server/context.ts'
import type { Db } from '#server/db/db.ts'
import type { Actor } from '#server/http/calls/actor.ts'
import { runInTransaction } from '#server/http/calls/idempotency.ts'
import type { Idempotency } from '#server/http/calls/idempotency.ts'
import { refuse } from '#server/http/calls/refusal.ts'
import { repeatWhileFull } from '#server/queue/run-batches.ts'
import { lockCaller } from '#server/people/person/lock-people.ts'
import { enqueuePictureJobs, storePictures } from '#server/pictures/stored-picture.ts'
import type { UploadForm } from '#server/pictures/upload-form.ts'

const FOLDER = {
  prefix: 'review-',
  urlOf: (file: string) => `${REVIEW_PHOTOS_PATH}${file}`,
} as const

/** How many photos one transaction deletes at most. */
const BATCH_SIZE = 500

/**
 * Stores a photo that waits for its client's review. Refusals: those of the form, photos_full with too many that wait.
 * rule: review-fields
 */
export async function addReviewPhoto(
  context: Context,
  actor: Actor,
  { files, problem }: UploadForm,
  idempotency: Idempotency | undefined,
): Promise<{ photo_id: string; photo: Picture }> {
  if (problem?.reason === 'too_large') refuse('message_image_too_large')
  if (problem) refuse(problem.reason === 'too_many' ? 'form_unreadable' : 'image_unreadable')
  const upload = files[0] ?? refuse('image_required')
  const created_at = context.clock.now()
  const client_id = actor.id
  // Processing a photo is expensive, so one that cannot be added is refused before that.
  await refuseIfFull(context.db, client_id)
  return storePictures(
    context,
    client_id,
    [upload],
    async (pictures) =>
      runInTransaction(context.db, idempotency, async (tx) => {
        await lockCaller(tx, client_id)
        await refuseIfFull(tx, client_id)
        const { file, facts } = pictures[0]!
        const row = { file, client_id, picture: JSON.stringify(facts), created_at }
        await tx.insertInto('review_photos').values(row).execute()
        await enqueuePictureJobs(tx, created_at, { added: pictures, removed: [] })
        return { photo_id: file, photo: facts }
      }),
    FOLDER,
  )
}

async function refuseIfFull(db: Db, clientId: string): Promise<void> {
  const waiting = await db
    .selectFrom('review_photos')
    .select('file')
    .where('client_id', '=', clientId)
    .where('review_id', 'is', null)
    .limit(REVIEW_PHOTOS_WAITING_MAX)
    .execute()
  if (waiting.length === REVIEW_PHOTOS_WAITING_MAX) refuse('photos_full')
}

/**
 * Gives a review these photos of its client, in this order, and deletes its others. Refuses 'image_not_found' for a
 * photo of somebody else, of another review, or none. rule: review-fields
 */
export async function setReviewPhotos(
  tx: Db,
  review: { id: string; client_id: string },
  files: readonly string[],
  now: Date,
): Promise<void> {
  const ofReview = sql`review_id = ${review.id}::uuid`
  const { rows: removed } = await sql<{ file: string }>`
    delete from review_photos where ${ofReview} and file <> all(${files}::text[]) returning file`.execute(
    tx,
  )
  const { numAffectedRows } = await sql`
    update review_photos set review_id = ${review.id}::uuid, position = asked.position
    from unnest(${files}::text[]) with ordinality as asked (name, position)
    where file = asked.name and client_id = ${review.client_id}::uuid and (review_id is null or ${ofReview})`.execute(
    tx,
  )
  if (Number(numAffectedRows) !== files.length) refuse('image_not_found')
  await enqueuePictureJobs(tx, now, { added: [], removed: removed.map(({ file }) => file) })
}

/** The people who may see a file of a review's photo now; undefined: nobody. rule: review-fields */
export async function readersOfReviewPhoto(
  db: Db,
  file: string,
  readerId: string | undefined,
): Promise<'everybody' | 'writer' | undefined> {
  if (!REVIEW_PICTURE_FILE.test(file)) return undefined
  const photo = await db
    .selectFrom('review_photos')
    .leftJoin('reviews', 'reviews.id', 'review_id')
    .select(['review_photos.client_id', 'state'])
    .where('file', '=', file.replace(/-(240|640)\.webp$/, '.webp'))
    .executeTakeFirst()
  if (photo?.state === 'public') return 'everybody'
  return photo && photo.client_id === readerId ? 'writer' : undefined
}

/** Part of the job 'forget-old': deletes photos that have waited a day for their review. rule: review-fields */
export async function deleteWaitingPhotos({ db, clock }: Context): Promise<void> {
  const now = clock.now()
  await repeatWhileFull(BATCH_SIZE, () =>
    db.transaction().execute((tx) =>
      deletePhotos(
        tx,
        sql`file = any(array(select file from review_photos where review_id is null
          and created_at <= ${now}::timestamptz - make_interval(hours => ${REVIEW_PHOTO_WAITS_HOURS})
          limit ${BATCH_SIZE} for update skip locked))`,
        now,
      ),
    ),
  )
}

/** Deletes all photos that a person added. rule: account-deletion */
export async function deleteReviewPhotosOf(tx: Db, clientId: string, now: Date): Promise<void> {
  await deletePhotos(tx, sql`client_id = ${clientId}::uuid`, now)
}

/** Returns how many there were. */
async function deletePhotos(tx: Db, which: ReturnType<typeof sql>, now: Date): Promise<number> {
  const { rows } = await sql<{ file: string }>`
    delete from review_photos where ${which} returning file`.execute(tx)
  await enqueuePictureJobs(tx, now, { added: [], removed: rows.map(({ file }) => file) })
  return rows.length
}
