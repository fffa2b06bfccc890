import { Agent, request } from 'node:http'
import type { ClientRequest } from 'node:http'
import type { Socket } from 'node:net'
import type { Person } from '../../bench/data/bookings-data.ts'

/** HAProxy closes an idle connection after 10 s. A browser sends again what it sent just then, and Node does not. */
const IDLE_MS_MAX = 8000

/** `cookie`: what it sets, as a browser sends it back. */
export type Answer = { status: number; body: Record<string, unknown>; cookie: string }
export type Asked = { method: string; path: string; key?: string | undefined; body?: unknown }
/** How a request went. Status 0: no answer in time. `connection`: the number of its connection, 0 if it had none. */
export type Outcome = {
  sentAt: number
  endedAt: number
  status: number
  connection: number
  asked: string
}

/** Requests to the proxies in turn, over connections that stay open, and how each ended. */
export class Requests {
  outcomes: Outcome[] = []
  readonly #agent: Agent
  readonly #ports: readonly number[]
  readonly #answerMsMax: number
  readonly #connections = new Map<Socket, number>()
  #number = 0

  /** `answerMsMax` counts from the beginning, also while the request waits for a connection. */
  constructor(ports: readonly number[], connectionsMax: number, answerMsMax: number) {
    this.#ports = ports
    this.#answerMsMax = answerMsMax
    this.#agent = new Agent({ keepAlive: true, maxSockets: connectionsMax, timeout: IDLE_MS_MAX })
  }

  close(): void {
    this.#agent.destroy()
  }

  /** Sends a request as this person, or as a visitor if there is none. */
  async send(
    person: Pick<Person, 'cookie'> | undefined,
    { method, path, key, body }: Asked,
  ): Promise<Answer> {
    const sentAt = performance.now()
    const text = body === undefined ? '' : JSON.stringify(body)
    const headers = {
      accept: 'application/json',
      ...(person?.cookie ? { cookie: person.cookie } : {}),
      ...(key ? { 'idempotency-key': key } : {}),
      ...(text
        ? { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }
        : {}),
    }
    const port = this.#ports[this.#number++ % this.#ports.length]!
    const target = { host: '127.0.0.1', port, method, path, headers, agent: this.#agent }
    const sent = request(target)
    const late = setTimeout(() => sent.destroy(), this.#answerMsMax)
    let connection = 0
    sent.on('socket', (socket) => {
      connection = this.#numberOf(socket)
    })
    const answer = await answerTo(sent, text)
    clearTimeout(late)
    const { status } = answer
    const asked = `${method} ${path.split('?')[0]} at ${port}`
    this.outcomes.push({ sentAt, endedAt: performance.now(), status, connection, asked })
    return answer
  }

  #numberOf(socket: Socket): number {
    const known = this.#connections.get(socket)
    if (known !== undefined) return known
    const number = this.#connections.size + 1
    this.#connections.set(socket, number)
    return number
  }
}

function answerTo(sent: ClientRequest, text: string): Promise<Answer> {
  const { promise, resolve } = Promise.withResolvers<Answer>()
  const none = () => resolve({ status: 0, body: {}, cookie: '' })
  sent.on('response', (answer) => {
    let received = ''
    answer.setEncoding('utf8')
    answer.on('data', (part: string) => (received += part))
    const cookie = (answer.headers['set-cookie'] ?? []).map((text) => text.split(';')[0]).join('; ')
    answer.on('end', () => resolve({ status: answer.statusCode!, body: parsed(received), cookie }))
    answer.on('error', none)
  })
  sent.on('error', none)
  sent.end(text)
  return promise
}

function parsed(text: string): Record<string, unknown> {
  try {
    return JSON.parse(text) as Record<string, unknown>
  } catch {
    return { text: text.slice(0, 200) }
  }
}
