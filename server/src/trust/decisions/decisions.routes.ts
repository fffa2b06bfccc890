import * as calls from '#contract/trust/decisions.ts'
import { requestLanguage } from '#contract/people/preferred-language.ts'
import type { App } from '#server/http/app.ts'
import { implement } from '#server/http/calls/implement.ts'
import type { Context } from '#server/context.ts'
import { sendAppeal } from './appeals.ts'
import { decisionsOf } from './decisions.ts'

/** Adds the calls for the decisions of operators about the actor, and for appeals. Rules: docs/rules/trust.md */
export function decisionsRoutes(app: App, context: Context): void {
  const { db, clock } = context
  implement(app, context, calls.decisions, ({ actor, query, request }) =>
    decisionsOf(db, actor.id, {
      now: clock.now(),
      before: query.before,
      language: requestLanguage(undefined, request.headers['accept-language'] ?? actor.language),
    }),
  )
  implement(app, context, calls.appeal, async ({ actor, params, body }) => ({
    appeal: await sendAppeal(context, actor.id, params.decisionId, body.text),
  }))
}
