import type { Insertable, Selectable } from 'kysely'
import type { Db, Tx } from '#server/db/db.ts'
import type { EmailChanges } from '#server/db/types.ts'
import { lockClient } from './lock-people.ts'
import { normalEmail } from './normal-email.ts'

type Change = Selectable<EmailChanges>

/** The change of an account that waits for its new address to be confirmed. */
export async function pendingChange(
  db: Db,
  userId: string,
  now: Date,
): Promise<Pick<Change, 'id' | 'new_email'> | undefined> {
  return db
    .selectFrom('email_changes')
    .where('user_id', '=', userId)
    .where('state', '=', 'pending')
    .where('expires_at', '>', now)
    .select(['id', 'new_email'])
    .executeTakeFirst()
}

/**
 * Locks an account until the transaction ends: first its client's lock, as whatever starts something with others does.
 * Undefined if it is deleted.
 */
export async function lockAccountOfEmail(tx: Tx, userId: string) {
  await lockClient(tx, userId)
  return tx
    .selectFrom('users')
    .where('id', '=', userId)
    .where('deleted_at', 'is', null)
    .select(['id', 'email', 'email_verified_at'])
    .forNoKeyUpdate()
    .executeTakeFirst()
}

/** Returns the id of the change. */
export async function insertEmailChange(
  tx: Tx,
  row: Insertable<EmailChanges>,
  sessionHash: Buffer,
): Promise<string> {
  const { id } = await tx
    .insertInto('email_changes')
    .values({
      ...row,
      asked_in: tx
        .selectFrom('sessions')
        .where('token_hash', '=', sessionHash)
        .select('session_id'),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Ends the change that waits, if there is one. Returns whether there was. */
export async function withdrawPending(tx: Tx, userId: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('email_changes')
    .set({ state: 'withdrawn' })
    .where('user_id', '=', userId)
    .where('state', '=', 'pending')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function markChanged(tx: Tx, id: string, at: Date, expires_at: Date): Promise<void> {
  await tx
    .updateTable('email_changes')
    .set({ state: 'changed', changed_at: at, expires_at })
    .where('id', '=', id)
    .execute()
}

/** The token of the session that asked for a change, if it goes on. */
export async function askingSession(tx: Tx, changeId: string): Promise<Buffer | undefined> {
  const session = await tx
    .selectFrom('email_changes')
    .innerJoin('sessions', 'sessions.session_id', 'asked_in')
    .where('email_changes.id', '=', changeId)
    .select('token_hash')
    .executeTakeFirst()
  return session?.token_hash
}

/** Whether a living account has the address. The account `exceptId` does not count. */
export async function hasAccount(db: Db, email: string, exceptId: string) {
  return db
    .selectFrom('users')
    .where('email_key', '=', normalEmail(email))
    .where('deleted_at', 'is', null)
    .where('id', '<>', exceptId)
    .select(['id', 'first_name', 'language', 'email'])
    .executeTakeFirst()
}

/** Whether another account changed from this address and may still get it back. rule: email-change */
export async function isReserved(
  db: Db,
  email: string,
  { exceptId, now }: { exceptId: string; now: Date },
): Promise<boolean> {
  const found = await db
    .selectFrom('email_changes')
    .where('old_email_key', '=', normalEmail(email))
    .where('state', '=', 'changed')
    .where('expires_at', '>', now)
    .where('user_id', '<>', exceptId)
    .select('id')
    .executeTakeFirst()
  return found !== undefined
}

export async function setEmail(
  tx: Tx,
  userId: string,
  address: { email: string; email_verified_at: Date | null },
): Promise<void> {
  await tx.updateTable('users').set(address).where('id', '=', userId).execute()
}

export async function emailChangeById(db: Db, id: string): Promise<Change | undefined> {
  return db.selectFrom('email_changes').where('id', '=', id).selectAll().executeTakeFirst()
}

export async function setUndoToken(
  db: Db,
  id: string,
  letter: 'asked' | 'changed',
  token_hash: Buffer,
): Promise<void> {
  await db
    .updateTable('email_changes')
    .set(letter === 'asked' ? { asked_token_hash: token_hash } : { changed_token_hash: token_hash })
    .where('id', '=', id)
    .execute()
}

/** The change of a letter's link that can be taken back. */
export async function changeOfLink(
  db: Db,
  tokenHash: Buffer,
  now: Date,
): Promise<Change | undefined> {
  return db
    .selectFrom('email_changes')
    .where((row) => row.or({ asked_token_hash: tokenHash, changed_token_hash: tokenHash }))
    .where('state', '<>', 'undone')
    .where('expires_at', '>', now)
    .selectAll()
    .executeTakeFirst()
}

/** Takes back what was asked from a moment on, the change of that moment with it. Returns whether one took effect. */
export async function undoChangesSince(tx: Tx, userId: string, since: Date): Promise<boolean> {
  const undone = await tx
    .updateTable('email_changes')
    .set({ state: 'undone' })
    .where('user_id', '=', userId)
    .where('asked_at', '>=', since)
    .returning('changed_at')
    .execute()
  return undone.some(({ changed_at }) => changed_at !== null)
}

export async function deleteEmailChanges(db: Db, userId: string): Promise<void> {
  await db.deleteFrom('email_changes').where('user_id', '=', userId).execute()
}
