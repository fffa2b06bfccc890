import { GALLERY_IMAGES_MAX } from '#contract/product.ts'
import type { OwnProfile, ProfileFields } from '#contract/profile.ts'
import { recordEvent } from '#server/events/record.ts'
import type { Idempotency } from '#server/http/idempotency.ts'
import { refuse } from '#server/http/refusal.ts'
import type { Context } from '#server/context.ts'
import { enqueuePictureJobs, storePictures } from '../media/stored-picture.ts'
import type { UploadForm } from '../media/upload-form.ts'
import { refreshSearchEntries } from '../search/search-entries.ts'
import { runInTransaction } from '#server/http/idempotency.ts'
import { submitSsn, checkSubmission } from '../verification/verification.ts'
import { checkFields } from './profile-fields.ts'
import {
  lockProfile,
  insertProfile,
  ownProfileOf,
  profileRow,
  replaceAreas,
  updateProfile,
  writePictures,
} from './profile.queries.ts'
import { freeSlug } from './slug.ts'

/**
 * Makes or changes a professional's profile (professional spec 2.1, 5, 7): fields, areas, pictures and search together, or
 * nothing. A new photo replaces the old one, gallery pictures are added. Whoever edited an older version is refused (decision 41).
 */
export async function saveProfile(
  context: Context,
  userId: string,
  sent: ProfileFields,
  form: UploadForm,
  idempotency: Idempotency | undefined,
): Promise<OwnProfile> {
  const row = await profileRow(context.db, userId)
  const before = row && {
    ...row,
    hasPhoto: row.profile_image !== null,
    gallery: row.gallery_images.length,
  }
  const fields = checkFields(context.places, sent, form, before)
  refuseOlder(fields.version, row?.version)
  const number = fields.ssn && { ssn: fields.ssn, consentVersion: sent.consent_version }
  if (number) await checkSubmission(context, userId, number)
  const now = context.clock.now()

  return storePictures(context, form.files, (pictures) =>
    runInTransaction(context.db, idempotency, async (tx) => {
      const held = await lockProfile(tx, userId)
      refuseOlder(fields.version, held?.version)
      if (held) await updateProfile(tx, userId, fields, now)
      else
        await insertProfile(tx, userId, await freeSlug(tx, fields.columns.full_name), fields, now)
      await replaceAreas(tx, userId, fields.areas)

      const isPhoto = (_: unknown, index: number) => form.files[index]!.field === 'profile_image'
      const photo = pictures.find(isPhoto)?.file
      const gallery = pictures.filter((_, index) => !isPhoto(_, index)).map(({ file }) => file)
      const gallery_images = [...(held?.gallery_images ?? []), ...gallery]
      if (gallery_images.length > GALLERY_IMAGES_MAX) refuse('gallery_full')
      const was = held?.profile_image ?? null
      const profile_image = photo ?? was
      const images = held?.images ?? []
      await writePictures(tx, userId, { profile_image, gallery_images, images }, pictures, now)
      const dropped = photo && was ? [was] : []
      await enqueuePictureJobs(tx, now, { named: pictures, dropped })

      if (number) await submitSsn(tx, context, userId, number)
      await refreshSearchEntries(tx, [userId])
      const kind = held ? 'profile.changed' : 'profile.created'
      await recordEvent(tx, { kind, subjectId: userId, actorId: userId })
      return (await ownProfileOf(tx, userId))!
    }),
  )
}

function refuseOlder(edited: number | undefined, saved: number | undefined): void {
  if (edited !== undefined && edited !== (saved ?? 0)) refuse('profile_changed')
}
