// rule: connections-bounded, database-lost
import { EventEmitter } from 'node:events'
import { readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildApp } from '#server/app.ts'
import { createContext } from '#server/compose.ts'
import { readConfig } from '#server/config.ts'
import type { Config } from '#server/config.ts'
import { checkAddresses } from './check-addresses.ts'
import type { Db } from './db.ts'
import { registered } from '#server/test/builders/account.ts'
import { NOW, bookingBody } from '#server/test/builders/booking.ts'
import { buildClient, buildProfessional } from '#server/test/builders/build.ts'
import { as, visitor } from '#server/test/call.ts'
import { testServer } from '#server/test/server.ts'
import type { TestServer } from '#server/test/server.ts'
import { migrateIfOwner } from '#server/start/migrate.ts'
import { migrateAlone } from '#server/start/prepare-database.ts'
import { LANES } from '#server/queue/define-job.ts'
import { startWorker } from '#server/worker.ts'
import {
  hasPgBouncer,
  pgBouncerPrepares,
  startPgBouncer,
} from '../../../tools/pgbouncer/pgbouncer.ts'

const PAIRS = 8
const OTHER_DATABASE =
  'StartupProblem: DATABASE_DIRECT_URL has to lead to the database of DATABASE_URL, with the same user.'

let server: TestServer
beforeAll(async () => {
  server = await testServer({}, { now: () => NOW })
})
afterAll(() => server.close())

/** The server once more, on another address of its database. */
async function serverAt(url: string, settings: Partial<Config>): Promise<TestServer> {
  const { config, clock, places, payments } = server.context
  const context = await createContext({ ...config, ...settings }, url, {
    clock,
    places,
    payments,
    logLevel: 'silent',
  })
  const app = await buildApp(context, { eventLoopDelayMsMax: Infinity })
  const close = () => app.close().then(() => context.close())
  return { ...server, app, context, close }
}

/** Registers, searches, books and writes, many people at once. Each call succeeds. */
async function runMainVerbs(on: TestServer): Promise<void> {
  const pair = async () => {
    const { cookie } = await registered(on)
    const me = await visitor(on).get('/api/auth/me', { cookie })
    const search = await visitor(on).get('/api/professionals/search/enhanced?zip_code=78701')
    const client = await buildClient(on)
    const professional = await buildProfessional(on)
    const caller = await as(on, client)
    const book = await caller.post('/api/bookings', bookingBody(client, professional))
    const contact = await caller.post('/api/chat/initiate-contact', {
      client_id: client.id,
      professional_id: professional.id,
    })
    const write = await caller.post('/api/chat/messages', {
      sender_id: client.id,
      receiver_id: professional.id,
      message: 'Is there a lift?',
    })
    return [me, search, book, contact, write].map(({ status }) => status)
  }
  const answers = await Promise.all(Array.from({ length: PAIRS }, pair))
  expect(answers).toEqual(answers.map(() => [200, 200, 200, 200, 200]))
}

/** The state that a session still has after its transaction, and would hand to the next one. */
const LEFT_OVERS = `select
  (select count(*)::int from pg_prepared_statements) as prepared,
  (select count(*)::int from pg_cursors where is_holdable) as cursors,
  (select count(*)::int from pg_listening_channels()) as channels,
  (select count(*)::int from pg_class where relpersistence = 't' and pg_table_is_visible(oid)) as tables,
  (select count(*)::int from pg_locks where locktype = 'advisory' and pid = pg_backend_pid()) as locks,
  array(select name from pg_settings where source = 'session' and name <> 'application_name') as settings`

const NOTHING = { prepared: 0, cursors: 0, channels: 0, tables: 0, locks: 0, settings: [] }

/** A server with its jobs at this address: everything succeeds, and no job is left. */
async function runAllBehind(
  url: string,
  settings: Partial<Config>,
  more: (on: TestServer) => Promise<void> = async () => {},
): Promise<void> {
  const pooled = await serverAt(url, settings)
  const worker = await startWorker(pooled.context)
  await runMainVerbs(pooled)
  await more(pooled)
  const waiting = () =>
    sql`select from graphile_worker.jobs where locked_by is null`.execute(server.db)
  await expect.poll(waiting, { timeout: 10_000 }).toMatchObject({ rows: [] })
  await worker.stop()
  await pooled.close()
}

test('no request leaves anything in its session, nor needs what an earlier transaction left', async () => {
  const unnamed = await serverAt(server.requestUrl, { databasePrepares: false })
  const { pool } = unnamed.context
  await runMainVerbs(unnamed)
  const sessions = await Promise.all(Array.from({ length: pool.totalCount }, () => pool.connect()))
  expect(sessions.length).toBeGreaterThan(3)
  for (const session of sessions) {
    const { rows } = await session.query(LEFT_OVERS)
    expect(rows).toEqual([NOTHING])
    session.release()
  }
  // Now each transaction gets a connection that is new.
  pool.options.maxUses = 1
  await runMainVerbs(unnamed)
  await unnamed.close()
})

