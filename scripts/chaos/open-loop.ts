import { setTimeout as wait } from 'node:timers/promises'
import { bookingOf, messageOf } from './callers.ts'
import type { People } from '../../bench/data/bookings-data.ts'
import type { Load } from './callers.ts'
import { newHistory } from './history.ts'
import type { History } from './history.ts'
import { Requests } from './requests.ts'

/** The kinds of every twenty requests. The remaining four are profiles. */
const SEARCHES = 14
const MESSAGES = 1
const BOOKINGS = 1
const ALL = 20
const CONNECTIONS_MAX = 256
const TICK_MS = 5
/** The longest wait for an answer. After it, a person has left. */
const ANSWER_MS_MAX = 10_000

/** People who begin their requests at a steady rate, however long the answers take, and repeat none. */
export class OpenLoop implements Load {
  readonly history: History = newHistory()
  readonly requests: Requests
  readonly #people: People
  readonly #perSecond: number
  readonly #open = new Set<Promise<void>>()
  #isStopping = false
  #running: Promise<void> | undefined

  constructor(ports: readonly number[], people: People, perSecond: number) {
    this.requests = new Requests(ports, CONNECTIONS_MAX, ANSWER_MS_MAX)
    this.#people = people
    this.#perSecond = perSecond
  }

  start(): Promise<void> {
    this.#running = this.#begin()
    return Promise.resolve()
  }

  async stop(): Promise<void> {
    this.#isStopping = true
    await this.#running
    await Promise.all(this.#open)
    this.requests.close()
  }

  async #begin(): Promise<void> {
    const begun = performance.now()
    for (let number = 0; !this.#isStopping; await wait(TICK_MS)) {
      const due = ((performance.now() - begun) / 1000) * this.#perSecond
      for (; number < due; number++) {
        const asked = this.#ask(number).finally(() => this.#open.delete(asked))
        this.#open.add(asked)
      }
    }
  }

  async #ask(number: number): Promise<void> {
    const { clients, professionals } = this.#people
    const turn = Math.floor(number / ALL)
    const client = clients[turn % clients.length]!
    const professional = professionals[turn % professionals.length]!
    const key = crypto.randomUUID()
    const kind = number % ALL
    if (kind < SEARCHES) {
      const query = `zip_code=78701&min_price=${10 + (turn % 50)}`
      await this.#read(`/api/professionals/search/enhanced?${query}`)
    } else if (kind < SEARCHES + MESSAGES) {
      const answer = await this.requests.send(client, messageOf(client, professional, key))
      if (answer.status === 200) this.history.messages.push({ id: String(answer.body['id']), key })
    } else if (kind < SEARCHES + MESSAGES + BOOKINGS) {
      const answer = await this.requests.send(client, bookingOf(client, professional, key))
      const pair = { clientId: client.id, professionalId: professional.id }
      if (answer.status === 200)
        this.history.bookings.push({ id: String(answer.body['id']), key, ...pair })
    } else await this.#read(`/api/professional/public-view/${professional.id}`)
  }

  async #read(path: string): Promise<void> {
    await this.requests.send(undefined, { method: 'GET', path })
  }
}
