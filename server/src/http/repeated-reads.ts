import proxyAddr from '@fastify/proxy-addr'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { LANGUAGE_CACHE_KEY, TIME_ZONE_COOKIE } from '#contract/product.ts'
import type { Context } from '#server/context.ts'
import type { Admitted } from './admission-queue.ts'
import type { Handler } from './admission.ts'
import type { App } from './app.ts'
import { isUnchanged } from './etag.ts'
import type { JsonWithEtag } from './etag.ts'
import { cleanForwarded } from './forwarded.ts'
import { apiUrlForPrograms } from './json-for-programs.ts'
import { KnownHead } from './known-head.ts'
import { requestLogger } from './known-line.ts'
import { hasBody } from './slow-senders.ts'
import { maskAddress } from './secret-addresses.ts'
import { whenSent } from './sent-bytes.ts'

const BYTES_MAX = 32 * 1024 * 1024
/** What an answer takes besides its text: objects, functions, its logger. */
const BYTES_BESIDES = 2500
/** Node writes head and body at once, without allocating, if both together are at most 16 kB of text. */
const TEXT_BYTES_MAX = 14 * 1024
/** Others may change an answer. The zone is for pages of users, and the language for pages alone. */
const OWN_COOKIE = `(?:__Host-)?(?:${LANGUAGE_CACHE_KEY}=[\\w-]*|${TIME_ZONE_COOKIE}=[\\w+/-]*)`
const ONLY_OWN_COOKIES = new RegExp(`^${OWN_COOKIE}(?:; ?${OWN_COOKIE})*$`)

/** All that a repeated read may know of a request. Its sender has no session. */
export type Visitor = Pick<FastifyRequest, 'ip' | 'headers' | 'cookies'>

/** Reads what an address shows, for another visitor: counts, limits and freshness are those of every read. */
export type Repeat = (visitor: Visitor) => Promise<JsonWithEtag>

/** How an answer is repeated. A `read` that throws must do so by its promise, and `isSame` must not throw. */
export type Offer<Read> = {
  /** Reads again what the answer shows. */
  read: (visitor: Visitor) => Promise<Read>
  /** Whether this is what the answer shows. */
  isSame: (read: Read) => boolean
  /** Of an answer that a browser may keep. */
  tag?: string
}

/** The answer to an address as it was sent last. */
type Known = Offer<unknown> & {
  head: KnownHead
  unchangedHead: KnownHead
  /** Short ones as text of one byte a character. */
  body: Buffer | string
  route: string
  log: ReturnType<typeof requestLogger>
}

/**
 * Answers frequent reads and pages of visitors before Fastify. The address, the cookies, and which languages and
 * encodings a browser accepts decide about routing, input and headers, so these are remembered. What is read is not:
 * the same function runs for each request, and a changed answer is sent by the route, which gets what was read.
 * rule: repeated-reads
 */
