import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { withPreparedStatements } from './prepared-statements.ts'
import type { DB } from './types.ts'

/** Where queries run: the pool or a transaction. Query functions take it as their first argument. */
export type Db = Kysely<DB>

export type Database = {
  kysely: Db
  pool: pg.Pool
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

/** Opens a pool of at most `max` connections (default: 10). A connection that breaks while idle is replaced. */
export function openDatabase(url: string, options: { max?: number } = {}): Database {
  const pool = new pg.Pool({
    connectionString: url,
    max: options.max ?? 10,
    types,
    idleTimeoutMillis: 30_000,
    connectionTimeoutMillis: 5_000,
    statement_timeout: 30_000,
    application_name: 'lustra',
  })
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  const kysely = new Kysely<DB>({
    dialect: new PostgresDialect({ pool: withPreparedStatements(pool) }),
  })
  return { kysely, pool, close: () => kysely.destroy() }
}
