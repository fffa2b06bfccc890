import type { Sharp } from 'sharp'

const SIZE_PX = 16
const WEBP = { quality: 30, effort: 3 }

/** A picture as a data address of a few pixels, for the time until it is there. */
export async function placeholderOf(picture: Sharp): Promise<string> {
  const tiny = await picture.resize({ width: SIZE_PX }).webp(WEBP).toBuffer()
  return `data:image/webp;base64,${tiny.toString('base64')}`
}
