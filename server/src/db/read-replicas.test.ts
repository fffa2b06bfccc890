// rule: read-replicas, database-lost
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { buildApp } from '#server/app.ts'
import { createContext } from '#server/compose.ts'
import { readConfig } from '#server/config.ts'
import { buildClient, buildProfessional } from '#server/test/builders/build.ts'
import { as, callerWith } from '#server/test/call.ts'
import { openWay } from '#server/test/database-way.ts'
import { TestPayments } from '#server/test/builders/payments.ts'
import { REQUEST_ROLE, TEMPLATE, copyPreparedCluster } from '#server/test/processes/postgres.ts'
import type { TestServer } from '#server/test/server.ts'
import { databaseOn } from '#server/test/statements.ts'
import { startEmbeddedPostgres } from '../../../tools/embedded-postgres/embedded-postgres.ts'
import { startStreamingReplica } from '../../../tools/embedded-postgres/streaming-replica.ts'
import { countCities } from '#server/market/cities/count-cities.ts'
import { loadPlaceIndex } from '#server/places/locations.ts'
import { checkAddresses } from './check-addresses.ts'
import { checkReadAddress } from './check-read-address.ts'
import { openDatabase } from './db.ts'

const SEARCH = '/api/professionals/search/enhanced?zip_code=78701'
const TIMED = `${SEARCH}&date=${new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10)}`

/** A busy machine takes its time. */
const WITHIN = { timeout: 30_000, interval: 10 }

type Postgres = Awaited<ReturnType<typeof startEmbeddedPostgres>>
let folder: string
let primary: Postgres
let replica: Postgres
let replicaAdmin: pg.Client
let addresses: { primary: string; replica: string }
let server: TestServer

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lustra-replica-'))
  const [primaryDir, replicaDir] = [join(folder, 'primary'), join(folder, 'replica')]
  await copyPreparedCluster(primaryDir)
  await copyPreparedCluster(replicaDir)
  primary = await startEmbeddedPostgres({ dataDir: primaryDir, fsync: false })
  replica = await startStreamingReplica(replicaDir, primary.url)
  replicaAdmin = await adminOfReplica()
  addresses = { primary: asRequests(primary.url), replica: asRequests(replica.url) }
  server = await serverOn(addresses.primary, addresses.replica)
}, 60_000)
afterAll(async () => {
  await server.close()
  await replicaAdmin.end().catch(() => {})
  await replica.stop()
  await primary.stop()
  await rm(folder, { recursive: true })
})

// A test that fails may leave it paused.
afterEach(() => replicaAdmin.query('select pg_wal_replay_resume()').catch(() => {}))

async function adminOfReplica(): Promise<pg.Client> {
  const client = new pg.Client(databaseOn(replica.url, TEMPLATE))
  client.on('error', () => {})
  await client.connect()
  return client
}

function asRequests(url: string): string {
  const address = new URL(databaseOn(url, TEMPLATE))
  address.username = REQUEST_ROLE.name
  address.password = REQUEST_ROLE.password
  return address.href
}

async function serverOn(url: string, readUrl: string): Promise<TestServer> {
  const owner = openDatabase(databaseOn(primary.url, TEMPLATE), { max: 3 })
  const config = readConfig({
    DATABASE_URL: url,
    DATABASE_READ_URL: readUrl,
    DATA_DIR: join(folder, 'data'),
    RATE_LIMIT_SCALE: '1000',
    EMAIL_VERIFICATION: 'optional',
  })
  const payments = await TestPayments.open(config, owner.kysely, { now: () => new Date() })
  const places = await loadPlaceIndex(owner.kysely)
  const options = { logLevel: 'silent', payments, places }
  const context = await createContext(config, url, options)
  const app = await buildApp(context, { eventLoopDelayMsMax: Infinity, answersKeptMs: 0 })
  const close = async () => {
    await app.close()
    await context.close()
    await owner.close()
  }
  const letters = () => Promise.resolve([])
  return { app, context, db: owner.kysely, payments, url, requestUrl: url, letters, close }
}

/** How many reads each database answered in all. */
async function answered(): Promise<Record<string, number>> {
  const metric = server.context.meters.registry.getSingleMetric('lustra_public_reads_total')!
  const { values } = await metric.get()
  return Object.fromEntries(values.map(({ labels, value }) => [String(labels['target']), value]))
}

