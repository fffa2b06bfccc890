import { sql } from 'kysely'
import type { OwnProfile, ProfilePictures } from '#contract/market/profile.ts'
import type { Picture } from '#contract/market/professionals.ts'
import type { Db } from '#server/db/db.ts'
import type { StoredPicture } from '#server/pictures/stored-picture.ts'
import { pictureUrl } from '#server/pictures/stored-picture.ts'
import type { Place } from '#server/places/locations.ts'
import {
  PUBLIC_COLUMNS_SQL,
  PUBLIC_TABLES_SQL,
} from '#server/people/listing/public-professional.ts'
import { ownZoneSql } from '#server/calendar/plan/own-zone.ts'
import { LAST_FOUR_SQL } from '#server/trust/verification/badge.ts'
import type { CheckedFields } from './profile-fields.ts'

type PictureRow = {
  profile_image: string | null
  gallery_images: string[]
  images: Picture[]
}

/** The professional's own profile; undefined before the first save. */
export async function ownProfileOf(db: Db, userId: string): Promise<OwnProfile | undefined> {
  const { rows } = await sql<OwnProfile>`
    select ${sql.raw(PUBLIC_COLUMNS_SQL)}, images, frequencies as frequencies_offered, professionals.version, ${sql.raw(LAST_FOUR_SQL)} as ssn_last4,
      base_zip, ${ownZoneSql(sql.ref('professionals.user_id'), sql.ref('base_zip'))} as time_zone
    from ${sql.raw(PUBLIC_TABLES_SQL)}
      left join professional_times on professional_times.professional_id = professionals.user_id
    where professionals.user_id = ${userId}`.execute(db)
  return rows[0]
}

/**
 * The saved profile, locked until the transaction ends. Locks the user's row, because a first save has no profile row
 * yet.
 */
export async function lockProfile(tx: Db, userId: string) {
  await sql`select from users where id = ${userId} for no key update`.execute(tx)
  return profileRow(tx, userId)
}

export function profileRow(db: Db, userId: string) {
  return db
    .selectFrom('professionals')
    .select(['version', 'business_name', 'years_experience', 'employees_count'])
    .select(['social_media_url', 'frequencies'])
    .select(['profile_image', 'gallery_images'])
    .select(sql<Picture[]>`images`.as('images'))
    .where('user_id', '=', userId)
    .executeTakeFirst()
}

export async function insertProfile(
  tx: Db,
  user_id: string,
  slug: string,
  { columns }: CheckedFields,
  now: Date,
): Promise<void> {
  await tx
    .insertInto('professionals')
    .values({ user_id, slug, ...columns, created_at: now, updated_at: now })
    .execute()
}

export async function updateProfile(
  tx: Db,
  userId: string,
  { columns }: CheckedFields,
  now: Date,
): Promise<void> {
  await tx
    .updateTable('professionals')
    .set({ ...columns, updated_at: now, version: sql`version + 1` })
    .where('user_id', '=', userId)
    .execute()
}

/** Stores the areas in the order in which they were chosen; the first can set the own zone of search by time. */
export async function replaceAreas(tx: Db, userId: string, areas: Place[]): Promise<void> {
  await tx.deleteFrom('professional_areas').where('professional_id', '=', userId).execute()
  await tx
    .insertInto('professional_areas')
    .values(
      areas.map(({ placeId, label }, position) => ({
        professional_id: userId,
        place_id: placeId,
        label,
        position,
      })),
    )
    .execute()
  await tx.insertInto('search_times_due').values({ professional_id: userId }).execute()
}

/** Writes the names of the profile's pictures, and their sizes and placeholders. `added` are the new ones. */
export async function writePictures(
  tx: Db,
  userId: string,
  row: PictureRow,
  added: readonly StoredPicture[],
  now: Date,
): Promise<void> {
  const shown = [row.profile_image, ...row.gallery_images].filter((file) => file !== null)
  const known = [...row.images, ...added.map(({ facts }) => facts)]
  const images = shown.flatMap((file) => known.find(({ url }) => url === pictureUrl(file)) ?? [])
  await tx
    .updateTable('professionals')
    .set({
      profile_image: row.profile_image,
      // The right side reads the row as it was: a photo that goes away is missing from then on. rule: photo-required
      photo_missing: sql`${row.profile_image}::text is null and (photo_missing or profile_image is not null)`,
      gallery_images: row.gallery_images,
      images: JSON.stringify(images),
      updated_at: now,
    })
    .where('user_id', '=', userId)
    .execute()
}

/** The profile's pictures as the calls return them; none before the first save. */
export async function picturesOf(db: Db, userId: string): Promise<ProfilePictures> {
  const row = await profileRow(db, userId)
  return {
    profile_image_url: row?.profile_image ? pictureUrl(row.profile_image) : null,
    gallery_images: row?.gallery_images.map(pictureUrl) ?? [],
    images: row?.images ?? [],
  }
}
