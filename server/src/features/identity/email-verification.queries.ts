import type { Insertable } from 'kysely'
import type { Db } from '#server/db/db.ts'
import type { EmailVerifications } from '#server/db/types.ts'

export async function isEmailVerified(db: Db, userId: string): Promise<boolean> {
  const user = await db
    .selectFrom('users')
    .select('email_verified_at')
    .where('id', '=', userId)
    .executeTakeFirst()
  return Boolean(user?.email_verified_at)
}

/** Confirms the address of an account that is not deleted, from the first moment on. */
export async function confirmEmail(db: Db, userId: string, at: Date): Promise<void> {
  await db
    .updateTable('users')
    .set({ email_verified_at: at })
    .where('id', '=', userId)
    .where('email_verified_at', 'is', null)
    .where('deleted_at', 'is', null)
    .execute()
}

/** Replaces the account's link: only the newest is valid. rule: email-verification */
export async function replaceVerification(
  db: Db,
  { user_id, token_hash, expires_at }: Insertable<EmailVerifications>,
): Promise<void> {
  await db
    .insertInto('email_verifications')
    .values({ user_id, token_hash, expires_at })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ token_hash, expires_at }))
    .execute()
}

/** The owner of an unexpired link. */
export async function ownerOfVerification(db: Db, tokenHash: Buffer, now: Date) {
  return db
    .selectFrom('email_verifications')
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now)
    .select('user_id')
    .executeTakeFirst()
}

export async function removeVerification(db: Db, userId: string): Promise<void> {
  await db.deleteFrom('email_verifications').where('user_id', '=', userId).execute()
}
