import { setTimeout as wait } from 'node:timers/promises'
import { Kysely, PostgresDialect } from 'kysely'
import type pg from 'pg'
import type { Logger } from 'pino'
import type { ProbeOutcome } from './database-watch.ts'
import type { Database } from './db.ts'
import { wrapClient } from './prepared-statements.ts'
import { IDENTITY_SQL, lsnOf } from './replay-lag.ts'
import type { ReplayLag } from './replay-lag.ts'
import type { ReadFrom, ReadSource } from './replicas.ts'
import type { DB } from './types.ts'

/**
 * `away`: it does not answer. `late`: it lags too much. `primary`: it leads now. `other`: it belongs to another
 * database. All but `used` are left out.
 */
export const REPLICA_STATES = ['used', 'away', 'late', 'primary', 'other'] as const
export type ReplicaState = (typeof REPLICA_STATES)[number]

/** When a read looks again whether the replica has what its reader has written: 100 ms in all. */
const WAITS_MS = [0, 5, 10, 20, 30, 35]
/** Processes that left a replica out come back to it one after another. */
const RETURN_MS_MAX = 1000

const PROBE_SQL = `select pg_is_in_recovery() as standby, pg_last_wal_replay_lsn()::text as replayed,
  ${IDENTITY_SQL} as identity`

type Probe = { standby: boolean; replayed: string | null; identity: string }

type Options = { url: string; database: Database; lag: ReplayLag; log: Logger }

/** One address of DATABASE_READ_URL. rule: read-replicas */
export class Replica {
  readonly #database: Database
  readonly #source: ReadSource
  readonly #lag: ReplayLag
  readonly #log: Logger
  readonly #name: string
  #state: ReplicaState = 'away'
  #replayed = 0n
  /** When it may be used again; undefined until a probe finds it well. At the start at once. */
  #returnsAt: number | undefined = 0

  constructor({ url, database, lag, log }: Options) {
    this.#database = database
    const { kysely: db, pool } = database
    this.#source = { db, queries: pool, pool, isPrimary: false }
    this.#lag = lag
    this.#log = log
    this.#name = nameOf(url)
  }

  get state(): ReplicaState {
    return this.#state
  }

  watch(): void {
    this.#database.watch({ sql: PROBE_SQL, onOutcome: (outcome) => this.#note(outcome) })
  }

  /** Whether it is known to have replayed so much. */
  hasReplayed(lsn: string): boolean {
    return this.#replayed >= lsnOf(lsn)
  }

  /** The answer of a read, or undefined if what was written up to `since` does not arrive in time. */
  async read<Answer>(
    since: string | undefined,
    read: ReadFrom<Answer>,
  ): Promise<{ answer: Answer } | undefined> {
    if (since === undefined) return { answer: await read(this.#source) }
    for (const pause of WAITS_MS) {
      // No connection is held meanwhile: whoever forges a position keeps none from others.
      if (pause > 0) await wait(pause)
      const found = await this.#readSince(since, read)
      if (found) return found
    }
    return undefined
  }

  leaveOut(state: Exclude<ReplicaState, 'used'>): void {
    this.#returnsAt = undefined
    if (this.#state === state) return
    this.#state = state
    this.#log.warn({ replica: this.#name, state }, 'a replica is left out')
  }

  async close(): Promise<void> {
    await this.#database.close()
  }

  /**
   * Looks and reads in one transaction, so on one connection: behind a balancer or a pooler another one can lead to
   * another replica.
   */
  async #readSince<Answer>(
    since: string,
    read: ReadFrom<Answer>,
  ): Promise<{ answer: Answer } | undefined> {
    const client = await this.#source.pool.connect()
    let failure: Error | undefined
    try {
      await client.query('begin isolation level read committed read only')
      const { rows } = await client.query<{ is_there: boolean | null }>(
        'select pg_last_wal_replay_lsn() >= $1::pg_lsn as is_there',
        [since],
      )
      const found = rows[0]!.is_there
        ? { answer: await read({ ...this.#source, db: onClient(client), queries: client }) }
        : undefined
      await client.query('commit')
      return found
    } catch (error) {
      failure = error as Error
      // After an error of the read alone the connection is as good as before.
      await client.query('rollback').then(
        () => (failure = undefined),
        () => {},
      )
      throw error
    } finally {
      client.release(failure)
    }
  }

  #note({ outcome, row }: ProbeOutcome): void {
    if (this.#lag.identity === undefined) return
    const state = outcome === 'answered' ? this.#stateBy(row as Probe) : 'away'
    if (state !== 'used') return this.leaveOut(state)
    if (this.#state === 'used') return
    const now = performance.now()
    this.#returnsAt ??= now + Math.random() * RETURN_MS_MAX
    if (now < this.#returnsAt) return
    this.#state = 'used'
    this.#log.info({ replica: this.#name }, 'a replica is used')
  }

  #stateBy({ standby, replayed, identity }: Probe): ReplicaState {
    this.#replayed = standby && replayed ? lsnOf(replayed) : 0n
    if (identity !== this.#lag.identity) return 'other'
    if (!standby) return 'primary'
    return this.#lag.isLate(this.#replayed) ? 'late' : 'used'
  }
}

/** The query builder on one connection. */
function onClient(client: pg.PoolClient): Kysely<DB> {
  const connection = { ...wrapClient(client), release() {} }
  const pool = { connect: () => Promise.resolve(connection), end: () => Promise.resolve() }
  return new Kysely<DB>({ dialect: new PostgresDialect({ pool: { ...pool, options: {} } }) })
}

/** For the log: the address without its user and password. */
function nameOf(url: string): string {
  const { host, searchParams } = new URL(url)
  return host || (searchParams.get('host') ?? '')
}
