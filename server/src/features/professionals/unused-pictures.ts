import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'
import { STORED_FILE } from '#server/outside/files/files.ts'
import type { Context } from '#server/context.ts'
import { removePictureFiles } from '../media/stored-picture.ts'
import { deleteOldUploads } from '../media/upload-form.ts'

/** A file without a row may belong to a save that is under way; after this long it does not. */
const UNNAMED_HOURS = 24
const AT_ONCE = 500

/** Job: removes a picture that was taken out of a profile, unless a row names it after all. */
export async function deleteUnusedPicture(
  context: Context,
  { file }: { file: string },
): Promise<void> {
  const [unnamed] = await unnamedOf(context.db, [file])
  if (unnamed) await removePictureFiles(context, unnamed)
}

/** Job: removes the files that no row names and that have not changed for a day, and what a crash left unfinished. */
export async function sweepPictures(context: Context): Promise<void> {
  const before = new Date(context.clock.now().getTime() - UNNAMED_HOURS * 3_600_000)
  await deleteOldUploads(context, before)
  let old: string[] = []
  for await (const { name, changedAt } of context.files.list()) {
    if (changedAt >= before) continue
    old.push(name)
    if (old.length === AT_ONCE) {
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
  const unnamed = new Set(await unnamedOf(db, pictures))
  for (const name of names) {
    const picture = pictureOf(name)
    if (picture === undefined || unnamed.has(picture)) await files.remove(name)
  }
}

/** Those of these pictures that no profile and no message shows. */
async function unnamedOf(db: Db, files: string[]): Promise<string[]> {
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
