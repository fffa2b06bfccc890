import { IMAGE_BYTES_MAX } from '#contract/market/profile-rules.ts'

export type PhotoProblem = 'message_image_too_large' | 'photos_full'

type Chosen<File> = { photos: File[]; problems: PhotoProblem[] }

/**
 * The photos of a choice that the server can take while it has room for `room` more, and why the others stay out. One
 * that it refuses would stop every later press of the visit. rule: visit-photos, press-queue
 */
export function choosePhotos<File extends { size: number }>(
  chosen: readonly File[],
  room: number,
): Chosen<File> {
  const small = chosen.filter(({ size }) => size <= IMAGE_BYTES_MAX)
  const problems: Chosen<File>['problems'] = []
  if (small.length < chosen.length) problems.push('message_image_too_large')
  if (small.length > room) problems.push('photos_full')
  return { photos: small.slice(0, room), problems }
}
