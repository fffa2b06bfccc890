import type { Db } from '#server/db/db.ts'

/** A professional's calendar address, as far as it is kept. */
export async function feedOf(db: Db, professionalId: string) {
  return db
    .selectFrom('calendar_feeds')
    .select('created_at')
    .where('professional_id', '=', professionalId)
    .executeTakeFirst()
}

/** Whose address it is, by the hash of its token. */
export async function ownerOfFeed(db: Db, tokenHash: Buffer): Promise<string | undefined> {
  const feed = await db
    .selectFrom('calendar_feeds')
    .select('professional_id')
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst()
  return feed?.professional_id
}

/** Keeps the hash of a new token in the place of the one before. */
export async function writeFeed(
  db: Db,
  professionalId: string,
  token_hash: Buffer,
  created_at: Date,
): Promise<void> {
  await db
    .insertInto('calendar_feeds')
    .values({ professional_id: professionalId, token_hash, created_at })
    .onConflict((conflict) =>
      conflict.column('professional_id').doUpdateSet({ token_hash, created_at }),
    )
    .execute()
}

export async function dropFeed(db: Db, professionalId: string): Promise<void> {
  await db.deleteFrom('calendar_feeds').where('professional_id', '=', professionalId).execute()
}
