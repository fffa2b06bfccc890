import { setTimeout as wait } from 'node:timers/promises'
import { bookingBody } from '../../bench/data/bookings-data.ts'
import type { People, Person } from '../../bench/data/bookings-data.ts'
import { newHistory } from './history.ts'
import type { History } from './history.ts'
import { Requests } from './requests.ts'
import type { Asked } from './requests.ts'

/** Each waits for its answer, so no more requests than these are open. */
const CALLERS = { bookings: 4, messages: 4, payments: 2 }
const CALLER_COUNT = Object.values(CALLERS).reduce((sum, count) => sum + count)
/** A refused request is repeated with its key until it is answered. */
const REPEAT_PAUSE_MS = 200
const PAUSE_MS = 60
const ANSWER_MS_MAX = 15_000

/** The callers of a scenario, who send requests from `start` to `stop`. */
export type Load = {
  /** The writes that Lustra has acknowledged. */
  history: History
  /** Keeps the outcome of every request since they were emptied. */
  requests: Requests
  start(): Promise<void>
  stop(): Promise<void>
}

/**
 * Callers who book, write and pay through the proxy, and keep what was acknowledged. A verb whose answer fails is
 * repeated with its Idempotency-Key, as the web app does.
 */
export class Callers implements Load {
  readonly history: History = newHistory()
  readonly requests: Requests
  readonly #people: People
  #isStopping = false
  #running: Promise<unknown> | undefined
  #number = 0

  constructor(ports: readonly number[], people: People) {
    this.requests = new Requests(ports, CALLER_COUNT, ANSWER_MS_MAX)
    this.#people = people
  }

  /** Opens the conversations of those who write. */
  async #meet(): Promise<void> {
    const { clients, professionals } = this.#people
    for (let index = 0; index < CALLERS.messages; index++) {
      const pair = { client_id: clients[index]!.id, professional_id: professionals[index]!.id }
      await this.#persist(clients[index]!, { ...CONTACT, body: pair })
    }
  }

  async start(): Promise<void> {
    await this.#meet()
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
    this.requests.close()
  }

  async #book(): Promise<void> {
    const number = this.#number++
    const { clients, professionals } = this.#people
    const client = clients[number % clients.length]!
    const professional = professionals[number % professionals.length]!
    const key = crypto.randomUUID()
    const answer = await this.#persist(client, bookingOf(client, professional, key))
    if (!answer) return
    const pair = { clientId: client.id, professionalId: professional.id }
    this.history.bookings.push({ id: String(answer['id']), key, ...pair })
  }

  async #write(index: number): Promise<void> {
    const { clients, professionals } = this.#people
    const [client, professional] = [clients[index]!, professionals[index]!]
    const key = crypto.randomUUID()
    const answer = await this.#persist(client, messageOf(client, professional, key))
    if (answer) this.history.messages.push({ id: String(answer['id']), key })
  }

  async #pay(index: number): Promise<void> {
    // One open checkout a professional.
    const payer = this.#people.professionals.at(-1 - index)!
    const order = { professional_id: payer.id }
    const path = '/api/payments/lead-payment'
    const key = crypto.randomUUID()
    const opened = await this.#persist(payer, { method: 'POST', path, key, body: order })
    if (!opened) return
    const session = String(opened['checkout_url']).split('/').at(-1)!
    const page = `/api/simulated-checkout/${session}`
    const paid = { method: 'POST', path: page, body: { outcome: 'paid' } }
    if (!(await this.#persist(payer, paid))) return
    const back = `/payment-success?user_id=${payer.id}&session_id=${session}`
    if (await this.#persist(payer, { method: 'GET', path: back }))
      this.history.payments.push({ session })
  }

  /** Repeats a request until it is done. Undefined when the callers stop before. Throws when it is refused for good. */
  async #persist(person: Person, asked: Asked): Promise<Record<string, unknown> | undefined> {
    while (!this.#isStopping) {
      const { status, body } = await this.requests.send(person, asked)
      if (status === 200) return body
      if (status >= 400 && status < 500 && ![409, 429].includes(status))
        throw new Error(`${asked.method} ${asked.path}: ${status} ${JSON.stringify(body)}`)
      await wait(REPEAT_PAUSE_MS)
    }
    return undefined
  }
}

const CONTACT = { method: 'POST', path: '/api/chat/initiate-contact' }

/** `key` is in its notes, so that one that was written twice shows. */
export function bookingOf(client: Person, professional: Person, key: string): Asked {
  const body = bookingBody(client, professional, { notes: key })
  return { method: 'POST', path: '/api/bookings', key, body }
}

export function messageOf(client: Person, professional: Person, key: string): Asked {
  const body = { sender_id: client.id, receiver_id: professional.id, message: key }
  return { method: 'POST', path: '/api/chat/messages', key, body }
}
