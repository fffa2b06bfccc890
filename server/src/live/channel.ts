import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import type { Logger } from 'pino'

const NAME = 'lustra_live'
/** A NOTIFY takes a lock that all of PostgreSQL's commits share: one for everything that happened in this time. */
const BETWEEN_MS = 10
/** PostgreSQL takes less than 8,000 bytes. */
const PAYLOAD_BYTES_MAX = 7500
const RETRY_MS = 250
const RETRY_MS_MAX = 5000

type Settings = {
  url: string
  pool: pg.Pool
  log: Logger
  /** What another process said, or the database itself. */
  hear: (note: unknown) => void
  /** Something may have been said while nobody listened here. */
  onMissed: () => void
}

/** What processes on one database tell each other, by PostgreSQL's notifications. */
export class Channel {
  readonly #own = randomUUID()
  readonly #settings: Settings
  readonly #waiting = new Set<string>()
  #saying: Promise<void> | undefined
  #saidAt = 0
  #listening: Promise<void> | undefined
  #client: pg.Client | undefined
  #closed = false

  constructor(settings: Settings) {
    this.#settings = settings
  }

  /** Tells the other processes; answers when it is said, or cannot be. The same said twice at once is said once. */
  say(note: unknown): Promise<void> {
    this.#waiting.add(JSON.stringify(note))
    this.#saying ??= this.#saySoon()
    return this.#saying
  }

  /** Answers when this process hears every other one from now on. It keeps listening over lost connections. */
  listen(): Promise<void> {
    this.#listening ??= this.#listenAgain()
    return this.#listening
  }

  async close(): Promise<void> {
    this.#closed = true
    await this.#saying
    await this.#client?.end().catch(() => {})
  }

  async #saySoon(): Promise<void> {
    await wait(Math.max(0, this.#saidAt + BETWEEN_MS - performance.now()))
    const notes = [...this.#waiting]
    this.#waiting.clear()
    this.#saying = undefined
    this.#saidAt = performance.now()
    try {
      await this.#settings.pool.query(
        'select pg_notify($1, payload) from unnest($2::text[]) as payload',
        [NAME, payloads(this.#own, notes)],
      )
    } catch (error) {
      this.#settings.log.warn({ err: error }, 'the other processes could not be told')
    }
  }

  async #listenAgain(): Promise<void> {
    for (let pause = RETRY_MS; !this.#closed; pause = Math.min(pause * 2, RETRY_MS_MAX)) {
      try {
        return await this.#connect()
      } catch (error) {
        this.#settings.log.warn({ err: error }, 'not listening to the other processes')
        await wait(pause, undefined, { ref: false })
      }
    }
  }

  async #connect(): Promise<void> {
    const client = new pg.Client({
      connectionString: this.#settings.url,
      application_name: 'lustra live',
      connectionTimeoutMillis: 5000,
      keepAlive: true,
      keepAliveInitialDelayMillis: 10_000,
    })
    client.on('error', () => {})
    client.on('notification', ({ payload }) => this.#hear(payload ?? ''))
    await client.connect()
    await client.query(`listen ${NAME}`)
    client.once('end', () => void this.#resume())
    this.#client = client
    if (this.#closed) await client.end()
  }

  async #resume(): Promise<void> {
    if (this.#closed) return
    this.#listening = this.#listenAgain()
    await this.#listening
    this.#settings.onMissed()
  }

  #hear(payload: string): void {
    const said = JSON.parse(payload) as { from?: string; notes?: unknown[] }
    if (said.from === this.#own) return
    for (const note of said.notes ?? [said]) this.#settings.hear(note)
  }
}

/** As few payloads as hold all notes. */
function payloads(from: string, notes: readonly string[]): string[] {
  const packed: string[][] = [[]]
  let bytes = 0
  for (const note of notes) {
    bytes += Buffer.byteLength(note) + 1
    if (bytes > PAYLOAD_BYTES_MAX) {
      packed.push([])
      bytes = Buffer.byteLength(note)
    }
    packed.at(-1)!.push(note)
  }
  return packed.map((some) => `{"from":"${from}","notes":[${some.join(',')}]}`)
}
