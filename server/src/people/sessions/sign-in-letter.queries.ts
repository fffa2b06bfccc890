import type { Insertable, Selectable } from 'kysely'
import type { Db } from '#server/db/db.ts'
import type { SignInLetters } from '#server/db/types.ts'

type Letter = Selectable<SignInLetters>

/** Returns the id of the letter. */
export async function insertSignInLetter(db: Db, row: Insertable<SignInLetters>): Promise<string> {
  const { id } = await db
    .insertInto('sign_in_letters')
    .values(row)
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function hasSignInLetterSince(db: Db, userId: string, since: Date): Promise<boolean> {
  const letter = await db
    .selectFrom('sign_in_letters')
    .select('id')
    .where('user_id', '=', userId)
    .where('at', '>', since)
    .limit(1)
    .executeTakeFirst()
  return letter !== undefined
}

export async function signInLetterById(
  db: Db,
  id: string,
): Promise<Pick<Letter, 'user_id' | 'user_agent' | 'at'> | undefined> {
  return db
    .selectFrom('sign_in_letters')
    .where('id', '=', id)
    .select(['user_id', 'user_agent', 'at'])
    .executeTakeFirst()
}

export async function setLetterToken(
  db: Db,
  id: string,
  token: Pick<Letter, 'expires_at'> & { token_hash: Buffer },
): Promise<void> {
  await db.updateTable('sign_in_letters').set(token).where('id', '=', id).execute()
}

/** Deletes the letter of an unexpired token and returns it. Of two concurrent calls only one gets it. rule: not-me */
export async function consumeSignInLetter(
  db: Db,
  tokenHash: Buffer,
  now: Date,
): Promise<Pick<Letter, 'user_id' | 'device_hash' | 'at'> | undefined> {
  return db
    .deleteFrom('sign_in_letters')
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now)
    .returning(['user_id', 'device_hash', 'at'])
    .executeTakeFirst()
}

/** Removes the letters of a person; their links stop working. */
export async function removeSignInLetters(db: Db, userId: string): Promise<void> {
  await db.deleteFrom('sign_in_letters').where('user_id', '=', userId).execute()
}
