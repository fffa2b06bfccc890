import proxyAddr from '@fastify/proxy-addr'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { LANGUAGE_CACHE_KEY, TIME_ZONE_COOKIE } from '#contract/product.ts'
import type { Context } from '#server/context.ts'
import type { Handler } from './admission.ts'
import type { App } from './app.ts'
import { isUnchanged } from './etag.ts'
import type { JsonWithEtag } from './etag.ts'
import { cleanForwarded } from './forwarded.ts'
import { apiUrlForPrograms } from './json-for-programs.ts'
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

/** How an answer is repeated. */
export type Offer<Read> = {
  /** Reads again what the answer shows. */
  read: (visitor: Visitor) => Promise<Read>
  /** Whether this is what the answer shows. */
  isSame: (read: Read) => boolean
  /** Of an answer that a browser may keep. */
  tag?: string
}

/** The answer to an address as it was sent last: names and values of its headers, the request id first. */
type Known = Offer<unknown> & {
  head: string[]
  unchangedHead: string[]
  /** Short ones as text of one byte a character. */
  body: Buffer | string
  route: string
  /** Writes the line of a request to this address. */
  log: Context['log']
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
    sizeCalculation: ({ body, head }, key) =>
      BYTES_BESIDES + body.length + 2 * (key.length + head.join().length),
  })
  /** Of requests that came here first, and are answered by their route. */
  readonly #keys = new WeakMap<IncomingMessage, string>()
  readonly #begun = new WeakMap<IncomingMessage, Promise<unknown>>()
  readonly #operatorHost: string | undefined
  /** What this turn of the event loop sends. */
  #ready: (() => void)[] = []
  #app: App | undefined
  #leave: ((request: IncomingMessage) => void) | undefined
  #finish: ((known: Known, status: number, facts: Facts) => void) | undefined

  constructor(context: Pick<Context, 'config' | 'log' | 'tracing'>) {
    this.#context = context
    const { publicOrigin, operatorOrigin, trustedProxies } = context.config
    this.#isTrusted = proxyAddr.compile([...trustedProxies])
    // At a host of its own the console is all there is. rule: operator-host
    if (operatorOrigin !== publicOrigin) this.#operatorHost = new URL(operatorOrigin).host
  }

  /** A handler that answers what it can, after `leave`, and gives the rest to this one. */
  before(handle: Handler, leave: (request: IncomingMessage) => void): Handler {
    // A trace needs the hooks of Fastify. rule: traces
    if (this.#context.tracing) return handle
    this.#leave = leave
    return (request, response) => {
      if (!this.#isPlain(request)) return handle(request, response)
      const key = keyOf(request)
      const known = this.#known.get(key)
      this.#keys.set(request, key)
      if (!known) return handle(request, response)
      const answer = () => handle(request, response)
      void this.#repeat(known, request, response).then((isSent) => isSent || answer(), answer)
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
      const log = lineLogger(this.#context.log, maskAddress(request.url))
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

  async #repeat(known: Known, request: IncomingMessage, response: ServerResponse) {
    const since = performance.now()
    cleanForwarded(request)
    const ip = proxyAddr.all(request, this.#isTrusted).at(-1) as string
    const reading = known.read({ ip, headers: request.headers, cookies: {} })
    const isSame = await reading.then(known.isSame, () => false)
    if (!isSame || response.destroyed) {
      this.#begun.set(request, reading)
      return false
    }
    const status = known.tag !== undefined && isUnchanged(request, known.tag) ? 304 : 200
    const id = randomUUID()
    this.#leave?.(request)
    response.on('close', () => this.#finish?.(known, status, { id, ip, since }))
    this.#atEndOfTurn(() => {
      const head = status === 304 ? known.unchangedHead : known.head
      head[1] = id
      response.writeHead(status, head)
      if (status === 304) response.end()
      else response.end(known.body, 'latin1')
    })
    return true
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

/** Made here, because a function made beside the request would keep it, with its headers and connection. */
function lineLogger(log: Context['log'], url: string): Context['log'] {
  const req = { method: 'GET', url }
  return log.child({ req }, { serializers: { req: () => req } })
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
  const unchangedHead = ['x-request-id', '']
  for (const [name, value] of Object.entries(headers))
    if (!OF_BODY.has(name)) unchangedHead.push(name, String(value))
  const encoding = headers['content-encoding']
  const head = [...unchangedHead, 'content-length', String(bytes.length)]
  if (encoding) head.push('content-encoding', String(encoding))
  const { url: route = '' } = request.routeOptions
  const body = bytes.length > TEXT_BYTES_MAX ? bytes : bytes.toString('latin1')
  return { body, head, unchangedHead, route }
}

const OF_BODY: ReadonlySet<string> = new Set(['content-length', 'content-encoding'])

type Facts = { id: string; ip: string; since: number }

/** Logs and measures as the hooks of Fastify do. rule: log-lines, metrics */
function finisher(app: App) {
  const times = app.metrics.client.register.getSingleMetric(
    'http_request_duration_seconds',
  ) as InstanceType<typeof app.metrics.client.Histogram>
  return ({ route, log }: Known, statusCode: number, { id, ip, since }: Facts) => {
    const ms = performance.now() - since
    times.observe({ method: 'GET', route, status_code: statusCode }, ms / 1000)
    log.info({ reqId: id, statusCode, ms: Math.round(ms), address: ip })
  }
}
