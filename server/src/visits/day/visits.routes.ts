import { hash } from 'node:crypto'
import { refreshHome as refreshHomeCall } from '#contract/bookings/bookings.ts'
import { addHome as addHomeCall } from '#contract/market/homes.ts'
import * as calls from '#contract/visits/visits.ts'
import type { Context } from '#server/context.ts'
import type { App } from '#server/http/app.ts'
import { implement } from '#server/http/calls/implement.ts'
import { addHome } from './add-home.ts'
import { pressStage, undoStage } from './press-stage.ts'
import { refreshHome } from './refresh-home.ts'
import { readVisit } from './visit-view.ts'

/** The day of a visit. Rules: docs/rules/visits.md */
export function visitsRoutes(app: App, context: Context): void {
  const { db, clock } = context
  implement(app, context, calls.visit, async ({ actor, params }) => ({
    visit: await readVisit(db, actor, params.id, clock.now()),
  }))
  implement(app, context, calls.pressStage, async ({ actor, params, body, idempotency }) => {
    // A press that is sent again has another time of sending, and is the same press of the same visit.
    const { sent_at: _, ...content } = body
    const text = JSON.stringify([params.id, content])
    const ofPress = idempotency && { ...idempotency, bodyHash: hash('sha256', text, 'buffer') }
    return { visit: await pressStage(context, actor, params.id, body, ofPress) }
  })
  implement(app, context, calls.undoStage, async ({ actor, params }) => ({
    visit: await undoStage(context, actor, params.id, params.stage),
  }))
  implement(app, context, refreshHomeCall, async ({ actor, params, body }) => ({
    visit: await refreshHome(context, actor.id, params.id, body.version),
  }))
  implement(app, context, addHomeCall, async ({ actor, body, idempotency }) => {
    const { booking_id, ...fields } = body
    return { home: await addHome(context, actor.id, fields, booking_id, idempotency) }
  })
}
