import * as calls from '#contract/console/operator-actions.ts'
import { endView as endViewCall, viewPerson } from '#contract/console/operator-views.ts'
import { Id } from '#contract/values.ts'
import type { Tx } from '#server/db/db.ts'
import type { App } from '#server/http/app.ts'
import { implement } from '#server/http/calls/implement.ts'
import { refuse } from '#server/http/calls/refusal.ts'
import { notifyBookingChange } from '#server/live/notify-sides.ts'
import type { Context } from '#server/context.ts'
import { restore, suspend } from '#server/account/suspend/suspend-account.ts'
import { recordAction } from '#server/trust/decisions/record-action.ts'
import { removeSecondFactorByOperator } from '#server/people/factors/factor-removal.ts'
import { endView, setViewCookie, startView } from '../operators/person-view.ts'
import { writeToPerson } from '#server/talk/support/support-thread.ts'
import { act, done } from './act.ts'
import { endSessionsOf } from './end-sessions.ts'

/** Adds the calls by which operators act on people. Rules: docs/rules/console.md */
export function peopleActionsRoutes(app: App, context: Context): void {
  implement(app, context, calls.suspendPerson, async (call) => {
    const { visits, until: untilText } = call.body
    const id = idOf(call.params)
    const until = untilText === undefined ? undefined : new Date(untilText)
    if (until && until <= context.clock.now()) refuse('invalid_input')
    let changed: string[] = []
    const answer = await act(context, call, async (tx, why, at) => {
      const outcome = await suspend(tx, context, id, why, { visits, until })
      if (outcome === 'unknown') refuse('not_found')
      if (outcome === 'already') refuse('already_so')
      changed = outcome.ended
      return {
        action: done('suspend', outcome.seq, at),
        person: { id, state: 'suspended' as const, suspended_until: until?.toISOString() ?? null },
        visits: { kept: outcome.kept, ended: outcome.ended.length },
      }
    })
    for (const bookingId of changed) await notifyBookingChange(context, bookingId)
    return answer
  })

  implement(app, context, calls.restorePerson, (call) =>
    act(context, call, async (tx, why, at) => {
      const id = idOf(call.params)
      const outcome = await restore(tx, context, id, why)
      if (outcome === 'unknown') refuse('not_found')
      if (outcome === 'already') refuse('already_so')
      const person = { id, state: 'active' as const, suspended_until: null }
      return { action: done('restore', outcome.seq, at), person }
    }),
  )

  implement(app, context, calls.endPersonSessions, (call) =>
    act(context, call, async (tx, why, at) => {
      const id = await livingPerson(tx, call.params)
      const { ended, seq } = await endSessionsOf(tx, context, id, why)
      return { action: done('end-sessions', seq, at), ended }
    }),
  )

  implement(app, context, calls.removePersonFactors, (call) =>
    act(context, call, async (tx, why, at) => {
      const userId = idOf(call.params)
      const { dueAt } = await removeSecondFactorByOperator(tx, { userId, at })
      const name = 'remove-second-factor'
      const action = { action: name, subjectId: userId, at, people: [userId] } as const
      const seq = await recordAction(tx, { ...action, isTold: true }, why, { as: 'text' })
      return { action: done(name, seq, at), due_at: dueAt.toISOString() }
    }),
  )

  viewRoutes(app, context)

  implement(app, context, calls.writeToPerson, (call) =>
    act(context, call, async (tx, why, at) => {
      const id = idOf(call.params)
      const post = { subject: call.body.subject, text: why.reason, doneBy: why.doneBy, at }
      const thread = (await writeToPerson(tx, id, post)) ?? refuse('not_found')
      const action = { action: 'message', subjectId: id, at, people: [id] } as const
      const after = { thread: thread.id }
      const seq = await recordAction(tx, action, why, { as: 'text', after })
      return { action: done('message', seq, at), number: thread.number }
    }),
  )
}

function viewRoutes(app: App, context: Context): void {
  implement(app, context, viewPerson, async (call) => {
    const personId = idOf(call.params)
    const { operator, reply } = call
    const answer = await act(context, call, async (tx, why, at) => {
      const { seq, expiresAt } = await startView(tx, { operator, personId, at }, why)
      const view = { person_id: personId, expires_at: expiresAt.toISOString() }
      return { action: done('view', seq, at), view }
    })
    const expiresAt = new Date(answer.view.expires_at)
    await setViewCookie(context, reply, { operator, personId, expiresAt })
    return answer
  })
  implement(app, context, endViewCall, async ({ operator, reply }) => {
    await endView(context, reply, operator)
    return { view: null }
  })
}

const idOf = ({ id }: { id: string }) => Id.safeParse(id).data ?? refuse('not_found')

async function livingPerson(tx: Tx, params: { id: string }): Promise<string> {
  const found = await tx
    .selectFrom('users')
    .select('id')
    .where('id', '=', idOf(params))
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return found?.id ?? refuse('not_found')
}
