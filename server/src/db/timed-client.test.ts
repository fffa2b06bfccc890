// rule: young-objects
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase } from '#server/test/database.ts'
import type { TestDatabase } from '#server/test/database.ts'
import { openDatabase } from './db.ts'
import type { Database } from './db.ts'

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

test('what queries, statements and transactions held is collected with the young objects', async () => {
  const env = { ...process.env, DATABASE_URL: own.url }
  const child = fork(QUERY_PROCESS, { env, execArgv: ['--expose-gc'] })
  const [held] = (await once(child, 'message')) as [Record<string, number>]
  // Of 20. Kysely keeps the values of the last one, and a collection between two may have met one.
  const few = expect.toSatisfy((count: number) => count < 10)
  expect(held).toEqual({ pool: few, connection: few, kysely: few, transaction: few })
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
