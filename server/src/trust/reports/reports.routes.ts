import * as calls from '#contract/trust/reports.ts'
import type { Context } from '#server/context.ts'
import type { App } from '#server/http/app.ts'
import { unlessRepeated } from '#server/http/calls/idempotency.ts'
import { implement } from '#server/http/calls/implement.ts'
import { consumeRateLimit } from '#server/http/limits/rate-limits.ts'
import { listOwnReports } from './own-reports.ts'
import { reportSubject } from './report.ts'

/** Reports of everything but a conversation, and what became of them. Rules: docs/rules/trust.md */
export function reportsRoutes(app: App, context: Context): void {
  implement(app, context, calls.report, async ({ actor, body, idempotency }) => {
    await unlessRepeated(context.db, idempotency, () =>
      consumeRateLimit(context, 'subject_report_by_user', actor.id),
    )
    return { report: await reportSubject(context, actor, body, idempotency) }
  })
  implement(app, context, calls.ownReports, ({ actor, query }) =>
    listOwnReports(context.db, actor.id, query.before),
  )
}
