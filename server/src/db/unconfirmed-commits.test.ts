// rule: unconfirmed-commits
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTemporaryPostgres } from '../../../tools/embedded-postgres/temporary-postgres.ts'
import type { TemporaryPostgres } from '../../../tools/embedded-postgres/temporary-postgres.ts'
import { DatabaseAway, leads } from './database-watch.ts'
import { openDatabase } from './db.ts'
import type { Database } from './db.ts'

let postgres: TemporaryPostgres
let database: Database
let operator: pg.Client
beforeAll(async () => {
  postgres = await startTemporaryPostgres()
  operator = new pg.Client(postgres.url)
  await operator.connect()
  await operator.query('create table written (what text)')
  database = openDatabase(postgres.url)
  database.watch(leads(200))
  await operator.query("alter system set synchronous_standby_names = 'nobody'")
  await operator.query('select pg_reload_conf()')
})
afterAll(async () => {
  await database.close()
  await operator.end()
  await postgres.stop()
})

const insert = (what: string) => sql`insert into written values (${what})`

test.each([
  ['a transaction', () => database.kysely.transaction().execute((tx) => insert('a').execute(tx))],
  ['a statement of its own', () => insert('b').execute(database.kysely)],
])('%s that no replica confirms fails soon, and keeps no connection waiting', async (_, write) => {
  await expect.poll(() => shown('synchronous_standby_names')).toBe('nobody')
  await expect(write()).rejects.toBeInstanceOf(DatabaseAway)
  // The connection serves whoever comes next.
  await expect(sql`select 1`.execute(database.kysely)).resolves.toBeDefined()
  const { rows } = await operator.query(
    "select 1 from pg_stat_activity where wait_event = 'SyncRep'",
  )
  expect(rows).toEqual([])
})

async function shown(setting: string): Promise<unknown> {
  const { rows } = await operator.query<{ value: unknown }>(
    `select current_setting('${setting}') as value`,
  )
  return rows[0]!.value
}
