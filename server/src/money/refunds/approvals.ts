import { sql } from 'kysely'
import type { Selectable } from 'kysely'
import type { Tx } from '#server/db/db.ts'
import type { DB } from '#server/db/types.ts'
import { Id } from '#contract/values.ts'
import { openCase, resolveCaseOf } from '#server/trust/cases/open-case.ts'
import { lockAppealOfCase } from '#server/trust/decisions/appeals.ts'
import { recordOperatorAction } from '#server/trust/audit/operator-actions.ts'
import type { OperatorReason } from '#server/trust/audit/operator-actions.ts'

/** The amounts given to one person within this many days count together. rule: two-operators */
const SUM_DAYS = 30
/** How long an action waits for a second operator. */
const WAITING_DAYS = 7
const DAY_MS = 86_400_000

export const sumSince = (at: Date) => new Date(+at - SUM_DAYS * DAY_MS)

/** A row of the table approvals. */
export type Approval = Selectable<DB['approvals']>

type Asked = {
  action: 'refund' | 'credits'
  /** A payment, or the person who gets credits. */
  subjectId: string
  personId: string
  /** Cents of a refund, or credits. */
  amount: number
  at: Date
}

/** Stores an action that waits for a second operator, in the caller's transaction. rule: two-operators */
export async function askApproval(
  tx: Tx,
  { action, subjectId, personId, amount, at }: Asked,
  { reason: text, doneBy, said }: OperatorReason,
): Promise<Approval> {
  const approval = await tx
    .insertInto('approvals')
    .values({
      action,
      subject_id: subjectId,
      person_id: personId,
      amount,
      reason: said?.code ?? 'stated',
      text,
      note: said?.note ?? null,
      case_id: said?.caseId ?? null,
      asked_by: doneBy,
      asked_at: at,
      expires_at: new Date(+at + WAITING_DAYS * DAY_MS),
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  await openCase(tx, {
    queue: 'refunds',
    kind: 'approval',
    subject: { kind: 'approval', id: approval.id },
    personId,
    title:
      action === 'refund' ? { code: 'refund_waits' } : { code: 'credits_wait', params: { amount } },
    at,
    notFor: Id.safeParse(doneBy).data,
  })
  const asked = { action: 'approval_asked', subjectId: approval.id, doneBy, at } as const
  await recordOperatorAction(tx, asked, {
    reason: approval.reason,
    note: [text, said?.note].filter(Boolean).join('\n\n'),
    after: { action, subject: subjectId, amount },
    caseId: said?.caseId,
    requestId: said?.requestId,
  })
  return approval
}

/**
 * Locks the appeal that the case of an action is about, and then this case and that of its approval, before both are
 * written.
 */
export async function lockCasesOfApproval(tx: Tx, { id, case_id }: Approval): Promise<void> {
  if (case_id) await lockAppealOfCase(tx, case_id)
  await sql`
    select from cases
    where id = ${case_id}::uuid or queue = 'refunds' and subject_kind = 'approval' and subject_id = ${id}
    order by id for update`.execute(tx)
}

/** Closes the case of an approval that is decided or over. */
export async function resolveApprovalCase(
  tx: Tx,
  id: string,
  ending: Parameters<typeof resolveCaseOf>[3],
): Promise<void> {
  await resolveCaseOf(tx, 'refunds', { kind: 'approval', id }, ending)
}

/** The facts of the approval behind an action, for the audit log. */
export function approvalFacts({ id, askedBy }: { id: string; askedBy: string }) {
  return { approval: id, asked_by: askedBy }
}