async function countReads(run: () => Promise<unknown>): Promise<Record<string, number>> {
  const before = await answered()
  await run()
  const after = await answered()
  return Object.fromEntries(
    Object.entries(after).map(([target, count]) => [target, count - before[target]!]),
  )
}

async function replayed(): Promise<void> {
  const isThere = async () => {
    const written = await sql<{ lsn: string }>`select pg_current_wal_flush_lsn()::text as lsn`
      .execute(server.db)
      .then(({ rows }) => rows[0]!.lsn)
    const { rows } = await replicaAdmin.query('select pg_last_wal_replay_lsn() >= $1 as is_there', [
      written,
    ])
    return rows[0].is_there
  }
  await expect.poll(isThere, WITHIN).toBe(true)
}

const visitorWith = (cookie = '') => callerWith(server, cookie ? { cookie } : {})
/** The cookie of this answer that marks a write, as a browser sends it back; '' without one. */
const cookieOf = ({ headers }: { headers: Record<string, unknown> }) =>
  [headers['set-cookie']]
    .flat()
    .map(String)
    .find((text) => text.startsWith('lustra_written=')) ?? ''

test('public reads go to the replica, and nothing else', { timeout: 60_000 }, async () => {
  const grace = await buildProfessional(server)
  await countCities({ db: server.db, shutdown: new AbortController() })
  await replayed()
  const reads = [
    SEARCH,
    `${SEARCH}&max_rate=1`,
    '/api/professionals/search/enhanced?zip_code=99999',
    `/api/public/professional/${grace.slug}`,
    `/api/professional/public-view/${grace.id}`,
    '/api/served-cities',
    '/api/cities/tx/austin',
    '/sitemap.xml',
    `/professional/${grace.slug}/share.jpg`,
  ]
  const counted = await countReads(async () => {
    for (const path of reads) {
      const answer = await visitorWith().get(path)
      expect({ path, status: answer.status }).toEqual({
        path,
        status: 200,
      })
      expect(cookieOf(answer)).toBe('')
    }
  })
  expect(counted).toMatchObject({ primary: 0 })
  expect(counted['replica']).toBeGreaterThanOrEqual(reads.length)
  const own = await as(server, grace)
  expect(await countReads(() => own.get(`/api/professional/time/${grace.id}`))).toEqual({
    primary: 0,
    replica: 0,
  })
  // Search times that are due are written on the primary first, and then this search reads there.
  await server.db.insertInto('search_times_due').values({ professional_id: grace.id }).execute()
  await replayed()
  expect(await countReads(() => visitorWith().get(TIMED))).toEqual({ primary: 1, replica: 0 })
  await replayed()
  expect(await countReads(() => visitorWith().get(TIMED))).toEqual({ primary: 0, replica: 1 })
})

test(
  'whoever has written reads it at once, others what the replica has, and no answer is kept for a newer version',
  { timeout: 60_000 },
  async () => {
    const ana = await buildProfessional(server, { full_name: 'Before' })
    await replayed()
    const own = await as(server, ana)
    const profile = async (cookie?: string) =>
      (await visitorWith(cookie).get(`/api/public/professional/${ana.slug}`)).body.professional
        .paused_until
    const found = async (cookie?: string) => {
      const { body } = await visitorWith(cookie).get(SEARCH)
      return body.professionals.find((one: { user_id: string }) => one.user_id === ana.id)
        .paused_until
    }
    const until = new Date(Date.now() + 9 * 86_400_000).toISOString().slice(0, 10)
    expect([await found(), await profile()]).toEqual([undefined, undefined])
    await replicaAdmin.query('select pg_wal_replay_pause()')
    const written = await own.put(`/api/professional/time/${ana.id}`, { paused_until: until })
    expect(written.status).toBe(200)
    const cookie = cookieOf(written)
    expect(cookie).toBe('lustra_written=1; Max-Age=10; Path=/; HttpOnly; SameSite=Lax')
    const [own1] = cookie.split(';')
    // Each twice, so that one's answer is not kept for the other.
    for (const _ of [1, 2]) {
      expect([await found(own1), await found()]).toEqual([until, undefined])
      expect([await profile(own1), await profile()]).toEqual([until, undefined])
    }
    await replicaAdmin.query('select pg_wal_replay_resume()')
    await replayed()
    const counted = await countReads(async () => {
      expect([await found(), await profile()]).toEqual([until, until])
    })
    expect(counted).toEqual({ primary: 0, replica: 2 })
  },
)

