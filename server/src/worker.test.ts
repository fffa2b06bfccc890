// rule: scheduled-jobs
import { createECDH, randomBytes } from 'node:crypto'
import { fork } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { JOBS, jobsOfLane, SCHEDULE } from './jobs.ts'
import { LANES } from './queue/define-job.ts'
import { enqueue } from './queue/queue.ts'
import { NOW, requestBooking } from '#server/test/builders/booking.ts'
import { buildClient, buildProfessional } from '#server/test/builders/build.ts'
import { as } from './test/call.ts'
import { openWay } from './test/database-way.ts'
import { emptyQueue } from './test/queue.ts'
import { testServer } from './test/server.ts'
import type { TestServer } from './test/server.ts'
import { clockItems, startWorker } from './worker.ts'

const WORKER_PROCESS = new URL('test/processes/worker-process.ts', import.meta.url)

/** The outside server that the jobs call. Its requests wait until the test responds. */
let waiting: ServerResponse[] = []
let calls = 0
let isSilent = true
const silentServer = createServer((_request, response) => {
  calls++
  if (isSilent) waiting.push(response)
  else response.end('{}')
})
let server: TestServer
const children: ChildProcess[] = []
beforeAll(async () => {
  silentServer.listen(0, '127.0.0.1')
  await once(silentServer, 'listening')
  const { port } = silentServer.address() as AddressInfo
  server = await testServer({ PORT: String(port) }, { now: () => NOW })
})
afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
  for (const response of waiting) response.end('{}')
  waiting = []
  calls = 0
  isSilent = true
  await emptyQueue(server.db)
})
afterAll(async () => {
  silentServer.closeAllConnections()
  silentServer.close()
  await server.close()
})

/** Starts a worker in another process and waits until it is in the middle of a job. */
async function busyWorker(): Promise<ChildProcess> {
  const { url, context } = server
  const { port, dataDir } = context.config
  const env = { ...process.env, PORT: String(port), DATABASE_URL: url, DATA_DIR: dataDir }
  const child = fork(WORKER_PROCESS, { env, execArgv: [] })
  children.push(child)
  await once(child, 'message')
  const event = { id: 'evt_1', type: 'checkout.session.completed', object_id: 'cs_1' }
  await enqueue(server.db, 'deliver-simulated-event', event)
  await expect.poll(() => waiting.length, { timeout: 10_000 }).toBe(1)
  return child
}

async function jobOwners(): Promise<string[]> {
  const { rows } = await sql<{ locked_by: string }>`
    select locked_by from graphile_worker.jobs
    where task_identifier = 'deliver-simulated-event' and locked_by is not null`.execute(server.db)
  return rows.map(({ locked_by }) => locked_by)
}

async function unfinishedJobs(): Promise<number> {
  const { rows } = await sql`
    select from graphile_worker.jobs where task_identifier = 'deliver-simulated-event'`.execute(
    server.db,
  )
  return rows.length
}

test('the next start finishes the job of a killed worker (kill -9) within seconds', async () => {
  const child = await busyWorker()
  const [dead] = await jobOwners()
  child.kill('SIGKILL')
  await once(child, 'exit')
  expect(await jobOwners()).toEqual([dead])

  const worker = await startWorker(server.context)
  await expect.poll(() => calls, { timeout: 20_000 }).toBe(2)
  expect(await jobOwners()).not.toContain(dead)
  waiting.at(-1)!.end('{}')
  await expect.poll(unfinishedJobs, { timeout: 5000 }).toBe(0)
  expect(calls).toBe(2)
  await worker.stop()
}, 60_000)

test('nobody takes over the job of a living worker, however long it takes and however often others start', async () => {
  await busyWorker()
  const owners = await jobOwners()
  const worker = await startWorker(server.context)
  await Promise.all([JOBS['free-jobs'](server.context, {}), JOBS['free-jobs'](server.context, {})])
  expect(await jobOwners()).toEqual(owners)
  expect(calls).toBe(1)
  await worker.stop()
}, 60_000)

// rule: scheduled-jobs
test('a run that unlocks the jobs of dead workers waits for the run of another server', async () => {
  const child = await busyWorker()
  const owners = await jobOwners()
  child.kill('SIGKILL')
  await once(child, 'exit')
  const otherServer = new pg.Client(server.url)
  otherServer.on('error', () => {})
  await otherServer.connect()
  await otherServer.query("select pg_advisory_lock(hashtextextended('clock free-jobs', 0))")
  const run = JOBS['free-jobs'](server.context, {})
  const waiters = sql`
    select from pg_locks where locktype = 'advisory' and not granted
      and database = (select oid from pg_database where datname = current_database())`
  await expect.poll(async () => (await waiters.execute(server.db)).rows.length).toBe(1)
  expect(await jobOwners()).toEqual(owners)
  await otherServer.end()
  await run
  expect(await jobOwners()).toEqual([])
}, 60_000)

