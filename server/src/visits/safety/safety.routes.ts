import * as calls from '#contract/visits/safety.ts'
import type { Context } from '#server/context.ts'
import type { App } from '#server/http/app.ts'
import { implement } from '#server/http/calls/implement.ts'
import { readContact, saveContact } from './safety-contact.ts'
import { openLink, stopLetters } from './safety-link.ts'
import { readTimer, setTimer } from './safety-timer.ts'

/** The safety check-in of professionals. Rules: docs/rules/visits.md */
export function safetyRoutes(app: App, context: Context): void {
  implement(app, context, calls.safetyContact, async ({ actor }) => ({
    contact: await readContact(context.db, actor.id),
  }))
  implement(app, context, calls.saveSafetyContact, async ({ actor, body }) => ({
    contact: await saveContact(context, actor, body.contact),
  }))
  implement(app, context, calls.safetyTimer, ({ actor, params }) =>
    readTimer(context, actor, params.id),
  )
  implement(app, context, calls.setSafetyTimer, async ({ actor, params, body }) => {
    const checkBy = body.check_by === null ? null : new Date(body.check_by)
    await setTimer(context, actor, params.id, checkBy)
    return { check_by: checkBy?.toISOString() ?? null }
  })
  implement(app, context, calls.safetyVisit, ({ params }) => openLink(context, params.token))
  implement(app, context, calls.stopSafetyLetters, async ({ params }) => {
    await stopLetters(context, params.token)
    return { stopped: true as const }
  })
}
