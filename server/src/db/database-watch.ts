import { Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { DATABASE_MS } from './database-clock.ts'
import type { DatabaseClock } from './database-clock.ts'
import { isPoolerBusy } from './pooler-busy.ts'

/** Not all processes ask, or return to a database that is back, at the same moment. */
const PING_EVERY_MS = { least: 200, most: 400 }
/**
 * PostgreSQL answers in less than a millisecond. A request that waits for it is refused within 2 seconds.
 */
const SILENCE_MS_MAX = 1300
const CONNECT_MS_MAX = 1500
const TICK_MS = 50
/** A pooler that gives nobody a connection for so long is asked whether it still takes new ones, and pinged again. */
const POOLER_SILENCE_MS = { first: 800, again: 550 }
const POOLER_CONNECT_MS_MAX = 500

/** How a probe ended; `row` is the first one of its answer. */
export type ProbeOutcome = { outcome: 'answered' | 'failed' | 'silent'; row?: unknown }

/** When a probe was sent and answered, by performance.now(). */
export type ProbeTimes = { askedAt: number; answeredAt: number }

/** A statement that is sent to the database again and again. */
export type Probe = {
  sql: string
  /** Whether a database with this answer is as good as none. */
  isAway?: (row: unknown) => boolean
  /** Which server has answered. When it is another one than before, open connections may still lead to the former. */
  serverOf?: (row: unknown) => string
  onOutcome?: (outcome: ProbeOutcome) => void
  /** Called with each answer as soon as it is there. */
  onAnswer?: (row: unknown, times: ProbeTimes) => void
}

/** A replica confirms a commit in milliseconds. PostgreSQL itself would wait for one for ever. */
const UNCONFIRMED_MS_MAX = 10_000

/**
 * Whether the database leads: a standby takes no writes. Ends the commits of our role that have waited too long for
 * their synchronous replica, and would keep their connections. Sets `clock`. rule: unconfirmed-commits, database-time
 */
export function leads({
  unconfirmedMsMax = UNCONFIRMED_MS_MAX,
  clock,
}: { unconfirmedMsMax?: number; clock?: DatabaseClock | undefined } = {}): Probe {
  return {
    sql: `select ${DATABASE_MS}, pg_is_in_recovery() as is_standby, pg_postmaster_start_time()::text as server, (
      select count(pg_cancel_backend(pid)) from pg_stat_get_activity(null)
      where wait_event = 'SyncRep' and usesysid = to_regrole(quote_ident(current_user))
        and query_start < clock_timestamp() - interval '${unconfirmedMsMax} ms'
    )`,
    isAway: (row) => (row as { is_standby: boolean }).is_standby,
    onAnswer: (row, times) => clock?.note((row as { ms: number }).ms, times),
    serverOf: (row) => (row as { server: string }).server,
  }
}

/** The database does not answer, refuses connections, or is not the leading one. */
export class DatabaseAway extends Error {
  override name = 'DatabaseAway'
}

/**
 * Opens the sockets of a database's connections. Once `begin` was called, it asks the database again and again on a
 * connection of its own. While there is no answer, all connections are dropped, so that nobody waits for one, and new
 * ones are refused here: a database that starts is not met by a storm of them. `behind`: the watch of the database, for
 * that of a pooler before it. rule: database-lost
 */
export class DatabaseWatch {
  readonly #sockets = new Set<Socket>()
  readonly #ending = new AbortController()
  readonly #behind: DatabaseWatch | undefined
  #wake = new AbortController()
  readonly #wakeUp = () => this.#wake.abort()
  #isWatching = false
  /** undefined: not asked yet. */
  #isAnswering: boolean | undefined
  #server: string | undefined

  constructor(behind?: DatabaseWatch) {
    this.#behind = behind
  }

  /** Whether the last ping was answered. undefined: nobody watches, or not yet. */
  get isAnswering(): boolean | undefined {
    return this.#isAnswering
  }

  /** The option `stream` of pg: the socket of a new connection. */
  readonly openSocket = (): Socket => {
    const socket = new Socket()
    this.#sockets.add(socket)
    socket.once('close', () => this.#sockets.delete(socket))
    if (this.isAnswering === false) socket.connect = () => socket.destroy(newAway())
    else if (this.#isWatching) this.#limitConnecting(socket)
    return socket
  }

  /** Watches the database at this address until `end`. */
  begin(url: string, probe: Probe = leads()): void {
    this.#isWatching = true
    void this.#watch(url, probe)
  }

  end(): void {
    this.#ending.abort()
    this.#wake.abort()
    this.#isAnswering = undefined
  }

  /** Closes all connections without waiting for the database. */
  dropConnections(): void {
    for (const socket of this.#sockets) socket.destroy(newAway())
  }

  async #watch(url: string, probe: Probe): Promise<void> {
    const { isAway, serverOf, onOutcome } = probe
    const { signal } = this.#ending
    let session: PingSession | undefined
    let isUnsure = false
    while (!signal.aborted) {
      session ??= new PingSession(url, this.#wakeUp)
      const { first, again } = POOLER_SILENCE_MS
      const msMax = this.#behind ? (isUnsure ? again : first) : SILENCE_MS_MAX
      const { outcome, row } = await session.ask(probe, msMax)
      const leads = outcome === 'answered' && !isAway?.(row)
      if (!leads) {
        session.close()
        session = undefined
      }
      isUnsure = outcome === 'silent' && (await this.#isOnlyBusy(url))
      if (signal.aborted) break
      if (isUnsure) continue
      this.#isAnswering = leads
      // A database that refuses connections has ended them itself.
      if (!leads && outcome !== 'failed') this.dropConnections()
      if (leads) this.#noteServer(serverOf?.(row))
      onOutcome?.({ outcome, row })
      await this.#pause()
    }
    session?.close()
  }

  /** After a failover to which a balancer keeps the connections of the former primary. A pooler has its own. */
  #noteServer(server: string | undefined): void {
    const isOther = this.#server !== undefined && server !== this.#server
    if (isOther && !this.#behind) this.dropConnections()
    this.#server = server
  }

  /** A pooler whose connections are all taken lets a ping wait too, and must not lose them for that. */
  async #isOnlyBusy(url: string): Promise<boolean> {
    if (!this.#behind?.isAnswering) return false
    const session = new PingSession(url, () => {})
    const isConnected = await session.connects(POOLER_CONNECT_MS_MAX)
    session.close()
    return isConnected
  }

  /** Until the next ping, which comes at once when a connection has just been lost. */
  async #pause(): Promise<void> {
    const { least, most } = PING_EVERY_MS
    const ms = least + Math.random() * (most - least)
    // A database that is known to be away is asked no sooner.
    if (this.isAnswering) this.#wake = new AbortController()
    const { signal } = this.isAnswering ? this.#wake : this.#ending
    await wait(ms, undefined, { signal }).catch(() => {})
  }

  /** Drops a new connection that PostgreSQL does not greet: open ones may be answered while new ones are not. */
  #limitConnecting(socket: Socket): void {
    socket.setTimeout(CONNECT_MS_MAX, () => socket.destroy(newAway()))
    socket.once('data', () => {
      socket.setTimeout(0)
      socket.off('error', this.#wakeUp)
    })
    socket.once('error', this.#wakeUp)
  }
}

/** A connection of its own, because those of the pool may all be busy. */
class PingSession {
  readonly #socket = new Socket()
  readonly #client: pg.Client
  #connecting: Promise<unknown> | undefined

  /** `onLost` is called when the open connection ends by itself. */
  constructor(url: string, onLost: () => void) {
    this.#client = new pg.Client({
      connectionString: url,
      application_name: 'lustra watch',
      stream: () => this.#socket,
    })
    this.#client.on('error', onLost)
  }

  ask(probe: Probe, msMax: number): Promise<ProbeOutcome> {
    return within(
      msMax,
      this.#connect().then(() => this.#query(probe)),
    )
  }

  async connects(msMax: number): Promise<boolean> {
    return (await within(msMax, this.#connect())).outcome === 'answered'
  }

  close(): void {
    this.#client.removeAllListeners('error').on('error', () => {})
    this.#socket.destroy()
  }

  async #query({ sql, onAnswer }: Probe): Promise<unknown> {
    const askedAt = performance.now()
    const [row] = (await this.#client.query(sql)).rows as unknown[]
    onAnswer?.(row, { askedAt, answeredAt: performance.now() })
    return row
  }

  #connect(): Promise<unknown> {
    return (this.#connecting ??= this.#client.connect())
  }
}

/** The outcome, or 'silent'. While this process is busy itself, no more than one tick of the time passes. */
async function within(msMax: number, asking: Promise<unknown>): Promise<ProbeOutcome> {
  const answer = asking.then(
    (row): ProbeOutcome => ({ outcome: 'answered', row }),
    (error: unknown): ProbeOutcome => ({ outcome: isPoolerBusy(error) ? 'silent' : 'failed' }),
  )
  for (let ms = 0; ms < msMax; ms += TICK_MS) {
    const found = await Promise.race([answer, wait(TICK_MS, undefined, { ref: false })])
    if (found) return found
  }
  return { outcome: 'silent' }
}

function newAway(): DatabaseAway {
  return new DatabaseAway('The database does not answer.')
}
