import { sendOnce, upload } from '#web/api/upload.ts'
import { shrinkPhoto } from './shrink-photo.ts'

type PhotoCall =
  | 'POST /api/homes/{id}/photos'
  | 'POST /api/problems/{id}/photos'
  | 'POST /api/reviews/photos'
type SentPhoto = { id: string; photo: File; language: string; fields?: Record<string, string> }

/**
 * Adds a photo to what has this id, once also after a lost answer. One that is too large is made smaller first.
 * rule: photos, idempotency-key
 */
export async function sendPhoto<N extends PhotoCall>(
  name: N,
  { id, photo, language, fields = {} }: SentPhoto,
) {
  const image = await shrinkPhoto(photo)
  const form = new FormData()
  for (const [field, value] of Object.entries(fields)) form.set(field, value)
  form.set('image', image)
  return sendOnce([id, ...Object.values(fields)].join(), image, async (idempotencyKey) =>
    upload(name, { params: { id }, form, language, idempotencyKey }),
  )
}
