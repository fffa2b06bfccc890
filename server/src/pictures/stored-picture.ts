import { randomBytes } from 'node:crypto'
import { PICTURE_WIDTHS_PX, pictureFile } from '#contract/pictures.ts'
import type { Picture } from '#contract/market/professionals.ts'
import type { Db } from '#server/db/db.ts'
import { Refusal } from '#server/http/calls/refusal.ts'
import { enqueue } from '#server/queue/queue.ts'
import type { Context } from '#server/context.ts'
import type { UploadedFile } from './upload-form.ts'

/** A picture whose files are all stored. */
export type StoredPicture = { file: string; facts: Picture }

/** The prefix of the file names, and the URL at which a file is served. */
type Folder = { prefix: '' | 'private-' | 'pair-' | 'review-'; urlOf: (file: string) => string }

const PUBLIC: Folder = { prefix: '', urlOf: pictureUrl }
const AVIF_DELAY_MS = 60_000

/** The public path of a file. */
export function pictureUrl(file: string): string {
  return `/api/uploads/${file}`
}

/**
 * Resizes and stores the pictures of a person's uploaded files, then calls `write`, which saves their names in the
 * database. If `write` refuses, the files are deleted. If it fails otherwise, a row may already contain the names: the
 * files stay, and the job 'sweep-pictures' deletes them if no row does. rule: picture-storage-owner
 */
export async function storePictures<Answer>(
  context: Context,
  personId: string,
  uploads: readonly UploadedFile[],
  write: (pictures: StoredPicture[]) => Promise<Answer>,
  folder: Folder = PUBLIC,
): Promise<Answer> {
  const stored: StoredPicture[] = []
  try {
    for (const { path } of uploads) {
      stored.push(await storePicture(context, personId, path, folder))
    }
    return await write(stored)
  } catch (error) {
    if (error instanceof Refusal) {
      for (const { file } of stored) await removePictureFiles(context, file).catch(() => {})
    }
    throw error
  }
}

/**
 * Enqueues the job that converts each added picture to AVIF, and the job that deletes each removed one. Call it in the
 * transaction that writes the file names.
 * rule: photos, picture-storage-owner
 */
export async function enqueuePictureJobs(
  tx: Db,
  now: Date,
  { added, removed }: { added: readonly StoredPicture[]; removed: readonly string[] },
): Promise<void> {
  const runAt = new Date(now.getTime() + AVIF_DELAY_MS)
  for (const { file } of added) await enqueue(tx, 'make-avif', { file }, { runAt, priority: 10 })
  for (const file of removed) await enqueue(tx, 'forget-picture', { file })
}

/** The files of a picture's sizes, the largest first. rule: photos */
function webpFilesOf(file: string): string[] {
  return [file, ...PICTURE_WIDTHS_PX.map((width) => pictureFile(file, width))]
}

/** The name of the same picture as AVIF. */
export function avifOf(file: string): string {
  return file.replace(/\.webp$/, '.avif')
}

/** The job 'make-avif': also stores each size of a picture as AVIF, if that is smaller. rule: photos */
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

/**
 * Copies every size of a picture to the files of another one. False if one is missing. A copy that fails half-way stays
 * until the caller or the job 'sweep-pictures' deletes it.
 */
export async function copyPicture(
  { files }: Pick<Context, 'files'>,
  from: string,
  to: string,
): Promise<boolean> {
  const names = webpFilesOf(to)
  for (const [index, name] of webpFilesOf(from).entries()) {
    const bytes = await files.read(name)
    if (!bytes) return false
    await files.put(names[index]!, bytes)
  }
  return true
}

/** Deletes every size and format of a picture. Missing files are ignored. */
export async function removePictureFiles({ files }: Context, file: string): Promise<void> {
  for (const name of webpFilesOf(file)) {
    await files.remove(name)
    await files.remove(avifOf(name))
  }
}

async function storePicture(
  context: Context,
  personId: string,
  path: string,
  folder: Folder,
): Promise<StoredPicture> {
  const { files, ...facts } = await context.pictures.make(path, personId)
  const file = newName(folder.prefix)
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

function newName(prefix: Folder['prefix']): string {
  return `${prefix}${randomBytes(16).toString('hex')}.webp`
}
