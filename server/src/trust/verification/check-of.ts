import { sql } from 'kysely'
import type { VerificationKind } from '#contract/trust/verification-rules.ts'
import { Id } from '#contract/values.ts'
import type { Db, Tx } from '#server/db/db.ts'
import { hasUndisputedNotice, lockWaiting } from './rejection-notice.ts'
import { isWaiting, lockVerification, verificationRow } from './verification.queries.ts'

/** The subject of an operator's decision: the number of a professional, or a submission of documents. */
export type Check = {
  /** The subject of its case: of a number the professional's id, else the submission's. */
  id: string
  userId: string
  kind: VerificationKind
}

/** The check of a number. */
export const numberOf = (userId: string): Check => ({ id: userId, userId, kind: 'ssn' })

/**
 * The check that the actions of operators name by the subject of its case, locked until the transaction ends.
 * rule: operator-decision, document-checks
 */
export async function checkOf(tx: Tx, id: string): Promise<Check | undefined> {
  const check = await findCheck(tx, id)
  if (check) await lockVerification(tx, check.userId)
  return check
}

/** Finds the check by the subject of its case, without a lock. */
export async function findCheck(db: Db, id: string): Promise<Check | undefined> {
  if (!Id.safeParse(id).success) return undefined
  const { rows } = await sql<Check>`
    select id, professional_id as "userId", kind from document_checks where id = ${id}::uuid
    union all
    select user_id, user_id, 'ssn' from professionals where user_id = ${id}::uuid`.execute(db)
  return rows[0]
}

/** The check of a kind that waits for a decision, locked until the transaction ends. */
export async function waitingCheckOf(
  tx: Tx,
  userId: string,
  kind: VerificationKind,
): Promise<Check | undefined> {
  const subject = await lockWaiting(tx, userId, kind)
  return subject && { id: subject.id, userId, kind }
}

/** Whether an operator has to decide about a check now: no notice runs, or it is disputed. rule: case-states */
export async function isCheckWaiting(db: Db, id: string): Promise<boolean> {
  const check = await findCheck(db, id)
  if (!check) return false
  const { userId, kind } = check
  return (await isUndecided(db, check)) && !(await hasUndisputedNotice(db, userId, kind))
}

/** Whether a check waits for a decision, with a notice or without. */
export async function isUndecided(db: Db, { id, userId, kind }: Check): Promise<boolean> {
  if (kind === 'ssn') {
    const number = await verificationRow(db, userId)
    return Boolean(number?.ssn_hash) && isWaiting(number!)
  }
  const waiting = db.selectFrom('document_checks').select('id').where('id', '=', id)
  return (await waiting.where('state', '=', 'pending').executeTakeFirst()) !== undefined
}
