// rule: admission, probes-and-metrics, database-lost
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { buildApp } from '#server/app.ts'
import { CONNECTION_MS_MAX } from '#server/db/db.ts'
import { visitor } from '#server/test/call.ts'
import { testServer } from '#server/test/server.ts'
import type { TestServer } from '#server/test/server.ts'

const STATEMENT_MS_MAX = 4000
const READ = '/api/public/professional/nobody-has-this-address'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.close())

test('a busy server refuses calls with Retry-After, and still answers the probes and the metrics', async () => {
  // Any delay of the event loop counts as too late.
  const app = await buildApp(server.context, { eventLoopDelayMsMax: 1e-9 })
  const caller = visitor({ ...server, app })
  await expect
    .poll(async () => (await caller.get(READ)).status, { timeout: 20_000, interval: 200 })
    .toBe(503)
  const refused = await caller.get(READ)
  expect([refused.body.code, refused.headers['retry-after']]).toEqual(['overloaded', '2'])
  for (const probe of ['/healthz', '/readyz', '/metrics']) {
    expect([probe, (await caller.get(probe)).status]).toEqual([probe, 200])
  }
  await app.close()
})

test('a request that finds no free connection is refused with Retry-After', async () => {
  const { pool } = server.context
  const held = await Promise.all(Array.from({ length: pool.options.max }, () => pool.connect()))
  // The pool of tests waits longer.
  pool.options.connectionTimeoutMillis = CONNECTION_MS_MAX
  const { status, body, headers } = await visitor(server).get(READ)
  for (const connection of held) connection.release()
  expect([status, body.code, headers['retry-after']]).toEqual([503, 'overloaded', '2'])
  expect((await visitor(server).get(READ)).status).toBe(404)
})

test('a request whose connection ends is refused with Retry-After', async () => {
  const { pool } = server.context
  const locking = await pool.connect()
  await locking.query('begin; lock table professionals')
  const reading = visitor(server).get(READ)
  await expect
    .poll(async () => {
      const { rows } = await pool.query(
        "select pg_terminate_backend(pid) from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()",
      )
      return rows.length
    })
    .toBe(1)
  const { status, body, headers } = await reading
  await locking.query('rollback')
  locking.release()
  expect([status, body.code, headers['retry-after']]).toEqual([503, 'unavailable', '2'])
})

test('a request whose statement gets no answer is refused with Retry-After, and its connection is closed', async () => {
  const { pool } = server.context
  const origin = await server.app.listen({ port: 0, host: '127.0.0.1' })
  const locking = await pool.connect()
  await locking.query('begin; lock table professionals')
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    const reading = fetch(origin + READ)
    await expect
      .poll(async () => {
        const { rows } = await pool.query(
          "select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()",
        )
        return rows.length
      })
      .toBe(1)
    const before = pool.totalCount
    await vi.advanceTimersByTimeAsync(STATEMENT_MS_MAX)
    const refused = await reading
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '2'])
    expect(await refused.json()).toMatchObject({ code: 'unavailable' })
    expect(pool.totalCount).toBe(before - 1)
  } finally {
    vi.useRealTimers()
    await locking.query('rollback')
    locking.release()
  }
})
