import { hash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import type { Context } from '#server/context.ts'
import { scope, within } from '#server/scope.ts'
import type { App } from './app.ts'
import { FairQueue } from './fair-queue.ts'
import type { Place } from './fair-queue.ts'
import { HEALTH_PATHS, METRICS_PATH } from './health.ts'
import { networkOf } from './rate-limits.ts'
import { Refusal } from './refusal.ts'

/** Served at once, for each connection of the pool: while one waits for the database, another one is computed. */
const PLACES_PER_CONNECTION = 2
const WAITING_PER_PLACE = 20
const WAIT_MS_MAX = 800
/** A database that answers does so in milliseconds. With the wait for a connection less than 5 seconds. */
const STATEMENT_MS_MAX = 4000
/** Whoever is refused comes back after so many seconds, not all at the same moment. Made once: there are many. */
const REFUSALS = [1, 2, 3, 4].map((retryAfterSeconds) =>
  Object.assign(new Refusal('overloaded'), { retryAfterSeconds }),
)
const SESSIONS_KNOWN_MAX = 20_000
const SESSION_COOKIE = /(?:^|; ?)(?:__Host-)?lustra_(?:session|operator)=([^;]+)/
const PROBES = new Set<string>([...HEALTH_PATHS, METRICS_PATH])
/** The routes of the build's files. Any other address below /assets/ needs the database and a page. */
const FILE = /^\/assets\//

/** Remembers whose session a request has, or that it has none. Returns the account. */
export type Recognize = <Account extends { id: string }>(
  request: FastifyRequest,
  account: Account | null,
) => Account | null

/**
 * Gives each request a place among those that are served, or refuses it before anything is looked up for it.
 * rule: admission
 */
export function admitRequests(
  app: App,
  { config, meters }: Pick<Context, 'config' | 'meters'>,
  waitMsMax = WAIT_MS_MAX,
): Recognize {
  const places = config.databasePoolMax * PLACES_PER_CONNECTION
  const queue = new FairQueue({ places, waitingMax: places * WAITING_PER_PLACE, waitMsMax })
  /** The accounts of sessions that this process has found, by the hash of their token. Anybody else is a stranger. */
  const accounts = new LRUCache<string, string>({ max: SESSIONS_KNOWN_MAX })
  const serve = (place: Place, run: () => void) =>
    within({ place, statementMsMax: STATEMENT_MS_MAX }, run)
  app.decorateRequest('place', undefined)
  app.addHook('onRequest', (request, reply, done) => {
    const { url: route = '' } = request.routeOptions
    // The reads of a page that is rendered have the place of the page.
    if (PROBES.has(route) || FILE.test(route) || scope().place) return done()
    const account = accounts.get(sessionIn(request))
    const caller = { id: account ?? networkOf(request.ip), isStranger: account === undefined }
    void queue.enter(caller).then((place) => {
      if (!place) {
        meters.shed.inc()
        // Node leaves the connection of an upgrade to us.
        if (request.raw.headers.upgrade)
          reply.raw.once('finish', () => request.raw.socket.destroySoon())
        return done(REFUSALS[Math.floor(Math.random() * REFUSALS.length)])
      }
      if (reply.raw.destroyed || request.raw.socket.destroyed) return place.leave()
      request.place = place
      reply.raw.once('close', () => place.leave())
      return serve(place, done)
    })
  })
  // While a body arrives its request has no place.
  app.addHook('preParsing', (request, _reply, payload, done) => {
    if (hasBody(request)) request.place?.pause()
    done(null, payload)
  })
  app.addHook('preValidation', (request, _reply, done) => {
    const { place } = request
    if (!place || !hasBody(request)) return done()
    // Fastify goes on from the body's last event, which knows nothing of the request.
    void place.resume().then(() => serve(place, done))
  })
  // The session is known now, so a WebSocket gives up its place. It may stay open for days.
  app.addHook('preHandler', async ({ raw, place }) => void (raw.headers.upgrade && place?.leave()))
  app.addHook('onSend', async ({ place }) => place?.leave())

  return (request, account) => {
    const session = sessionIn(request)
    if (session && account) accounts.set(session, account.id)
    else accounts.delete(session)
    return account
  }
}

/** The hash of the token of a session, or ''. */
function sessionIn({ raw }: FastifyRequest): string {
  const token = SESSION_COOKIE.exec(raw.headers.cookie ?? '')?.[1]
  return token ? hash('sha256', token, 'base64') : ''
}

function hasBody({ headers }: FastifyRequest): boolean {
  return Boolean(Number(headers['content-length'])) || 'transfer-encoding' in headers
}
