import { Kysely, PostgresDialect } from 'kysely'
import type { Transaction, TransactionBuilder } from 'kysely'
import pg from 'pg'
import { noteCommit } from './commits.ts'
import { DatabaseWatch } from './database-watch.ts'
import type { Probe } from './database-watch.ts'
import { TimedClient } from './timed-client.ts'
import { UnnamedClient } from './unnamed-client.ts'
import { withPreparedStatements } from './prepared-statements.ts'
import type { TracedStatement } from './prepared-statements.ts'
import { retryConflict } from './retry-conflict.ts'
import { asTransaction, refuseSecondConnection } from './transaction-guard.ts'
import type { DB } from './types.ts'

/** Where queries run: the pool or a transaction. Query functions take it as their first argument. */
export type Db = Kysely<DB>
/** An open transaction, and never the pool. */
export type Tx = Transaction<DB>

export type Database = {
  kysely: Db
  pool: pg.Pool
  /** How to open a connection that keeps its session, which no pooler shares. rule: direct-connections */
  direct: DirectConnection
  /**
   * Notices from now on when the database does not answer. Queries then fail within 2 seconds. `probe` is asked instead
   * of whether it leads. rule: database-lost
   */
  watch(probe?: Probe): void
  /** Whether the database answers and leads. It takes no connection of the pool while it is watched. */
  answers(): Promise<boolean>
  close(): Promise<void>
}

export type DirectConnection = Pick<
  pg.PoolConfig,
  | 'connectionString'
  | 'stream'
  | 'types'
  | 'idleTimeoutMillis'
  | 'connectionTimeoutMillis'
  | 'application_name'
  | 'keepAlive'
  | 'keepAliveInitialDelayMillis'
  | 'Client'
>

// Dates and times without a zone stay text. As a Date they would shift to the time zone of this process.
const dateAsText = (value: string) => value
const timeAsText = (value: string) => value.slice(0, 5)
const DATE: number = pg.types.builtins.DATE
const TIME: number = pg.types.builtins.TIME
const types: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') => {
    if (oid === DATE) return dateAsText
    if (oid === TIME) return timeAsText
    return pg.types.getTypeParser(oid, format)
  }) as typeof pg.types.getTypeParser,
}

/** A request that finds no free connection is refused while somebody still waits for it. */
const CONNECTION_MS_MAX = 2000
/** A frozen database would not close its connections. */
const CLOSE_MS_MAX = 2000

/**
 * Opens a pool of at most `max` connections. A connection that breaks while idle is replaced. Inside a transaction the
 * pool throws: the transaction holds the only connection that its code may use. `prepares`: whether statements have
 * names, which not every pooler understands. rule: any-pooler
 */
export function openDatabase(
  url: string,
  {
    max = 10,
    prepares = true,
    directUrl = url,
    traced,
  }: { max?: number; prepares?: boolean; directUrl?: string; traced?: TracedStatement } = {},
): Database {
  const watch = new DatabaseWatch()
  const poolWatch = directUrl === url ? watch : new DatabaseWatch(watch)
  const direct = {
    connectionString: directUrl,
    stream: watch.openSocket,
    types,
    idleTimeoutMillis: 30_000,
    connectionTimeoutMillis: 5_000,
    application_name: 'lustra',
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    Client: TimedClient,
  }
  const pool = new GuardedPool({
    ...direct,
    connectionString: url,
    stream: poolWatch.openSocket,
    max,
    ...(prepares ? {} : { Client: UnnamedClient }),
  })
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  if (traced) traceQueries(pool, traced)
  const kysely = new GuardedKysely({
    dialect: new PostgresDialect({ pool: withPreparedStatements(pool, traced) }),
  })
  return {
    kysely,
    pool,
    direct,
    watch(probe) {
      pool.options.connectionTimeoutMillis = CONNECTION_MS_MAX
      for (const [one, address] of new Map([
        [watch, directUrl],
        [poolWatch, url],
      ]))
        one.begin(address, probe)
    },
    async answers() {
      if (poolWatch.isAnswering !== undefined) return poolWatch.isAnswering
      return pool.query('select 1').then(
        () => true,
        () => false,
      )
    },
    async close() {
      for (const one of [watch, poolWatch]) one.end()
      const late = setTimeout(() => poolWatch.dropConnections(), CLOSE_MS_MAX)
      await kysely.destroy()
      clearTimeout(late)
    },
  }
}

/** For statements that do not go through Kysely. */
function traceQueries(pool: pg.Pool, traced: TracedStatement): void {
  const query = pool.query.bind(pool) as (...args: unknown[]) => Promise<unknown>
  const withSpan = (...args: unknown[]) => {
    const [first] = args as [string | { text: string }]
    return traced(typeof first === 'string' ? first : first.text, () => query(...args))
  }
  pool.query = withSpan as unknown as pg.Pool['query']
}

/** A pool that gives no connection to code inside a transaction. `query` connects too. */
class GuardedPool extends pg.Pool {
  override connect(): Promise<pg.PoolClient>
  override connect(done: ConnectCallback): void
  override connect(done?: ConnectCallback): Promise<pg.PoolClient> | void {
    refuseSecondConnection()
    return done ? super.connect(done) : super.connect()
  }
}
type ConnectCallback = Parameters<pg.Pool['connect']>[0]

/** Runs a transaction that lost a conflict once more, and marks its code, so that the pool knows it. */
class GuardedKysely extends Kysely<DB> {
  override transaction(): TransactionBuilder<DB> {
    const builder = super.transaction()
    const execute: typeof builder.execute = builder.execute.bind(builder)
    const guarded: typeof execute = async (body) => {
      const answer = await retryConflict(() => execute((tx) => asTransaction(() => body(tx))))
      noteCommit()
      return answer
    }
    // Not written in the assignment, for the reason in TimedClient.
    builder.execute = guarded
    return builder
  }
}
