import { Agent, request } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import type { Person } from '../../bench/bookings-data.ts'
import { newHistory } from './history.ts'
import type { History } from './history.ts'

/** Each waits for its answer, so no more requests than these are open. */
const CALLERS = { bookings: 4, messages: 4, payments: 2 }
const CALLER_COUNT = CALLERS.bookings + CALLERS.messages + CALLERS.payments
const ANSWER_MS_MAX = 15_000
/** A refused request is repeated with its key until it is answered. */
const REPEAT_PAUSE_MS = 200
const PAUSE_MS = 60
const DAY_MS = 86_400_000
const BOOKING_DATE = new Date(Date.now() + 30 * DAY_MS).toISOString().slice(0, 10)

type Answer = { status: number; body: Record<string, unknown> }
/** `at`: when the request was sent, and when it was answered. */
export type Outcome = { sentAt: number; endedAt: number; status: number }

/**
 * Callers who book, write and pay through the proxy, and keep what was acknowledged. A verb whose answer fails is
 * repeated with its Idempotency-Key, as the web app does.
 */
export class Callers {
  readonly history: History = newHistory()
  /** Every request since the last `forgetOutcomes`. Status 0: no answer. */
  outcomes: Outcome[] = []
  readonly #agent = new Agent({ keepAlive: true, maxSockets: CALLER_COUNT })
  readonly #port: number
  readonly #people: { clients: Person[]; professionals: Person[] }
  #isStopping = false
  #running: Promise<unknown> | undefined
  #number = 0

  constructor(port: number, people: { clients: Person[]; professionals: Person[] }) {
    this.#port = port
    this.#people = people
  }

  /** Opens the conversations of those who write. */
  async meet(): Promise<void> {
    const { clients, professionals } = this.#people
    for (let index = 0; index < CALLERS.messages; index++) {
      const pair = { client_id: clients[index]!.id, professional_id: professionals[index]!.id }
      await this.#persist(clients[index]!, 'POST', '/api/chat/initiate-contact', undefined, pair)
    }
  }

  start(): void {
    const { bookings, messages, payments } = CALLERS
    const repeat = async (verb: (index: number) => Promise<void>, index: number) => {
      while (!this.#isStopping) {
        await verb(index)
        await wait(PAUSE_MS)
      }
    }
    const all = (count: number, verb: (index: number) => Promise<void>) =>
      Array.from({ length: count }, (_none, index) => repeat(verb, index))
    this.#running = Promise.all([
      ...all(bookings, () => this.#book()),
      ...all(messages, (index) => this.#write(index)),
      ...all(payments, (index) => this.#pay(index)),
    ])
    this.#running.catch(() => {})
  }

  async stop(): Promise<void> {
    this.#isStopping = true
    await this.#running
    this.#agent.destroy()
  }

  async #book(): Promise<void> {
    const number = this.#number++
    const { clients, professionals } = this.#people
    const client = clients[number % clients.length]!
    const professional = professionals[number % professionals.length]!
    const key = crypto.randomUUID()
    const answer = await this.#persist(client, 'POST', '/api/bookings', key, {
      client_id: client.id,
      professional_id: professional.id,
      booking_date: BOOKING_DATE,
      booking_time: '09:00',
      service_type: 'standard',
      cleaning_frequency: 'one_time',
      address: '100 Congress Ave',
      city: 'Austin',
      state: 'TX',
      zip_code: '78701',
      notes: key,
      estimated_hours: 2,
      extras: [],
      total_amount: 130,
    })
    if (!answer) return
    const pair = { clientId: client.id, professionalId: professional.id }
    this.history.bookings.push({ id: String(answer['id']), key, ...pair })
  }

  async #write(index: number): Promise<void> {
    const { clients, professionals } = this.#people
    const [client, professional] = [clients[index]!, professionals[index]!]
    const key = crypto.randomUUID()
    const message = { sender_id: client.id, receiver_id: professional.id, message: key }
    const answer = await this.#persist(client, 'POST', '/api/chat/messages', key, message)
    if (answer) this.history.messages.push({ id: String(answer['id']), key })
  }

  async #pay(index: number): Promise<void> {
    // One open checkout a professional.
    const payer = this.#people.professionals.at(-1 - index)!
    const order = { professional_id: payer.id }
    const path = '/api/payments/lead-payment'
    const opened = await this.#persist(payer, 'POST', path, crypto.randomUUID(), order)
    if (!opened) return
    const session = String(opened['checkout_url']).split('/').at(-1)!
    const page = `/api/simulated-checkout/${session}`
    if (!(await this.#persist(payer, 'POST', page, undefined, { outcome: 'paid' }))) return
    const back = `/payment-success?user_id=${payer.id}&session_id=${session}`
    if (await this.#persist(payer, 'GET', back)) this.history.payments.push({ session })
  }

  /** Repeats a request until it is done. Undefined when the callers stop before. Throws when it is refused for good. */
  async #persist(
    person: Person,
    method: string,
    path: string,
    key?: string,
    body?: unknown,
  ): Promise<Record<string, unknown> | undefined> {
    while (!this.#isStopping) {
      const answer = await this.#send(person, method, path, key, body)
      if (answer.status === 200) return answer.body
      if (answer.status >= 400 && answer.status < 500 && ![409, 429].includes(answer.status))
        throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`)
      await wait(REPEAT_PAUSE_MS)
    }
    return undefined
  }

  async #send(
    { cookie }: Person,
    method: string,
    path: string,
    key: string | undefined,
    body: unknown,
  ): Promise<Answer> {
    const sentAt = performance.now()
    const text = body === undefined ? '' : JSON.stringify(body)
    const headers = {
      cookie,
      accept: 'application/json',
      ...(key ? { 'idempotency-key': key } : {}),
      ...(text
        ? { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }
        : {}),
    }
    const answer = await this.#exchange(method, path, headers, text)
    this.outcomes.push({ sentAt, endedAt: performance.now(), status: answer.status })
    return answer
  }

  #exchange(
    method: string,
    path: string,
    headers: Record<string, string | number>,
    text: string,
  ): Promise<Answer> {
    const { promise, resolve } = Promise.withResolvers<Answer>()
    const options = {
      host: '127.0.0.1',
      port: this.#port,
      method,
      path,
      headers,
      agent: this.#agent,
    }
    const sent = request({ ...options, timeout: ANSWER_MS_MAX }, (answer) => {
      let received = ''
      answer.setEncoding('utf8')
      answer.on('data', (part: string) => (received += part))
      answer.on('end', () => resolve({ status: answer.statusCode!, body: parsed(received) }))
      answer.on('error', () => resolve({ status: 0, body: {} }))
    })
    sent.on('timeout', () => sent.destroy())
    sent.on('error', () => resolve({ status: 0, body: {} }))
    sent.end(text)
    return promise
  }
}

function parsed(text: string): Record<string, unknown> {
  try {
    return JSON.parse(text) as Record<string, unknown>
  } catch {
    return { text: text.slice(0, 200) }
  }
}
