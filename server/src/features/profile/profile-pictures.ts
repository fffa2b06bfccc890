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
type Shown = Pick<Row, 'profile_image' | 'gallery_images'>

/** Adds a picture to the gallery of a saved profile, or replaces its photo. Refuses a sixth in the gallery. */
export async function addPicture(
  context: Context,
  userId: string,
  kind: Kind,
  { files, problem }: UploadForm,
  idempotency: Idempotency | undefined,
): Promise<ProfilePictures> {
  const [upload] = files
  if (problem?.why === 'too_large') {
    if (kind === 'profile') refuse('profile_image_too_large')
    refuseLargeImage(problem.file.name)
  }
  if (problem) refuse(problem.why === 'too_many' ? 'form_unreadable' : 'image_unreadable')
  if (!upload) refuse('image_required')
  refuseFull(kind, (await profileRow(context.db, userId)) ?? refuse('complete_profile_first'))

  return storePictures(context, [upload], (pictures) =>
    runInTransaction(context.db, idempotency, async (tx) => {
      const held = (await lockProfile(tx, userId)) ?? refuse('complete_profile_first')
      refuseFull(kind, held)
      const { file } = pictures[0]!
      const shown =
        kind === 'profile'
          ? { profile_image: file }
          : { gallery_images: [...held.gallery_images, file] }
      return show(context, tx, userId, held, shown, pictures)
    }),
  )
}

/** Takes the photo out of the profile (professional spec 7). Again is harmless. */
export function removePhoto(context: Context, userId: string): Promise<ProfilePictures> {
  return context.db.transaction().execute(async (tx) => {
    const held = await lockProfile(tx, userId)
    if (!held?.profile_image) return picturesOf(tx, userId)
    return show(context, tx, userId, held, { profile_image: null })
  })
}

/** Takes the picture at an index out of the gallery; with `url`, only if that is the one (decision 41). Refuses 'image_not_found'. */
export function removeFromGallery(
  context: Context,
  userId: string,
  { index, url }: { index: number; url: string | undefined },
): Promise<ProfilePictures> {
  return context.db.transaction().execute(async (tx) => {
    const held = await lockProfile(tx, userId)
    const file = index < 0 ? undefined : held?.gallery_images[index]
    if (!held || !file) refuse('image_not_found')
    if (url !== undefined && url !== pictureUrl(file)) refuse('image_not_found')
    const gallery_images = held.gallery_images.toSpliced(index, 1)
    return show(context, tx, userId, held, { gallery_images })
  })
}

/** Writes what she shows now, and has what she no longer shows forgotten. */
async function show(
  context: Context,
  tx: Db,
  userId: string,
  held: Row,
  shown: Partial<Shown>,
  added: StoredPicture[] = [],
): Promise<ProfilePictures> {
  const row = { ...held, ...shown }
  const now = context.clock.now()
  await writePictures(tx, userId, row, added, now)
  const still = new Set([row.profile_image, ...row.gallery_images])
  const dropped = [held.profile_image, ...held.gallery_images].filter(
    (file) => file !== null && !still.has(file),
  )
  await enqueuePictureJobs(tx, now, { named: added, dropped: dropped as string[] })
  return picturesOf(tx, userId)
}

function refuseFull(kind: Kind, { gallery_images }: Pick<Row, 'gallery_images'>): void {
  if (kind === 'gallery' && gallery_images.length >= GALLERY_IMAGES_MAX) refuse('gallery_full')
}
