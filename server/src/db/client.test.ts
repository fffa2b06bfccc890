// rule: database-lost
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { scope, within } from '#server/scope.ts'
import { testDatabase } from '#server/test/database.ts'
import type { TestDatabase } from '#server/test/database.ts'
import { openDatabase } from './db.ts'
import type { Database } from './db.ts'

let own: TestDatabase
let database: Database
beforeAll(async () => {
  own = await testDatabase()
  database = openDatabase(own.url, { max: 1 })
})
afterAll(async () => {
  await database.close()
  await own.drop()
})

test('a statement with parameters that comes again is prepared once, whoever sends it', async () => {
  const asked = async (text: string, values: unknown[]) => database.pool.query(text, values)
  for (const value of [1, 2, 3]) await asked('select $1::int as frequent', [value])
  // A retry of this test must not make it frequent.
  await asked(`select $1::int as rare_${randomUUID().slice(0, 8)}`, [1])
  for (const count of [101, 101])
    await asked('select cardinality($1::int[]) as long', [Array.from({ length: count }, () => 1)])
  for (const _ of [1, 2]) await database.pool.query('select 1 as without_parameters')
  const { rows } = await database.pool.query<{ statement: string }>(
    'select statement from pg_prepared_statements',
  )
  // Migrations of other tests in this process have had names and texts renewed.
  const texts = rows.map(({ statement }) => statement.replace(/ \/\*.*\*\/$/, ''))
  expect(texts).toEqual(['select $1::int as frequent'])
})

test('a statement without an answer in time fails, and its connection serves nobody else', async () => {
  const before = await database.pool.query('select pg_backend_pid() as pid')
  const slow = within({ statementMsMax: 20 }, () => database.pool.query('select pg_sleep(60)'))
  await expect(slow).rejects.toThrow('Query read timeout')
  const after = await database.pool.query('select pg_backend_pid() as pid')
  expect(after.rows[0].pid).not.toBe(before.rows[0].pid)
})

test('a statement that waits for a connection keeps its own limit', async () => {
  const held = await database.pool.connect()
  const waiting = within({ statementMsMax: 20 }, () => database.pool.query('select pg_sleep(60)'))
  const free = within({ statementMsMax: 60_000 }, async () => held.release())
  await expect(waiting).rejects.toThrow('Query read timeout')
  await free
  expect(scope().statementMsMax).toBeUndefined()
})

test('an error of a query tells where it was asked', async () => {
  const client = await database.pool.connect()
  async function asksWrongly() {
    await client.query('select wrong')
  }
  const error: unknown = await asksWrongly().catch((reason: unknown) => reason)
  client.release()
  expect((error as Error).stack).toMatch(/column "wrong" does not exist[^]*asksWrongly/)
})

test('a query whose last arguments are undefined is answered', async () => {
  const client = await database.pool.connect()
  const query = client.query.bind(client) as (...args: unknown[]) => Promise<{ rows: object[] }>
  const answers = [
    await query('select 1 as one', undefined, undefined),
    await query('select 1 as one', undefined),
    await query('select $1::int as one', [1], undefined),
  ]
  client.release()
  expect(answers.map(({ rows }) => rows)).toEqual([[{ one: 1 }], [{ one: 1 }], [{ one: 1 }]])
})

test('a query that cannot be sent fails, and its connection is not ended later', async () => {
  const client = await database.pool.connect()
  const query = client.query.bind(client) as (...args: unknown[]) => unknown
  await expect(async () => query(null)).rejects.toThrow('null')
  const { rows } = await client.query('select 1 as one')
  client.release()
  expect(rows).toEqual([{ one: 1 }])
})
