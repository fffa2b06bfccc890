import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import { sql } from 'kysely'
import type { Context } from '#server/context.ts'

type Storage = Pick<Context, 'config' | 'db' | 'files'>

/**
 * Whether the stored pictures belong to this database. A staging copy or a restored database on the same bucket names
 * other files, and must delete none. It has a copy of the marker too, so the place where it runs has to be the owner's.
 * A storage without a marker is claimed if that is safe. rule: picture-storage-owner
 */
export async function ownsStoredPictures(storage: Storage): Promise<boolean> {
  const { db, files } = storage
  const stored = await files.readMarker()
  if (stored === undefined) return claimStoredPictures(storage)
  const own = await db.selectFrom('picture_storage').selectAll().executeTakeFirst()
  if (stored !== own?.marker && stored !== own?.next_marker) return false
  return own.place === (await placeOf(storage))
}

/**
 * Makes an unmarked storage that of this database, unless it may have the pictures of another one. Returns whether it
 * is now. The server does this at its start, when the storage of a new installation is still empty.
 */
export async function claimStoredPictures(storage: Storage): Promise<boolean> {
  if ((await storage.files.readMarker()) !== undefined) return ownsStoredPictures(storage)
  if (!isBesideDatabase(storage) && !(await isEmpty(storage))) return false
  await adoptStoredPictures(storage)
  return true
}

/**
 * Makes the stored pictures those of this database in this place, whoever had them before. Returns the marker.
 * rule: picture-storage-owner
 */
export async function adoptStoredPictures(storage: Storage): Promise<string> {
  const { db, files } = storage
  const place = await placeOf(storage)
  // Two servers of one installation may claim at once: both write the same marker.
  const { marker } = await db
    .insertInto('picture_storage')
    .values({ marker: randomUUID(), place })
    .onConflict((conflict) =>
      conflict.column('only_row').doUpdateSet({
        place,
        marker: sql`case when picture_storage.place = excluded.place then picture_storage.marker
          else excluded.marker end`,
      }),
    )
    .returning('marker')
    .executeTakeFirstOrThrow()
  await files.writeMarker(marker)
  return marker
}

/**
 * Gives the storage a new marker, so that a copy of this database has an old one. Between its steps both markers count,
 * so a crash does no harm.
 */
export async function renewMarker({ db, files }: Storage): Promise<void> {
  const next = randomUUID()
  await db.updateTable('picture_storage').set({ next_marker: next }).execute()
  await files.writeMarker(next)
  await db
    .updateTable('picture_storage')
    .set({ marker: sql`next_marker`, next_marker: null })
    .where('next_marker', '=', next)
    .execute()
}

/**
 * Where this database runs, as far as a copy of it would run elsewhere. A dump restored into another database has
 * another oid or another cluster. A copied disk keeps both, but the copy is reached at another address, or it serves
 * other people at another origin.
 */
async function placeOf({ config, db }: Storage): Promise<string> {
  const { rows } = await sql<{ database: string }>`
    select control.system_identifier || '/' || pg_database.oid as database
    from pg_control_system() as control, pg_database where datname = current_database()`.execute(db)
  const { database } = rows[0]!
  if (isBesideDatabase({ config })) return `beside ${database}`
  const { host, pathname } = new URL(config.databaseUrl ?? `file://${config.dataDir}`)
  return `${config.publicOrigin} ${host || hostname()}${pathname} ${database}`
}

/** The embedded database and the folder of pictures are copied together, and no other server can use either. */
function isBesideDatabase({ config }: Pick<Storage, 'config'>): boolean {
  return config.databaseUrl === undefined && config.filesUrl === undefined
}

async function isEmpty({ files }: Storage): Promise<boolean> {
  for await (const _ of files.list()) return false
  return true
}
