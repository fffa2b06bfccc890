// rule: young-objects
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase } from '#server/test/database.ts'
import type { TestDatabase } from '#server/test/database.ts'
import { openDatabase } from './db.ts'
import type { Database } from './db.ts'
import { limitAnswers } from './timed-client.ts'

const QUERY_PROCESS = new URL('../test/query-process.ts', import.meta.url)
let own: TestDatabase
let database: Database
beforeAll(async () => {
  own = await testDatabase()
  database = openDatabase(own.url)
})
afterAll(async () => {
  await database.close()
  await own.drop()
})

test('what queries, statements, transactions and connections of jobs held is collected with the young objects', async () => {
  const env = { ...process.env, DATABASE_URL: own.url }
  const child = fork(QUERY_PROCESS, { env, execArgv: ['--expose-gc'] })
  const [held] = (await once(child, 'message')) as [Record<string, number>]
  // Of 20. Kysely keeps the values of the last one, and a collection between two may have met one.
  const few = expect.toSatisfy((count: number) => count < 10)
  expect(held).toEqual({ pool: few, connection: few, release: few, kysely: few, transaction: few })
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

// rule: database-lost
test('a query that cannot be sent fails, and its connection is not dropped later', async () => {
  const client = await database.pool.connect()
  const query = client.query.bind(client) as (...args: unknown[]) => unknown
  const MS_MAX = 20
  const callbacks: unknown[] = []
  await limitAnswers(MS_MAX, async () => {
    await expect(async () => query(null)).rejects.toThrow('null or undefined query')
    expect(() => query(null, (error: unknown) => callbacks.push(error))).toThrow(
      'null or undefined query',
    )
  })
  const { rows } = await limitAnswers(Infinity, () =>
    client.query('select pg_sleep(0.2), 1 as one'),
  )
  client.release()
  expect([rows[0], callbacks]).toEqual([expect.objectContaining({ one: 1 }), []])
})