test('a process has at most as many connections as the documentation says', async () => {
  const bounded = await serverAt(server.requestUrl, { databasePoolMax: 3 })
  const worker = await startWorker(bounded.context)
  await runMainVerbs(bounded)
  expect(bounded.context.pool.totalCount).toBe(3)
  const { rows } = await sql<{ jobs: number; presence: number }>`
    select count(*) filter (where application_name = 'lustra jobs')::int as jobs,
      count(*) filter (where application_name = 'lustra presence')::int as presence
    from pg_stat_activity where datname = current_database()`.execute(server.db)
  await worker.stop()
  await bounded.close()
  const lanes = Object.keys(LANES).length
  expect(rows[0]!.jobs).toBeLessThanOrEqual(2 * lanes)
  expect(rows[0]!.presence).toBeLessThanOrEqual(2)
  // LISTEN is the other one.
  expect(await readFile('docs/rules/operations.md', 'utf8')).toContain(
    `and ${2 * lanes + 3} direct ones`,
  )
})

test('the role of requests has limits in its database, and keeps those that it was given', async () => {
  const limits = async () => {
    const { rows } = await sql<{ limits: string[] }>`
      select setconfig as limits from pg_db_role_setting join pg_database on pg_database.oid = setdatabase
      join pg_roles on pg_roles.oid = setrole
      where datname = current_database() and rolname = ${new URL(server.requestUrl).username}`.execute(
      server.db,
    )
    return rows[0]?.limits
  }
  // A copy of a database has none, as a restored backup.
  expect(await limits()).toBeUndefined()
  const role = sql.id(new URL(server.requestUrl).username)
  const database = sql.id(new URL(server.requestUrl).pathname.slice(1))
  await sql`alter role ${role} in database ${database} set lock_timeout = '5s'`.execute(server.db)
  await Promise.all([migrateIfOwner(server.requestUrl), migrateIfOwner(server.requestUrl)])
  const own = [
    'lock_timeout=5s',
    'statement_timeout=30s',
    'idle_in_transaction_session_timeout=60s',
  ]
  expect(await limits()).toEqual(own)
})

test('a migration that changes what a prepared statement returns fails no request', async () => {
  const prepared = await serverAt(server.requestUrl, { databasePoolMax: 2 })
  expect(await readingChanges(prepared)).toEqual(CHANGED)
  await prepared.close()
})

/** Reads a column before and after each change of its type. Only transactions read it after the last change. */
async function readingChanges({ context: { db } }: TestServer): Promise<unknown[][]> {
  await sql`create table changing as select 1 as n`.execute(server.db)
  await sql`grant select on changing to public`.execute(server.db)
  const read = (on: Db) => sql<{ n: unknown }>`select n from changing where ${true}`.execute(on)
  const readTwice = (on: Db) => read(on).then(() => read(on))
  const transaction = () => db.transaction().execute(readTwice)
  const results = async (...reads: ReturnType<typeof read>[]) =>
    (await Promise.all(reads)).map(({ rows }) => rows[0]!.n)
  const before = await results(read(db), transaction(), transaction())
  await sql`alter table changing alter column n type bigint`.execute(server.db)
  const after = await results(read(db), transaction(), read(db))
  await sql`alter table changing alter column n type text using n || ' room'`.execute(server.db)
  const last = await results(transaction(), transaction())
  await sql`alter table changing alter column n type boolean using true`.execute(server.db)
  const alone = await results(transaction())
  await sql`drop table changing`.execute(server.db)
  return [before, after, last, alone]
}

const CHANGED = [[1, 1, 1], ['1', '1', '1'], ['1 room', '1 room'], [true]]

