import * as calls from '#contract/bookings/agreements.ts'
import type { Context } from '#server/context.ts'
import type { App } from '#server/http/app.ts'
import { implement } from '#server/http/calls/implement.ts'
import { confirmAgreement, readAgreement } from './agreements.ts'
import { answerChange, proposeChange } from './changes.ts'

/** Work agreements, and changes of accepted visits. rule: work-agreement, visit-changes */
export function agreementsRoutes(app: App, context: Context): void {
  implement(app, context, calls.agreement, async ({ actor, params, query }) => ({
    agreement: await readAgreement(context.db, actor, params.id, query.version),
  }))
  implement(app, context, calls.confirmAgreement, async ({ actor, params, body }) => ({
    confirmed: await confirmAgreement(context, actor, params.id, body),
  }))
  implement(app, context, calls.proposeVisitChange, ({ actor, params, body, idempotency }) =>
    proposeChange(context, actor, params.id, body, idempotency),
  )
  implement(app, context, calls.answerVisitChange, ({ actor, params, body }) =>
    answerChange(context, actor, { bookingId: params.id, changeId: params.changeId }, body.answer),
  )
}
