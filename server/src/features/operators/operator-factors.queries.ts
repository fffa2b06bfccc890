import { sql } from 'kysely'
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

/** Uses the code of a step. False if one of this step or a later one was used. rule: operator-factors */
export async function spendOperatorStep(
  db: Db,
  operatorId: string,
  step: number,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('operator_totp_secrets')
    .set({ last_step: step })
    .where('operator_id', '=', operatorId)
    .where('last_step', '<', String(step))
    .executeTakeFirst()
  return numUpdatedRows > 0n
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
  const found = await db
    .selectFrom('operator_passkeys')
    .where('credential_id', '=', credentialId)
    .select(['id', 'operator_id', 'credential_id', 'public_key', 'counter', 'transports', 'synced'])
    .executeTakeFirst()
  return found && { ...found, counter: Number(found.counter) }
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

/** Records the use of a passkey. False if it was removed, or if its counter did not grow. rule: operator-factors */
export async function recordOperatorPasskeyUse(
  db: Db,
  { id, counter, synced, at }: { id: string; counter: number; synced: boolean; at: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('operator_passkeys')
    .set({ counter, synced, last_used_at: at })
    .where('id', '=', id)
    .where(sql<boolean>`(counter < ${counter}::bigint or (counter = 0 and ${counter}::bigint = 0))`)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Takes password, factors, sessions, links and begun sign-ins of an operator away. rule: operator-enrolment */
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

/** Deletes an unexpired challenge. Of two concurrent calls only one gets it. rule: operator-factors */
export async function consumeOperatorChallenge(
  db: Db,
  { hash, purpose, operatorId }: Challenge,
  now: Date,
): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('operator_challenges')
    .where('challenge_hash', '=', hash)
    .where('purpose', '=', purpose)
    .where('operator_id', 'is not distinct from', operatorId)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return numDeletedRows > 0n
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

/** Locks an attempt until the transaction ends. False if it has ended by now. */
export async function lockOperatorAttempt(tx: Db, id: string): Promise<boolean> {
  const found = await tx
    .selectFrom('operator_attempts')
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .select('id')
    .forUpdate()
    .executeTakeFirst()
  return found !== undefined
}

/** Counts a wrong try. The fifth one ends the attempt. */
export async function countWrongOperatorTry(tx: Db, id: string, max: number, at: Date) {
  await sql`
    update operator_attempts set wrong_tries = wrong_tries + 1,
      ended_at = case when wrong_tries + 1 >= ${max}::integer then ${at}::timestamptz end
    where id = ${id}`.execute(tx)
}

export async function endOperatorAttempt(tx: Db, id: string, at: Date): Promise<void> {
  await tx.updateTable('operator_attempts').set({ ended_at: at }).where('id', '=', id).execute()
}
