// rule: job-lanes, connections-bounded
import { once } from 'node:events'
import type { EventEmitter } from 'node:events'
import { sql } from 'kysely'
import type pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { testServer } from '#server/test/server.ts'
import type { TestServer } from '#server/test/server.ts'
import { JobsPool } from './jobs-pool.ts'

const MAX = 5
let server: TestServer
let pool: JobsPool
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.close())
beforeEach(() => {
  pool = new JobsPool(server.context.direct, MAX)
})
afterEach(() => pool.close())

/** A lane listens as graphile-worker does. */
async function listen() {
  const { promise, resolve } = Promise.withResolvers<[EventEmitter, () => void]>()
  pool.connect((_error, client, release) => resolve([client as EventEmitter, release]))
  const [lane, release] = await promise
  await (lane as unknown as pg.PoolClient).query('LISTEN "jobs:insert"')
  return { lane, release }
}

/** Process ids of the database. */
async function connections(): Promise<number[]> {
  const { rows } = await sql<{ pid: number }>`
    select pid from pg_stat_activity
    where application_name = 'lustra jobs' and datname = current_database()`.execute(server.db)
  return rows.map(({ pid }) => pid)
}

function ask(count: number) {
  const one = async (n: number) => (await pool.query('select $1::int as n', [n])).rows
  return Promise.all(Array.from({ length: count }, (_, n) => one(n)))
}

test('statements of all lanes at once share three connections, and all are answered', async () => {
  // The connections are open before somebody waits for one.
  await ask(3)
  expect(await ask(40)).toEqual(Array.from({ length: 40 }, (_, n) => [{ n }]))
  expect(pool.totalCount).toBe(3)
})

test('statements that wait for locks hold up no other: it gets a connection more, up to the limit', async () => {
  const held = []
  for (let count = 0; count < MAX; count++) held.push(await pool.connect())
  expect(pool.totalCount).toBe(MAX)
  const next = pool.query('select 1 as answered')
  held.pop()!.release()
  expect((await next).rows).toEqual([{ answered: 1 }])
  for (const client of held) client.release()
  expect(pool.totalCount).toBe(MAX)
}, 20_000)

test('three that are held long make only the first other statement wait, and later all share three again', async () => {
  const held = [await pool.connect(), await pool.connect(), await pool.connect()]
  await pool.query('select 1')
  const from = performance.now()
  for (let count = 0; count < 5; count++) await pool.query('select 1')
  const ms = performance.now() - from
  for (const client of held) client.release()
  await ask(40)
  expect(ms).toBeLessThan(1000)
  expect(pool.totalCount).toBe(4)
}, 20_000)

test('a statement that fails gives its connection back', async () => {
  for (let count = 0; count < 10; count++) await expect(pool.query('select x')).rejects.toThrow('x')
  expect((await pool.query('select 1 as answered')).rows).toEqual([{ answered: 1 }])
  expect(pool.totalCount).toBe(1)
})

test('all lanes hear of a new job on one connection; when it is lost each is told, and can listen again', async () => {
  const lanes = [await listen(), await listen(), await listen()]
  expect(await connections()).toHaveLength(1)
  const heard = lanes.map(({ lane }) => once(lane, 'notification'))
  await sql`notify "jobs:insert", '{"count":1}'`.execute(server.db)
  for (const [message] of await Promise.all(heard))
    expect(message).toMatchObject({ channel: 'jobs:insert', payload: '{"count":1}' })

  const [left, ...others] = lanes
  left!.release()
  const lost = others.map(
    ({ lane }) => new Promise((resolve) => lane.prependOnceListener('error', resolve)),
  )
  await sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = 'lustra jobs' and datname = current_database()`.execute(server.db)
  await Promise.all(lost)
  const again = await listen()
  const notified = once(again.lane, 'notification')
  await sql`notify "jobs:insert", '{}'`.execute(server.db)
  await notified
})

test('it closes while the database is frozen', async () => {
  await listen()
  await pool.query('select 1')
  const pids = await connections()
  expect(pids).toHaveLength(2)
  for (const pid of pids) process.kill(pid, 'SIGSTOP')
  try {
    await pool.close()
  } finally {
    for (const pid of pids) process.kill(pid, 'SIGCONT')
    pool = new JobsPool(server.context.direct, MAX)
  }
})
