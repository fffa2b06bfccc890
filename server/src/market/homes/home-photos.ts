import { HOME_PHOTOS_MAX } from '#contract/market/home-rules.ts'
import type { Home, HomePhoto } from '#contract/market/homes.ts'
import { PRIVATE_PHOTOS_PATH } from '#contract/pictures.ts'
import { Id } from '#contract/values.ts'
import type { Context } from '#server/context.ts'
import type { Db } from '#server/db/db.ts'
import type { Actor } from '#server/http/calls/actor.ts'
import { runInTransaction } from '#server/http/calls/idempotency.ts'
import type { Idempotency } from '#server/http/calls/idempotency.ts'
import { refuse } from '#server/http/calls/refusal.ts'
import { enqueuePictureJobs, storePictures } from '#server/pictures/stored-picture.ts'
import type { UploadForm } from '#server/pictures/upload-form.ts'
import { lockClientOfHomes } from './copy-home.ts'
import {
  deleteHomePhoto,
  homeForPhoto,
  homePhotos,
  insertHomePhoto,
  seesHomePhoto,
} from './home-photos.queries.ts'
import { homeId, readHome } from './homes.ts'

/** How long after a visit its professional still sees the photos of the home. */
const HOURS_AFTER = 2
const HOUR_MS = 3_600_000

const PRIVATE = {
  prefix: 'private-',
  urlOf: (file: string) => `${PRIVATE_PHOTOS_PATH}${file}`,
} as const

/**
 * Adds the photo of an upload form to a home. Refuses home_not_found, invalid_input for a room of another home,
 * photos_full, and what a form can be refused for. rule: home-photos
 */
export async function addHomePhoto(
  context: Context,
  clientId: string,
  { id: sentId, roomId }: { id: string; roomId: string | undefined },
  { files, problem }: UploadForm,
  idempotency: Idempotency | undefined,
): Promise<Home> {
  const id = homeId(sentId)
  const room_id =
    roomId === undefined ? null : (Id.safeParse(roomId).data ?? refuse('invalid_input'))
  if (problem?.reason === 'too_large') refuse('message_image_too_large')
  if (problem) refuse(problem.reason === 'too_many' ? 'form_unreadable' : 'image_unreadable')
  const upload = files[0] ?? refuse('image_required')
  // Processing a photo is expensive, so one that cannot be added is refused before that.
  await refuseUnlessFits(context.db, clientId, id, room_id)
  return storePictures(
    context,
    clientId,
    [upload],
    (pictures) =>
      runInTransaction(context.db, idempotency, async (tx) => {
        if (!(await lockClientOfHomes(tx, clientId))) refuse('not_signed_in')
        await refuseUnlessFits(tx, clientId, id, room_id)
        const now = context.clock.now()
        const { file } = pictures[0]!
        await insertHomePhoto(tx, { file, home_id: id, room_id, created_at: now })
        await enqueuePictureJobs(tx, now, { added: pictures, removed: [] })
        return readHome({ ...context, db: tx }, clientId, id)
      }),
    PRIVATE,
  )
}

async function refuseUnlessFits(
  db: Db,
  clientId: string,
  id: string,
  roomId: string | null,
): Promise<void> {
  const home = (await homeForPhoto(db, clientId, id)) ?? refuse('home_not_found')
  if (roomId !== null && !home.rooms.includes(roomId)) refuse('invalid_input')
  if (home.photos >= HOME_PHOTOS_MAX) refuse('photos_full')
}

/** Refuses home_not_found and image_not_found. rule: home-photos */
export async function removeHomePhoto(
  context: Context,
  clientId: string,
  sentId: string,
  file: string,
): Promise<Home> {
  const id = homeId(sentId)
  return context.db.transaction().execute(async (tx) => {
    if (!(await lockClientOfHomes(tx, clientId))) refuse('not_signed_in')
    if (!(await homeForPhoto(tx, clientId, id))) refuse('home_not_found')
    if (!(await deleteHomePhoto(tx, id, file))) refuse('image_not_found')
    await enqueuePictureJobs(tx, context.clock.now(), { added: [], removed: [file] })
    return readHome({ ...context, db: tx }, clientId, id)
  })
}

/** Whether this person may see the photo of a home now. rule: home-photos */
export function maySeeHomePhoto(
  db: Db,
  actor: Pick<Actor, 'id' | 'role'>,
  file: string,
  now: Date,
): Promise<boolean> {
  return seesHomePhoto(db, actor, file, new Date(+now - HOURS_AFTER * HOUR_MS))
}

/**
 * The photos that the home of an accepted visit has now, for its client, or for its professional until two hours after
 * the end. rule: home-photos
 */
export async function photosOfVisit(
  db: Db,
  reader: Pick<Actor, 'role'>,
  { home_id, ends_at }: { home_id: string | null; ends_at: Date },
  now: Date,
): Promise<HomePhoto[]> {
  const isOver = +now >= +ends_at + HOURS_AFTER * HOUR_MS
  if (home_id === null || (reader.role === 'professional' && isOver)) return []
  return homePhotos(db, home_id)
}
