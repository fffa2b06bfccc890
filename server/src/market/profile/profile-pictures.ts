import { GALLERY_IMAGES_MAX } from '#contract/market/profile-rules.ts'
import type { ProfilePictures } from '#contract/market/profile.ts'
import type { Tx } from '#server/db/db.ts'
import type { Idempotency } from '#server/http/calls/idempotency.ts'
import { refuse } from '#server/http/calls/refusal.ts'
import type { Context, TxContext } from '#server/context.ts'
import { enqueuePictureJobs, storePictures, pictureUrl } from '#server/pictures/stored-picture.ts'
import type { StoredPicture } from '#server/pictures/stored-picture.ts'
import type { UploadForm } from '#server/pictures/upload-form.ts'
import { runInTransaction } from '#server/http/calls/idempotency.ts'
import { writeSearchEntries } from '#server/people/listing/search-entries.ts'
import { refuseLargeImage } from './profile-fields.ts'
import { lockProfile, picturesOf, profileRow, writePictures } from './profile.queries.ts'

type Kind = 'profile' | 'gallery'
type Row = NonNullable<Awaited<ReturnType<typeof lockProfile>>>
type PictureFields = Pick<Row, 'profile_image' | 'gallery_images'>

/**
 * Adds a picture to the gallery of a saved profile, or replaces its photo. Refuses 'complete_profile_first' and
 * 'gallery_full'. rule: photos
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

  return storePictures(context, userId, [upload], (pictures) =>
    runInTransaction(context.db, idempotency, async (tx) => {
      const currentProfile = (await lockProfile(tx, userId)) ?? refuse('complete_profile_first')
      refuseFull(kind, currentProfile)
      const { file } = pictures[0]!
      const changes =
        kind === 'profile'
          ? { profile_image: file }
          : { gallery_images: [...currentProfile.gallery_images, file] }
      return writePictureFields(context, tx, userId, currentProfile, changes, pictures)
    }),
  )
}

/**
 * Removes the profile photo; search does not find the professional until there is a new one. Without a photo it changes
 * nothing. rule: photo-required
 */
export function removePhoto(context: Context, userId: string): Promise<ProfilePictures> {
  return context.db.transaction().execute(async (tx) => {
    const currentProfile = await lockProfile(tx, userId)
    if (!currentProfile?.profile_image) return picturesOf(tx, userId)
    return writePictureFields(context, tx, userId, currentProfile, { profile_image: null })
  })
}

/**
 * Removes the gallery picture at an index; with `url`, only if it is that picture. Refuses 'image_not_found'.
 * rule: photo-required
 */
export function removeFromGallery(
  context: Context,
  userId: string,
  { index, url }: { index: number; url: string | undefined },
): Promise<ProfilePictures> {
  return context.db.transaction().execute(async (tx) => {
    const currentProfile = await lockProfile(tx, userId)
    const file = index < 0 ? undefined : currentProfile?.gallery_images[index]
    if (!currentProfile || !file) refuse('image_not_found')
    if (url !== undefined && url !== pictureUrl(file)) refuse('image_not_found')
    const gallery_images = currentProfile.gallery_images.toSpliced(index, 1)
    return writePictureFields(context, tx, userId, currentProfile, { gallery_images })
  })
}

/** Saves the changed picture fields of a profile, and enqueues the deletion of pictures that it no longer contains. */
async function writePictureFields(
  context: TxContext,
  tx: Tx,
  userId: string,
  currentProfile: Row,
  changes: Partial<PictureFields>,
  added: StoredPicture[] = [],
): Promise<ProfilePictures> {
  const row = { ...currentProfile, ...changes }
  const now = context.clock.now()
  await writePictures(tx, userId, row, added, now)
  await writeSearchEntries(tx, [userId])
  const remaining = new Set([row.profile_image, ...row.gallery_images])
  const removed = [currentProfile.profile_image, ...currentProfile.gallery_images].filter(
    (file) => file !== null && !remaining.has(file),
  )
  await enqueuePictureJobs(tx, now, { added, removed: removed as string[] })
  return picturesOf(tx, userId)
}

function refuseFull(kind: Kind, { gallery_images }: Pick<Row, 'gallery_images'>): void {
  if (kind === 'gallery' && gallery_images.length >= GALLERY_IMAGES_MAX) refuse('gallery_full')
}
