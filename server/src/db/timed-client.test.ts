// rule: young-objects
import v8 from 'node:v8'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { runInNewContext } from 'node:vm'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase } from '#server/test/database.ts'
import type { TestDatabase } from '#server/test/database.ts'
import { openDatabase } from './db.ts'
import type { Database } from './db.ts'

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

v8.setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as (options: { type: 'minor' }) => void

const QUERIES = 20
const ways = {
  'a query of the pool': (values: unknown[]) => database.pool.query('select $1::text', values),
  'a query of a connection': async (values: unknown[]) => {
    const client = await database.pool.connect()
    await client.query('select $1::text', values)
    client.release()
  },
  'a statement of Kysely': ([value]: unknown[]) =>
    sql`select ${value}::json`.execute(database.kysely),
  'a statement of a transaction': ([value]: unknown[]) =>
    database.kysely.transaction().execute((tx) => sql`select ${value}::json`.execute(tx)),
}

test.each(Object.entries(ways))(
  'what %s held is collected with the young objects',
  async (_, ask) => {
    const held: WeakRef<object>[] = []
    for (let count = 0; count < QUERIES; count++) {
      const value = { text: 'sent' }
      await ask([value])
      held.push(new WeakRef(value))
    }
    await nextTurn()
    collect({ type: 'minor' })
    // Kysely keeps the values of the last one, and a collection between two may have met one.
    expect(held.filter((one) => one.deref()).length).toBeLessThan(QUERIES / 2)
  },
)

test('an error of a query tells where it was asked', async () => {
  const client = await database.pool.connect()
  async function asksWrongly() {
    await client.query('select wrong')
  }
  const error: unknown = await asksWrongly().catch((reason: unknown) => reason)
  client.release()
  expect((error as Error).stack).toMatch(/column "wrong" does not exist[^]*asksWrongly/)
})
