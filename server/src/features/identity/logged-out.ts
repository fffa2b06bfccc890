import { LOGGED_OUT_COOKIE } from '#contract/product.ts'
import type { App } from '#server/http/app.ts'
import type { World } from '#server/world.ts'
import { clearSessionCookie, endSession, forgetSessionToken, sessionToken } from './sessions.ts'

/**
 * Somebody has logged out where nobody could hear it: the first request that comes from that browser, whatever it asks for, ends
 * her session before anything is read by it.
 */
export function endLeftSessions(app: App, { config, db }: World): void {
  app.addHook('onRequest', async (request, reply) => {
    if (request.cookies[LOGGED_OUT_COOKIE] === undefined) return
    await endSession(db, sessionToken(request, config))
    forgetSessionToken(request, config)
    clearSessionCookie(reply, config)
    void reply.clearCookie(LOGGED_OUT_COOKIE, { path: '/' })
  })
}
