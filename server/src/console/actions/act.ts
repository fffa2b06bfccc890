import { Id } from '#contract/values.ts'
import type { Tx } from '#server/db/db.ts'
import type { Operator } from '#server/http/calls/actor.ts'
import { runInTransaction } from '#server/http/calls/idempotency.ts'
import type { Idempotency } from '#server/http/calls/idempotency.ts'
import { refuse } from '#server/http/calls/refusal.ts'
import type { Context } from '#server/context.ts'
import type { OperatorReason } from '#server/trust/audit/operator-actions.ts'

/** The request of an action at the console. */
export type Acting = {
  operator: Operator
  body: {
    reason: string
    text: string
    note?: string | undefined
    case_id?: string | undefined
  }
  request: { id: string }
  idempotency: Idempotency | undefined
}

/** Runs an action of the console in one transaction, once for its key. Refuses as the action does. rule: actions */
export async function act<Answer>(
  { db, clock }: Context,
  { operator, body, request, idempotency }: Acting,
  effect: (tx: Tx, why: OperatorReason, at: Date) => Promise<Answer>,
): Promise<Answer> {
  const at = clock.now()
  const { reason: code, text: reason, note, case_id: caseId } = body
  const said = { code, note, caseId, requestId: request.id }
  return runInTransaction(db, idempotency, async (tx) => {
    if (caseId !== undefined) await checkCase(tx, caseId, operator.id)
    return effect(tx, { reason, doneBy: operator.id, said }, at)
  })
}

/** Refuses not_found, other_operator_needed. `recordAction` keeps the case with its holder. rule: case-states */
async function checkCase(tx: Tx, id: string, operatorId: string): Promise<void> {
  const found = Id.safeParse(id).success
    ? await tx.selectFrom('cases').select('not_for').where('id', '=', id).executeTakeFirst()
    : undefined
  if (!found) refuse('not_found')
  if (found.not_for === operatorId) refuse('other_operator_needed')
}

/** The row of the audit log, as the answer of an action shows it. */
export function done(action: string, seq: number, at: Date) {
  return { seq, action, at: at.toISOString() }
}
