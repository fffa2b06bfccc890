import { ACTION_REASONS } from '#contract/trust/action-reasons.ts'
import * as calls from '#contract/console/operator-actions.ts'
import { requestLanguage } from '#contract/people/preferred-language.ts'
import type { App } from '#server/http/app.ts'
import { implement } from '#server/http/calls/implement.ts'
import type { Context } from '#server/context.ts'
import { reasonText } from '#server/trust/decisions/reason-texts.ts'
import { act, done } from './act.ts'
import type { Acting } from './act.ts'
import { FAILED_JOBS_MAX, failedJobs, mendJob } from './failed-jobs.ts'
import { moneyActionsRoutes } from './money-actions.routes.ts'
import { lettersFor } from './letters.ts'
import { messagesOfOpened, openConversation } from './open-conversation.ts'
import { peopleActionsRoutes } from './people-actions.routes.ts'
import { verificationActionsRoutes } from './verification-actions.routes.ts'
import { refuse } from '#server/http/calls/refusal.ts'
import { setClaim } from '#server/trust/claims/claims.ts'
import { recordAction } from '#server/trust/decisions/record-action.ts'
import { requireHeldCase } from '#server/trust/cases/case-moves.ts'
import { decideProblem } from '#server/visits/problems/decide-problem.ts'
import { hideReview, showReview } from '#server/market/write-reviews/hide-review.ts'
import { notifyBookingChange } from '#server/live/notify-sides.ts'

/** Adds the calls by which operators act on people, money and content. Rules: docs/rules/console.md */
export function actionsRoutes(app: App, context: Context): void {
  const { db } = context
  implement(app, context, calls.actionReasons, ({ request }) => {
    const language = requestLanguage(undefined, request.headers['accept-language'] ?? 'en')
    const reasons = Object.entries(ACTION_REASONS).map(([name, codes]) => [
      name,
      codes.map((code) => ({ code, text: reasonText(code, language) })),
    ])
    return { actions: Object.fromEntries(reasons) }
  })
  implement(app, context, calls.actionLetters, ({ query }) => lettersFor(db, query))
  peopleActionsRoutes(app, context)
  moneyActionsRoutes(app, context)
  verificationActionsRoutes(app, context)

  implement(app, context, calls.hideReview, (call) => review(context, 'hide', call.params.id, call))
  implement(app, context, calls.showReview, (call) => review(context, 'show', call.params.id, call))

  implement(app, context, calls.decideProblem, async (call) => {
    const { id } = call.params
    const { outcome: decision, reason } = call.body
    let bookingId: string | undefined
    const answer = await act(context, call, async (tx, why, at) => {
      const requireCase = () =>
        requireHeldCase(tx, { operatorId: why.doneBy, at }, 'visits', { kind: 'problem', id })
      const outcome = await decideProblem(tx, id, { decision, reason, requireCase }, why, at)
      if (outcome === 'unknown') refuse('not_found')
      if (outcome === 'not_disputed') refuse('already_so')
      bookingId = outcome.bookingId
      const problem = { id, state: 'decided' as const, outcome: decision }
      return { action: done('decide', outcome.seq, at), problem }
    })
    if (bookingId) await notifyBookingChange(context, bookingId)
    return answer
  })

  implement(app, context, calls.failedJobs, async ({ query }) => {
    const rows = await failedJobs(db, query.before)
    return {
      jobs: rows.slice(0, FAILED_JOBS_MAX).map((row) => ({
        id: row.id,
        name: row.job,
        tries: row.attempts,
        failed_at: row.failed_at.toISOString(),
        error: row.last_error,
      })),
      has_more: rows.length > FAILED_JOBS_MAX,
    }
  })
  implement(app, context, calls.retryJob, (call) => mend(context, 'retry', call.params.id, call))
  implement(app, context, calls.discardJob, (call) =>
    mend(context, 'discard', call.params.id, call),
  )

  implement(app, context, calls.switchClaim, (call) =>
    act(context, call, async (tx, why, at) => {
      const { id } = call.params
      const { enabled } = call.body
      const outcome = await setClaim(tx, id, enabled, at)
      if (outcome !== 'done') refuse(outcome ?? 'not_found')
      const action = { action: 'claims', subjectId: id, at } as const
      const after = { enabled: enabled ? 'on' : 'off' }
      const seq = await recordAction(tx, action, why, { as: 'text', after })
      return { action: done('claims', seq, at), claim: { id, enabled } }
    }),
  )

  implement(app, context, calls.openConversation, async (call) => {
    const { id } = call.params
    const opened = await act(context, call, async (tx, why, at) => {
      const opening = { id, tellAfterDays: call.body.tell_after_days, at }
      const { seq, until } = await openConversation(tx, opening, why)
      return { action: done('open', seq, at), until }
    })
    const moment = { at: opened.action.at, until: opened.until }
    return { ...opened, messages: await messagesOfOpened(context, id, moment) }
  })
}

function review(context: Context, what: 'hide' | 'show', id: string, acting: Acting) {
  return act(context, acting, async (tx, why, at) => {
    const outcome = await (what === 'hide' ? hideReview : showReview)(tx, id, at)
    if (outcome === 'unknown') refuse('not_found')
    if (outcome === 'already') refuse('already_so')
    const action = { action: what, subjectId: id, at, people: [outcome.client_id] } as const
    const seq = await recordAction(tx, action, why, { as: 'text' })
    const state = what === 'hide' ? ('hidden' as const) : ('public' as const)
    return { action: done(what, seq, at), review: { id, state } }
  })
}

function mend(context: Context, what: 'retry' | 'discard', id: string, acting: Acting) {
  return act(context, acting, async (tx, why, at) => {
    const isNumber = /^\d{1,15}$/.test(id)
    const seq = isNumber ? await mendJob(tx, { id, what, at }, why) : undefined
    if (seq === undefined) refuse('not_found')
    return { action: done(what, seq, at) }
  })
}
