import { AsyncResource } from 'node:async_hooks'
import { setTimeout as wait } from 'node:timers/promises'
import { Kysely, PostgresDialect } from 'kysely'
import type { Transaction, TransactionBuilder } from 'kysely'
import pg from 'pg'
import { scope, within } from '#server/scope.ts'
import { ANSWER_MS_MAX, clientClass } from './client.ts'
import type { TracedStatement } from './client.ts'
import { retryConflict } from './retry-conflict.ts'
import type { DB } from './types.ts'

/** The pool or a transaction, in which queries run. Query functions take it as their first argument. */
export type Db = Kysely<DB>
/** An open transaction, and never the pool. */
export type Tx = Transaction<DB>

export type Database = {
  kysely: Db
  pool: pg.Pool
  /** How to open a connection that keeps its session, which no pooler shares. rule: connections-bounded */
  direct: DirectConnection
  /** Whether the database answers and leads. It takes no connection of the pool. rule: probes-and-metrics */
  answers(): Promise<boolean>
  close(): Promise<void>
}

export type DirectConnection = Pick<
  pg.PoolConfig,
  | 'connectionString'
  | 'types'
  | 'idleTimeoutMillis'
  | 'connectionTimeoutMillis'
  | 'query_timeout'
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
export const CONNECTION_MS_MAX = 2000
/** A frozen database would not close its connections. */
const CLOSE_MS_MAX = 2000
/** A replica confirms a commit in milliseconds. PostgreSQL itself would wait for one for ever. */
const UNCONFIRMED_MS_MAX = 3000

/**
 * Whether the database leads: a standby takes no writes. Ends the commits of our role that have waited too long for
 * their synchronous replica, and would keep their connections. rule: database-lost
 */
const READY_SQL = `select (
    select count(pg_cancel_backend(pid)) from pg_stat_get_activity(null)
    where wait_event = 'SyncRep' and usesysid = to_regrole(quote_ident(current_user))
      and query_start < clock_timestamp() - interval '${UNCONFIRMED_MS_MAX} ms'
  ) where not pg_is_in_recovery()`

/**
 * Opens a pool of at most `max` connections. A connection that breaks while idle is replaced. Inside a transaction the
 * pool throws: the transaction holds the only connection that its code may use. `prepares`: whether statements have
 * names, which not every pooler understands. rule: connections-bounded
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
  const direct = {
    connectionString: directUrl,
    types,
    idleTimeoutMillis: 30_000,
    connectionTimeoutMillis: 5_000,
    query_timeout: ANSWER_MS_MAX,
    application_name: 'lustra',
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    // One plan for all values would be wrong for the queue, whose tables are empty at one moment and full at another.
    Client: clientClass({ prepares: false }),
  }
  const pool = new GuardedPool({
    ...direct,
    connectionString: url,
    connectionTimeoutMillis: CONNECTION_MS_MAX,
    // Each statement has its own.
    query_timeout: 0,
    max,
    Client: clientClass({ prepares, ...(traced ? { traced } : {}) }),
  })
  const probes = new pg.Pool({
    connectionString: url,
    application_name: 'lustra ready',
    connectionTimeoutMillis: CONNECTION_MS_MAX,
    query_timeout: CONNECTION_MS_MAX,
    max: 1,
  })
  for (const one of [pool, probes]) {
    one.on('error', () => {})
    one.on('connect', (client) => client.on('error', () => {}))
  }
  const kysely = new GuardedKysely({ dialect: new PostgresDialect({ pool }) })
  return {
    kysely,
    pool,
    direct,
    answers: () =>
      probes.query(READY_SQL).then(
        ({ rowCount }) => rowCount === 1,
        () => false,
      ),
    async close() {
      const closing = Promise.all([kysely.destroy(), probes.end()])
      await Promise.race([closing, wait(CLOSE_MS_MAX, undefined, { ref: false })])
    },
  }
}

/**
 * Throws inside a transaction. A transaction that waits for a second connection of the pool holds its own meanwhile. As
 * many such transactions as the pool has connections wait for each other, and the server stands still.
 */
export function refuseSecondConnection(): void {
  if (scope().isTransaction)
    throw new Error('A transaction asked the pool for a second connection.')
}

/** A pool that gives no connection to code inside a transaction. `query` connects too. */
class GuardedPool extends pg.Pool {
  override connect(): Promise<pg.PoolClient>
  override connect(done: ConnectCallback): void
  override connect(done?: ConnectCallback): Promise<pg.PoolClient> | void {
    refuseSecondConnection()
    // Whoever gives a connection back calls `done`, in a scope of their own.
    return done ? super.connect(AsyncResource.bind(done)) : super.connect()
  }
}
type ConnectCallback = Parameters<pg.Pool['connect']>[0]

/** Runs a transaction that lost a conflict once more, and marks its code, so that the pool knows it. */
class GuardedKysely extends Kysely<DB> {
  override transaction(): TransactionBuilder<DB> {
    const builder = super.transaction()
    const begun: typeof builder.execute = builder.execute.bind(builder)
    const execute: typeof builder.execute = (body) =>
      retryConflict(() => begun((tx) => within({ isTransaction: true }, () => body(tx))))
    return Object.assign(builder, { execute })
  }
}
