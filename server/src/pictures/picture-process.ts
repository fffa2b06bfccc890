import { writeFile } from 'node:fs/promises'
import { Unusable, makePicture, toAvif } from './picture-recipe.ts'
import type { MadePicture } from './picture-recipe.ts'
import { isStorageFull } from '#server/outside/files/storage-full.ts'
import { answerRequests } from './worker-requests.ts'

/** A picture whose sizes are flushed to files beside the upload: the largest, then those of PICTURE_WIDTHS_PX. */
export type WrittenPicture = Omit<MadePicture, 'largest' | 'smaller'> & { files: string[] }

export type PictureRequest = { make: string } | { avif: Uint8Array }
export type PictureResult =
  | { made: WrittenPicture | Uint8Array }
  | { refusal: Unusable['code'] | 'storage_full' }

answerRequests(handle)

async function handle(request: PictureRequest): Promise<PictureResult> {
  try {
    return { made: 'make' in request ? await write(request.make) : await toAvif(request.avif) }
  } catch (error) {
    if (isStorageFull(error)) return { refusal: 'storage_full' }
    return { refusal: error instanceof Unusable ? error.code : 'image_unreadable' }
  }
}

async function write(path: string): Promise<WrittenPicture> {
  const { largest, smaller, ...facts } = await makePicture(path)
  const files = [largest, ...smaller].map((bytes, index) => ({ file: `${path}.${index}`, bytes }))
  await Promise.all(files.map(({ file, bytes }) => writeFile(file, bytes, { flush: true })))
  return { ...facts, files: files.map(({ file }) => file) }
}
