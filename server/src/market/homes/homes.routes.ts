import * as calls from '#contract/market/homes.ts'
import type { Context } from '#server/context.ts'
import type { App } from '#server/http/app.ts'
import { implement } from '#server/http/calls/implement.ts'
import { changeHome, deleteHome, listHomes, readHome } from './homes.ts'

/** A client's saved homes. The routes of visits add one, because a visit can get it. rule: homes */
export function homesRoutes(app: App, context: Context): void {
  implement(app, context, calls.ownHomes, async ({ actor }) => ({
    homes: await listHomes(context, actor.id),
  }))
  implement(app, context, calls.oneHome, async ({ actor, params }) => ({
    home: await readHome(context, actor.id, params.id),
  }))
  implement(app, context, calls.changeHome, async ({ actor, params, body }) => {
    const { version, ...fields } = body
    return { home: await changeHome(context, actor.id, params.id, version, fields) }
  })
  implement(app, context, calls.deleteHome, async ({ actor, params }) => {
    await deleteHome(context, actor.id, params.id)
    return { deleted: true as const }
  })
}
