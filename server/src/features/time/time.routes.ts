import { slotsOfProfessional } from '#contract/slots.ts'
import { addException, ownTimes, removeException, saveTimes } from '#contract/time.ts'
import { Id } from '#contract/values.ts'
import type { Context } from '#server/context.ts'
import type { App } from '#server/http/app.ts'
import { answerWithEtag } from '#server/http/etag.ts'
import { implement } from '#server/http/implement.ts'
import { refuse } from '#server/http/refusal.ts'
import { addException as add, removeException as remove, saveTimes as save } from './save-times.ts'
import { cachedSlots } from './slots.ts'
import { documentOf } from './time-document.ts'
import { loadTimes } from './times.ts'

/** A professional's own working hours, exceptions and rules. rule: working-hours */
export function timeRoutes(app: App, context: Context): void {
  slotsRoute(app, context)
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

/** Everybody may read which times are free. rule: free-times */
function slotsRoute(app: App, context: Context): void {
  const slotsOf = cachedSlots(context)
  implement(app, context, slotsOfProfessional, async ({ actor, params, query, request, reply }) => {
    const professionalId = Id.safeParse(params.professionalUserId).data?.toLowerCase()
    const answer = await slotsOf(actor, professionalId, query)
    reply.header('cache-control', 'private, no-cache')
    return answerWithEtag(request, reply, answer)
  })
}
