import { hash, randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import type { IncomingMessage, OutgoingHttpHeaders, Server, ServerResponse } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import type { ServerOptions } from 'node:https'
import type { Socket } from 'node:net'
import type { FastifyServerOptions } from 'fastify'
import { LRUCache } from 'lru-cache'
import { REFUSALS } from '#contract/refusals.ts'
import type { Context } from '#server/context.ts'
import { AdmissionQueue, servedAs } from './admission-queue.ts'
import type { Admitted } from './admission-queue.ts'
import type { App } from './app.ts'
import { busyPageFor } from './busy-page.ts'
import { HEALTH_PATHS, METRICS_PATH } from './health.ts'
import { Refusal } from './refusal.ts'
import { HEAD_TIMEOUT_MS, LATE_HEADS_EACH_MS, cutSlowSenders, hasBody } from './slow-senders.ts'

/** Served at once, for each connection of the pool: while one waits for the database, another one is computed. */
const PLACES_PER_CONNECTION = 2
const WAITING_PER_PLACE = 4
const WAIT_MS_MAX = 500
/** So that those who are refused do not come back at the same moment. */
const RETRY_AFTER_S = { least: 1, most: 4 }
const LOG_EVERY_MS = 1000
const SESSIONS_KNOWN_MAX = 20_000
const SESSION_COOKIE = /(?:^|; ?)(?:__Host-)?lustra_(?:session|operator)=([^;]+)/

const PROBES: ReadonlySet<string> = new Set([...HEALTH_PATHS, METRICS_PATH])
/** They need neither the database nor much time. */
const FILE = /^\/(?:operator\/)?assets\//
const SEARCH = /^\/api\/(?:professionals\/search|locations)\b/
/** A person's safety and a payment wait for nobody. */
const URGENT = /^\/api\/(?:safety|webhooks|bookings\/[^/]+\/safety)\b/

/** Probes and files are served without being admitted. */
export type Handler = (
  request: IncomingMessage,
  response: ServerResponse,
  admitted?: Admitted,
) => void
type ServerFactory = NonNullable<FastifyServerOptions['serverFactory']>
type Limits = Pick<Server, 'keepAliveTimeout' | 'requestTimeout'> & { connectionTimeout: number }

/**
 * Stands before everything else, because a refusal here costs a tenth of one there: nothing is parsed, looked up or
 * logged. Probes and files always pass. rule: admission
 */
export class Admission {
  readonly #queue: AdmissionQueue
  readonly #headers: OutgoingHttpHeaders
  readonly #meters: Context['meters']
  readonly #log: Context['log']
  readonly #admitted = new WeakMap<IncomingMessage, Admitted>()
  /** Hashes of the tokens of sessions that this process has found. Any other cookie comes from a stranger. */
  readonly #sessions = new LRUCache<string, true>({ max: SESSIONS_KNOWN_MAX })
  #refused = 0
  #isLogging = false

  constructor(
    { config, meters, log }: Pick<Context, 'config' | 'meters' | 'log'>,
    headers: OutgoingHttpHeaders,
  ) {
    const size = config.databasePoolMax * PLACES_PER_CONNECTION
    this.#queue = new AdmissionQueue({
      size,
      waitingMax: size * WAITING_PER_PLACE,
      waitMsMax: WAIT_MS_MAX,
    })
    this.#headers = headers
    this.#meters = meters
    this.#log = log
  }

  /** A server that asks here first, with the options of Fastify's own. With a certificate it is one of https. */
  serverFor(
    certificate: ServerOptions | undefined,
    wrapped: (handler: Handler) => Handler,
  ): ServerFactory {
    return (handler, options) => {
      const { keepAliveTimeout, requestTimeout, connectionTimeout } = options as Limits
      const handle = this.#before(
        wrapped((request, response, admitted) => {
          if (admitted) this.#admitted.set(request, admitted)
          handler(request, response)
        }),
      )
      const heads = {
        headersTimeout: HEAD_TIMEOUT_MS,
        connectionsCheckingInterval: LATE_HEADS_EACH_MS,
      }
      const server = certificate
        ? createSecureServer(
            { ...certificate, ...heads, handshakeTimeout: HEAD_TIMEOUT_MS },
            handle,
          )
        : createServer(heads, handle)
      cutSlowSenders(server)
      server.keepAliveTimeout = keepAliveTimeout
      server.requestTimeout = requestTimeout
      server.setTimeout(connectionTimeout)
      return server
    }
  }

  /** Remembers that this request's session exists, if it does. Returns who it belongs to. */
  recognize<Caller extends object>(request: IncomingMessage, caller: Caller | null): Caller | null {
    const session = caller && sessionIn(request)
    if (session) this.#sessions.set(session, true)
    return caller
  }

  /** While a body arrives its request has no place, and once its answer is ready. */
  follow(app: App): void {
    app.addHook('onRequest', (request, reply, done) => {
      // Node gives upgrades to no handler of requests.
      if (!request.raw.headers.upgrade || this.#admitted.has(request.raw)) return done()
      this.#admitUpgrade(request.raw, reply.raw, done)
    })
    // Who opens a live connection is known by now. It may stay open for days.
    app.addHook('preHandler', (request, _reply, done) => {
      if (request.raw.headers.upgrade) this.#admitted.get(request.raw)?.leave()
      done()
    })
    app.addHook('preParsing', (request, _reply, payload, done) => {
      if (hasBody(request)) this.#admitted.get(request.raw)?.pause()
      done(null, payload)
    })
    app.addHook('preValidation', (request, _reply, done) => {
      const admitted = this.#admitted.get(request.raw)
      if (!admitted || !hasBody(request)) return done()
      // Fastify goes on from the body's last event, which knows nothing of the request.
      void admitted.resume().then(() => servedAs(admitted, done))
    })
    app.addHook('onSend', (request, _reply, payload, done) => {
      this.#admitted.get(request.raw)?.leave()
      done(null, payload)
    })
  }

  #before(handle: Handler): Handler {
    return (request, response) => {
      const path = request.url ?? '/'
      if (PROBES.has(path.split('?', 1)[0]!) || FILE.test(path)) return handle(request, response)
      this.#queue.ask(
        this.#rankOf(request, path),
        (admitted) => {
          if (response.destroyed) return admitted.leave()
          response.on('close', () => admitted.leave())
          servedAs(admitted, () => handle(request, response, admitted))
        },
        () => this.#refuse(request, response),
      )
    }
  }

  #admitUpgrade(
    request: IncomingMessage,
    response: ServerResponse,
    done: (error?: Refusal) => void,
  ): void {
    this.#queue.ask(
      this.#rankOf(request, request.url ?? '/'),
      (admitted) => {
        if (request.socket.destroyed) return admitted.leave()
        this.#admitted.set(request, admitted)
        leaveWhenClosed(admitted, request.socket)
        servedAs(admitted, done)
      },
      () => {
        this.#count()
        // Node leaves the connection of an upgrade to us.
        response.once('finish', () => request.socket.destroySoon())
        done(new Refusal('overloaded'))
      },
    )
  }

  /** People with a session before strangers; writes before reads, and those before searches. */
  #rankOf(request: IncomingMessage, path: string): number {
    if (URGENT.test(path)) return 0
    const session = sessionIn(request)
    const isStranger = session === undefined || !this.#sessions.has(session)
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    return (isStranger ? 3 : 0) + (SEARCH.test(path) ? 2 : isRead ? 1 : 0)
  }

  #refuse(request: IncomingMessage, response: ServerResponse): void {
    this.#count()
    const page = busyPageFor(request)
    const { least, most } = RETRY_AFTER_S
    response.writeHead(503, {
      ...this.#headers,
      'content-type': `${page ? 'text/html' : 'application/json'}; charset=utf-8`,
      'content-length': (page ?? BUSY).length,
      'cache-control': 'no-store',
      'retry-after': String(least + Math.floor(Math.random() * (most - least + 1))),
      'x-request-id': randomUUID(),
    })
    response.end(page ?? BUSY)
  }

  /** A line for each would be one more thing to do for a busy server. */
  #count(): void {
    this.#refused += 1
    this.#meters.shed.inc()
    if (this.#isLogging) return
    this.#isLogging = true
    setTimeout(() => {
      this.#log.warn({ refused: this.#refused }, 'too many requests at once: some were refused')
      this.#refused = 0
      this.#isLogging = false
    }, LOG_EVERY_MS).unref()
  }
}

/** The connection keeps nothing else of its request: it may stay open for days. */
function leaveWhenClosed(admitted: Admitted, socket: Socket): void {
  socket.once('close', () => admitted.leave())
}

const BUSY = Buffer.from(JSON.stringify({ detail: REFUSALS.overloaded.detail, code: 'overloaded' }))

function sessionIn({ headers: { cookie } }: IncomingMessage): string | undefined {
  const token = cookie && SESSION_COOKIE.exec(cookie)?.[1]
  return token ? hash('sha256', token, 'base64') : undefined
}
