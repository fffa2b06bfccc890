import { sql } from 'kysely'
import type { Insertable } from 'kysely'
import { refuse } from '#server/http/calls/refusal.ts'
import type { Context } from '#server/context.ts'
import type { Db } from '#server/db/db.ts'
import type { EmailVerifications } from '#server/db/types.ts'
import { lockClient } from './lock-people.ts'

export async function isEmailVerified(db: Db, userId: string): Promise<boolean> {
  const user = await db
    .selectFrom('users')
    .select('email_verified_at')
    .where('id', '=', userId)
    .executeTakeFirst()
  return Boolean(user?.email_verified_at)
}

/** Whether the address is not proved, of an account to which that matters. rule: held-starts */
async function mustProve(db: Db, userId: string): Promise<boolean> {
  const user = await db
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .where('email_verified_at', 'is', null)
    .where('never_held', '=', false)
    .executeTakeFirst()
  return user !== undefined
}

/**
 * Confirms the address of an account that is not deleted, from the first moment on. Returns whether it was unconfirmed
 * before. It takes the client's lock, so that what the account starts at the same moment comes before or after it.
 * rule: email-verification
 */
export async function confirmEmail(db: Db, userId: string, at: Date): Promise<boolean> {
  await lockClient(db, userId)
  const { numUpdatedRows } = await db
    .updateTable('users')
    .set({ email_verified_at: at })
    .where('id', '=', userId)
    .where('email_verified_at', 'is', null)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Replaces the account's letter: only the newest link and the newest code are valid. rule: email-verification */
export async function replaceVerification(
  db: Db,
  { user_id, ...values }: Insertable<EmailVerifications>,
): Promise<void> {
  const proof = { ...values, wrong_tries: 0 }
  await db
    .insertInto('email_verifications')
    .values({ user_id, ...proof })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(proof))
    .execute()
}

/** The owner of an unexpired link, and the address that it proves. */
export async function verificationByToken(db: Db, tokenHash: Buffer, now: Date) {
  return db
    .selectFrom('email_verifications')
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now)
    .select(['user_id', 'email'])
    .executeTakeFirst()
}

/** Locks the account's letter until the transaction ends, so that one code at a time is tried. */
export async function lockVerification(tx: Db, userId: string) {
  return tx
    .selectFrom('email_verifications')
    .where('user_id', '=', userId)
    .select(['email', 'code_hash', 'code_expires_at', 'wrong_tries'])
    .forUpdate()
    .executeTakeFirst()
}

export async function countWrongCode(tx: Db, userId: string): Promise<void> {
  await tx
    .updateTable('email_verifications')
    .set({ wrong_tries: sql`wrong_tries + 1` })
    .where('user_id', '=', userId)
    .execute()
}

export async function removeVerification(db: Db, userId: string): Promise<void> {
  await db.deleteFrom('email_verifications').where('user_id', '=', userId).execute()
}

/**
 * Refuses 'email_not_verified' to somebody whose address has to be proved and is not. rule: held-starts
 */
export async function requireProvedAddress(
  { config, db }: Pick<Context, 'config' | 'db'>,
  userId: string,
): Promise<void> {
  if (config.emailVerification === 'optional') return
  if (await mustProve(db, userId)) refuse('email_not_verified')
}
