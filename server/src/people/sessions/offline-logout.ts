import type { FastifyReply, FastifyRequest } from 'fastify'
import { LOGGED_OUT_COOKIE } from '#contract/browser-names.ts'
import type { App } from '#server/http/app.ts'
import type { Context } from '#server/context.ts'
import { securityLog } from './security-events.ts'
import { dropSessionToken, sessionToken, signOut } from './sessions.ts'

/**
 * Ends the session of a browser that logged out without a connection and left LOGGED_OUT_COOKIE. The first request of
 * that browser ends it, before anything is read with it. The dead session cookie is not cleared: a late answer would
 * also clear the cookie of a session that started in the meantime. rule: logout
 */
export function endOfflineLogouts(app: App, context: Context): void {
  const { config, db } = context
  const secure = config.secureCookies
  const cookie = secure ? `__Host-${LOGGED_OUT_COOKIE}` : LOGGED_OUT_COOKIE
  const end = async (request: FastifyRequest, reply: FastifyReply) => {
    await signOut(db, sessionToken(request, config), securityLog(context, request))
    dropSessionToken(request, config)
    void reply.clearCookie(cookie, { path: '/', sameSite: 'lax', secure })
  }
  app.addHook('onRequest', (request, reply, done) => {
    if (request.cookies[cookie] === undefined) done()
    else void end(request, reply).then(() => done(), done)
  })
  // No cache may store an answer that sets a cookie.
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (reply.hasHeader('set-cookie')) reply.header('cache-control', 'no-store')
    done()
  })
}
