import { createServer } from 'node:http'
import type { IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openPush } from '#server/outside/push/push.ts'
import { buildClient, buildProfessional } from '#server/test/builders/build.ts'
import { as, visitor } from '#server/test/call.ts'
import { testServer } from '#server/test/server.ts'
import type { TestServer } from '#server/test/server.ts'
import { move, NOW, requestBooking } from '#server/test/builders/booking.ts'
import { newBrowser, readVapid } from '#server/test/builders/push-browser.ts'
import { runDueJobs } from '#server/test/run-due-jobs.ts'
import { makeJobsDue } from '#server/test/queue.ts'
import { notifyOfMessages } from '../kinds/message-notices.ts'
import { sendDelayedNotices } from './send-notice-letter.ts'
import { sendNoticePush } from './send-notice-push.ts'
import { remindOfVisits } from './reminders.ts'

let server: TestServer
let now = NOW
/** The status that the push service answers, and statuses of single devices. */
let status = 201
const statusOf = new Map<string, number>()
let pushed: { path: string; headers: IncomingHttpHeaders; body: Buffer }[] = []
const service = createServer((request, response) => {
  const parts: Buffer[] = []
  request.on('data', (part: Buffer) => parts.push(part))
  request.on('end', () => {
    const body = Buffer.concat(parts)
    pushed.push({ path: request.url ?? '', headers: request.headers, body })
    response.writeHead(statusOf.get(request.url ?? '') ?? status, { location: '/elsewhere' }).end()
  })
})
let origin = ''

