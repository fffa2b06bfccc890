import { dashboard } from '#contract/dashboard.ts'
import type { App } from '#server/http/app.ts'
import { implement } from '#server/http/implement.ts'
import type { Context } from '#server/context.ts'
import { settleCheckout } from '../billing/settle.ts'
import { readDashboard } from './dashboard.ts'

export function dashboardRoutes(app: App, context: Context): void {
  implement(app, context, dashboard, async ({ actor, query }) => {
    if (query.process_payment !== 'success' || query.session_id === undefined) {
      return readDashboard(context, actor.id)
    }
    const payment = await settleCheckout(context, query.session_id, actor.id)
    return { ...(await readDashboard(context, actor.id)), payment }
  })
}
