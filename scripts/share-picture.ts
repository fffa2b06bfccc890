import { join } from 'node:path'
import sharp from 'sharp'
import { banner } from '#drawings/banner.ts'
import { mark } from '#drawings/mark.ts'
import { SHARE_PICTURE } from '#contract/product.ts'

const MARK_SIZE = 132
const MARGIN = 56
const { address, width, height } = SHARE_PICTURE

// What other sites show of a page of ours that has no photo of its own: the home page's room, signed with the mark.
const signature = await sharp(Buffer.from(mark()), { density: 400 })
  .resize(MARK_SIZE)
  .png()
  .toBuffer()
await sharp(Buffer.from(banner()))
  .resize(width, height, { fit: 'cover' })
  .composite([
    { input: signature, left: width - MARK_SIZE - MARGIN, top: height - MARK_SIZE - MARGIN },
  ])
  .jpeg({ quality: 84, mozjpeg: true })
  .toFile(join(import.meta.dirname, '../web/dist/client', address))
