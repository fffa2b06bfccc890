import type { Tx } from '#server/db/db.ts'
import type { Context } from '#server/context.ts'
import { recordOperatorAction } from '#server/trust/audit/operator-actions.ts'
import type { AuditAction, OperatorReason } from '#server/trust/audit/operator-actions.ts'
import { createEnrolment } from './enrolment.ts'
import { removeOperatorAccess } from './operator-factors.queries.ts'
import { lockOperator, operatorByEmail, removeOperatorSessions } from './operators.queries.ts'

type By = Pick<OperatorReason, 'doneBy' | 'reason'>

/** Every operator, the newest first. rule: operators */
export async function listOperators({ db }: Pick<Context, 'db'>) {
  return db
    .selectFrom('operators')
    .select(({ selectFrom, exists }) => [
      'email',
      'name',
      'created_at',
      'disabled_at',
      exists(
        selectFrom('operator_totp_secrets')
          .whereRef('operator_id', '=', 'operators.id')
          .select('operator_id'),
      ).as('codes'),
      exists(
        selectFrom('operator_passkeys')
          .whereRef('operator_id', '=', 'operators.id')
          .select('operator_id'),
      ).as('passkey'),
    ])
    .orderBy('id', 'desc')
    .execute()
}

/**
 * Adds an operator and returns their link to enrol. For an operator who exists it is a new link, as of a reset.
 * Undefined if that operator is disabled. Without a reason the audit log has 'new operator' or 'new link'.
 * rule: operators
 */
export async function addOperator(
  context: Context,
  { email, name }: { email: string; name: string },
  { doneBy, reason }: Pick<By, 'doneBy'> & Partial<By>,
): Promise<string | undefined> {
  const { db, clock } = context
  return db.transaction().execute(async (tx) => {
    const { numInsertedOrUpdatedRows } = await tx
      .insertInto('operators')
      .values({ email, name, created_at: clock.now() })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst()
    const { id } = (await operatorByEmail(tx, email))!
    if (!(await lockOperator(tx, id))) return undefined
    const usual = numInsertedOrUpdatedRows ? 'new operator' : 'new link'
    return newLink(tx, context, id, { doneBy, reason: reason ?? usual, action: 'operator_added' })
  })
}

/** A new link to enrol. Password, factor and sessions from before end. Undefined for a disabled or unknown operator. */
export async function resetOperator(
  context: Context,
  email: string,
  by: By,
): Promise<string | undefined> {
  return context.db.transaction().execute(async (tx) => {
    const found = await operatorByEmail(tx, email)
    if (!found || !(await lockOperator(tx, found.id))) return undefined
    return newLink(tx, context, found.id, { ...by, action: 'operator_reset' })
  })
}

/**
 * Disables an operator, whose sessions end, or enables them again. 'already' if nothing changed, undefined for an
 * unknown operator. rule: operators
 */
export async function setOperatorDisabled(
  { db, clock }: Context,
  email: string,
  { disabled, ...by }: By & { disabled: boolean },
): Promise<'done' | 'already' | undefined> {
  const at = clock.now()
  return db.transaction().execute(async (tx) => {
    const found = await operatorByEmail(tx, email)
    if (!found) return undefined
    const { numUpdatedRows } = await tx
      .updateTable('operators')
      .set({ disabled_at: disabled ? at : null })
      .where('id', '=', found.id)
      .where('disabled_at', disabled ? 'is' : 'is not', null)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) return 'already'
    if (disabled) await removeOperatorSessions(tx, found.id)
    await record(tx, found.id, at, {
      ...by,
      action: disabled ? 'operator_disabled' : 'operator_enabled',
    })
    return 'done'
  })
}

async function newLink(
  tx: Tx,
  context: Context,
  id: string,
  by: By & { action: AuditAction },
): Promise<string> {
  await removeOperatorAccess(tx, id)
  await tx
    .updateTable('operators')
    .set(({ eb }) => ({ password_hash: null, password_version: eb('password_version', '+', 1) }))
    .where('id', '=', id)
    .execute()
  const link = await createEnrolment(tx, context, id)
  await record(tx, id, context.clock.now(), by)
  return link
}

async function record(
  tx: Tx,
  subjectId: string,
  at: Date,
  { action, doneBy, reason: note }: By & { action: AuditAction },
): Promise<void> {
  await recordOperatorAction(tx, { action, subjectId, doneBy, at }, { note })
}
