import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Context } from '#server/context.ts'

type Storage = Pick<Context, 'db' | 'files'>

/**
 * Whether the stored pictures belong to this database. A staging copy or a restored database on the same bucket names
 * other files, and must delete none. A storage without a marker is claimed. rule: picture-storage-owner
 */
export async function ownsStoredPictures({ db, files }: Storage): Promise<boolean> {
  const stored = await files.readMarker()
  const own = await db.selectFrom('picture_storage').selectAll().executeTakeFirst()
  if (stored !== undefined) return stored === own?.marker || stored === own?.next_marker
  await adoptStoredPictures({ db, files })
  return true
}

/**
 * Makes the stored pictures those of this database, whoever had them before. Returns the marker.
 * rule: picture-storage-owner
 */
export async function adoptStoredPictures({ db, files }: Storage): Promise<string> {
  const { marker } = await db
    .insertInto('picture_storage')
    .values({ marker: randomUUID() })
    .onConflict((conflict) => conflict.column('only_row').doUpdateSet({ only_row: true }))
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