test(
  'while a replica is killed and starts again no read fails, and then it is used again',
  { timeout: 60_000 },
  async () => {
    const pidFile = join(folder, 'replica/postgres/postmaster.pid')
    const killed = Number(readFileSync(pidFile, 'utf8').split('\n')[0])
    const statuses = new Set<number>()
    const done = new AbortController()
    const reading = Promise.all(
      [1, 2].map(async () => {
        while (!done.signal.aborted) {
          statuses.add((await visitorWith().get(SEARCH)).status)
          await pause(10)
        }
      }),
    )
    const { primary: before = 0 } = await answered()
    process.kill(killed, 'SIGKILL')
    await expect.poll(async () => (await answered())['primary'], WITHIN).toBeGreaterThan(before)
    const { replica: least = 0 } = await answered()
    await expect.poll(async () => (await answered())['replica'], WITHIN).toBeGreaterThan(least)
    done.abort()
    await reading
    replicaAdmin = await adminOfReplica()
    expect([...statuses]).toEqual([200])
  },
)

test(
  'an address that is no replica of the database is one line; one that does not answer is none',
  { timeout: 60_000 },
  async () => {
    const problem = (url: string) =>
      checkReadAddress(addresses.primary, url).then(
        () => 'none',
        (error: unknown) => String(error),
      )
    const wrongPassword = new URL(addresses.replica)
    wrongPassword.password = 'wrong'
    const nobody = new URL(addresses.replica)
    nobody.port = '1'
    const other = new URL(addresses.replica)
    other.pathname = 'postgres'
    const start = checkAddresses(addresses.replica, {})
    await expect(start).rejects.toThrow(
      'The database is a replica, which nothing can be written to. Check DATABASE_URL.',
    )
    const leadsElsewhere =
      'StartupProblem: DATABASE_READ_URL has to name replicas of the database of DATABASE_URL, with the same user. It leads elsewhere.'
    expect([
      await problem(addresses.replica),
      await problem(nobody.href),
      await problem(addresses.primary),
      await problem(other.href),
      await problem(databaseOn(replica.url, TEMPLATE)),
      await problem(wrongPassword.href),
    ]).toEqual([
      'none',
      'none',
      'StartupProblem: DATABASE_READ_URL leads to the primary. Name its replicas, or leave the setting out.',
      leadsElsewhere,
      leadsElsewhere,
      'StartupProblem: DATABASE_READ_URL refuses us (28P01). Check its user, password, database and certificate.',
    ])
  },
)

// The last one: the replica leads from now on, beside the former primary.
test(
  'an address that leads to a standby, then to the replica that is promoted',
  { timeout: 60_000 },
  async () => {
    const [client, professional] = [await buildClient(server), await buildProfessional(server)]
    const way = await openWay(addresses.primary)
    const moved = await serverOn(way.url, addresses.replica)
    const caller = await as(moved, client)
    const message = { sender_id: client.id, receiver_id: professional.id, message: 'Hello' }
    const write = () => caller.post('/api/chat/messages', message)
    const written = async () => (await write()).status
    await expect.poll(written, WITHIN).toBe(200)
    way.state.port = Number(new URL(replica.url).port)
    way.cut()
    await expect.poll(async () => (await caller.get('/readyz')).status, WITHIN).toBe(503)
    const { status, body, headers } = await write()
    expect([status, body.code, headers['retry-after']]).toEqual([503, 'unavailable', '2'])
    expect((await callerWith(moved, {}).get(SEARCH)).status).toBe(200)

    // Back, and then to the promoted one, while the connections to the former primary stay open.
    way.state.port = Number(new URL(primary.url).port)
    await expect.poll(written, WITHIN).toBe(200)
    await replayed()
    way.state.port = Number(new URL(replica.url).port)
    await replicaAdmin.query('select pg_promote()')

    // As HAProxy does when another one leads.
    way.cut()
    const messagesOnPrimary = async () =>
      (await server.db.selectFrom('messages').select('id').execute()).length
    const before = await messagesOnPrimary()
    await expect.poll(written, WITHIN).toBe(200)
    const now = await replicaAdmin.query('select count(*)::int as count from messages')
    expect([await messagesOnPrimary(), now.rows[0].count]).toEqual([before, before + 1])
    await moved.close()
    way.close()
  },
)
