import { hash, randomInt } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import type { Context } from '#server/context.ts'
import { scope, within } from '#server/scope.ts'
import type { App } from '../app.ts'
import { FairQueue } from './fair-queue.ts'
import { PROBES } from '../health.ts'
import type { Place } from './place.ts'
import { networkOf } from './rate-limits.ts'
import { Refusal } from '../calls/refusal.ts'

/** Served at once, for each connection of the pool: while one waits for the database, another one is computed. */
const PLACES_PER_CONNECTION = 2
const WAITING_PER_PLACE = 20
const WAIT_MS_MAX = 800
/** A database that answers does so in milliseconds. With the wait for a connection less than 5 seconds. */
const STATEMENT_MS_MAX = 4000
/** A session that was found is known for so long. */
const SESSIONS_KNOWN = { max: 20_000, ttl: 10 * 60_000 }
const SESSION_COOKIE = /(?:^|; ?)(?:__Host-)?lustra_(?:session|operator)=([^;]+)/
/** A cookie that tells of a person, or that they have just written. */
const OWN_COOKIE = /(?:^|; ?)(?:__Host-)?lustra_(?!(?:device|time_zone)=)/
/** The routes of the build's files. Any other address below /assets/ needs the database and a page. */
const FILE = /^\/assets\//

/**
 * Gives each request a place among those that are served, or refuses it before anything is looked up for it.
 * rule: admission
 */
export function admitRequests(
  app: App,
  { config, meters }: Pick<Context, 'config' | 'meters'>,
  waitMsMax = WAIT_MS_MAX,
): void {
  const places = config.databasePoolMax * PLACES_PER_CONNECTION
  const queue = new FairQueue({ places, waitingMax: places * WAITING_PER_PLACE, waitMsMax })
  /** The accounts of sessions that this process has found, by the hash of their token. Anybody else is a stranger. */
  const accounts = new LRUCache<string, string>(SESSIONS_KNOWN)
  const serve = (place: Place, run: () => void) =>
    within({ place, statementMsMax: STATEMENT_MS_MAX }, run)
  app.decorateRequest('place')
  app.addHook('onRequest', (request, reply, done) => {
    const { url: route = '' } = request.routeOptions
    // The reads of a page that is rendered have the place of the page.
    if (PROBES.has(route) || FILE.test(route) || scope().place || isAtHand(request)) return done()
    const account = accounts.get(sessionIn(request))
    const caller = { id: account ?? networkOf(request.ip), isStranger: account === undefined }
    void queue.enter(caller).then((place) => {
      if (!place) {
        meters.shed.inc()
        return done(refusal())
      }
      if (reply.raw.destroyed || request.raw.socket.destroyed) return place.leave()
      request.place = place
      reply.raw.once('close', () => place.leave())
      return serve(place, done)
    })
  })
  // Whoever sends a body slowly has no place meanwhile. Mostly the body came with the head.
  app.addHook('preParsing', ({ raw, place }, _reply, payload, done) => {
    if (place && !raw.complete) {
      place.pause()
      payload.once('end', () => place.resume())
    }
    done(null, payload)
  })
  // Fastify goes on from the body's last event, which knows nothing of the request.
  app.addHook('preValidation', ({ place }, _reply, done) => (place ? serve(place, done) : done()))
  // The session is known now, so a WebSocket gives up its place. It may stay open for days.
  app.addHook('preHandler', async ({ ws, place }) => void (ws && place?.leave()))
  app.addHook('onSend', async (request) => {
    request.place?.leave()
    const account = request.caller?.user ?? request.caller?.operator
    if (account) accounts.set(sessionIn(request), account)
  })
}

/** Whoever is refused comes back after 1 to 4 seconds, not all at the same moment. */
function refusal(): Refusal {
  return Object.assign(new Refusal('overloaded'), { retryAfterSeconds: randomInt(1, 5) })
}

/** Whether a visitor gets an answer that is kept: sending it takes no longer than a refusal. */
function isAtHand(request: FastifyRequest): boolean {
  const { isKept } = request.routeOptions.config
  return isKept !== undefined && !OWN_COOKIE.test(request.headers.cookie ?? '') && isKept(request)
}

/** The hash of the token of a session, or ''. */
function sessionIn({ raw }: FastifyRequest): string {
  const token = SESSION_COOKIE.exec(raw.headers.cookie ?? '')?.[1]
  return token ? hash('sha256', token, 'base64') : ''
}
