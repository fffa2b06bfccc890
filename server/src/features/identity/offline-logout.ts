import { LOGGED_OUT_COOKIE } from '#contract/product.ts'
import type { App } from '#server/http/app.ts'
import type { Context } from '#server/context.ts'
import { endSession, dropSessionToken, sessionToken } from './sessions.ts'

/**
 * Somebody has logged out where nobody could hear it: the first request that comes from that browser, whatever it asks for, ends
 * her session before anything is read by it. The session's cookie, dead from then on, stays: an answer that is late would take away that of whoever has
 * logged in meanwhile.
 */
export function endOfflineLogouts(app: App, { config, db }: Context): void {
  const secure = config.secureCookies
  const word = secure ? `__Host-${LOGGED_OUT_COOKIE}` : LOGGED_OUT_COOKIE
  app.addHook('onRequest', async (request, reply) => {
    if (request.cookies[word] === undefined) return
    await endSession(db, sessionToken(request, config))
    dropSessionToken(request, config)
    void reply.clearCookie(word, { path: '/', secure })
  })
  // Whatever caches stand on the way, what sets a cookie is this browser's alone.
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (reply.hasHeader('set-cookie')) reply.header('cache-control', 'no-store')
    done()
  })
}
