import { ACTION_REASONS } from '#contract/trust/action-reasons.ts'
import * as calls from '#contract/console/operator-actions.ts'
import { Id } from '#contract/values.ts'
import type { Tx } from '#server/db/db.ts'
import type { App } from '#server/http/app.ts'
import { implement } from '#server/http/calls/implement.ts'
import { refuse } from '#server/http/calls/refusal.ts'
import type { Context } from '#server/context.ts'
import type { Approval } from '#server/money/refunds/approvals.ts'
import {
  ApprovalRefusal,
  decideApproval,
  lockApproval,
} from '#server/money/refunds/decide-approval.ts'
import { changeCredits } from '#server/money/refunds/operator-credits.ts'
import { orderRefund } from '#server/money/refunds/refunds.ts'
import { act, done } from './act.ts'
import type { Acting } from './act.ts'

/**
 * Adds the calls by which operators move money. Some actions wait for a second operator. Rules: docs/rules/console.md
 */
export function moneyActionsRoutes(app: App, context: Context): void {
  implement(app, context, calls.changePersonCredits, (call) =>
    act(context, call, async (tx, why, at) => {
      const professionalId = Id.safeParse(call.params.id).data ?? refuse('not_found')
      const change = { professionalId, amount: call.body.amount, at }
      const outcome = await changeCredits(tx, change, why)
      if (outcome === 'unknown') refuse('not_found')
      if (outcome === 'not_enough_credits') refuse(outcome)
      const credits = await balanceOf(tx, professionalId)
      return 'approval' in outcome
        ? { approval: viewOf(outcome.approval), credits }
        : { action: done('credits', outcome.seq, at), credits }
    }),
  )

  implement(app, context, calls.refundPerson, (call) =>
    act(context, call, async (tx, why, at) => {
      const number = /^(?:L-)?(\d{1,15})$/i.exec(call.params.number)?.[1] ?? refuse('not_found')
      const outcome = await orderRefund(tx, context, { number, at }, why)
      if (outcome === 'unknown') refuse('not_found')
      if (outcome.refusal) refuse(outcome.refusal)
      return 'approval' in outcome
        ? { approval: viewOf(outcome.approval) }
        : { action: done('refund', outcome.seq, at) }
    }),
  )

  implement(app, context, calls.approve, (call) =>
    decide(context, call.params.id, 'approved', call),
  )
  implement(app, context, calls.refuseApproval, (call) =>
    decide(context, call.params.id, 'refused', call),
  )
}

/** Refuses 'reason_required' unless the reason is one of the asked action. rule: two-operators */
async function decide(
  context: Context,
  id: string,
  verdict: 'approved' | 'refused',
  acting: Acting,
): Promise<{ approval: ReturnType<typeof viewOf> }> {
  try {
    return await act(context, acting, async (tx, why) => {
      const asked = Id.safeParse(id).success ? await lockApproval(tx, id) : undefined
      if (!asked) refuse('not_found')
      const reasons: readonly string[] = ACTION_REASONS[asked.action as 'refund' | 'credits']
      if (!reasons.includes(acting.body.reason)) refuse('reason_required')
      const outcome = await decideApproval(tx, context, { id, verdict }, why)
      if (typeof outcome === 'string') refuse(outcome)
      return { approval: viewOf(outcome.approval) }
    })
  } catch (error) {
    if (error instanceof ApprovalRefusal) refuse(error.code)
    throw error
  }
}

function viewOf({ id, state, expires_at }: Approval) {
  return {
    id,
    state: state as 'waiting' | 'approved' | 'refused' | 'expired',
    expires_at: expires_at.toISOString(),
  }
}

async function balanceOf(tx: Tx, professionalId: string): Promise<number> {
  const row = await tx
    .selectFrom('lead_credits')
    .select('balance')
    .where('professional_id', '=', professionalId)
    .executeTakeFirst()
  return row?.balance ?? 0
}
