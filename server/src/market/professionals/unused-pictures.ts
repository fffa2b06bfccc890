import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'
import { runEach, runEachDue, runEachStep } from '#server/queue/run-batches.ts'
import { STORED_FILE } from '#server/outside/files/files.ts'
import type { Context } from '#server/context.ts'
import { removePictureFiles } from '#server/pictures/stored-picture.ts'
import { deleteOldUploads } from '#server/pictures/upload-form.ts'
import { NOT_OWNER_TEXTS, renewMarker, whyNotOwner } from './picture-storage.ts'

const HOUR_MS = 3_600_000
/** A younger file without a row may belong to a save that is still running. */
const UNUSED_HOURS_MIN = 24
/** How long a file stays after it was first found unused: time to notice a mistake. */
const QUARANTINE_DAYS = 30
/** More unused files than this are a mistake of ours: a database that is restored, or not the right one. */
const UNUSED_SHARE_MAX = 0.05
/**
 * In a small storage a few leftovers are a large share. If most files are unused, its database is not the right one.
 */
const UNUSED_ALLOWED_IN_SMALL = { files: 20, share: 0.5 }
const BATCH_SIZE = 500

/**
 * Job: deletes a picture that left a profile or a home, unless another row names it, or the stored pictures belong to
 * another database. rule: picture-storage-owner
 */
export async function deleteUnusedPicture(
  context: Context,
  { file }: { file: string },
): Promise<void> {
  const [unused] = await unusedOf(context.db, [file])
  if (!unused) return
  const reason = await whyNotOwner(context)
  if (reason === undefined) return removePictureFiles(context, unused)
  context.log.warn({ file }, `a picture was not deleted: ${NOT_OWNER_TEXTS[reason]}`)
}

/**
 * Job: deletes files that no row has named for 30 days, and the files of interrupted uploads. Throws, and deletes no
 * file, when the stored pictures belong to another database or too many are unused.
 * rule: picture-storage-owner, scheduled-jobs
 */
export async function sweepPictures(context: Context): Promise<void> {
  const now = context.clock.now()
  const before = new Date(now.getTime() - UNUSED_HOURS_MIN * HOUR_MS)
  await runEachStep([
    () => deleteOldUploads(context, before),
    () => sweepStored(context, now, before),
  ])
}

async function sweepStored(context: Context, now: Date, before: Date): Promise<void> {
  const { db, files } = context
  const reason = await whyNotOwner(context)
  if (reason !== undefined) throw new Error(`No picture was swept: ${NOT_OWNER_TEXTS[reason]}`)
  const { count, unused } = await findUnused(context, before)
  if (unused.length > unusedMax(count)) {
    throw new Error(`No row names ${unused.length} of ${count} stored files: none was swept.`)
  }
  await quarantine(db, unused, now)
  await runEachDue(context, {
    list: (tried) => endOfQuarantine(db, now, tried),
    size: BATCH_SIZE,
    keyOf: (name) => name,
    async work(name) {
      await files.remove(name)
      await db.deleteFrom('unused_files').where('name', '=', name).execute()
    },
    failed: 'an unused picture has to wait',
  })
  await renewMarker(context)
}

function unusedMax(count: number): number {
  const { files, share } = UNUSED_ALLOWED_IN_SMALL
  return Math.max(count * UNUSED_SHARE_MAX, Math.min(files, count * share))
}

/** The number of stored pictures' files, and the names of those that no row names. Deletes old unfinished ones. */
async function findUnused(
  { db, files, log }: Context,
  before: Date,
): Promise<{ count: number; unused: string[] }> {
  let count = 0
  const unused: string[] = []
  const unfinished: string[] = []
  let batch: string[] = []
  const check = async () => {
    const pictures = new Set(await unusedOf(db, [...new Set(batch.map(pictureOf))]))
    unused.push(...batch.filter((name) => pictures.has(pictureOf(name))))
    batch = []
  }
  for await (const { name, changedAt } of files.list()) {
    const isFinished = STORED_FILE.test(name)
    if (isFinished) count++
    if (changedAt >= before) continue
    if (isFinished) batch.push(name)
    else unfinished.push(name)
    if (batch.length === BATCH_SIZE) await check()
  }
  await check()
  await runEach(log, unfinished, {
    keyOf: (name) => name,
    work: (name) => files.remove(name),
    failed: 'an unfinished file has to wait',
  })
  return { count, unused }
}

/** Stores since when each file is unused, and no longer lists those that are named again or gone. */
async function quarantine(db: Db, unused: string[], now: Date): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await sql`delete from unused_files where name <> all(${unused}::text[])`.execute(tx)
    await sql`insert into unused_files (name, since) select name, ${now} from unnest(${unused}::text[]) as name
      order by name on conflict do nothing`.execute(tx)
  })
}

async function endOfQuarantine(db: Db, now: Date, tried: readonly string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('unused_files')
    .select('name')
    .where('since', '<=', new Date(now.getTime() - QUARANTINE_DAYS * 24 * HOUR_MS))
    .where(sql<boolean>`name <> all(${tried}::text[])`)
    .orderBy('name')
    .limit(BATCH_SIZE)
    .execute()
  return rows.map(({ name }) => name)
}

/** The name of the picture to which a file belongs. */
function pictureOf(name: string): string {
  return `${STORED_FILE.exec(name)?.[1]}.webp`
}

/** The pictures among these that no row names. */
async function unusedOf(db: Db, files: string[]): Promise<string[]> {
  if (files.length === 0) return []
  const { rows } = await sql<{ file: string }>`
    with named as (
      select profile_image as file from professionals where profile_image = any(${files}::text[])
      union
      select unnest(gallery_images) from professionals where gallery_images && ${files}::text[]
      union
      select picture from messages where picture = any(${files}::text[])
      union
      select file from home_photos where file = any(${files}::text[])
      union
      select file from visit_photos where file = any(${files}::text[])
      union
      select file from problem_photos where file = any(${files}::text[])
      union
      select file from pair_files where file = any(${files}::text[])
      union
      select file from review_photos where file = any(${files}::text[])
    )
    select file from unnest(${files}::text[]) as file where file not in (select file from named)`.execute(
    db,
  )
  return rows.map(({ file }) => file)
}
