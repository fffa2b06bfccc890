import * as calls from '#contract/problems.ts'
import type { Context } from '#server/context.ts'
import type { App } from '#server/http/app.ts'
import { implement } from '#server/http/implement.ts'
import { acceptReclean, answerProblem, closeProblem } from './move-problem.ts'
import { readProblem } from './problem-view.ts'
import { logContact, reportProblem, sayAllGood } from './report-problem.ts'

/** What went wrong with a visit. Rules: docs/rules/problems.md */
export function problemsRoutes(app: App, context: Context): void {
  const { db, clock } = context
  implement(app, context, calls.reportProblem, async ({ actor, params, body, idempotency }) => ({
    problem: await reportProblem(context, actor, params.id, body, idempotency),
  }))
  implement(app, context, calls.problem, async ({ actor, params }) => ({
    problem: await readProblem(db, actor, params.id, clock.now()),
  }))
  implement(app, context, calls.answerProblem, async ({ actor, params, body }) => ({
    problem: await answerProblem(context, actor, params.id, body),
  }))
  implement(app, context, calls.acceptReclean, async ({ actor, params }) => ({
    problem: await acceptReclean(context, actor, params.id),
  }))
  implement(app, context, calls.closeProblem, async ({ actor, params, body }) => ({
    problem: await closeProblem(context, actor, params.id, body.outcome),
  }))
  implement(app, context, calls.logContact, async ({ actor, params, body }) => ({
    contacts: await logContact(context, actor, params.id, body.way),
  }))
  implement(app, context, calls.allGood, ({ actor, params }) =>
    sayAllGood(context, actor, params.id),
  )
}
