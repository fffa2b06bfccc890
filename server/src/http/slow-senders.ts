import { createServer } from 'node:http'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import type { ServerOptions } from 'node:https'
import type { Socket } from 'node:net'
import type { FastifyRequest, FastifyServerOptions } from 'fastify'

/** How long a form with files may take to arrive: five photos on a slow connection. */
export const FORM_TIMEOUT_MS = 5 * 60_000
/** How long the head of a request, or any other body, may take to arrive. Node looks for late heads each so often. */
const HEAD_TIMEOUT_MS = 20_000
const LATE_HEADS_EACH_MS = 5000
const LIMITS = {
  bodyMs: 25_000,
  /** What arrives of a form in this time at least. Less is no progress. */
  form: { bytes: 4096, withinMs: 25_000 },
  /** From the end of a request to the head of the next one. Node's limit begins anew with each line end in between. */
  idleMs: 25_000,
}

type ServerFactory = NonNullable<FastifyServerOptions['serverFactory']>
type TimeOuts = Pick<Server, 'keepAliveTimeout' | 'requestTimeout'> & { connectionTimeout: number }

/** Makes Fastify's server, with a certificate one of https, which cuts slow senders. rule: request-limits */
export function serverFactory(certificate: ServerOptions | undefined): ServerFactory {
  return (handle, options) => {
    const { keepAliveTimeout, requestTimeout, connectionTimeout } = options as TimeOuts
    const heads = {
      headersTimeout: HEAD_TIMEOUT_MS,
      connectionsCheckingInterval: LATE_HEADS_EACH_MS,
    }
    const server = certificate
      ? createSecureServer({ ...certificate, ...heads, handshakeTimeout: HEAD_TIMEOUT_MS }, handle)
      : createServer(heads, handle)
    cutSlowSenders(server)
    server.keepAliveTimeout = keepAliveTimeout
    server.requestTimeout = requestTimeout
    server.setTimeout(connectionTimeout)
    return server
  }
}

/**
 * Cuts the connection of each request whose body does not arrive in time, also of one that was refused before its
 * body was read. A form with files may take FORM_TIMEOUT_MS, Node's request time-out, but has to progress. A connection
 * that is silent ends by the server's time-out, except while its request is served. rule: request-limits
 */
export function cutSlowSenders(server: Server, limits: Partial<typeof LIMITS> = {}): void {
  const { bodyMs, form, idleMs } = { ...LIMITS, ...limits }
  const connections = new WeakMap<Socket, Connection>()
  server.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
    const { socket } = request
    const known = connections.get(socket)
    const connection = known ?? new Connection(socket, idleMs)
    if (!known) connections.set(socket, connection)
    connection.serve(request, response)
    if (!hasBody(request)) return
    const isForm = request.headers['content-type']?.startsWith('multipart/form-data')
    const timer = isForm ? cutWithoutProgress(request, form) : cutAfter(request, bodyMs)
    // The request's own 'close' also comes with an answer, when the body may still be arriving.
    const end = () => {
      clearInterval(timer)
      socket.off('close', end)
    }
    request.once('end', end)
    socket.once('close', end)
  })
  server.prependListener('upgrade', ({ socket }: IncomingMessage) => {
    connections.get(socket)?.leaveOpen()
  })
  server.on('timeout', (socket: Socket) => {
    if (connections.get(socket)?.isServed) socket.setTimeout(server.timeout)
    else socket.destroy()
  })
}

/** The requests of one connection. It is cut when it has had none for too long. */
class Connection {
  readonly #socket: Socket
  readonly #idleMs: number
  readonly #open = new Map<IncomingMessage, ServerResponse>()
  #idle: NodeJS.Timeout | undefined

  constructor(socket: Socket, idleMs: number) {
    this.#socket = socket
    this.#idleMs = idleMs
    socket.once('close', () => this.leaveOpen())
  }

  serve(request: IncomingMessage, response: ServerResponse): void {
    this.#open.set(request, response)
    response.on('close', () => {
      if (request.complete) this.#end(request)
      else request.once('end', () => this.#end(request))
    })
  }

  leaveOpen(): void {
    clearTimeout(this.#idle)
    this.#idle = undefined
  }

  /** Whether it waits for us: a request has arrived whole, and its answer has not begun. */
  get isServed(): boolean {
    return [...this.#open].some(([request, { headersSent }]) => request.complete && !headersSent)
  }

  #end(request: IncomingMessage): void {
    this.#open.delete(request)
    if (this.#open.size > 0 || this.#socket.destroyed) return
    // Moving a timer costs less than a new one for each request.
    if (this.#idle) this.#idle.refresh()
    else this.#idle = setTimeout(() => this.#cut(), this.#idleMs)
  }

  #cut(): void {
    if (this.#open.size === 0) this.#socket.destroy()
  }
}

function cutAfter(request: IncomingMessage, ms: number): NodeJS.Timeout {
  return setTimeout(() => {
    if (!request.complete) request.socket.destroy()
  }, ms)
}

function cutWithoutProgress(
  request: IncomingMessage,
  { bytes, withinMs }: typeof LIMITS.form,
): NodeJS.Timeout {
  const { socket } = request
  let last = { bytes: socket.bytesRead, at: performance.now() }
  return setInterval(() => {
    // What has arrived waits for us.
    const waitsForUs = request.complete || request.readableLength >= request.readableHighWaterMark
    const progresses = socket.bytesRead - last.bytes >= bytes
    if (waitsForUs || progresses) last = { bytes: socket.bytesRead, at: performance.now() }
    else if (performance.now() - last.at >= withinMs) socket.destroy()
  }, withinMs / 10)
}

/** Whether a request says that a body follows. */
function hasBody({ headers }: Pick<FastifyRequest, 'headers'>): boolean {
  return Boolean(Number(headers['content-length'])) || 'transfer-encoding' in headers
}
