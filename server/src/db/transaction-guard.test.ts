// rule: none, one connection
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Context, TxContext } from '#server/context.ts'
import { consumeRateLimit } from '#server/http/limits/rate-limits.ts'
import { buildClient } from '#server/test/builders/build.ts'
import { testServer } from '#server/test/server.ts'
import type { TestServer } from '#server/test/server.ts'

const SECOND_CONNECTION = 'A transaction asked the pool for a second connection.'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.close())

test('code inside a transaction gets no second connection of the pool, also not by a limit', async () => {
  const { context, db } = server
  const { id } = await buildClient(server)
  const attempts: Record<string, () => Promise<unknown>> = {
    'the pool': () => db.selectFrom('users').select('id').execute(),
    'a statement of its own': () => context.pool.query('select 1'),
    'a connection of its own': () => context.pool.connect(),
    'another transaction': () => db.transaction().execute(() => Promise.resolve()),
    'a limit': () => consumeRateLimit(context, 'review_by_user', id),
  }
  for (const [name, attempt] of Object.entries(attempts)) {
    const outcome = db.transaction().execute(attempt)
    const message = await outcome.then(
      () => 'none',
      (error: unknown) => (error as Error).message,
    )
    expect([name, message]).toEqual([name, SECOND_CONNECTION])
  }
  const limits = await context.pool.query('select key from rate_limits')
  expect(limits.rows).toEqual([])
})

test('a transaction uses its own connection, and after its end the pool is free again', async () => {
  const { db } = server
  const count = await db
    .transaction()
    .execute((tx) => tx.selectFrom('users').select('id').limit(1).execute())
  expect(count).toHaveLength(1)
  await expect(
    db.transaction().execute(() => Promise.reject(new Error('rolled back'))),
  ).rejects.toThrow('rolled back')
  expect(await db.selectFrom('users').select('id').limit(1).execute()).toHaveLength(1)
})

test('the context of a function inside a transaction has no pool, by its type', () => {
  const insideTransaction = (context: TxContext) => {
    // @ts-expect-error -- the pool is out of reach
    void context.db
    // @ts-expect-error -- the pool is out of reach
    void context.pool
    // @ts-expect-error -- a limit needs the pool
    void ((limit: typeof consumeRateLimit) => limit(context, 'review_by_user', ''))
    return context.clock.now()
  }
  const context: Context = server.context
  expect(insideTransaction(context)).toBeInstanceOf(Date)
})
