import { EventEmitter } from 'node:events'
import pg from 'pg'
import type { DirectConnection } from '#server/db/db.ts'

/** So many serve all lanes, because their statements take about a millisecond. Each connection costs 2 MB. */
const USUAL_CONNECTIONS = 3
/** What is held for longer no longer counts. So statements that wait for locks soon hold up no other lane. */
const PATIENCE_MS = 1000

type ConnectCallback = Parameters<typeof pg.Pool.prototype.connect>[0]

/**
 * The connections of all lanes of one process: at most `max` for their statements, and one that listens for new jobs.
 * rule: job-lanes, connections-bounded
 */
export class JobsPool extends pg.Pool {
  readonly #listener: JobsListener
  /** First come, first served. */
  readonly #waiting: (() => void)[] = []
  #taken = 0

  constructor(direct: DirectConnection, max: number) {
    const options = { ...direct, application_name: 'lustra jobs' }
    super({ ...options, max })
    this.#listener = new JobsListener(options)
    this.on('error', () => {})
    this.on('connect', (client) => client.on('error', () => {}))
    // The pool's own calls `connect` with a callback.
    this.query = (async (statement: string | pg.QueryConfig, values?: unknown[]) => {
      const client = await this.connect()
      try {
        return await client.query(statement, values)
      } finally {
        client.release()
      }
    }) as unknown as pg.Pool['query']
  }

  /** With a callback graphile-worker wants to listen, without one to send statements. */
  override connect(): Promise<pg.PoolClient>
  override connect(callback: ConnectCallback): void
  override connect(callback?: ConnectCallback): Promise<pg.PoolClient> | void {
    if (!callback) return this.#connect()
    const lane = new ListeningLane(this.#listener)
    return callback(undefined, lane as unknown as pg.PoolClient, () => this.#listener.leave(lane))
  }

  async close(): Promise<void> {
    this.#listener.close()
    await this.end()
  }

  async #connect(): Promise<pg.PoolClient> {
    const giveBack = await this.#takePlace()
    try {
      const client = await super.connect()
      const release = client.release
      const releaseWithPlace: typeof release = (problem) => {
        release(problem)
        giveBack()
      }
      client.release = releaseWithPlace
      return client
    } catch (error) {
      giveBack()
      throw error
    }
  }

  /** Resolves with what gives the place back. After `PATIENCE_MS` that happens by itself. */
  async #takePlace(): Promise<() => void> {
    if (this.#taken < USUAL_CONNECTIONS) this.#taken += 1
    else await new Promise<void>((resolve) => this.#waiting.push(resolve))
    let isTaken = true
    const giveBack = () => {
      clearTimeout(late)
      if (isTaken) this.#passOn()
      isTaken = false
    }
    const late = setTimeout(giveBack, PATIENCE_MS)
    return giveBack
  }

  #passOn(): void {
    const next = this.#waiting.shift()
    if (next) next()
    else this.#taken -= 1
  }
}

/** What graphile-worker has for the listening connection of one lane. */
class ListeningLane extends EventEmitter {
  readonly #listener: JobsListener

  constructor(listener: JobsListener) {
    super()
    this.#listener = listener
    this.on('error', () => {})
  }

  async query(text: string): Promise<void> {
    if (text.startsWith('LISTEN')) await this.#listener.join(this)
    else this.#listener.leave(this)
  }
}

/** One connection on which all lanes hear of new jobs. After it was lost, each lane asks for it again. */
class JobsListener {
  readonly #options: DirectConnection
  readonly #lanes = new Set<ListeningLane>()
  #client: pg.Client | undefined
  #listening: Promise<void> | undefined

  constructor(options: DirectConnection) {
    this.#options = options
  }

  join(lane: ListeningLane): Promise<void> {
    this.#lanes.add(lane)
    this.#listening ??= this.#listen()
    return this.#listening
  }

  leave(lane: ListeningLane): void {
    this.#lanes.delete(lane)
  }

  /** It has nothing to lose, and a frozen database would not answer. */
  close(): void {
    void this.#client?.end().catch(() => {})
  }

  async #listen(): Promise<void> {
    const client = new pg.Client(this.#options)
    this.#client = client
    client.on('error', () => {})
    client.on('notification', (message) => this.#tell('notification', message))
    try {
      await client.connect()
      await client.query('listen "jobs:insert"; listen "worker:migrate"')
    } catch (error) {
      this.#listening = undefined
      await client.end().catch(() => {})
      throw error
    }
    client.once('end', () => {
      this.#listening = undefined
      this.#tell('error', new Error('The connection that listens for new jobs has ended.'))
    })
  }

  #tell(event: 'notification' | 'error', what: unknown): void {
    for (const lane of this.#lanes) lane.emit(event, what)
  }
}
