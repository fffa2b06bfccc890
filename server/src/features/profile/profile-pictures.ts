import { GALLERY_IMAGES_MAX } from '#contract/product.ts'
import type { ProfilePictures } from '#contract/profile.ts'
import type { Db } from '#server/db/db.ts'
import type { Idempotency } from '#server/http/idempotency.ts'
import { refuse } from '#server/http/refusal.ts'
import type { Context } from '#server/context.ts'
import { enqueuePictureJobs, storePictures, pictureUrl } from '../media/stored-picture.ts'
import type { StoredPicture } from '../media/stored-picture.ts'
import type { UploadForm } from '../media/upload-form.ts'
import { runInTransaction } from '#server/http/idempotency.ts'
import { refuseLargeImage } from './profile-fields.ts'
import { lockProfile, picturesOf, profileRow, writePictures } from './profile.queries.ts'

type Kind = 'profile' | 'gallery'
type Row = NonNullable<Awaited<ReturnType<typeof lockProfile>>>
type ShownPictures = Pick<Row, 'profile_image' | 'gallery_images'>

/**
 * Adds a picture to the gallery of a saved profile, or replaces its photo. Refuses 'complete_profile_first' and
 * 'gallery_full'. rule: gallery-limit
 */
export async function addPicture(
  context: Context,
  userId: string,
  kind: Kind,
  { files, problem }: UploadForm,
  idempotency: Idempotency | undefined,
): Promise<ProfilePictures> {
  const [upload] = files
  if (problem?.reason === 'too_large') {
    if (kind === 'profile') refuse('profile_image_too_large')
    refuseLargeImage(problem.file.name)
  }
  if (problem) refuse(problem.reason === 'too_many' ? 'form_unreadable' : 'image_unreadable')
  if (!upload) refuse('image_required')
  refuseFull(kind, (await profileRow(context.db, userId)) ?? refuse('complete_profile_first'))

  return storePictures(context, [upload], (pictures) =>
    runInTransaction(context.db, idempotency, async (tx) => {
      const row = (await lockProfile(tx, userId)) ?? refuse('complete_profile_first')
      refuseFull(kind, row)
      const { file } = pictures[0]!
      const changes =
        kind === 'profile'
          ? { profile_image: file }
          : { gallery_images: [...row.gallery_images, file] }
      return changePictures(context, tx, userId, row, changes, pictures)
    }),
  )
}

/** Removes the profile photo. A repetition is harmless. rule: picture-removal */
export function removePhoto(context: Context, userId: string): Promise<ProfilePictures> {
  return context.db.transaction().execute(async (tx) => {
    const row = await lockProfile(tx, userId)
    if (!row?.profile_image) return picturesOf(tx, userId)
    return changePictures(context, tx, userId, row, { profile_image: null })
  })
}

/**
 * Removes the gallery picture at an index; with `url`, only if it is that picture. Refuses 'image_not_found'.
 * rule: picture-removal
 */
export function removeFromGallery(
  context: Context,
  userId: string,
  { index, url }: { index: number; url: string | undefined },
): Promise<ProfilePictures> {
  return context.db.transaction().execute(async (tx) => {
    const row = await lockProfile(tx, userId)
    const file = index < 0 ? undefined : row?.gallery_images[index]
    if (!row || !file) refuse('image_not_found')
    if (url !== undefined && url !== pictureUrl(file)) refuse('image_not_found')
    const gallery_images = row.gallery_images.toSpliced(index, 1)
    return changePictures(context, tx, userId, row, { gallery_images })
  })
}

/** Writes the profile's new pictures, and enqueues the deletion of those that it no longer names. */
async function changePictures(
  context: Context,
  tx: Db,
  userId: string,
  before: Row,
  changes: Partial<ShownPictures>,
  added: StoredPicture[] = [],
): Promise<ProfilePictures> {
  const row = { ...before, ...changes }
  const now = context.clock.now()
  await writePictures(tx, userId, row, added, now)
  const named = new Set([row.profile_image, ...row.gallery_images])
  const dropped = [before.profile_image, ...before.gallery_images].filter(
    (file) => file !== null && !named.has(file),
  )
  await enqueuePictureJobs(tx, now, { named: added, dropped: dropped as string[] })
  return picturesOf(tx, userId)
}

function refuseFull(kind: Kind, { gallery_images }: Pick<Row, 'gallery_images'>): void {
  if (kind === 'gallery' && gallery_images.length >= GALLERY_IMAGES_MAX) refuse('gallery_full')
}
