import { PICTURE_FILE, PICTURE_WIDTHS_PX, pictureFile } from '#contract/pictures.ts'

/** The drawing shown for a picture that cannot be loaded. */
export const NO_PICTURE = '/drawings/no-picture.svg'

const WAYS = ['/api/uploads/', '/api/image-proxy/', '/uploads/'] as const

/**
 * The address of a picture for the nth attempt (0 is the first). Each retry uses another path to the same file, and
 * `stamp` avoids all caches. Addresses of other origins stay as they are. rule: layout-stability
 */
export function pictureAddress(src: string, attempt: number, stamp: number): string {
  if (src.startsWith('data:') || src.startsWith('blob:')) return src
  const way = WAYS.find((prefix) => src.startsWith(prefix))
  const address = way ? (WAYS[attempt % WAYS.length] ?? way) + src.slice(way.length) : src
  if (attempt === 0) return address
  return `${address}${address.includes('?') ? '&' : '?'}retry=${attempt}-${stamp}`
}

// The assumed width of the largest size, whose name does not contain its width.
const LARGEST_WIDTH_PX = 1280

/** The `srcset` of an uploaded picture; undefined for a picture with a single size. */
export function pictureSizes(src: string): string | undefined {
  const at = src.lastIndexOf('/') + 1
  const file = src.slice(at)
  if (!WAYS.some((way) => way === src.slice(0, at)) || !PICTURE_FILE.test(file)) return undefined
  const smaller = PICTURE_WIDTHS_PX.map(
    (width) => `${pictureAddress(src.slice(0, at) + pictureFile(file, width), 0, 0)} ${width}w`,
  )
  return [...smaller, `${pictureAddress(src, 0, 0)} ${LARGEST_WIDTH_PX}w`].join(', ')
}
