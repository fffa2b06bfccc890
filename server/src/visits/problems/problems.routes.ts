import * as calls from '#contract/visits/problems.ts'
import type { Context } from '#server/context.ts'
import type { App } from '#server/http/app.ts'
import { implement } from '#server/http/calls/implement.ts'
import { acceptForms, answerForm } from '#server/pictures/upload-form.ts'
import { acceptReclean, answerProblem, closeProblem } from './move-problem.ts'
import { addProblemPhoto } from './problem-photos.ts'
import { readProblem } from './problem-view.ts'
import { logContact, reportProblem, sayAllGood } from './report-problem.ts'

/** Adds the calls for problems of visits. Rules: docs/rules/visits.md */
export async function problemsRoutes(app: App, context: Context): Promise<void> {
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
    contacts: await logContact(context, actor, params.id, body),
  }))
  implement(app, context, calls.allGood, ({ actor, params }) =>
    sayAllGood(context, actor, params.id),
  )
  await app.register(async (forms) => {
    await acceptForms(forms)
    implement(forms, context, calls.addProblemPhoto, (call) =>
      answerForm(context, calls.addProblemPhoto, call, async (form, saveOnce) => {
        const { actor, params } = call
        await saveOnce([params.id], (ofForm) =>
          addProblemPhoto(context, actor, params.id, form, ofForm),
        )
        return { problem: await readProblem(db, actor, params.id, clock.now()) }
      }),
    )
  })
}
