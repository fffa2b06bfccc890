import { dashboard } from '#contract/dashboard.ts'
import type { App } from '#server/http/app.ts'
import { implement } from '#server/http/implement.ts'
import type { World } from '#server/world.ts'
import { settleCheckout } from '../billing/settle.ts'
import { dashboardOf } from './dashboard.ts'

/** A professional's first screen. */
export function dashboardRoutes(app: App, world: World): void {
  implement(app, world, dashboard, async ({ actor, query }) => {
    if (query.process_payment !== 'success' || query.session_id === undefined) {
      return dashboardOf(world, actor.id)
    }
    const payment = await settleCheckout(world, query.session_id, actor.id)
    return { ...(await dashboardOf(world, actor.id)), payment }
  })
}
