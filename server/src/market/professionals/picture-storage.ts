import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Context } from '#server/context.ts'
import { OWNER_FILE } from '#server/outside/files/files.ts'

type Storage = Pick<Context, 'config' | 'db' | 'files'>

/** Why this database may delete no stored picture. rule: picture-storage-owner */
export type NotOwner = 'other_database' | 'other_place' | 'place_unknown' | 'unmarked'

const ADOPT =
  'If its own database is this one, run `npm run operator -- pictures adopt --reason WHY`.'

/** The reasons why pictures are not deleted, and the command that helps, for the log. */
export const NOT_OWNER_TEXTS: Readonly<Record<NotOwner, string>> = {
  other_database: `the stored pictures belong to another database: this one deletes none. ${ADOPT}`,
  other_place: `the stored pictures belong to this database in another place: here it deletes none. ${ADOPT}`,
  place_unknown: `the stored pictures belong to this database in a place that was not stored: it deletes none. ${ADOPT}`,
  unmarked: `the stored pictures have no owner: this database deletes none. ${ADOPT}`,
}

/**
 * Undefined if the stored pictures belong to this database, else why they do not. A staging copy or a restored database
 * on the same bucket names other files, and must delete none. It has a copy of the marker too, so the place where it
 * runs has to be the owner's. A storage without a marker is claimed if that is safe. rule: picture-storage-owner
 */
export async function whyNotOwner(storage: Storage): Promise<NotOwner | undefined> {
  const { db, files } = storage
  const stored = await files.readMarker(OWNER_FILE)
  if (stored === undefined) {
    if (!isBesideDatabase(storage) && !(await isEmpty(storage))) return 'unmarked'
    await adoptStoredPictures(storage)
    return undefined
  }
  const own = await db.selectFrom('picture_storage').selectAll().executeTakeFirst()
  if (stored !== own?.marker && stored !== own?.next_marker) return 'other_database'
  const place = await placeOf(storage)
  if (own.place !== null) return own.place === place ? undefined : 'other_place'
  // It became the owner before places were stored. No other database can have a folder beside this one.
  if (!isBesideDatabase(storage)) return 'place_unknown'
  await db.updateTable('picture_storage').set({ place }).where('place', 'is', null).execute()
  return undefined
}

/**
 * Makes the stored pictures those of this database in this place, whoever had them before. The job 'adopt-pictures'.
 * rule: picture-storage-owner
 */
export async function adoptStoredPictures(storage: Storage): Promise<void> {
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
  await files.writeMarker(marker, OWNER_FILE)
}

/**
 * Gives the storage a new marker, so that a copy of this database has an old one. Between its steps both markers count,
 * so a crash does no harm.
 */
export async function renewMarker({ db, files }: Storage): Promise<void> {
  const next = randomUUID()
  await db.updateTable('picture_storage').set({ next_marker: next }).execute()
  await files.writeMarker(next, OWNER_FILE)
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
  // Never the name of the machine: each new container has another one.
  const { host, pathname, searchParams } = new URL(config.databaseUrl ?? `file://${config.dataDir}`)
  return `${config.publicOrigin} ${host || (searchParams.get('host') ?? '')}${pathname} ${database}`
}

/** The embedded database and the folder of pictures are copied together, and no other server can use either. */
function isBesideDatabase({ config }: Pick<Storage, 'config'>): boolean {
  return config.databaseUrl === undefined && config.filesUrl === undefined
}

async function isEmpty({ files }: Storage): Promise<boolean> {
  for await (const _ of files.list()) return false
  return true
}
