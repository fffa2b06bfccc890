import { DELETED_USER } from '#contract/product.ts'
import type { Db } from '#server/db/db.ts'
import { enqueuePictureJobs } from '#server/pictures/stored-picture.ts'

/**
 * Removes the person from a professional's row, which stays for bookings and payments. A job deletes the picture files.
 * rule: account-deletion
 */
export async function eraseProfile(tx: Db, userId: string, at: Date): Promise<void> {
  const before = await tx
    .selectFrom('professionals')
    .select(['profile_image', 'gallery_images'])
    .where('user_id', '=', userId)
    .forUpdate()
    .executeTakeFirst()
  if (!before) return
  await tx.deleteFrom('professional_areas').where('professional_id', '=', userId).execute()
  await tx
    .updateTable('professionals')
    .set({
      slug: `deleted-${userId}`,
      full_name: DELETED_USER,
      business_name: '',
      bio: '',
      social_media_url: '',
      profile_image: null,
      gallery_images: [],
      images: '[]',
      background_check_status: 'not_submitted',
      background_checked_at: null,
      background_check_simulated: false,
    })
    .where('user_id', '=', userId)
    .execute()
  const removed = [before.profile_image, ...before.gallery_images].filter((file) => file !== null)
  await enqueuePictureJobs(tx, at, { added: [], removed })
}
