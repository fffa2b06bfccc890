import { randomBytes } from 'node:crypto'
import { inject } from 'vitest'
import { openDatabase, type Database } from '#server/db/db.ts'
import { databaseOn, runOn } from './statements.ts'

/** How long tests and their requests wait for their turn and for a connection: a busy machine refuses none. */
export const PATIENCE_MS = 3_600_000

export interface TestDatabase {
  /** The address for the owner of the tables. */
  url: string
  /** The address for the role of requests. rule: migrations */
  requestUrl: string
  db: Database['kysely']
  /** Closes the connections and removes the database. */
  drop(): Promise<void>
}

/** A new migrated database for one test file. It contains only what migrations insert. Drop it in afterAll. */
export async function testDatabase(): Promise<TestDatabase> {
  const postgres = inject('postgres')
  const name = `lustra_test_${randomBytes(6).toString('hex')}`
  await runOn(
    postgres.url,
    `CREATE DATABASE ${name} TEMPLATE ${postgres.template} STRATEGY file_copy`,
  )
  const url = databaseOn(postgres.url, name)
  const database = openDatabase(url)
  database.pool.options.connectionTimeoutMillis = PATIENCE_MS
  const requests = new URL(url)
  requests.username = postgres.requestRole.name
  requests.password = postgres.requestRole.password
  return {
    url,
    requestUrl: requests.href,
    db: database.kysely,
    async drop() {
      await database.close()
      await runOn(postgres.url, `DROP DATABASE ${name} WITH (FORCE)`)
    },
  }
}