// rule: graceful-shutdown
test('a worker that stops waits no longer than it may for a job that does not end', async () => {
  const worker = await startWorker(server.context)
  const event = { id: 'evt_1', type: 'checkout.session.completed', object_id: 'cs_1' }
  await enqueue(server.db, 'deliver-simulated-event', event)
  await expect.poll(() => waiting.length, { timeout: 10_000 }).toBe(1)
  expect(await worker.stop(0)).toBe(false)
  expect(await unfinishedJobs()).toBe(1)
  waiting[0]!.end('{}')
  await expect.poll(unfinishedJobs, { timeout: 5000 }).toBe(0)
}, 60_000)

test('a worker that only loses its connection keeps its job', async () => {
  await busyWorker()
  const owners = await jobOwners()
  const locks = sql`from pg_locks
    where locktype = 'advisory' and granted and pid <> pg_backend_pid()
      and database = (select oid from pg_database where datname = current_database())`
  // One for each lane, and two that show who takes jobs and pictures.
  await expect
    .poll(async () => (await sql`select ${locks}`.execute(server.db)).rows.length, {
      timeout: 10_000,
    })
    .toBe(Object.keys(LANES).length + 2)
  await sql`select pg_terminate_backend(pid) ${locks}`.execute(server.db)
  await JOBS['free-jobs'](server.context, {})
  expect(await jobOwners()).toEqual(owners)
  expect(calls).toBe(1)
}, 60_000)

test.each([
  ['a job', 'cs_lost', {}],
  ['a job with one attempt', 'cs_once', { attempts: 1 }],
])(
  '%s that the database gave to a worker whose connection broke is done soon, and once',
  async (_, id, options) => {
    isSilent = false
    const way = await openWay(server.requestUrl)
    const direct = { ...server.context.direct, connectionString: way.url }
    const worker = await startWorker({ ...server.context, direct })
    way.state.losesAnswerWith = id
    const event = { id: 'evt_1', type: 'checkout.session.completed', object_id: id }
    await enqueue(server.db, 'deliver-simulated-event', event, options)
    await expect.poll(() => way.state.losesAnswerWith, { timeout: 10_000 }).toBeUndefined()
    await expect.poll(unfinishedJobs, { timeout: 20_000 }).toBe(0)
    expect(calls).toBe(1)
    await worker.stop()
    way.close()
  },
  60_000,
)

test('a worker ends properly although its listening connection breaks before it was answered', async () => {
  const way = await openWay(server.requestUrl)
  const direct = { ...server.context.direct, connectionString: way.url }
  way.state.freezesAtAnswerWith = 'LISTEN'
  const worker = await startWorker({ ...server.context, direct })
  await expect.poll(() => way.state.frozen, { timeout: 10_000 }).toBeGreaterThan(0)
  const stopped = worker.stop()
  await setImmediate()
  way.cut()
  expect(await stopped).toBe(true)
  way.close()
}, 30_000)

function device(name: string) {
  const curve = createECDH('prime256v1')
  curve.generateKeys()
  return {
    endpoint: `https://push.example.com/${name}`,
    keys: {
      p256dh: curve.getPublicKey('base64url'),
      auth: randomBytes(16).toString('base64url'),
    },
  }
}

test('letters are sent and money moves while push services and other jobs take all their slots', async () => {
  const { context } = server
  const client = await buildClient(server)
  const professional = await buildProfessional(server)
  const push = context.push
  const answered = Promise.withResolvers<'sent'>()
  let pushing = 0
  context.push = {
    ...push,
    accepts: () => true,
    send() {
      pushing++
      return answered.promise
    },
  }
  for (const name of ['phone', 'tablet', 'laptop']) {
    await (await as(server, professional)).post('/api/notices/push', device(name))
  }
  const worker = await startWorker(context)
  await requestBooking(server, client, professional)
  await expect.poll(() => pushing, { timeout: 20_000 }).toBe(2)
  for (const id of ['evt_1', 'evt_2', 'evt_3']) {
    const event = { id, type: 'checkout.session.completed', object_id: 'cs_1' }
    await enqueue(server.db, 'deliver-simulated-event', event)
  }
  await expect.poll(() => waiting.length, { timeout: 10_000 }).toBe(2)
  const lettersBefore = (await server.letters()).length

  await enqueue(server.db, 'send-reset-mail', { user_id: client.id })
  await expect
    .poll(async () => (await server.letters()).length, { timeout: 10_000 })
    .toBeGreaterThan(lettersBefore)
  await enqueue(server.db, 'renewals', {})
  await expect
    .poll(
      async () => {
        const { rows } = await sql`
          select from graphile_worker.jobs where task_identifier = 'renewals'`.execute(server.db)
        return rows.length
      },
      { timeout: 10_000 },
    )
    .toBe(0)
  expect([pushing, waiting.length]).toEqual([2, 2])

  answered.resolve('sent')
  for (const response of waiting) response.end('{}')
  isSilent = false
  await worker.stop()
  context.push = push
}, 60_000)

