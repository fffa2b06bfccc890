import type { Updateable } from 'kysely'
import { DatabaseError } from 'pg'
import type { Db } from '#server/db/db.ts'
import type { DB } from '#server/db/types.ts'
import { lockAccounts } from '#server/people/person/lock-people.ts'

/** A professional's check, locked until the transaction ends after the account; undefined without a profile. */
export async function lockVerification(tx: Db, userId: string) {
  await lockCheck(tx, userId)
  return verificationRow(tx, userId)
}

/** Read the check by another statement: the one that waits for the lock would still see the number from before. */
async function lockCheck(tx: Db, userId: string): Promise<void> {
  await lockAccounts(tx, userId)
  const profiles = tx.selectFrom('professionals').where('user_id', '=', userId)
  await profiles.select('user_id').forNoKeyUpdate().execute()
}

/** Whether an operator has to decide: about a first check, or about a renewal. rule: badges */
export const isWaiting = (check: { status: string; renewal_at: Date | null }) =>
  check.status === 'pending' || check.renewal_at !== null

export function verificationRow(db: Db, userId: string) {
  return verificationOf(db, userId).executeTakeFirst()
}

function verificationOf(db: Db, userId: string) {
  return db
    .selectFrom('professionals')
    .leftJoin('verifications', 'professional_id', 'user_id')
    .select(['background_check_status as status', 'ssn_hash', 'ssn_last4', 'rejected_at'])
    .select(['background_checked_at', 'renewal_at'])
    .where('user_id', '=', userId)
}

/** The encrypted number of a pending check, locked until the transaction ends. */
export async function lockPendingNumber(tx: Db, userId: string) {
  await lockCheck(tx, userId)
  return tx
    .selectFrom('professionals')
    .innerJoin('verifications', 'professional_id', 'user_id')
    .select(['ssn_sealed', 'key_id'])
    .where('user_id', '=', userId)
    .where((where) =>
      where.or([
        where('background_check_status', '=', 'pending'),
        where('renewal_at', 'is not', null),
      ]),
    )
    .executeTakeFirst()
}

type NumberRow = {
  professional_id: string
  ssn_hash: Buffer
  ssn_last4: string
  ssn_sealed: Buffer
  key_id: string
  consent_version: string
  consented_at: Date
  submitted_at: Date
  renewal_at: Date | null
}

/** Stores a number in place of an earlier one; false when another professional has it. rule: ssn-unique */
export async function writeNumber(tx: Db, number: NumberRow): Promise<boolean> {
  const { professional_id: _, ...facts } = number
  try {
    await tx
      .insertInto('verifications')
      .values(number)
      .onConflict((conflict) =>
        conflict.column('professional_id').doUpdateSet({ ...facts, decided_at: null }),
      )
      .execute()
    return true
  } catch (error) {
    if (error instanceof DatabaseError && error.constraint === 'verifications_ssn_once')
      return false
    throw error
  }
}

export async function writeStatus(
  tx: Db,
  userId: string,
  facts: Pick<
    Updateable<DB['professionals']>,
    'background_check_status' | 'background_checked_at' | 'background_check_simulated'
  >,
): Promise<void> {
  await tx.updateTable('professionals').set(facts).where('user_id', '=', userId).execute()
}

export async function writeDecision(
  tx: Db,
  userId: string,
  facts: Pick<Updateable<DB['verifications']>, 'decided_at' | 'rejected_at' | 'renewal_at'>,
): Promise<void> {
  await tx.updateTable('verifications').set(facts).where('professional_id', '=', userId).execute()
}
