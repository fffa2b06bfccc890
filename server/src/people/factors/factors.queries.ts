import { sql } from 'kysely'
import type { Insertable } from 'kysely'
import type { Db } from '#server/db/db.ts'
import type { SignInAttempts } from '#server/db/types.ts'
import type { SealedSecret } from './totp.ts'

/** Locks an account until the transaction ends: changes of its factors run one after the other. */
export async function lockAccountOfFactors(tx: Db, userId: string) {
  return tx
    .selectFrom('users')
    .where('id', '=', userId)
    .where('deleted_at', 'is', null)
    .select(['id', 'email'])
    .forUpdate()
    .executeTakeFirst()
}

type Factors = { passkeys: number; totp: boolean; recoveryCodes: number }

/** Which second factors an account has. Recovery codes are none of their own. */
export async function factorsOf(db: Db, userId: string): Promise<Factors> {
  const { rows } = await sql<Factors>`
    select (select count(*)::int from passkeys where user_id = ${userId}) as passkeys,
      exists (select from totp_secrets where user_id = ${userId} and confirmed_at is not null) as totp,
      (select count(*)::int from recovery_codes where user_id = ${userId} and used_at is null) as "recoveryCodes"`.execute(
    db,
  )
  return rows[0]!
}

/** The factors, and what else the screen of security shows. */
export async function securityRow(db: Db, userId: string, now: Date) {
  return db
    .selectFrom('users')
    .where('id', '=', userId)
    .select(({ selectFrom, fn }) => [
      'email_verified_at',
      selectFrom('known_devices')
        .whereRef('user_id', '=', 'users.id')
        .where('expires_at', '>', now)
        .select(fn.countAll<string>().as('count'))
        .as('known_devices'),
    ])
    .executeTakeFirstOrThrow()
}

/** Sets the secret of an app that is not confirmed yet. */
export async function replaceTotpSecret(
  db: Db,
  userId: string,
  row: SealedSecret & { created_at: Date; expires_at: Date },
): Promise<void> {
  await db
    .insertInto('totp_secrets')
    .values({ user_id: userId, ...row })
    .onConflict((conflict) =>
      conflict
        .column('user_id')
        .doUpdateSet({ ...row, last_step: 0 })
        .where('totp_secrets.confirmed_at', 'is', null),
    )
    .execute()
}

export async function totpSecretOf(db: Db, userId: string) {
  return db
    .selectFrom('totp_secrets')
    .where('user_id', '=', userId)
    .select(['secret_sealed', 'key_id', 'confirmed_at', 'expires_at'])
    .executeTakeFirst()
}

export async function confirmTotpSecret(db: Db, userId: string, at: Date): Promise<void> {
  await db
    .updateTable('totp_secrets')
    .set({ confirmed_at: at, expires_at: null })
    .where('user_id', '=', userId)
    .execute()
}

/** Removes the app's secret. Returns whether its codes were on. */
export async function removeTotpSecret(db: Db, userId: string): Promise<boolean> {
  const removed = await db
    .deleteFrom('totp_secrets')
    .where('user_id', '=', userId)
    .returning('confirmed_at')
    .executeTakeFirst()
  return removed !== undefined && removed.confirmed_at !== null
}

/** Replaces the recovery codes of an account, used ones too. Without hashes it has none then. */
export async function replaceRecoveryCodes(
  db: Db,
  userId: string,
  hashes: Buffer[],
  at: Date,
): Promise<void> {
  await db.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
  if (hashes.length === 0) return
  const rows = hashes.map((code_hash) => ({ code_hash, user_id: userId, created_at: at }))
  await db.insertInto('recovery_codes').values(rows).execute()
}

/** Marks a recovery code as used. False if it is unknown, another person's or was used. rule: recovery-codes */
export async function markRecoveryCodeUsed(
  db: Db,
  userId: string,
  hash: Buffer,
  at: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('recovery_codes')
    .set({ used_at: at })
    .where('code_hash', '=', hash)
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function insertSignInAttempt(db: Db, row: Insertable<SignInAttempts>): Promise<void> {
  await db.insertInto('sign_in_attempts').values(row).execute()
}

/** The attempt with this token that has not ended, with the account's email in its normal form. */
export async function openAttempt(db: Db, tokenHash: Buffer, now: Date) {
  return db
    .selectFrom('sign_in_attempts')
    .innerJoin('users', 'users.id', 'user_id')
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now)
    .where('ended_at', 'is', null)
    .where('deleted_at', 'is', null)
    .select([
      'sign_in_attempts.id',
      'user_id',
      'email_key',
      'is_breached',
      'sign_in_attempts.password_version',
    ])
    .executeTakeFirst()
}

/** Confirms a session, given by its token's hash or the one before its last renewal. rule: confirmation */
export async function confirmSessionUntil(db: Db, tokenHash: Buffer, until: Date): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ confirmed_until: until })
    .where((row) => row.or({ token_hash: tokenHash, previous_hash: tokenHash }))
    .execute()
}

/** Removes what an account has of factors, and its logins that wait for one. rule: account-deletion */
export async function removeFactors(tx: Db, userId: string): Promise<void> {
  await tx.deleteFrom('passkeys').where('user_id', '=', userId).execute()
  await tx.deleteFrom('webauthn_challenges').where('user_id', '=', userId).execute()
  await tx.deleteFrom('totp_secrets').where('user_id', '=', userId).execute()
  await tx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
  await tx.deleteFrom('sign_in_attempts').where('user_id', '=', userId).execute()
}

/** Removes the factors and recovery codes that were added at this moment or later. Returns whether there were any. */
export async function removeFactorsSince(tx: Db, userId: string, since: Date): Promise<boolean> {
  const { rows } = await sql<{ removed: boolean }>`
    with
      keys as (delete from passkeys where user_id = ${userId} and created_at >= ${since} returning 1),
      apps as (delete from totp_secrets where user_id = ${userId} and coalesce(confirmed_at, created_at) >= ${since} returning 1),
      codes as (delete from recovery_codes where user_id = ${userId} and created_at >= ${since} returning 1)
    select exists (select from keys union all select from apps union all select from codes) as removed`.execute(
    tx,
  )
  return rows[0]!.removed
}
