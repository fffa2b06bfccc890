import { Kysely, PostgresDialect } from 'kysely'
import type { Transaction, TransactionBuilder } from 'kysely'
import pg from 'pg'
import { DatabaseWatch } from './database-watch.ts'
import { withPreparedStatements } from './prepared-statements.ts'
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
  /** Notices from now on when the database does not answer. Queries then fail within 2 seconds. rule: database-lost */
  watch(): void
  close(): Promise<void>
}

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

/** A frozen database would not close its connections. */
const CLOSE_MS_MAX = 2000

/**
 * Opens a pool of at most `max` connections (default: 10). A connection that breaks while idle is replaced. Inside a
 * transaction the pool throws: the transaction holds the only connection that its code may use.
 */
export function openDatabase(url: string, options: { max?: number } = {}): Database {
  const watch = new DatabaseWatch()
  const pool = new GuardedPool({
    connectionString: url,
    stream: watch.openSocket,
    max: options.max ?? 10,
    types,
    idleTimeoutMillis: 30_000,
    connectionTimeoutMillis: 5_000,
    statement_timeout: 30_000,
    application_name: 'lustra',
  })
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  const kysely = new GuardedKysely({
    dialect: new PostgresDialect({ pool: withPreparedStatements(pool) }),
  })
  return {
    kysely,
    pool,
    watch: () => watch.begin(url),
    async close() {
      watch.end()
      const late = setTimeout(() => watch.dropConnections(), CLOSE_MS_MAX)
      await kysely.destroy()
      clearTimeout(late)
    },
  }
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
    const execute = builder.execute.bind(builder)
    builder.execute = (body) => retryConflict(() => execute((tx) => asTransaction(() => body(tx))))
    return builder
  }
}