beforeAll(async () => {
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(service.address() as AddressInfo).port}`
  server = await testServer({}, { now: () => now })
  const isTestService = (endpoint: string) => endpoint.startsWith(origin)
  const addressFilter = {
    accepts: isTestService,
    resolves: (endpoint: string) => Promise.resolve(isTestService(endpoint)),
  }
  server.context.push = await openPush(server.context.config, addressFilter)
})
afterAll(async () => {
  await server.close()
  service.close()
})
beforeEach(() => {
  now = NOW
  status = 201
  statusOf.clear()
  pushed = []
})

const browsers = new Map<string, ReturnType<typeof newBrowser>>()

function device(name: string) {
  const browser = newBrowser(`${origin}/${name}`)
  browsers.set(`/${name}`, browser)
  return browser.subscription
}

async function pair(...devices: string[]) {
  const client = await buildClient(server, { first_name: 'Maya' })
  const grace = await buildProfessional(server, { full_name: 'Grace Walker' })
  for (const name of devices) {
    const { status: answered } = await (
      await as(server, grace)
    ).post('/api/notices/push', device(name))
    expect(answered).toBe(200)
  }
  return { client, grace }
}

async function jobs() {
  await runDueJobs(server.context)
  await runDueJobs(server.context)
}

/** Lets failed jobs be retried now. */
async function tryAgain() {
  await makeJobsDue(server.db)
  await jobs()
}

const paths = () => pushed.map(({ path }) => path).toSorted()

const noticeIdOf = async (bookingId: string) =>
  (
    await server.db
      .selectFrom('notices')
      .select('id')
      .where('booking_id', '=', bookingId)
      .executeTakeFirstOrThrow()
  ).id

const endpoints = async (user: { id: string }) =>
  (
    await server.db
      .selectFrom('push_subscriptions')
      .select('endpoint')
      .where('user_id', '=', user.id)
      .orderBy('endpoint')
      .execute()
  ).map(({ endpoint }) => endpoint.slice(origin.length))

// rule: push-devices
test('a notice is pushed once to each device of its reader, encrypted and signed with our key, however often the job repeats', async () => {
  const { client, grace } = await pair('phone', 'tablet')
  const id = await requestBooking(server, client, grace)
  await jobs()
  expect(pushed.map(({ path }) => path).toSorted()).toEqual(['/phone', '/tablet'])
  const notice_id = await noticeIdOf(id)
  for (const { path, headers, body } of pushed) {
    expect(headers).toMatchObject({ 'content-encoding': 'aes128gcm', ttl: '86400' })
    const { claims, ...signed } = readVapid(headers.authorization)
    expect(signed).toEqual({ key: server.context.push.publicKey, isSigned: true })
    expect(claims).toMatchObject({ aud: origin, sub: 'mailto:lustra@localhost' })
    const facts = { id: notice_id, href: '/dashboard', lang: 'en' }
    const text = JSON.parse(browsers.get(path)!.read(body))
    expect(text).toEqual({ ...facts, title: 'Maya asks you for a visit' })
  }
  await Promise.all([1, 2, 3].map(() => sendNoticePush(server.context, { notice_id })))
  await jobs()
  expect(pushed).toHaveLength(2)
})

// rule: push-devices
test.each([404, 410])(
  'a device that answers %i is deleted and not retried, and the other device stays',
  async (goneStatus) => {
    const { client, grace } = await pair(`gone-${goneStatus}`, `stays-${goneStatus}`)
    statusOf.set(`/gone-${goneStatus}`, goneStatus)
    await requestBooking(server, client, grace)
    await jobs()
    expect(paths()).toEqual([`/gone-${goneStatus}`, `/stays-${goneStatus}`])
    expect(await endpoints(grace)).toEqual([`/stays-${goneStatus}`])
    await tryAgain()
    expect(pushed).toHaveLength(2)
  },
)

// rule: push-devices
test('a failed push is retried for its device until it succeeds, and repeated for no other device', async () => {
  const { client, grace } = await pair('down', 'up')
  statusOf.set('/down', 500)
  await requestBooking(server, client, grace)
  await jobs()
  await tryAgain()
  expect(paths()).toEqual(['/down', '/down', '/up'])
  expect(await endpoints(grace)).toEqual(['/down', '/up'])
  statusOf.clear()
  await tryAgain()
  await tryAgain()
  expect(paths()).toEqual(['/down', '/down', '/down', '/up'])
})

// rule: push-devices
test('a push follows no redirect', async () => {
  const { client, grace } = await pair('moved')
  statusOf.set('/moved', 307)
  await requestBooking(server, client, grace)
  await jobs()
  expect(paths()).toEqual(['/moved'])
  statusOf.clear()
  await tryAgain()
  expect(paths()).toEqual(['/moved', '/moved'])
})

// rule: push-devices
test('a push that waits for a retry is dropped once its notice is read', async () => {
  const { client, grace } = await pair('slow')
  status = 503
  await requestBooking(server, client, grace)
  await jobs()
  await (await as(server, grace)).post('/api/notices/read', {})
  status = 201
  await tryAgain()
  expect(pushed).toHaveLength(1)
})

// rule: quiet-hours
test('in quiet hours a push waits until 8:00, as letters do', async () => {
  const { client, grace } = await pair('night')
  now = new Date('2026-11-21T05:00:00Z')
  await requestBooking(server, client, grace)
  await jobs()
  expect(pushed).toEqual([])
  now = new Date('2026-11-21T14:00:00Z')
  await sendDelayedNotices(server.context)
  await jobs()
  expect(pushed.map(({ path }) => path)).toEqual(['/night'])
})

// rule: push-devices, notice-switches
test('a notice is not pushed if it is switched off, read, no longer true or a day old', async () => {
  const { client, grace } = await pair('silent')
  const graceCaller = await as(server, grace)
  const push = { topic: 'booking', channel: 'push' }
  await graceCaller.put('/api/notices/switches', { ...push, enabled: false })
  const first = await requestBooking(server, client, grace)
  await jobs()
  expect(pushed).toEqual([])
  await graceCaller.put('/api/notices/switches', { ...push, enabled: true })
  await graceCaller.post('/api/notices/read', {})
  const notice_id = await noticeIdOf(first)
  const pushedAt = async (at: number) => {
    now = new Date(at)
    await sendNoticePush(server.context, { notice_id })
    await jobs()
    return pushed.length
  }
  expect(await pushedAt(+NOW)).toBe(0)
  await server.db.updateTable('notices').set({ read_at: null }).execute()
  expect(await pushedAt(+NOW + 24 * 3_600_000)).toBe(0)
  expect(await pushedAt(+NOW + 24 * 3_600_000 - 1000)).toBe(1)
  await server.db.updateTable('notices').set({ pushed_at: null }).execute()
  expect((await move(server, grace, first, 'declined')).status).toBe(200)
  expect(await pushedAt(+NOW)).toBe(1)
})

// rule: notice-kinds, notice-switches
test.each(['booking', 'reminder', 'message', 'money'] as const)(
  'topic %s switched off on one channel is sent on the others, and every other topic on all',
  async (topicOff) => {
    for (const channel of ['app', 'email', 'push'] as const) {
      const { client, grace } = await pair(`${topicOff}-${channel}`)
      const graceCaller = await as(server, grace)
      await graceCaller.put('/api/notices/switches', { topic: topicOff, channel, enabled: false })
      const clientCaller = await as(server, client)
      const contact = { client_id: client.id, professional_id: grace.id }
      await clientCaller.post('/api/chat/initiate-contact', contact)
      const first = { sender_id: client.id, receiver_id: grace.id, message: 'Hello' }
      await clientCaller.post('/api/chat/messages', first)
      await notifyOfMessages(server.context)
      const id = await requestBooking(server, client, grace)
      await jobs()
      await move(server, grace, id, 'accepted')
      now = new Date('2026-11-30T15:00:00Z')
      await remindOfVisits(server.context)
      await jobs()
      now = NOW
      const allChannels = { app: true, email: true, push: true }
      const expected = {
        booking: allChannels,
        reminder: allChannels,
        message: allChannels,
        money: allChannels,
      }
      expect(await channelsByTopic(grace)).toEqual({
        ...expected,
        [topicOff]: { ...allChannels, [channel]: false },
      })
      const topics = (await graceCaller.get('/api/notices')).body.notices.map(
        ({ topic }: { topic: string }) => topic,
      )
      expect(topics.includes(topicOff)).toBe(channel !== 'app')
      expect(pushed).toHaveLength(channel === 'push' ? 3 : 4)
      pushed = []
    }
  },
)

/** The channels by which each topic has reached a person. */
async function channelsByTopic(user: { id: string }) {
  const rows = await server.db
    .selectFrom('notices')
    .select(['kind', 'shown', 'emailed_at', 'pushed_at'])
    .where('user_id', '=', user.id)
    .execute()
  return Object.fromEntries(
    rows.map(({ kind, shown, emailed_at, pushed_at }) => [
      kind.split('.')[0],
      { app: shown, email: emailed_at !== null, push: pushed_at !== null },
    ]),
  )
}

// rule: push-devices
test('a device receives pushes until its user logs out there, and the other device stays', async () => {
  const { client, grace } = await pair('other')
  const graceCaller = await as(server, grace)
  await graceCaller.post('/api/notices/push', device('this'))
  expect(await endpoints(grace)).toEqual(['/other', '/this'])
  await graceCaller.post('/api/auth/logout')
  expect(await endpoints(grace)).toEqual(['/other'])
  await requestBooking(server, client, grace)
  await jobs()
  expect(pushed.map(({ path }) => path)).toEqual(['/other'])
})

// rule: push-devices
test('a device whose session has expired receives no push', async () => {
  const { client, grace } = await pair('stale')
  await server.db
    .updateTable('sessions')
    .set({ expires_at: NOW })
    .where('user_id', '=', grace.id)
    .execute()
  await requestBooking(server, client, grace)
  await jobs()
  expect(pushed).toEqual([])
})

// rule: push-devices
test('a session has one device and a browser has one person: the latest', async () => {
  const { client, grace } = await pair()
  const graceCaller = await as(server, grace)
  const shared = device('shared')
  await graceCaller.post('/api/notices/push', device('first'))
  await graceCaller.post('/api/notices/push', shared)
  const answer = (await graceCaller.post('/api/notices/push', shared)).body
  expect(answer).toEqual({ public_key: server.context.push.publicKey, endpoint: shared.endpoint })
  expect(await endpoints(grace)).toEqual(['/shared'])
  const clientCaller = await as(server, client)
  await clientCaller.post('/api/notices/push', shared)
  expect(await endpoints(grace)).toEqual([])
  expect((await graceCaller.get('/api/notices/push')).body.endpoint).toBe(null)
  expect((await clientCaller.delete('/api/notices/push')).body.endpoint).toBe(null)
  expect((await clientCaller.delete('/api/notices/push')).status).toBe(200)
  expect(await endpoints(client)).toEqual([])
})

// rule: push-devices
test('requests of one session at once leave it one device, and none of them fails', async () => {
  const { grace } = await pair()
  const caller = await as(server, grace)
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, index) =>
      caller.post('/api/notices/push', device(`at-once-${index}`)),
    ),
  )
  expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200))
  expect(await endpoints(grace)).toHaveLength(1)
})

// rule: push-devices
test('only signed-in people add a device, and only with the address of a push service', async () => {
  const signedOut = visitor(server)
  expect((await signedOut.get('/api/notices/push')).status).toBe(401)
  expect((await signedOut.post('/api/notices/push', device('x'))).status).toBe(401)
  expect((await signedOut.delete('/api/notices/push')).status).toBe(401)
  const { grace } = await pair()
  const graceCaller = await as(server, grace)
  const valid = device('x')
  for (const invalid of [
    { ...valid, endpoint: 'http://elsewhere.example/x' },
    { ...valid, endpoint: 'no address' },
    { ...valid, keys: { ...valid.keys, p256dh: 'short' } },
    { ...valid, keys: { ...valid.keys, auth: '' } },
    { endpoint: valid.endpoint },
  ]) {
    expect((await graceCaller.post('/api/notices/push', invalid)).status).toBe(422)
  }
  expect(await endpoints(grace)).toEqual([])
})

test('a person has ten devices: of more, the ones added first go', async () => {
  const { grace } = await pair()
  for (let number = 10; number <= 21; number++) {
    now = new Date(+NOW + number * 1000)
    const { status: answered } = await (
      await as(server, grace)
    ).post('/api/notices/push', device(`many-${number}`))
    expect(answered).toBe(200)
  }
  const remaining = Array.from({ length: 10 }, (_, index) => `/many-${index + 12}`)
  expect(await endpoints(grace)).toEqual(remaining)
  const callers = await Promise.all(Array.from({ length: 12 }, () => as(server, grace)))
  const answers = await Promise.all(
    callers.map((caller, index) => caller.post('/api/notices/push', device(`at-once-${index}`))),
  )
  expect(answers.map(({ status: answered }) => answered)).toEqual(callers.map(() => 200))
  expect(await endpoints(grace)).toHaveLength(10)
})

test('a session that adds two devices at once has one of them', async () => {
  const { grace } = await pair()
  const caller = await as(server, grace)
  const answers = await Promise.all(
    Array.from({ length: 6 }, (_, index) =>
      caller.post('/api/notices/push', device(`twice-${index}`)),
    ),
  )
  expect(answers.map(({ status: answered }) => answered)).toEqual(answers.map(() => 200))
  expect(await endpoints(grace)).toHaveLength(1)
})

test('a push is tried three times, then never again', async () => {
  const { client, grace } = await pair('broken')
  status = 500
  await requestBooking(server, client, grace)
  await jobs()
  for (let attempt = 2; attempt <= 5; attempt++) await tryAgain()
  expect(pushed).toHaveLength(3)
})
