import type { Sharp } from 'sharp'

const WIDTH_PX = 16
const WEBP = { quality: 30, effort: 3 }

/**
 * A data address of a tiny version, shown until the picture has loaded. Apart from picture-recipe.ts, which limits the
 * library.
 */
export async function placeholderOf(picture: Sharp): Promise<string> {
  const tiny = await picture.resize({ width: WIDTH_PX }).webp(WEBP).toBuffer()
  return `data:image/webp;base64,${tiny.toString('base64')}`
}
