import { writeFile } from 'node:fs/promises'
import { Unusable, makePicture, toAvif } from './picture-recipe.ts'
import { standBack } from './stand-back.ts'
import type { MadePicture } from './picture-recipe.ts'

/** A picture whose sizes lie safely in files beside the one it was made of, the largest first, then those of PICTURE_WIDTHS_PX. */
export type WrittenPicture = Omit<MadePicture, 'largest' | 'smaller'> & { files: string[] }

/** What this process is asked, and what it answers; one at a time. */
export type Order = { make: string } | { avif: Uint8Array }
export type Outcome = { made: WrittenPicture | Uint8Array } | { unusable: Unusable['code'] }
export type Answer = { outcome: Outcome; memoryBytes: number }

// The server comes first: who searches does not wait for who uploads.
standBack()
process.on('message', (order: Order) => void answer(order))
process.once('disconnect', () => process.exit())

async function answer(order: Order): Promise<void> {
  const given: Answer = { outcome: await outcomeOf(order), memoryBytes: process.memoryUsage.rss() }
  process.send?.(given)
}

async function outcomeOf(order: Order): Promise<Outcome> {
  try {
    return { made: 'make' in order ? await write(order.make) : await toAvif(order.avif) }
  } catch (error) {
    return { unusable: error instanceof Unusable ? error.code : 'image_unreadable' }
  }
}

async function write(path: string): Promise<WrittenPicture> {
  const { largest, smaller, ...facts } = await makePicture(path)
  const files = [largest, ...smaller].map((bytes, index) => ({ file: `${path}.${index}`, bytes }))
  await Promise.all(files.map(({ file, bytes }) => writeFile(file, bytes, { flush: true })))
  return { ...facts, files: files.map(({ file }) => file) }
}
