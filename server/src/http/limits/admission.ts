import { hash, randomInt } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { Context } from '#server/context.ts'
import { scope, within } from '#server/scope.ts'
import type { App } from '../app.ts'
import { fairQueue } from './fair-queue.ts'
import { PROBES } from '../health.ts'
import { networkOf } from './rate-limits.ts'
import { Refusal } from '../calls/refusal.ts'

/** Served at once, for each connection of the pool: while one waits for the database, another one is computed. */
const PLACES_PER_CONNECTION = 2
const WAITING_PER_PLACE = 20
/** A database that answers does so in milliseconds. With the wait for a connection less than 5 seconds. */
const LIMITS = { statementMsMax: 4000 }
const SESSION_COOKIE = /(?:^|; ?)(?:__Host-)?lustra_(?:session|operator)=([^;]+)/
/** A cookie that tells of a person, or that they have just written. */
const OWN_COOKIE = /(?:^|; ?)(?:__Host-)?lustra_(?!(?:device|time_zone)=)/
/** Whoever is refused comes back after 1 to 4 seconds, not all at the same moment. */
const REFUSALS = [1, 2, 3, 4].map((retryAfterSeconds) =>
  Object.assign(new Refusal('overloaded'), { retryAfterSeconds }),
)

/** Gives each request a place, or refuses it before anything is looked up for it. rule: admission */
export function admitRequests(app: App, context: Context, waitMsMax = 800): void {
  const places = context.config.databasePoolMax * PLACES_PER_CONNECTION
  const enter = fairQueue({ places, waitingMax: places * WAITING_PER_PLACE, waitMsMax })
  /** The accounts of sessions that this process has found, by the hash of their token. Anybody else is a stranger. */
  const accounts = new LRUCache<string, string>({ max: 20_000, ttl: 10 * 60_000 })
  app.decorateRequest('place')
  app.addHook('onRequest', (request, { raw: answer }, done) => {
    const { url = '', config } = request.routeOptions
    const cookies = request.headers.cookie ?? ''
    const isAtHand = !OWN_COOKIE.test(cookies) && config.isKept?.(request)
    // Files of the build have a route of their own. The reads of a page that is rendered have the place of the page.
    if (isAtHand || PROBES.has(url) || url.startsWith('/assets/') || scope().place) return done()
    const token = SESSION_COOKIE.exec(cookies)?.[1]
    const session = token && hash('sha256', token, 'base64')
    const account = session && accounts.get(session)
    void enter({ id: account || networkOf(request.ip), isStranger: !account }).then((place) => {
      if (!place) {
        context.meters.shed.inc()
        return done(REFUSALS[randomInt(REFUSALS.length)])
      }
      if (answer.destroyed || request.raw.socket.destroyed) return place.leave()
      request.place = place
      answer.once('close', () => {
        place.leave()
        const found = request.caller?.user ?? request.caller?.operator
        if (session && found) accounts.set(session, found)
      })
      return within({ place, ...LIMITS }, done)
    })
  })
  // Whoever sends a body slowly has no place meanwhile. Mostly the body came with the head.
  app.addHook('preParsing', ({ raw, place }, _reply, payload, done) => {
    if (place && !raw.complete) {
      place.pause()
      payload.once('end', place.resume)
    }
    done(null, payload)
  })
  // Fastify goes on from the body's last event, which knows nothing of the request.
  app.addHook('preValidation', ({ place }, _reply, done) =>
    place ? within({ place, ...LIMITS }, done) : done(),
  )
  // The session is known now, so a WebSocket gives up its place. It may stay open for days.
  app.addHook('preHandler', async ({ ws, place }) => void (ws && place?.leave()))
  app.addHook('onSend', async ({ place }) => place?.leave())
}
