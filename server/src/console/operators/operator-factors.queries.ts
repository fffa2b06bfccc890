import type { Insertable } from 'kysely'
import type { Db } from '#server/db/db.ts'
import type { OperatorAttempts, OperatorPasskeys, OperatorTotpSecrets } from '#server/db/types.ts'

export async function operatorTotp(db: Db, operatorId: string) {
  return db
    .selectFrom('operator_totp_secrets')
    .where('operator_id', '=', operatorId)
    .select(['secret_sealed', 'key_id'])
    .executeTakeFirst()
}

export async function insertOperatorTotp(
  db: Db,
  row: Insertable<OperatorTotpSecrets>,
): Promise<void> {
  await db.insertInto('operator_totp_secrets').values(row).execute()
}

/** The passkeys of an operator: one or none. */
export async function operatorPasskeys(db: Db, operatorId: string) {
  return db
    .selectFrom('operator_passkeys')
    .where('operator_id', '=', operatorId)
    .select(['credential_id', 'transports'])
    .execute()
}

export async function operatorPasskeyByCredential(db: Db, credentialId: Buffer) {
  return db
    .selectFrom('operator_passkeys')
    .where('credential_id', '=', credentialId)
    .select(['id', 'operator_id', 'credential_id', 'public_key', 'transports'])
    .executeTakeFirst()
}

/** Adds a passkey. False if it belongs to an operator already. */
export async function insertOperatorPasskey(
  db: Db,
  row: Insertable<OperatorPasskeys>,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows = 0n } = await db
    .insertInto('operator_passkeys')
    .values(row)
    .onConflict((conflict) => conflict.column('credential_id').doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows > 0n
}

/** Takes password, factors, sessions, links and begun sign-ins of an operator away. rule: operators */
export async function removeOperatorAccess(tx: Db, operatorId: string): Promise<void> {
  for (const table of [
    'operator_sessions',
    'operator_enrolments',
    'operator_totp_secrets',
    'operator_passkeys',
    'operator_challenges',
    'operator_attempts',
  ] as const)
    await tx.deleteFrom(table).where('operator_id', '=', operatorId).execute()
}

type Challenge = { hash: Buffer; purpose: string; operatorId: string | null }

export async function insertOperatorChallenge(
  db: Db,
  { hash, purpose, operatorId }: Challenge,
  expiresAt: Date,
): Promise<void> {
  const row = { challenge_hash: hash, purpose, operator_id: operatorId, expires_at: expiresAt }
  await db.insertInto('operator_challenges').values(row).execute()
}

export async function insertOperatorAttempt(
  db: Db,
  row: Insertable<OperatorAttempts>,
): Promise<void> {
  await db.insertInto('operator_attempts').values(row).execute()
}

/** The attempt with this token that has not ended, with the operator's email. */
export async function openOperatorAttempt(db: Db, tokenHash: Buffer, now: Date) {
  return db
    .selectFrom('operator_attempts')
    .innerJoin('operators', 'operators.id', 'operator_id')
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now)
    .where('ended_at', 'is', null)
    .where('disabled_at', 'is', null)
    .select(['operator_attempts.id', 'operator_id', 'email', 'operator_attempts.password_version'])
    .executeTakeFirst()
}
