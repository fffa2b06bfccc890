import { Socket } from 'node:net'
import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'

const PING_EVERY_MS = 400
/**
 * PostgreSQL answers `select 1` in less than a millisecond. A request that waits for it is refused within 2 seconds.
 */
const SILENCE_MS_MAX = 1400
const CONNECT_MS_MAX = 1500

/** How a probe ended; `row` is the first one of its answer. */
export type ProbeOutcome = { outcome: 'answered' | 'failed' | 'silent'; row?: unknown }

/** A statement that is sent to the database again and again. */
export type Probe = { sql: string; onOutcome?: (outcome: ProbeOutcome) => void }

/** The database accepts connections and does not answer: its process is frozen, or its machine is gone. */
export class DatabaseSilent extends Error {
  override name = 'DatabaseSilent'
}

/**
 * Opens the sockets of a database's connections. Once `begin` was called, it notices when the database stops answering
 * although the connections stay open. Then it drops all of them, so that nobody waits for an answer, and refuses new
 * ones at once, until the database answers again. rule: database-lost
 */
export class DatabaseWatch {
  readonly #sockets = new Set<Socket>()
  readonly #ending = new AbortController()
  #isWatching = false
  #isSilent = false

  /** The option `stream` of pg: the socket of a new connection. */
  readonly openSocket = (): Socket => {
    const socket = new Socket()
    this.#sockets.add(socket)
    socket.once('close', () => this.#sockets.delete(socket))
    if (this.#isSilent) setImmediate(() => socket.destroy(newSilence()))
    else if (this.#isWatching) limitConnecting(socket)
    return socket
  }

  /** Watches the database at this address until `end`. */
  begin(url: string, probe: Probe = { sql: 'select 1' }): void {
    this.#isWatching = true
    void this.#watch(url, probe)
  }

  end(): void {
    this.#ending.abort()
    this.#isSilent = false
  }

  /** Closes all connections without waiting for the database. */
  dropConnections(): void {
    for (const socket of this.#sockets) socket.destroy()
  }

  async #watch(url: string, { sql, onOutcome }: Probe): Promise<void> {
    const { signal } = this.#ending
    let session: PingSession | undefined
    while (!signal.aborted) {
      session ??= new PingSession(url, sql)
      const { outcome, row } = await session.ping()
      if (outcome !== 'answered') {
        session.close()
        session = undefined
      }
      if (signal.aborted) break
      // A database that refuses connections needs no watch: each query fails at once.
      this.#isSilent = outcome === 'silent'
      if (this.#isSilent) this.dropConnections()
      onOutcome?.({ outcome, row })
      await wait(PING_EVERY_MS, undefined, { signal }).catch(() => {})
    }
    session?.close()
  }
}

/** A connection of its own, because those of the pool may all be busy. */
class PingSession {
  readonly #socket = new Socket()
  readonly #client: pg.Client
  readonly #sql: string
  #isConnected = false

  constructor(url: string, sql: string) {
    this.#sql = sql
    this.#client = new pg.Client({
      connectionString: url,
      application_name: 'lustra watch',
      stream: () => this.#socket,
    })
    this.#client.on('error', () => {})
  }

  async ping(): Promise<ProbeOutcome> {
    let ended: ProbeOutcome | undefined
    const answer = this.#ask().then(
      (row) => (ended = { outcome: 'answered', row }),
      () => (ended = { outcome: 'failed' }),
    )
    await Promise.race([answer, wait(SILENCE_MS_MAX, undefined, { ref: false })])
    // If this process was busy, the answer may have arrived and is read in the next turn of the event loop.
    if (!ended) await nextTurn()
    if (!ended) await nextTurn()
    return ended ?? { outcome: 'silent' }
  }

  close(): void {
    this.#socket.destroy()
  }

  async #ask(): Promise<unknown> {
    if (!this.#isConnected) await this.#client.connect()
    this.#isConnected = true
    return (await this.#client.query(this.#sql)).rows[0]
  }
}

/** Drops a new connection that PostgreSQL does not greet: an open one may still be answered while new ones are not. */
function limitConnecting(socket: Socket): void {
  socket.setTimeout(CONNECT_MS_MAX, () => socket.destroy(newSilence()))
  socket.once('data', () => socket.setTimeout(0))
}

function newSilence(): DatabaseSilent {
  return new DatabaseSilent('The database does not answer.')
}
