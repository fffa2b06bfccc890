import { Id } from '#contract/values.ts'
import type { Tx } from '#server/db/db.ts'
import { runEachDue } from '#server/queue/run-batches.ts'
import type { Context, TxContext } from '#server/context.ts'
import { recordOperatorAction } from '#server/trust/audit/operator-actions.ts'
import type { OperatorReason } from '#server/trust/audit/operator-actions.ts'
import { CLOCK } from '#server/trust/decisions/record-action.ts'
import { lockCasesOfApproval, resolveApprovalCase } from './approvals.ts'
import type { Approval } from './approvals.ts'
import { lockAccount } from '../subscription/billing.queries.ts'
import { changeCredits } from './operator-credits.ts'
import { orderRefund } from './refunds.ts'

type Refusal =
  | 'not_found'
  | 'other_operator_needed'
  | 'already_so'
  | 'not_refundable'
  | 'refund_under_way'
type Decided = { approval: Approval; seq: number }

/**
 * An action that waits, locked until the transaction ends, after the account that it is about. Undefined if there is
 * none with this id.
 */
export async function lockApproval(tx: Tx, id: string): Promise<Approval | undefined> {
  const about = await tx
    .selectFrom('approvals')
    .select('person_id')
    .where('id', '=', id)
    .executeTakeFirst()
  if (!about) return undefined
  await lockAccount(tx, about.person_id)
  return tx.selectFrom('approvals').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
}

/**
 * A second operator approves an action that waits, which then happens in the caller's transaction, or refuses it. Who
 * asked cannot do either. Of two at once the second finds it done. rule: two-operators
 */
export async function decideApproval(
  tx: Tx,
  context: TxContext,
  { id, verdict }: { id: string; verdict: 'approved' | 'refused' },
  why: OperatorReason,
): Promise<Decided | Refusal> {
  const at = context.clock.now()
  const asked = Id.safeParse(id).success ? await lockApproval(tx, id) : undefined
  if (!asked) return 'not_found'
  if (asked.asked_by === why.doneBy) return 'other_operator_needed'
  if (asked.state !== 'waiting' || asked.expires_at <= at) return 'already_so'
  // The approved action may keep its case with the holder, or answer the appeal of the case.
  await lockCasesOfApproval(tx, asked)
  const decided = { state: verdict, decided_by: why.doneBy, decided_at: at }
  const approval = await tx
    .updateTable('approvals')
    .set({ ...decided, text: null, note: null })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
  const outcome = verdict === 'approved' ? 'acted' : 'no_breach'
  await resolveApprovalCase(tx, id, { outcome, at, doneBy: why.doneBy, text: why.reason })
  const seq = await recordOperatorAction(
    tx,
    {
      action: verdict === 'approved' ? 'approval_given' : 'approval_refused',
      subjectId: id,
      doneBy: why.doneBy,
      at,
    },
    {
      reason: why.said?.code ?? 'stated',
      note: [why.reason, why.said?.note].filter(Boolean).join('\n\n'),
      caseId: asked.case_id ?? undefined,
      requestId: why.said?.requestId,
      before: { asked_by: asked.asked_by },
    },
  )
  const refusal = verdict === 'approved' ? await carryOut(tx, context, asked, why, at) : undefined
  // The caller rolls back.
  if (refusal) throw new ApprovalRefusal(refusal)
  return { approval, seq }
}

/** Thrown when the approved action is not possible any more, so that nothing of the decision is written. */
export class ApprovalRefusal extends Error {
  readonly code: Exclude<Refusal, 'other_operator_needed' | 'already_so'>
  constructor(code: ApprovalRefusal['code']) {
    super(code)
    this.code = code
  }
}

/** The action itself, in the words of who asked for it. Returns why it is not possible any more. */
async function carryOut(
  tx: Tx,
  context: TxContext,
  asked: Approval,
  { doneBy, said }: OperatorReason,
  at: Date,
): Promise<ApprovalRefusal['code'] | undefined> {
  const isFromConsole = asked.reason !== 'stated'
  const why: OperatorReason = {
    reason: asked.text ?? '',
    doneBy,
    said: isFromConsole
      ? {
          code: asked.reason,
          note: asked.note ?? undefined,
          caseId: asked.case_id ?? undefined,
          requestId: said?.requestId,
        }
      : undefined,
  }
  const approval = { id: asked.id, askedBy: asked.asked_by }
  if (asked.action === 'credits') {
    const { person_id: professionalId, amount } = asked
    const change = { professionalId, amount, at, approval }
    return (await changeCredits(tx, change, why)) === 'unknown' ? 'not_found' : undefined
  }
  const { number } = await tx
    .selectFrom('payments')
    .select('number')
    .where('id', '=', asked.subject_id)
    .executeTakeFirstOrThrow()
  const outcome = await orderRefund(tx, context, { number, at, approval }, why)
  return outcome === 'unknown' ? 'not_found' : outcome.refusal
}

const BATCH_SIZE = 100

/** The job 'end-approvals': ends what nobody has decided in its 7 days. rule: two-operators, scheduled-jobs */
export async function endApprovals(context: Context): Promise<void> {
  const { db, clock } = context
  const at = clock.now()
  await runEachDue(context, {
    list: (tried) =>
      db
        .selectFrom('approvals')
        .select('id')
        .where('state', '=', 'waiting')
        .where('expires_at', '<=', at)
        .$if(tried.length > 0, (query) => query.where('id', 'not in', tried))
        .orderBy('expires_at')
        .limit(BATCH_SIZE)
        .execute(),
    size: BATCH_SIZE,
    keyOf: ({ id }) => id,
    work: ({ id }) => db.transaction().execute((tx) => endApproval(tx, id, at)),
    failed: 'the end of an approval has to wait',
  })
}

async function endApproval(tx: Tx, id: string, at: Date): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable('approvals')
    .set({ state: 'expired', decided_at: at, text: null, note: null })
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return
  await resolveApprovalCase(tx, id, { outcome: 'withdrawn', at })
  const action = { action: 'approval_ended', subjectId: id, doneBy: CLOCK, at } as const
  await recordOperatorAction(tx, action, { reason: 'expired' })
}