test('notices and safety alarms come while pictures, the payment provider and other jobs take all their slots', async () => {
  const { context, db } = server
  const client = await buildClient(server)
  const professional = await buildProfessional(server)
  const { files, payments } = context
  const blocked = Promise.withResolvers<never>()
  blocked.promise.catch(() => {})
  const stuck: string[] = []
  const hang = (name: string) => () => {
    stuck.push(name)
    return blocked.promise
  }
  context.files = { ...files, read: hang('picture') }
  context.payments = Object.assign(Object.create(payments), { expireCheckout: hang('provider') })
  for (const n of [1, 2, 3]) {
    await enqueue(db, 'make-avif', { file: `${n}.webp` }, { attempts: 1 })
    await enqueue(db, 'expire-checkout', { checkout_id: `cs_${n}` }, { attempts: 1 })
    await enqueue(db, 'divide-sitemap', {}, { attempts: 1 })
  }
  await requestBooking(server, client, professional)
  const holder = new pg.Client(server.url)
  holder.on('error', () => {})
  await holder.connect()
  await holder.query('begin; lock table sitemap_parts in access exclusive mode')
  const worker = await startWorker(context)
  const running = async () => {
    const { rows } = await sql`
      select from graphile_worker.jobs where task_identifier = 'divide-sitemap' and locked_at is not null`.execute(
      db,
    )
    return [...stuck.toSorted(), rows.length]
  }
  await expect.poll(running, { timeout: 20_000 }).toEqual(['picture', 'provider', 'provider', 2])

  const alarm = await enqueue(db, 'safety-alarms', {})
  const open = async () => {
    const notices = await db
      .selectFrom('notices')
      .select('kind')
      .where('user_id', '=', professional.id)
      .execute()
    const { rows } = await sql`select from graphile_worker.jobs where id = ${alarm}`.execute(db)
    return { alarms: rows.length, notices: notices.map(({ kind }) => kind) }
  }
  await expect
    .poll(open, { timeout: 20_000 })
    .toEqual({ alarms: 0, notices: ['booking.requested'] })
  const tellers = Object.keys(JOBS).filter((job) => job.startsWith('notify-'))
  expect([...jobsOfLane('notices')]).toEqual(expect.arrayContaining(tellers))
  // Letters of alarms wait for no other letter.
  expect([...jobsOfLane('safety')]).toEqual(['send-safety-letter'])

  blocked.reject(new Error('The test is over.'))
  await holder.end()
  await worker.stop()
  context.files = files
  context.payments = payments
}, 60_000)

// rule: scheduled-jobs
test('a scheduled job never overlaps itself: while one run takes long, all later times make one more run', async () => {
  const { db, context } = server
  const item = clockItems().find(({ task }) => task === 'divide-sitemap')!
  const { jobKey, queueName, maxAttempts } = item.options
  const tick = () =>
    sql`select graphile_worker.add_job(${item.task}, payload => '{}', queue_name => ${queueName},
      job_key => ${jobKey}, max_attempts => ${maxAttempts}::integer)`.execute(db)
  const runs = async () => {
    const { rows } = await sql<{ is_running: boolean }>`
      select locked_at is not null as is_running from graphile_worker.jobs
      where task_identifier = ${item.task} order by id`.execute(db)
    return rows.map(({ is_running }) => is_running)
  }
  const isDone = async (id: string) => {
    const { rows } = await sql`select from graphile_worker.jobs where id = ${id}`.execute(db)
    return rows.length === 0
  }
  const workers = [await startWorker(context), await startWorker(context)]
  // The job waits for this lock: it takes as long as the test wants.
  const holder = new pg.Client(server.url)
  holder.on('error', () => {})
  await holder.connect()
  await holder.query('begin; lock table sitemap_parts in access exclusive mode')
  await tick()
  await expect.poll(runs, { timeout: 10_000 }).toEqual([true])
  for (let times = 0; times < 3; times++) await tick()
  // The two workers have looked for jobs since then.
  const later = await enqueue(db, 'free-jobs', {})
  await expect.poll(() => isDone(later), { timeout: 20_000 }).toBe(true)
  expect(await runs()).toEqual([true, false])

  await holder.end()
  await expect.poll(runs, { timeout: 20_000 }).toEqual([])
  for (const worker of workers) await worker.stop()
  expect(clockItems().map(({ options }) => options.maxAttempts)).toEqual(SCHEDULE.map(() => 1))
}, 60_000)
