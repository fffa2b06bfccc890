import * as calls from '#contract/visits/access.ts'
import type { Context } from '#server/context.ts'
import type { App } from '#server/http/app.ts'
import { implement } from '#server/http/calls/implement.ts'
import { renewSession } from '#server/people/sessions/sessions.ts'
import { listViews, revealAccess, saveAccess } from './access.ts'
import { openAccess, viewAccess } from './access-of-visit.ts'

/** Access details of homes. Every answer of the API is `no-store`. Rules: docs/rules/visits.md */
export function accessRoutes(app: App, context: Context): void {
  implement(app, context, calls.saveAccess, async ({ actor, params, body }) => ({
    access: await saveAccess(context, actor.id, params.id, body),
  }))
  implement(app, context, calls.revealAccess, async ({ actor, params, request, reply }) => {
    const values = await revealAccess(context, actor, request, params.id)
    await renewSession(context, request, reply)
    return values
  })
  implement(app, context, calls.accessViews, ({ actor, params }) =>
    listViews(context, actor.id, params.id),
  )
  implement(app, context, calls.viewAccess, ({ actor, params }) =>
    viewAccess(context, actor, params.id),
  )
  implement(app, context, calls.openAccess, ({ actor, params, body }) =>
    openAccess(context, actor, params.id, body.open),
  )
}
