import { sql } from 'kysely'
import { PRIVATE_PHOTOS_PATH } from '#contract/pictures.ts'
import type { Context } from '#server/context.ts'
import type { Db } from '#server/db/db.ts'
import { runInTransaction } from '#server/http/calls/idempotency.ts'
import type { Idempotency } from '#server/http/calls/idempotency.ts'
import { refuse } from '#server/http/calls/refusal.ts'
import type { Side } from '#server/http/calls/actor.ts'
import { enqueuePictureJobs, storePictures } from '#server/pictures/stored-picture.ts'
import type { UploadForm } from '#server/pictures/upload-form.ts'
import { notifyBookingChange } from '#server/live/notify-sides.ts'
import { lockProblem } from './move-problem.ts'
import { insertProblemPhoto, photosOfProblem } from './problem-photos.queries.ts'
import { photoRefusal } from './problem-view.ts'

const PRIVATE = {
  prefix: 'private-',
  urlOf: (file: string) => `${PRIVATE_PHOTOS_PATH}${file}`,
} as const

/**
 * Adds a photo of a side to a problem. Refusals: those of the form, of `lockProblem`, problem_moved, report_too_late,
 * photos_full. rule: problems
 */
export async function addProblemPhoto(
  context: Context,
  actor: Side,
  id: string,
  { files, problem: wrong }: UploadForm,
  idempotency: Idempotency | undefined,
): Promise<void> {
  if (wrong?.reason === 'too_large') refuse('message_image_too_large')
  if (wrong) refuse(wrong.reason === 'too_many' ? 'form_unreadable' : 'image_unreadable')
  const upload = files[0] ?? refuse('image_required')
  const now = context.clock.now()
  // Processing a photo is expensive, so one that cannot be added is refused before that.
  const { booking_id } = await context.db
    .transaction()
    .execute(async (tx) => lockForPhoto(tx, actor, id, now))
  await storePictures(
    context,
    actor.id,
    [upload],
    async (pictures) =>
      runInTransaction(context.db, idempotency, async (tx) => {
        const problem = await lockForPhoto(tx, actor, id, now)
        const { file } = pictures[0]!
        await insertProblemPhoto(tx, { file, problem_id: problem.id, by: actor.role, at: now })
        await enqueuePictureJobs(tx, now, { added: pictures, removed: [] })
        return { problemId: problem.id }
      }),
    PRIVATE,
  )
  await notifyBookingChange(context, booking_id)
}

async function lockForPhoto(tx: Db, actor: Side, id: string, now: Date) {
  const { problem } = await lockProblem(tx, actor, id)
  const photos = await photosOfProblem(tx, problem.id)
  const refusal = photoRefusal(problem, photos.filter(({ by }) => by === actor.role).length, now)
  if (refusal) refuse(refusal)
  return problem
}

/** Whether a person may see a photo of a problem: both sides, the professional of an open lead. rule: problems */
export async function maySeeProblemPhoto(
  db: Db,
  { id, role }: Side,
  file: string,
): Promise<boolean> {
  const isSide =
    role === 'client'
      ? sql`client_id = ${id}::uuid`
      : sql`professional_id = ${id}::uuid and exists (
          select from leads where leads.professional_id = bookings.professional_id
            and leads.client_id = bookings.client_id and opened_at is not null)`
  const { rows } = await sql`
    select from problem_photos join problems on problems.id = problem_id join bookings on bookings.id = booking_id
    where file = ${file} and ${isSide}`.execute(db)
  return rows.length > 0
}
