import type { z } from 'zod'
import type { VisitPhoto, VisitPhotoForm } from '#contract/visits/checklist.ts'
import { VISIT_PHOTOS_MAX } from '#contract/visits/checklist-rules.ts'
import type { Context } from '#server/context.ts'
import type { Tx } from '#server/db/db.ts'
import { runInTransaction } from '#server/http/calls/idempotency.ts'
import type { Idempotency } from '#server/http/calls/idempotency.ts'
import { refuse } from '#server/http/calls/refusal.ts'
import type { Side } from '#server/http/calls/actor.ts'
import { enqueuePictureJobs, storePictures } from '#server/pictures/stored-picture.ts'
import type { UploadForm } from '#server/pictures/upload-form.ts'
import { checklistRow } from './checklist.queries.ts'
import {
  itemsOf,
  lockForWork,
  privatePhotoUrl,
  refuseUnlessAtWork,
  shownPhoto,
  notifyOfWork,
} from './checklist.ts'
import { lockVisit } from '#server/bookings/moves/lock-visit.ts'
import { endPairs } from './pairs.queries.ts'
import { pressTime } from '#server/bookings/moves/press-time.ts'
import { countPhotos, deletePhoto, insertPhoto, lockPairsOf } from './visit-photos.queries.ts'

const PRIVATE = { prefix: 'private-', urlOf: privatePhotoUrl } as const

type Fields = z.output<typeof VisitPhotoForm>

/**
 * Stores a photo of a visit. Refusals: those of the form, of `lockForWork` and `refuseUnlessAtWork`,
 * stage_time_invalid, not_found for an unknown item, photos_full. rule: visit-photos, visit-stages
 */
export async function addVisitPhoto(
  context: Context,
  actor: Side,
  bookingId: string,
  fields: Fields,
  { files, problem }: UploadForm,
  idempotency: Idempotency | undefined,
): Promise<VisitPhoto> {
  if (problem?.reason === 'too_large') refuse('message_image_too_large')
  if (problem) refuse(problem.reason === 'too_many' ? 'form_unreadable' : 'image_unreadable')
  const upload = files[0] ?? refuse('image_required')
  const now = context.clock.now()
  const at = pressTime(fields, now)
  // Processing a photo is expensive, so one that cannot be added is refused before that.
  await context.db
    .transaction()
    .execute(async (tx) => lockForPhoto(tx, actor, bookingId, fields, at, now))
  const photo = await storePictures(
    context,
    actor.id,
    [upload],
    async ([picture]) =>
      runInTransaction(context.db, idempotency, async (tx) => {
        const { booking, itemId } = await lockForPhoto(tx, actor, bookingId, fields, at, now)
        const { file } = picture!
        const { moment } = fields
        const row = { file, booking_id: booking.id, moment, item_id: itemId, at, created_at: now }
        await insertPhoto(tx, row)
        return shownPhoto({ file, moment, item_id: itemId, at: at.toISOString() })
      }),
    PRIVATE,
  )
  await notifyOfWork(context, bookingId)
  return photo
}

async function lockForPhoto(
  tx: Tx,
  actor: Side,
  bookingId: string,
  { item_id }: Fields,
  at: Date,
  now: Date,
) {
  const booking = await lockForWork(tx, actor, bookingId)
  const itemId = item_id?.toLowerCase() ?? null
  if (itemId !== null) {
    const items = itemsOf(await checklistRow(tx, booking.id))
    if (!items.some(({ id }) => id === itemId)) refuse('not_found')
  }
  refuseUnlessAtWork(booking, at, now)
  if ((await countPhotos(tx, booking.id)) >= VISIT_PHOTOS_MAX) refuse('photos_full')
  return { booking, itemId }
}

/**
 * Deletes a photo of a visit, and ends the open question about it. Refusals: those of `lockVisit`, image_not_found,
 * photo_published. rule: visit-photos
 */
export async function deleteVisitPhoto(
  context: Context,
  actor: Side,
  bookingId: string,
  file: string,
): Promise<void> {
  const now = context.clock.now()
  await context.db.transaction().execute(async (tx) => {
    const booking = await lockVisit(tx, actor, bookingId)
    const pairs = await lockPairsOf(tx, booking.id, file)
    if (pairs.some(({ state }) => state === 'allowed')) refuse('photo_published')
    await endPairs(tx, pairs, now)
    if (!(await deletePhoto(tx, booking.id, file))) refuse('image_not_found')
    await enqueuePictureJobs(tx, now, { added: [], removed: [file] })
  })
  await notifyOfWork(context, bookingId)
}
