import { PICTURE_FILE, PICTURE_WIDTHS_PX, pictureFile } from '#contract/pictures.ts'

/** Drawn, for where a picture cannot be had. */
export const NO_PICTURE = '/drawings/no-picture.svg'

const WAYS = ['/api/uploads/', '/api/image-proxy/', '/uploads/'] as const

/**
 * Where to ask for a picture at the nth attempt (0 is the first). Each retry takes another way to the same file, past every
 * cache by `stamp` (client spec 4, 7); pictures from elsewhere keep their address.
 */
export function pictureAddress(src: string, attempt: number, stamp: number): string {
  if (src.startsWith('data:') || src.startsWith('blob:')) return src
  const way = WAYS.find((prefix) => src.startsWith(prefix))
  const address = way ? (WAYS[attempt % WAYS.length] ?? way) + src.slice(way.length) : src
  if (attempt === 0) return address
  return `${address}${address.includes('?') ? '&' : '?'}retry=${attempt}-${stamp}`
}

// What the largest is taken for: its own width has no place in its name.
const LARGEST_WIDTH_PX = 1280

/** The sizes of one of our pictures for a `srcset`; undefined for a picture that has one size only. */
export function pictureSizes(src: string): string | undefined {
  const at = src.lastIndexOf('/') + 1
  const file = src.slice(at)
  if (!WAYS.some((way) => way === src.slice(0, at)) || !PICTURE_FILE.test(file)) return undefined
  const smaller = PICTURE_WIDTHS_PX.map(
    (width) => `${pictureAddress(src.slice(0, at) + pictureFile(file, width), 0, 0)} ${width}w`,
  )
  return [...smaller, `${pictureAddress(src, 0, 0)} ${LARGEST_WIDTH_PX}w`].join(', ')
}
