import sharp from 'sharp'
import { PHOTO_PIXELS_MAX } from '#contract/photo-pixels.ts'
import { PICTURE_WIDTHS_PX } from '#contract/pictures.ts'
import { placeholderOf } from './placeholder.ts'

/** The longest side of the largest size. */
const SIDE_PX_MAX = 1600
const WEBP = { quality: 80, effort: 3 }
const AVIF = { quality: 55, effort: 3 }

/** A picture in its sizes, as WebP: the largest, then those of PICTURE_WIDTHS_PX. */
export type MadePicture = {
  width: number
  height: number
  /** A data address of a few pixels. */
  placeholder: string
  largest: Uint8Array
  smaller: Uint8Array[]
}

/** Why a file cannot become a picture. */
export class Unusable extends Error {
  readonly code: 'image_unreadable' | 'image_too_large_to_open'

  constructor(code: Unusable['code'], cause?: unknown) {
    super(code, { cause })
    this.code = code
  }
}

// The library could read more, such as SVG and GIF. Those decoders are blocked. rule: photos
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: [
    'VipsForeignLoadJpeg',
    'VipsForeignLoadPng',
    'VipsForeignLoadWebp',
    'VipsForeignLoadHeif',
  ],
})
sharp.cache(false)
sharp.concurrency(1)

/** Decodes a file once and makes every size, upright and without metadata. Throws `Unusable`. rule: photos */
export async function makePicture(path: string): Promise<MadePicture> {
  await refuseTooManyPixels(path)
  const { data, info } = await sharp(path, { limitInputPixels: PHOTO_PIXELS_MAX, failOn: 'error' })
    .autoOrient()
    .resize({ width: SIDE_PX_MAX, height: SIDE_PX_MAX, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#ffffff' })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true })
    .catch((cause: unknown) => {
      throw new Unusable('image_unreadable', cause)
    })
  const { width, height, channels } = info
  const upright = () => sharp(data, { raw: { width, height, channels } })
  const smaller: Uint8Array[] = []
  for (const size of PICTURE_WIDTHS_PX) {
    smaller.push(
      await upright().resize({ width: size, withoutEnlargement: true }).webp(WEBP).toBuffer(),
    )
  }
  return {
    width,
    height,
    placeholder: await placeholderOf(upright()),
    largest: await upright().webp(WEBP).toBuffer(),
    smaller,
  }
}

/** Smaller than WebP, but several times slower to make. rule: photos */
export function toAvif(webp: Uint8Array): Promise<Uint8Array> {
  return sharp(webp, { failOn: 'error' }).avif(AVIF).toBuffer()
}

async function refuseTooManyPixels(path: string): Promise<void> {
  const { width, height } = await sharp(path, { limitInputPixels: false })
    .metadata()
    .catch((cause: unknown) => {
      throw new Unusable('image_unreadable', cause)
    })
  if (width * height > PHOTO_PIXELS_MAX) throw new Unusable('image_too_large_to_open')
}
