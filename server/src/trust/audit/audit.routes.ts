import * as calls from '#contract/trust/audit.ts'
import type { App } from '#server/http/app.ts'
import { implement } from '#server/http/calls/implement.ts'
import { rawAnswer } from '#server/http/calls/raw-answer.ts'
import type { Context } from '#server/context.ts'
import { auditPage, exportAudit } from './read-audit.ts'
import { verifyAudit } from './verify-audit.ts'

/** Adds the calls by which operators read the audit log. Rules: docs/rules/console.md */
export function auditRoutes(app: App, context: Context): void {
  implement(app, context, calls.auditLog, ({ query }) => auditPage(context.db, query))

  implement(app, context, calls.verifyAuditLog, async () => {
    const { checked, firstBadSeq } = await verifyAudit(context.db)
    return { ok: firstBadSeq === null, checked, first_bad_seq: firstBadSeq }
  })

  implement(app, context, calls.exportAuditLog, async ({ operator, query, request, reply }) => {
    const { from } = query
    const { lines, to } = await exportAudit(context, operator, { from, requestId: request.id })
    reply.header('content-disposition', `attachment; filename="audit-${from}-${to}.ndjson"`)
    return rawAnswer(lines)
  })
}
