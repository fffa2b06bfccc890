import { sendOnce, upload } from '#web/api/upload.ts'
import { shrinkPhoto } from './shrink-photo.ts'

type PhotoCall = 'POST /api/homes/{id}/photos' | 'POST /api/problems/{id}/photos'

/**
 * Adds a photo to what has this id, once also after a lost answer. One that is too large is made smaller first.
 * rule: photo-shrink, idempotency-key
 */
export async function sendPhoto<N extends PhotoCall>(
  name: N,
  { id, photo, language }: { id: string; photo: File; language: string },
) {
  const image = await shrinkPhoto(photo)
  const form = new FormData()
  form.set('image', image)
  return sendOnce(id, image, async (idempotencyKey) =>
    upload(name, { params: { id }, form, language, idempotencyKey }),
  )
}
