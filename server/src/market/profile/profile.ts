import { GALLERY_IMAGES_MAX } from '#contract/market/profile-rules.ts'
import type { OwnProfile, ProfileFields } from '#contract/market/profile.ts'
import type { Db } from '#server/db/db.ts'
import { recordEvent } from '#server/events/record.ts'
import type { Idempotency } from '#server/http/calls/idempotency.ts'
import { refuse } from '#server/http/calls/refusal.ts'
import type { Context } from '#server/context.ts'
import { enqueuePictureJobs, storePictures } from '#server/pictures/stored-picture.ts'
import type { StoredPicture } from '#server/pictures/stored-picture.ts'
import type { UploadForm, UploadedFile } from '#server/pictures/upload-form.ts'
import { writeSearchEntries } from '#server/people/listing/search-entries.ts'
import { runInTransaction } from '#server/http/calls/idempotency.ts'
import { lockAcceptances } from '#server/calendar/free/lock-acceptances.ts'
import { saveBaseZip } from '#server/calendar/plan/save-times.ts'
import { submitSsn, checkSubmission } from '#server/trust/verification/verification.ts'
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
 * Creates or changes a professional's profile: fields, areas, pictures, search entry and number together, or nothing. A
 * new photo replaces the old one; gallery pictures are added. Refuses 'profile_changed' for an older version, and what
 * checkFields and submitSsn refuse. rule: profile-save, edit-conflict
 */
export async function saveProfile(
  context: Context,
  userId: string,
  sent: ProfileFields,
  form: UploadForm,
  idempotency: Idempotency | undefined,
): Promise<OwnProfile> {
  const row = await profileRow(context.db, userId)
  const saved = row && {
    ...row,
    hasPhoto: row.profile_image !== null,
    galleryCount: row.gallery_images.length,
  }
  const fields = checkFields(context.places, sent, form, saved)
  refuseOlderVersion(fields.version, row?.version)
  const number = fields.ssn && { ssn: fields.ssn, consentVersion: sent.consent_version }
  if (number) await checkSubmission(context, userId, number)
  const now = context.clock.now()

  return storePictures(context, userId, form.files, (pictures) =>
    runInTransaction(context.db, idempotency, async (tx) => {
      const locked = await lockProfile(tx, userId)
      // Base ZIP and areas decide about the own time zone, and so about free times.
      await lockAcceptances(tx, userId)
      refuseOlderVersion(fields.version, locked?.version)
      if (locked) await updateProfile(tx, userId, fields, now)
      else
        await insertProfile(tx, userId, await freeSlug(tx, fields.columns.full_name), fields, now)
      await replaceAreas(tx, userId, fields.areas)
      if (fields.baseZip !== undefined) await saveBaseZip(tx, userId, fields.baseZip, now)
      await addPictures(tx, userId, locked, { files: form.files, pictures, now })
      if (number) await submitSsn(tx, context, userId, number)
      await writeSearchEntries(tx, [userId])
      const kind = locked ? 'profile.changed' : 'profile.created'
      await recordEvent(tx, { kind, subjectId: userId, actorId: userId })
      return (await ownProfileOf(tx, userId))!
    }),
  )
}

type Added = { files: readonly UploadedFile[]; pictures: readonly StoredPicture[]; now: Date }

/** Names the form's pictures in the profile's row: `pictures` are those of `files`, in the same order. */
async function addPictures(
  tx: Db,
  userId: string,
  before: Awaited<ReturnType<typeof lockProfile>>,
  { files, pictures, now }: Added,
): Promise<void> {
  const isPhoto = (_: unknown, index: number) => files[index]!.field === 'profile_image'
  const photo = pictures.find(isPhoto)?.file
  const gallery = pictures.filter((_, index) => !isPhoto(_, index)).map(({ file }) => file)
  const gallery_images = [...(before?.gallery_images ?? []), ...gallery]
  if (gallery_images.length > GALLERY_IMAGES_MAX) refuse('gallery_full')
  const oldPhoto = before?.profile_image ?? null
  const profile_image = photo ?? oldPhoto
  const images = before?.images ?? []
  await writePictures(tx, userId, { profile_image, gallery_images, images }, pictures, now)
  const removed = photo && oldPhoto ? [oldPhoto] : []
  await enqueuePictureJobs(tx, now, { added: pictures, removed })
}

function refuseOlderVersion(edited: number | undefined, saved: number | undefined): void {
  if (edited !== undefined && edited !== (saved ?? 0)) refuse('profile_changed')
}
