import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import type { Logger } from 'pino'
import { resourceRefusalOf } from './database-problem.ts'
import type { Database, Db } from './db.ts'
import { Replica } from './replica.ts'
import type { ReplicaState } from './replica.ts'
import { COMMITTED_SQL, ReplayLag } from './replay-lag.ts'

export type Queries = Pick<pg.ClientBase, 'query'>

/** The database that one read works with. */
export type ReadSource = {
  db: Db
  /** The same for statements that are text. */
  queries: Queries
  /** The same for work that goes on after the answer. */
  pool: pg.Pool
  isPrimary: boolean
}

export type ReadFrom<Answer> = (from: ReadSource) => Promise<Answer>

/** A read throws it when it has to write first, or needs what only the primary has. */
export class NeedsPrimary extends Error {
  override name = 'NeedsPrimary'
}

const SAMPLE_EVERY_MS = 1000

type Options = {
  primary: Pick<Database, 'kysely' | 'pool'>
  urls: readonly string[]
  open: (url: string) => Database
  lagMsMax: number
  log: Logger
  onRead: (target: 'primary' | 'replica') => void
}

/**
 * Where public reads go: to the replicas of DATABASE_READ_URL in turn, as long as they answer and lag little, else to
 * the primary. Without replicas everything goes to the primary, and nothing here costs a statement.
 * rule: read-replicas, read-your-writes
 */
export class Replicas {
  readonly #primary: ReadSource
  readonly #replicas: readonly Replica[]
  readonly #lag: ReplayLag
  readonly #onRead: Options['onRead']
  readonly #ending = new AbortController()
  #turn = 0

  constructor({ primary, urls, open, lagMsMax, log, onRead }: Options) {
    const { kysely: db, pool } = primary
    this.#primary = { db, queries: pool, pool, isPrimary: true }
    this.#lag = new ReplayLag(lagMsMax)
    this.#onRead = onRead
    this.#replicas = urls.map(
      (url) => new Replica({ url, database: open(url), lag: this.#lag, log }),
    )
  }

  get isEmpty(): boolean {
    return this.#replicas.length === 0
  }

  /** Looks from now on which replicas can be used. Until then none is. */
  watch(): void {
    if (!this.isEmpty) void this.#watch()
  }

  /**
   * Runs a read, on a replica if one can be used. `since`: only where everything up to this position is there, which is
   * waited for a moment. The read may run twice, so it changes nothing. Errors that are none of the database's are
   * thrown as they are. rule: read-replicas, read-your-writes
   */
  async read<Answer>(since: string | undefined, read: ReadFrom<Answer>): Promise<Answer> {
    if (this.isEmpty) return read(this.#primary)
    for (const replica of this.#inTurn(since)) {
      try {
        const found = await replica.read(since, read)
        if (!found) break
        this.#onRead('replica')
        return found.answer
      } catch (error) {
        if (error instanceof NeedsPrimary) break
        const refusal = resourceRefusalOf(error)
        if (!(error instanceof pg.DatabaseError) && !refusal) throw error
        // The primary would be the next to be overloaded.
        if (refusal === 'overloaded' && hasTakenLong(error)) throw error
        if (refusal === 'unavailable') replica.leaveOut('away')
      }
    }
    this.#onRead('primary')
    return read(this.#primary)
  }

  /** The position of the log that holds everything that is committed now. Asked after a commit. */
  async written(): Promise<string> {
    const { rows } = await this.#primary.queries.query<{ lsn: string }>(
      `select ${COMMITTED_SQL}::text as lsn`,
    )
    return rows[0]!.lsn
  }

  /** How many replicas are in each state. rule: metrics */
  get states(): Map<ReplicaState, number> {
    const states = new Map<ReplicaState, number>()
    for (const { state } of this.#replicas) states.set(state, (states.get(state) ?? 0) + 1)
    return states
  }

  async close(): Promise<void> {
    this.#ending.abort()
    await Promise.all(this.#replicas.map((replica) => replica.close()))
  }

  /** Those that can be used, each time beginning with another one; first those that have surely replayed enough. */
  #inTurn(since: string | undefined): Replica[] {
    const { length } = this.#replicas
    this.#turn = (this.#turn + 1) % length
    const rotated = [...this.#replicas.slice(this.#turn), ...this.#replicas.slice(0, this.#turn)]
    const usable = rotated.filter(({ state }) => state === 'used')
    if (since === undefined) return usable
    const [there = [], others = []] = [true, false].map((isThere) =>
      usable.filter((replica) => replica.hasReplayed(since) === isThere),
    )
    return [...there, ...others]
  }

  /** The lag is measured by what the primary had when: a clock of the replica would call an idle primary a lag. */
  async #watch(): Promise<void> {
    const { signal } = this.#ending
    await this.#lag.sample(this.#primary.queries).catch(() => {})
    if (signal.aborted) return
    for (const replica of this.#replicas) replica.watch()
    while (!signal.aborted) {
      const pause = SAMPLE_EVERY_MS * (0.75 + Math.random() / 2)
      await wait(pause, undefined, { signal, ref: false }).catch(() => {})
      if (!signal.aborted) await this.#lag.sample(this.#primary.queries).catch(() => {})
    }
  }
}

/** A statement that took 30 seconds, or 5 seconds without a free connection, for which the driver has no code. */
function hasTakenLong(error: unknown): boolean {
  const { code } = error as { code?: string }
  return code === undefined || code === '57014'
}
