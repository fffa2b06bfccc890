import { slotsOfProfessional } from '#contract/calendar/slots.ts'
import { addException, ownTimes, removeException, saveTimes } from '#contract/calendar/time.ts'
import { Id } from '#contract/values.ts'
import type { Context } from '#server/context.ts'
import type { App } from '#server/http/app.ts'
import { implement } from '#server/http/calls/implement.ts'
import { refuse } from '#server/http/calls/refusal.ts'
import { addException as add, removeException as remove, saveTimes as save } from './save-times.ts'
import { findSlots } from '../free/slots.ts'
import { documentOf } from './time-document.ts'
import { loadTimes } from './times.ts'

/** A professional's own working hours, exceptions and rules. rule: working-hours */
export function timeRoutes(app: App, context: Context): void {
  // Everybody may read which times are free. rule: free-times
  implement(
    app,
    context,
    slotsOfProfessional,
    ({ actor, params, query }) => {
      const professionalId = Id.safeParse(params.professionalUserId).data?.toLowerCase()
      return findSlots(context, actor, professionalId, query)
    },
    { answerHeaders: { 'cache-control': 'private, no-cache' }, isShared: true },
  )
  implement(app, context, ownTimes, async ({ actor }) => {
    const now = context.clock.now()
    const times = await loadTimes(context.db, actor.id, now)
    return documentOf(times ?? refuse('complete_profile_first'), now)
  })
  implement(app, context, saveTimes, ({ actor, body, idempotency }) =>
    save(context, actor.id, body, idempotency),
  )
  implement(app, context, addException, ({ actor, body, idempotency }) =>
    add(context, actor.id, body, idempotency),
  )
  implement(app, context, removeException, ({ actor, params }) =>
    remove(context, actor.id, params.exceptionId),
  )
}
