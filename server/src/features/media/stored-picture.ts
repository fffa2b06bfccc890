import { randomBytes } from 'node:crypto'
import { PICTURE_WIDTHS_PX, pictureFile } from '#contract/pictures.ts'
import type { Picture } from '#contract/professionals.ts'
import type { Db } from '#server/db/db.ts'
import { Refusal } from '#server/http/refusal.ts'
import { enqueue } from '#server/queue/queue.ts'
import type { Context } from '#server/context.ts'
import type { UploadedFile } from './upload-form.ts'

/** A picture whose files are all safely kept. */
export type StoredPicture = { file: string; facts: Picture }

/** Where pictures are shown, and what their names begin with. */
type Folder = { prefix: '' | 'private-'; urlOf: (file: string) => string }

const PUBLIC: Folder = { prefix: '', urlOf: pictureUrl }
const AVIF_DELAY_MS = 60_000

/** Where the public finds a file. */
export function pictureUrl(file: string): string {
  return `/api/uploads/${file}`
}

/**
 * Makes and keeps the pictures of uploaded files (decision 36: the files first, then the row), and hands them to `deed`, which
 * names them in a row; `folder` says where they are shown, to the public unless told. When that is refused they are removed again; when it is unknown whether a row names them, they stay for
 * the sweeper.
 */
export async function storePictures<Answer>(
  context: Context,
  uploads: readonly UploadedFile[],
  deed: (pictures: StoredPicture[]) => Promise<Answer>,
  folder: Folder = PUBLIC,
): Promise<Answer> {
  const kept: StoredPicture[] = []
  try {
    for (const { path } of uploads) kept.push(await keepPicture(context, path, folder))
    return await deed(kept)
  } catch (error) {
    if (error instanceof Refusal) {
      for (const { file } of kept) await removePictureFiles(context, file).catch(() => {})
    }
    throw error
  }
}

/** In the transaction that names new pictures in a row, or takes old ones out: what follows from it. */
export async function enqueuePictureJobs(
  tx: Db,
  now: Date,
  { named, dropped }: { named: readonly StoredPicture[]; dropped: readonly string[] },
): Promise<void> {
  const runAt = new Date(now.getTime() + AVIF_DELAY_MS)
  for (const { file } of named) await enqueue(tx, 'make-avif', { file }, { runAt, priority: 10 })
  for (const file of dropped) await enqueue(tx, 'forget-picture', { file })
}

/** The files of a picture's sizes, the largest first. */
export function webpFilesOf(file: string): string[] {
  return [file, ...PICTURE_WIDTHS_PX.map((width) => pictureFile(file, width))]
}

/** The same picture's name as AVIF. */
export function avifOf(file: string): string {
  return file.replace(/\.webp$/, '.avif')
}

/** Job: stores a picture as AVIF too, in each size where that is smaller. rule: picture-avif */
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

/** Removes every size and format of a picture. Harmless when they are gone. */
export async function removePictureFiles({ files }: Context, file: string): Promise<void> {
  for (const name of webpFilesOf(file)) {
    await files.remove(name)
    await files.remove(avifOf(name))
  }
}

async function keepPicture(context: Context, path: string, folder: Folder): Promise<StoredPicture> {
  const { files, ...facts } = await context.pictures.make(path)
  const file = `${folder.prefix}${randomBytes(16).toString('hex')}.webp`
  try {
    await context.files.putFromDisk(
      webpFilesOf(file).map((name, index) => ({ name, path: files[index]! })),
    )
  } catch (error) {
    await removePictureFiles(context, file).catch(() => {})
    throw error
  }
  return { file, facts: { url: folder.urlOf(file), ...facts } }
}