describe.skipIf(!hasPgBouncer)('behind PgBouncer (skipped without the program pgbouncer)', () => {
  test('in transaction mode all requests and jobs share one connection, and leave nothing in it', async () => {
    const pooler = await startPgBouncer(server.requestUrl, 'transaction', 1)
    const settings = { databaseDirectUrl: server.requestUrl, databasePrepares: false }
    await checkAddresses(pooler.url, settings)
    await runAllBehind(pooler.url, settings)
    const next = new pg.Client(pooler.url)
    await next.connect()
    expect((await next.query(LEFT_OVERS)).rows).toEqual([NOTHING])
    await next.end()
    await pooler.stop()
  })

  test('in session mode it is the only address, also of jobs and live events', async () => {
    const pooler = await startPgBouncer(server.requestUrl, 'session', 40)
    await checkAddresses(pooler.url, {})
    await runAllBehind(pooler.url, {}, async ({ context }) => {
      const received: string[] = []
      const socket = Object.assign(new EventEmitter(), {
        bufferedAmount: 0,
        send: (text: string) => void received.push(text),
        close: () => void socket.emit('close'),
        terminate() {},
        ping() {},
      })
      const ana = { id: 'ana', sessionHash: Buffer.alloc(32) }
      await context.live.join(ana, socket, () => {})
      const note = { to: ['ana'], push: { type: 'bookings' } }
      await sql`select pg_notify('lustra_live', ${JSON.stringify(note)})`.execute(server.db)
      await expect.poll(() => received).toEqual(['{"type":"hello"}', '{"type":"bookings"}'])
    })
    await pooler.stop()
  })

  test('a mode or an address that does not fit is one line that names the setting', async () => {
    const direct = { databaseDirectUrl: server.requestUrl, databasePrepares: false }
    const other = new URL(server.requestUrl)
    other.pathname = 'postgres'
    const transaction = await startPgBouncer(server.requestUrl, 'transaction')
    const statement = await startPgBouncer(server.requestUrl, 'statement')
    const session = await startPgBouncer(server.requestUrl, 'session')
    const problem = async (url: string, settings: Parameters<typeof checkAddresses>[1]) =>
      checkAddresses(url, settings).then(
        () => 'none',
        (error: unknown) => String(error),
      )
    expect([
      await problem(server.requestUrl, {}),
      await problem(session.url, { databaseDirectUrl: session.url }),
      await problem(transaction.url, direct),
      await problem(transaction.url, {}),
      await problem(transaction.url, { databaseDirectUrl: transaction.url }),
      await problem(transaction.url, { ...direct, databasePrepares: true }),
      await problem(transaction.url, { databaseDirectUrl: other.href }),
      await problem(transaction.url, { databaseDirectUrl: server.url }),
      await problem(statement.url, direct),
      await problem(`${transaction.url}?options=-cjit%3Doff`, direct),
    ]).toEqual([
      'none',
      'none',
      'none',
      'StartupProblem: DATABASE_URL leads through a pooler that is not in session mode. Set DATABASE_DIRECT_URL to the address of the database itself.',
      'StartupProblem: DATABASE_DIRECT_URL leads through a pooler that is not in session mode. It has to name the database itself.',
      'StartupProblem: DATABASE_PREPARE has to be off, because the pooler of DATABASE_URL does not know prepared statements.',
      OTHER_DATABASE,
      OTHER_DATABASE,
      'StartupProblem: DATABASE_URL leads through a pooler in statement mode. Set its pool_mode to transaction.',
      'StartupProblem: DATABASE_URL has parameters that its pooler refuses. Take them out of the address.',
    ])
    await Promise.all([transaction, statement, session].map(({ stop }) => stop()))
  })

  test('`npm run migrate` goes past the pooler, or ends with one line', async () => {
    const pooler = await startPgBouncer(server.url)
    const run = (env: Record<string, string>) =>
      migrateAlone(readConfig(env)).then(
        () => 'done',
        (error: unknown) => String(error),
      )
    await sql`delete from migrations where name = '0011_reference_data.sql'`.execute(server.db)
    expect([
      await run({ DATABASE_URL: pooler.url }),
      await run({ DATABASE_URL: server.requestUrl, DATABASE_MIGRATE_URL: pooler.url }),
      await run({ DATABASE_URL: pooler.url, DATABASE_DIRECT_URL: server.url }),
      await run({ DATABASE_URL: server.requestUrl, DATABASE_MIGRATE_URL: server.url }),
    ]).toEqual([
      'StartupProblem: DATABASE_URL leads through a pooler that is not in session mode. Set DATABASE_DIRECT_URL to the address of the database itself.',
      'StartupProblem: DATABASE_MIGRATE_URL leads through a pooler that is not in session mode. It has to name the database itself.',
      'done',
      'done',
    ])
    await pooler.stop()
  })
})

describe.skipIf(!pgBouncerPrepares)('behind PgBouncer 1.21 or newer (skipped without it)', () => {
  test('in transaction mode statements stay prepared, also while a migration changes them', async () => {
    const pooler = await startPgBouncer(server.requestUrl, 'transaction', 2, 200)
    const settings = { databaseDirectUrl: server.requestUrl, databasePrepares: true }
    await checkAddresses(pooler.url, settings)
    await runAllBehind(pooler.url, settings, async (on) =>
      expect(await readingChanges(on)).toEqual(CHANGED),
    )
    await pooler.stop()
  })
})
