import * as calls from '#contract/trust/verification-actions.ts'
import type { Tx } from '#server/db/db.ts'
import type { App } from '#server/http/app.ts'
import { implement } from '#server/http/calls/implement.ts'
import { refuse } from '#server/http/calls/refusal.ts'
import type { Context } from '#server/context.ts'
import { requireHeldCase } from '#server/trust/cases/case-moves.ts'
import { appealsUndoneBy, holdsAppealAbout } from '#server/trust/decisions/appeals.ts'
import { checkOf } from '#server/trust/verification/check-of.ts'
import { decideCheck, noticeCheck, withdrawCheck } from '#server/trust/documents/decide.ts'
import { subjectOf } from '#server/trust/verification/rejection-notice.ts'
import { act, done } from './act.ts'

/** Adds the calls by which operators decide about checks and badges. Rules: docs/rules/trust.md */
export function verificationActionsRoutes(app: App, context: Context): void {
  implement(app, context, calls.approveVerification, (call) =>
    act(context, call, async (tx, why, at) => {
      const check = (await checkOf(tx, call.params.id)) ?? refuse('not_found')
      const { id, kind } = check
      const holder = { operatorId: why.doneBy, at }
      await appealsUndoneBy(tx, { action: 'approve', subjectId: id })
      if (!(await holdsAppealAbout(tx, holder.operatorId, id)))
        await requireCheckCase(tx, holder, id)
      const outcome = await decideCheck(tx, context, check, { status: 'approved' }, why)
      if (typeof outcome === 'string') refuse(REFUSALS[outcome])
      const verification = { id, kind, state: 'verified' as const }
      return { action: done('approve', outcome.seq, at), verification }
    }),
  )

  implement(app, context, calls.noticeVerification, (call) =>
    act(context, call, async (tx, why, at) => {
      const check = (await checkOf(tx, call.params.id)) ?? refuse('not_found')
      const { id, kind } = check
      await requireCheckCase(tx, { operatorId: why.doneBy, at }, id)
      const outcome = await noticeCheck(tx, context, check, call.body.reason, why)
      if (typeof outcome === 'string') refuse(REFUSALS[outcome])
      const stands_at = outcome.stands_at.toISOString()
      const verification = { id, kind, state: 'pending' as const, stands_at }
      return { action: done('notice', outcome.seq, at), verification }
    }),
  )

  implement(app, context, calls.withdrawVerification, (call) =>
    act(context, call, async (tx, why, at) => {
      const check = (await checkOf(tx, call.params.id)) ?? refuse('not_found')
      const { id, kind } = check
      const outcome = await withdrawCheck(tx, context, check, why)
      if (typeof outcome === 'string') refuse(REFUSALS[outcome])
      const state = outcome.what === 'notice' ? ('pending' as const) : ('not_submitted' as const)
      return { action: done('withdraw', outcome.seq, at), verification: { id, kind, state } }
    }),
  )
}

const REFUSALS = {
  already: 'already_so',
  approved: 'already_so',
  nothing_given: 'already_so',
  over: 'document_expired',
  other_operator_needed: 'other_operator_needed',
} as const

const requireCheckCase = (tx: Tx, holder: { operatorId: string; at: Date }, id: string) =>
  requireHeldCase(tx, holder, 'verification', subjectOf(id))
