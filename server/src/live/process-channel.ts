import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import type { Logger } from 'pino'
import type { DirectConnection } from '#server/db/db.ts'
import { within } from '#server/scope.ts'

const CHANNEL = 'lustra_live'
/** NOTIFY takes a lock that all commits of PostgreSQL share, so messages are batched: one NOTIFY in this time. */
const BATCH_MS = 10
/** PostgreSQL accepts payloads below 8,000 bytes. */
const PAYLOAD_BYTES_MAX = 7500
/** The batch after it waits for it. */
const NOTIFY_MS_MAX = 3000
const RETRY_MS = 250
const RETRY_MS_MAX = 5000

type Options = {
  /** LISTEN needs a session of its own. rule: connections-bounded */
  direct: DirectConnection
  pool: pg.Pool
  log: Logger
  /** Gets each message of another process, and of database triggers. */
  onMessage: (message: unknown) => void
  /** Called when listening again after a lost connection: messages may have been missed. */
  onGap: () => void
}

/** Broadcasts between the server processes of one database, by PostgreSQL's LISTEN and NOTIFY. */
export class ProcessChannel {
  /** Marks our own payloads, which PostgreSQL sends back to us. */
  readonly #processId = randomUUID()
  readonly #options: Options
  readonly #queue = new Set<string>()
  /** Resolves once the batch that still takes messages is sent. undefined: there is no such batch. */
  #publishing: Promise<void> | undefined
  #published: Promise<void> = Promise.resolve()
  #publishedAt = 0
  #listening: Promise<void> | undefined
  #client: pg.Client | undefined
  #isClosed = false

  constructor(options: Options) {
    this.#options = options
  }

  /**
   * Sends a message to the other processes. Resolves when it is sent, or could not be sent; a failure is only logged.
   * Equal messages of one batch are sent once.
   */
  publish(message: unknown): Promise<void> {
    this.#queue.add(JSON.stringify(message))
    this.#publishing ??= this.#published = this.#publishBatch(this.#published)
    return this.#publishing
  }

  /** Resolves when messages of other processes are received from now on. Lost connections are opened again. */
  listen(): Promise<void> {
    this.#listening ??= this.#connectWithRetry()
    return this.#listening
  }

  async close(): Promise<void> {
    this.#isClosed = true
    await this.#published
    await this.#client?.end().catch(() => {})
  }

  /**
   * Publishes a batch after the one before: commands do not wait for it, so a slow database would get ever more at
   * once.
   */
  async #publishBatch(before: Promise<void>): Promise<void> {
    await before
    await wait(Math.max(0, this.#publishedAt + BATCH_MS - performance.now()))
    const messages = [...this.#queue]
    this.#queue.clear()
    this.#publishing = undefined
    this.#publishedAt = performance.now()
    const payloads = packPayloads(this.#processId, messages)
    const notify = () =>
      within({ statementMsMax: NOTIFY_MS_MAX }, () =>
        this.#options.pool.query(
          'select pg_notify($1, payload) from unnest($2::text[]) as payload',
          [CHANNEL, payloads],
        ),
      )
    try {
      // Nobody repeats it, because the commands are answered. To hear it twice does no harm.
      await notify().catch(notify)
    } catch (error) {
      this.#options.log.warn({ err: error }, 'could not notify the other processes')
    }
  }

  async #connectWithRetry(): Promise<void> {
    for (let pause = RETRY_MS; !this.#isClosed; pause = Math.min(pause * 2, RETRY_MS_MAX)) {
      try {
        return await this.#connect()
      } catch (error) {
        this.#options.log.warn({ err: error }, 'could not listen to the other processes')
        await wait(pause, undefined, { ref: false })
      }
    }
  }

  async #connect(): Promise<void> {
    const client = new pg.Client({
      ...this.#options.direct,
      application_name: 'lustra live',
      keepAlive: true,
      keepAliveInitialDelayMillis: 10_000,
    })
    // The 'end' listener below handles a lost connection.
    client.on('error', () => {})
    client.on('notification', ({ payload }) => this.#receive(payload ?? ''))
    await client.connect()
    await client.query(`listen ${CHANNEL}`)
    client.once('end', () => void this.#reconnect())
    this.#client = client
    if (this.#isClosed) await client.end()
  }

  async #reconnect(): Promise<void> {
    if (this.#isClosed) return
    this.#listening = this.#connectWithRetry()
    await this.#listening
    this.#options.onGap()
  }

  /** Anybody who may use the database can notify the channel with any text. What cannot be read is only logged. */
  #receive(payload: string): void {
    try {
      // Payloads of database triggers are a single message without `from` and `notes`.
      const received = JSON.parse(payload) as { from?: string; notes?: unknown[] }
      if (received.from === this.#processId) return
      for (const message of received.notes ?? [received]) this.#options.onMessage(message)
    } catch (error) {
      this.#options.log.warn({ err: error }, 'a message between processes could not be read')
    }
  }
}

/** Packs messages into as few payloads as the size limit allows. */
function packPayloads(from: string, messages: readonly string[]): string[] {
  const batches: string[][] = [[]]
  let bytes = 0
  for (const message of messages) {
    bytes += Buffer.byteLength(message) + 1
    if (bytes > PAYLOAD_BYTES_MAX) {
      batches.push([])
      bytes = Buffer.byteLength(message)
    }
    batches.at(-1)!.push(message)
  }
  return batches.map((batch) => `{"from":"${from}","notes":[${batch.join(',')}]}`)
}
