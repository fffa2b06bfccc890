import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'
import { STORED_FILE } from '#server/outside/files/files.ts'
import type { Context } from '#server/context.ts'
import { removePictureFiles } from '../media/stored-picture.ts'
import { deleteOldUploads } from '../media/upload-form.ts'

/** A newer file that no row contains may belong to a save that is still running. */
const UNUSED_HOURS_MIN = 24
const BATCH_SIZE = 500

/** The job 'forget-picture': deletes a removed picture, unless a row still contains it. rule: picture-storage */
export async function deleteUnusedPicture(
  context: Context,
  { file }: { file: string },
): Promise<void> {
  const [unused] = await unusedOf(context.db, [file])
  if (unused) await removePictureFiles(context, unused)
}

/**
 * The job 'sweep-pictures': deletes files that are a day old and that no row contains, and files of interrupted
 * uploads. rule: picture-sweep
 */
export async function sweepPictures(context: Context): Promise<void> {
  const before = new Date(context.clock.now().getTime() - UNUSED_HOURS_MIN * 3_600_000)
  await deleteOldUploads(context, before)
  let old: string[] = []
  for await (const { name, changedAt } of context.files.list()) {
    if (changedAt >= before) continue
    old.push(name)
    if (old.length === BATCH_SIZE) {
      await sweep(context, old)
      old = []
    }
  }
  await sweep(context, old)
}

async function sweep({ db, files }: Context, names: string[]): Promise<void> {
  const pictureOf = (name: string) => {
    const hex = STORED_FILE.exec(name)?.[1]
    return hex && `${hex}.webp`
  }
  const pictures = [...new Set(names.map(pictureOf).filter((file) => file !== undefined))]
  const unused = new Set(await unusedOf(db, pictures))
  for (const name of names) {
    const picture = pictureOf(name)
    if (picture === undefined || unused.has(picture)) await files.remove(name)
  }
}

/** The given pictures without those that a profile or a message contains. */
async function unusedOf(db: Db, files: string[]): Promise<string[]> {
  if (files.length === 0) return []
  const { rows } = await sql<{ file: string }>`
    with named as (
      select profile_image as file from professionals where profile_image = any(${files}::text[])
      union
      select unnest(gallery_images) from professionals where gallery_images && ${files}::text[]
      union
      select picture from messages where picture = any(${files}::text[])
    )
    select file from unnest(${files}::text[]) as file where file not in (select file from named)`.execute(
    db,
  )
  return rows.map(({ file }) => file)
}
