// rule: push-devices
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openPush } from '#server/outside/push/push.ts'
import { buildClient, buildProfessional } from '#server/test/builders/build.ts'
import { NOW, requestBooking } from '#server/test/builders/booking.ts'
import { as } from '#server/test/call.ts'
import { newBrowser, readVapid } from '#server/test/builders/push-browser.ts'
import { runDueJobs } from '#server/test/run-due-jobs.ts'
import { testServer } from '#server/test/server.ts'
import type { TestServer } from '#server/test/server.ts'
import { emptyQueue, makeJobsDue } from '#server/test/queue.ts'
import { sendPushToDevice } from './send-notice-push.ts'

const HOUR_S = 3600
type Answer = { status: number; headers?: Record<string, string> }

let server: TestServer
let origin = ''
/** The answers of the push service, one after another. After the last one it says that it has the push. */
let answers: Answer[] = []
let pushed: { headers: IncomingHttpHeaders; length: number }[] = []
const service = createServer((request, response) => {
  let length = 0
  request.on('data', (part: Buffer) => (length += part.length))
  request.on('end', () => {
    pushed.push({ headers: request.headers, length })
    const { status, headers } = answers.shift() ?? { status: 201 }
    response.writeHead(status, headers).end()
  })
})

beforeAll(async () => {
  await once(service.listen(0, '127.0.0.1'), 'listening')
  origin = `http://127.0.0.1:${(service.address() as AddressInfo).port}`
  server = await testServer({}, { now: () => NOW })
  server.context.push = await openPush(server.context.config, {
    accepts: () => true,
    resolves: () => Promise.resolve(true),
  })
})
afterAll(async () => {
  await server.close()
  service.close()
})
beforeEach(async () => {
  pushed = []
  await emptyQueue(server.db)
})

let devices = 0

/** Pushes a notice to a new device while the push service answers so. Returns what then remains of both. */
async function pushWith(...given: Answer[]) {
  const client = await buildClient(server)
  const professional = await buildProfessional(server)
  await requestBooking(server, client, professional)
  await runDueJobs(server.context)
  const { subscription } = newBrowser(`${origin}/${(devices += 1)}`)
  const { endpoint } = subscription
  await (await as(server, professional)).post('/api/notices/push', subscription)
  const notice = await server.db
    .selectFrom('notices')
    .select('id')
    .where('user_id', '=', professional.id)
    .executeTakeFirstOrThrow()
  answers = given
  const hasFailed = await sendPushToDevice(server.context, { notice_id: notice.id, endpoint }).then(
    () => false,
    () => true,
  )
  const device = await server.db
    .selectFrom('push_subscriptions')
    .select('endpoint')
    .where('endpoint', '=', endpoint)
    .executeTakeFirst()
  return { hasDevice: device !== undefined, hasFailed, job: await waitingPush() }
}

async function waitingPush() {
  const { rows } = await sql<{ run_at: Date; attempts: number; max_attempts: number }>`
    select run_at, attempts, max_attempts from graphile_worker.jobs
    where task_identifier = 'send-push-to-device'`.execute(server.db)
  return rows[0]
}

const ENDED = { hasDevice: false, hasFailed: false, job: undefined }
const DONE = { hasDevice: true, hasFailed: false, job: undefined }

test.each([400, 404, 410])('%i ends the device, and nothing is tried again', async (status) => {
  expect(await pushWith({ status })).toEqual(ENDED)
  expect(pushed).toHaveLength(1)
})

test.each([401, 403])(
  '%i is answered with one signature by the clock of the push service, which may be accepted',
  async (status) => {
    // Its clock is ten hours behind ours: our first signature seems to hold for more than it allows.
    const serviceNow = new Date(Math.floor(Date.now() / 1000) * 1000 - 10 * HOUR_S * 1000)
    const refused = { status, headers: { date: serviceNow.toUTCString() } }
    expect(await pushWith(refused)).toEqual(DONE)
    const [, second] = pushed.map(({ headers }) => readVapid(headers.authorization))
    expect(second).toMatchObject({ key: server.context.push.publicKey, isSigned: true })
    expect(second!.claims).toMatchObject({ exp: +serviceNow / 1000 + 12 * HOUR_S, aud: origin })
  },
)

test.each([401, 403])('%i twice ends the device', async (status) => {
  expect(await pushWith({ status }, { status })).toEqual(ENDED)
  expect(pushed).toHaveLength(2)
})

test('413 is answered with a push without a text, once', async () => {
  expect(await pushWith({ status: 413 })).toEqual(DONE)
  expect(pushed.map(({ length }) => length > 0)).toEqual([true, false])
  expect(pushed[1]!.headers).toMatchObject({ ttl: '86400' })
  expect(await pushWith({ status: 413 }, { status: 413 })).toEqual(ENDED)
})

test('a push service that never stops asking for remedies gets each of them once', async () => {
  const given = [401, 413, 401].map((status) => ({ status }))
  expect(await pushWith(...given)).toEqual(ENDED)
  expect(pushed).toHaveLength(3)
})

test.each([
  [429, '3600', HOUR_S],
  [503, '120', 120],
  [429, '0', 1],
  [503, 'Sat, 21 Nov 2026 09:00:00 GMT', 2 * HOUR_S],
  [429, 'Sat, 21 Nov 2026 05:00:00 GMT', 1],
])(
  '%i with Retry-After: %s waits %i seconds and loses no attempt',
  async (status, wait, seconds) => {
    const headers = { 'retry-after': wait, date: 'Sat, 21 Nov 2026 07:00:00 GMT' }
    const { job, ...outcome } = await pushWith({ status, headers })
    expect(outcome).toEqual({ hasDevice: true, hasFailed: false })
    const run_at = new Date(+NOW + seconds * 1000)
    expect(job).toEqual({ run_at, attempts: 0, max_attempts: 3 })
    await makeJobsDue(server.db)
    await runDueJobs(server.context)
    expect([pushed.length, await waitingPush()]).toEqual([2, undefined])
  },
)

test('a wait that outlives the notice ends the push and keeps the device', async () => {
  const headers = { 'retry-after': '999999999' }
  expect(await pushWith({ status: 429, headers })).toEqual(DONE)
})

test.each([undefined, '', 'soon', '-5', '1.5', 'Thu, 99 Foo'])(
  '503 with Retry-After: %s is a failed attempt, as any other failure is',
  async (wait) => {
    const headers: Record<string, string> = wait === undefined ? {} : { 'retry-after': wait }
    expect(await pushWith({ status: 503, headers })).toEqual({ ...DONE, hasFailed: true })
  },
)
