import * as calls from '#contract/operators.ts'
import type { App } from '#server/http/app.ts'
import { implement } from '#server/http/implement.ts'
import type { Context } from '#server/context.ts'
import { clearOperatorCookie, endOperatorSession, operatorToken } from './operator-sessions.ts'

/** Who runs Lustra. Rules: docs/rules/operators.md */
export function operatorsRoutes(app: App, context: Context): void {
  const { db, config } = context

  implement(app, context, calls.operatorMe, ({ operator }) => ({
    operator,
    expires_at: operator.expiresAt.toISOString(),
    confirmed_until: operator.confirmedUntil?.toISOString() ?? null,
  }))

  implement(app, context, calls.operatorLogout, async ({ request, reply }) => {
    await endOperatorSession(db, operatorToken(request, config))
    clearOperatorCookie(reply, config)
    return { message: 'Logged out' }
  })
}
