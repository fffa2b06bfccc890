import { join } from 'node:path'
import sharp from 'sharp'
import { mark } from '#drawings/mark.ts'
import { colours } from '#drawings/palette.ts'
import { SHARE_PICTURE } from '#contract/product.ts'

const MARK_SIZE = 132
const MARGIN = 56
const client = join(import.meta.dirname, '../web/dist/client')
const { address, width, height } = SHARE_PICTURE

// The share picture of pages without a photo: the room of the home page with the logo.
const signature = await sharp(Buffer.from(mark()), { density: 400 })
  .resize(MARK_SIZE)
  .png()
  .toBuffer()
await sharp(join(client, 'drawings/banner.svg'))
  .resize(width, height, { fit: 'cover' })
  .composite([
    { input: signature, left: width - MARK_SIZE - MARGIN, top: height - MARK_SIZE - MARGIN },
  ])
  .jpeg({ quality: 84, mozjpeg: true })
  .toFile(join(client, address))

// The icons of the installed app. Systems cut the maskable icon to a shape, so its logo keeps a distance from the edge.
for (const size of [192, 512]) {
  await icon(size).toFile(join(client, `icon-${size}.png`))
}
const edge = 102
await icon(512 - 2 * edge)
  .extend({ top: edge, bottom: edge, left: edge, right: edge, background: colours.bottle })
  .flatten({ background: colours.bottle })
  .toFile(join(client, 'icon-maskable-512.png'))

function icon(size: number) {
  return sharp(Buffer.from(mark()), { density: 1200 }).resize(size).png()
}
