import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'

/**
 * The statements that let a factor be used once and end an attempt to sign in. People and operators have tables of
 * their own with the same columns. rule: app-codes, passkeys, second-factor, operators
 */
type Attempts = 'sign_in_attempts' | 'operator_attempts'
type Passkeys = 'passkeys' | 'operator_passkeys'

const OWNER = {
  totp_secrets: 'user_id',
  webauthn_challenges: 'user_id',
  operator_totp_secrets: 'operator_id',
  operator_challenges: 'operator_id',
} as const

/** The most wrong factors of one attempt. */
const WRONG_TRIES_MAX = 5

/** Uses the code of a step. False if one of this step or a later one was used. */
export async function spendTotpStep(
  db: Db,
  table: 'totp_secrets' | 'operator_totp_secrets',
  ownerId: string,
  step: number,
): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    update ${sql.table(table)} set last_step = ${step}::bigint
    where ${sql.ref(OWNER[table])} = ${ownerId}::uuid and last_step < ${step}::bigint`.execute(db)
  return numAffectedRows > 0n
}

/**
 * Records the use of a passkey. False if it was removed, or if its counter did not grow, as that of a clone. A counter
 * of 0 is of an authenticator that does not count, or no longer does; a clone could as well send a larger number.
 * rule: passkeys
 */
export async function recordPasskeyUse(
  db: Db,
  table: Passkeys,
  { id, counter, synced, at }: { id: string; counter: number; synced: boolean; at: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable(table)
    // The largest one stays, so that a clone that counts on from an earlier number is refused.
    .set({
      counter: sql<string>`greatest(counter, ${counter}::bigint)`,
      synced,
      last_used_at: at,
    })
    .where('id', '=', id)
    .where(sql<boolean>`(${counter}::bigint = 0 or counter < ${counter}::bigint)`)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Deletes an unexpired challenge. Of two concurrent calls only one gets it. */
export async function consumeChallenge(
  db: Db,
  table: 'webauthn_challenges' | 'operator_challenges',
  { hash, purpose, ownerId }: { hash: Buffer; purpose: string; ownerId: string | null },
  now: Date,
): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    delete from ${sql.table(table)}
    where challenge_hash = ${hash} and purpose = ${purpose} and expires_at > ${now}::timestamptz
      and ${sql.ref(OWNER[table])} is not distinct from ${ownerId}::uuid`.execute(db)
  return numAffectedRows > 0n
}

/** Locks an attempt until the transaction ends. False if it has ended by now. */
export async function lockAttempt(tx: Db, table: Attempts, id: string): Promise<boolean> {
  const found = await tx
    .selectFrom(table)
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .select('id')
    .forUpdate()
    .executeTakeFirst()
  return found !== undefined
}

/** Counts a wrong try. The last one that is allowed ends the attempt. */
export async function countWrongTry(tx: Db, table: Attempts, id: string, at: Date): Promise<void> {
  await sql`
    update ${sql.table(table)} set wrong_tries = wrong_tries + 1,
      ended_at = case when wrong_tries + 1 >= ${WRONG_TRIES_MAX}::integer then ${at}::timestamptz end
    where id = ${id}`.execute(tx)
}

export async function endAttempt(tx: Db, table: Attempts, id: string, at: Date): Promise<void> {
  await tx.updateTable(table).set({ ended_at: at }).where('id', '=', id).execute()
}
