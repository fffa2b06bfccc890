import { fileURLToPath } from 'node:url'
import sharp from 'sharp'
import { SHARE_PICTURE } from '#contract/product.ts'
import { PHOTO, drawCard } from './draw-card.ts'
import type { ShareCard } from './share-card.ts'

const JPEG = { quality: 84, mozjpeg: true }
const ROOMS = new URL('../../../data/rooms/', import.meta.url)
const KINDS = ['living', 'kitchen', 'bedroom', 'bath'] as const
const ROOMS_OF_A_KIND = 3

// Photos were re-encoded by the upload, and drawings are our own, so these two loaders are enough.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({ operation: ['VipsForeignLoadWebp', 'VipsForeignLoadSvg'] })
sharp.cache(false)
sharp.concurrency(1)

/**
 * The share picture as JPEG: the card over an uploaded photo (WebP), or over a drawn room that depends on the card
 * only. rule: sharing
 */
export async function makeSharePicture(
  card: ShareCard,
  photo: Uint8Array | undefined,
): Promise<Uint8Array> {
  const { width, height } = SHARE_PICTURE
  const { data, info } = await sharp(photo ?? roomOf(card))
    .resize(PHOTO.width, PHOTO.height, { fit: 'cover' })
    .flatten({ background: '#ffffff' })
    .raw()
    .toBuffer({ resolveWithObject: true })
  return sharp({ create: { width, height, channels: 3, background: '#ffffff' } })
    .composite([
      { input: data, raw: info, left: PHOTO.left, top: 0 },
      { input: Buffer.from(drawCard(card)) },
    ])
    .jpeg(JPEG)
    .toBuffer()
}

/** The file of the room. scripts/pictures/make.ts writes these files. */
function roomOf(card: ShareCard): string {
  const seed = [...card.room].reduce((sum, letter) => (sum * 31 + letter.codePointAt(0)!) % 997, 7)
  const kind = KINDS[seed % KINDS.length]!
  return fileURLToPath(new URL(`${kind}-${1 + (seed % ROOMS_OF_A_KIND)}.webp`, ROOMS))
}
