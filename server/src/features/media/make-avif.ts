import type { Context } from '#server/context.ts'
import { avifOf, webpFilesOf } from './kept-picture.ts'

/** Job: keeps a picture as AVIF too, in each size in which that is smaller (decision 36: when idle). */
export async function makeAvif(
  { files, pictures }: Context,
  { file }: { file: string },
): Promise<void> {
  for (const name of webpFilesOf(file)) {
    const webp = await files.read(name)
    if (!webp) return
    const avif = await pictures.toAvif(webp)
    if (avif.length < webp.length) await files.put(avifOf(name), avif)
  }
}
