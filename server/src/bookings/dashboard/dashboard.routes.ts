import { dashboard } from '#contract/bookings/dashboard.ts'
import type { App } from '#server/http/app.ts'
import { implement } from '#server/http/calls/implement.ts'
import { networkOf } from '#server/http/limits/rate-limits.ts'
import { Refusal } from '#server/http/calls/refusal.ts'
import type { Context } from '#server/context.ts'
import { settleReturn } from '#server/money/leads/settle-return.ts'
import { readDashboard } from './dashboard.ts'

export function dashboardRoutes(app: App, context: Context): void {
  implement(app, context, dashboard, async ({ actor, query, request }) => {
    // An operator who sees as the professional settles nothing.
    const isReturn = query.process_payment === 'success' && !actor.viewedUntil
    if (!isReturn || query.session_id === undefined) {
      return readDashboard(context, actor.id)
    }
    const network = networkOf(request.ip)
    const payment = await settleReturn(context, actor, query.session_id, network).catch(ifLimited)
    return { ...(await readDashboard(context, actor.id)), payment }
  })
}

/** The dashboard is shown in any case. */
function ifLimited(error: unknown): 'unknown' {
  if (error instanceof Refusal && error.code === 'too_many_requests') return 'unknown'
  throw error
}