export class RepeatedReads {
  readonly #context: Pick<Context, 'config' | 'log' | 'tracing'>
  readonly #isTrusted: (address: string, distance: number) => boolean
  readonly #known = new LRUCache<string, Known>({
    maxSize: BYTES_MAX,
    // The key has the address, and so do the log line, its logger and its request.
    sizeCalculation: ({ body, head }, key) =>
      BYTES_BESIDES + body.length + 4 * key.length + head.bytes,
  })
  /** Of requests that came here first, and are answered by their route. */
  readonly #keys = new WeakMap<IncomingMessage, string>()
  readonly #begun = new WeakMap<IncomingMessage, Promise<unknown>>()
  readonly #operatorHost: string | undefined
  /** What this turn of the event loop sends. */
  #ready: (() => void)[] = []
  #app: App | undefined
  #finish: ((known: Known, status: number, facts: Facts) => void) | undefined

  constructor(context: Pick<Context, 'config' | 'log' | 'tracing'>) {
    this.#context = context
    const { publicOrigin, operatorOrigin, trustedProxies } = context.config
    this.#isTrusted = proxyAddr.compile([...trustedProxies])
    // At a host of its own the console is all there is. rule: operator-host
    if (operatorOrigin !== publicOrigin) this.#operatorHost = new URL(operatorOrigin).host
  }

  /** A handler that answers what it can and gives the rest to this one. */
  before(handle: Handler): Handler {
    // A trace needs the hooks of Fastify. rule: traces
    if (this.#context.tracing) return handle
    return (request, response, admitted) => {
      if (!this.#isPlain(request)) return handle(request, response, admitted)
      const key = keyOf(request)
      const known = this.#known.get(key)
      const route = () => {
        this.#keys.set(request, key)
        handle(request, response, admitted)
      }
      if (known) this.#repeat(known, { request, response, admitted, route })
      else route()
    }
  }

  /** Call it once the metrics are there. */
  follow(app: App): void {
    this.#app = app
    this.#finish = finisher(app)
  }

  /** What was already read for this request, in the way that its route has offered. */
  begun<Read>({ raw }: FastifyRequest): Promise<Read> | undefined {
    return this.#begun.get(raw) as Promise<Read> | undefined
  }

  /** The answer to a visitor's request can be sent again in this way. */
  offer<Read>(request: FastifyRequest, offer: Offer<Read>): void {
    const key = this.#keys.get(request.raw)
    if (key === undefined) return
    whenSent(request, (bytes, reply) => {
      const log = requestLogger(this.#context.log, maskAddress(request.url))
      const form = formOf(request, reply, bytes)
      this.#known.set(key, { ...(offer as Offer<unknown>), ...form, log })
    })
  }

  #isPlain(request: IncomingMessage): boolean {
    const { cookie, host, 'x-no-compression': uncompressed } = request.headers
    return (
      request.method === 'GET' &&
      (cookie === undefined || ONLY_OWN_COOKIES.test(cookie)) &&
      uncompressed === undefined &&
      !hasBody(request) &&
      host?.toLowerCase() !== this.#operatorHost &&
      this.#app !== undefined &&
      !this.#app.isDraining &&
      !this.#app.isUnderPressure()
    )
  }

  /** Sends the answer if it is still the same. If not, `route` answers, with what was read. */
  #repeat(known: Known, { request, response, admitted, route }: Asked): void {
    const since = performance.now()
    cleanForwarded(request)
    const ip = proxyAddr.all(request, this.#isTrusted).at(-1)
    const reading = known.read({ ip: ip as string, headers: request.headers, cookies: {} })
    const answer = () => {
      this.#begun.set(request, reading)
      route()
    }
    const answerIfSame = (read: unknown) => {
      if (!known.isSame(read) || response.destroyed) return answer()
      const hasIt = known.tag !== undefined && isUnchanged(request, known.tag)
      const head = hasIt ? known.unchangedHead : known.head
      const id = randomUUID()
      admitted?.leave()
      response.on('close', () => this.#finish?.(known, head.status, { id, ip, since }))
      this.#atEndOfTurn(() => {
        head.write(request, response, id)
        if (hasIt) response.end()
        else response.end(known.body, 'latin1')
      })
    }
    reading.then(answerIfSame, answer)
  }

  /** Answers that leave one after another, with work between them, wake their reader one by one. */
  #atEndOfTurn(send: () => void): void {
    if (this.#ready.push(send) > 1) return
    setImmediate(() => {
      const ready = this.#ready
      this.#ready = []
      for (const one of ready) one()
    })
  }
}

/** All of a request that decides about the answer's form. */
function keyOf(request: IncomingMessage): string {
  const { 'accept-encoding': encodings = '', 'accept-language': languages = '' } = request.headers
  const url = apiUrlForPrograms(request)
  const cookie = url.startsWith('/api/') ? '' : request.headers.cookie
  return `${url}\n${encodings}\n${languages}\n${cookie}`
}

function formOf(
  request: FastifyRequest,
  reply: FastifyReply,
  bytes: Buffer,
): Pick<Known, 'head' | 'unchangedHead' | 'body' | 'route'> {
  const { 'x-request-id': _, ...headers } = reply.getHeaders()
  const fields = Object.entries(headers)
    .filter(([name]) => !OF_BODY.has(name))
    .flatMap(([name, value]) => [name, String(value)])
  const ofBody = ['content-length', String(bytes.length)]
  const encoding = headers['content-encoding']
  if (encoding) ofBody.push('content-encoding', String(encoding))
  const { url: route = '' } = request.routeOptions
  const body = bytes.length > TEXT_BYTES_MAX ? bytes : bytes.toString('latin1')
  const head = new KnownHead(200, [...fields, ...ofBody])
  return { body, head, unchangedHead: new KnownHead(304, fields), route }
}

const OF_BODY: ReadonlySet<string> = new Set(['content-length', 'content-encoding'])

type Asked = {
  request: IncomingMessage
  response: ServerResponse
  admitted: Admitted | undefined
  route: () => void
}

type Facts = { id: string; ip: string | undefined; since: number }

/** Logs and measures as the hooks of Fastify do. rule: log-lines, metrics */
function finisher(app: App) {
  const times = app.metrics.client.register.getSingleMetric(
    'http_request_duration_seconds',
  ) as InstanceType<typeof app.metrics.client.Histogram>
  return ({ route, log }: Known, statusCode: number, { id, ip, since }: Facts) => {
    const ms = performance.now() - since
    times.observe({ method: 'GET', route, status_code: statusCode }, ms / 1000)
    log({ reqId: id, statusCode, ms: Math.round(ms), address: ip })
  }
}
