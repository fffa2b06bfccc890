import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { LIVE_PATH } from '#contract/browser-names.ts'
import type { LiveEvent } from '#contract/talk/messaging.ts'
import { buildApp } from '#server/app.ts'
import { createContext } from '#server/compose.ts'
import { completeBookings } from '#server/bookings/lists/booking-jobs.ts'
import { buildClient, buildProfessional } from '#server/test/builders/build.ts'
import { as, signedIn } from '#server/test/call.ts'
import { testServer } from '#server/test/server.ts'
import type { TestServer } from '#server/test/server.ts'
import { notifyPair } from '#server/live/notify-sides.ts'
import { NOW, move, requestBooking } from '#server/test/builders/booking.ts'

const EVENT_MS_MAX = 5000
let server: TestServer
let other: TestServer
let closeOther: () => Promise<void>
let now = NOW
const origins = new Map<TestServer, string>()

/** Two servers on one database, as two processes would be. */
beforeAll(async () => {
  const clock = { now: () => now }
  server = await testServer({}, clock)
  const context = await createContext(server.context.config, server.url, {
    clock,
    logLevel: 'silent',
  })
  other = { ...server, context, app: await buildApp(context) }
  closeOther = async () => {
    await other.app.close()
    await context.close()
  }
  for (const process of [server, other]) {
    origins.set(
      process,
      (await process.app.listen({ port: 0, host: '127.0.0.1' })).replace('http', 'ws'),
    )
  }
})
afterAll(async () => {
  await closeOther()
  await server.close()
})

type Person = { id: string }

/** A browser's connection with the events it has received. */
class Browser {
  readonly events: LiveEvent[] = []
  readonly socket: WebSocket
  #waiting: (() => void)[] = []
  closed: Promise<unknown[]>

  constructor(socket: WebSocket) {
    this.socket = socket
    this.closed = once(socket, 'close')
    socket.addEventListener('message', ({ data }: MessageEvent<string>) => {
      this.events.push(JSON.parse(data) as LiveEvent)
      for (const resume of this.#waiting.splice(0)) resume()
    })
  }

  /** Waits for an event of this type and drops those before it. */
  async receives(type: LiveEvent['type']): Promise<LiveEvent> {
    const end = AbortSignal.timeout(EVENT_MS_MAX)
    for (;;) {
      const index = this.events.findIndex((event) => event.type === type)
      if (index >= 0) return this.events.splice(0, index + 1).at(-1)!
      const { promise, resolve, reject } = Promise.withResolvers<void>()
      this.#waiting.push(resolve)
      end.addEventListener('abort', () => reject(new Error(`no event '${type}' arrived`)))
      await promise
    }
  }

  async closeCode(): Promise<number> {
    const [event] = (await this.closed) as [CloseEvent]
    return event.code
  }
}

function open(at: TestServer, headers: Record<string, string>): Browser {
  const options = { headers } as unknown as string[]
  return new Browser(new WebSocket(`${origins.get(at)}${LIVE_PATH}`, options))
}

async function connected(at: TestServer, person: Person): Promise<Browser> {
  const token = await signedIn(server, person)
  const browser = open(at, { cookie: `lustra_session=${token}` })
  await browser.receives('hello')
  return browser
}

async function write(at: TestServer, from: Person, to: Person, message: string) {
  const body = { sender_id: from.id, receiver_id: to.id, message }
  return (await as(at, from)).post('/api/chat/messages', body)
}

async function pair() {
  const [client, grace] = [await buildClient(server), await buildProfessional(server)]
  const { body } = await write(server, client, grace, 'Hello')
  const event = { type: 'conversation', conversation_id: body.conversation_id }
  return { client, grace, event, conversation_id: body.conversation_id as string }
}

// rule: live-refresh
test('a message notifies both sides on all their devices, in this process and in others, and nobody else', async () => {
  const { client, grace, event } = await pair()
  const graceHere = await connected(server, grace)
  const graceElsewhere = await connected(other, grace)
  const clientBrowser = await connected(other, client)
  const outsider = await connected(other, await buildClient(server))
  await write(server, client, grace, 'Are you free on Friday?')
  for (const browser of [graceHere, graceElsewhere, clientBrowser])
    expect(await browser.receives('conversation')).toEqual(event)
  await write(other, grace, client, 'I am.')
  for (const browser of [graceHere, graceElsewhere, clientBrowser])
    expect(await browser.receives('conversation')).toEqual(event)
  expect(outsider.events).toEqual([])
})

// rule: live-refresh
test('an answer does not wait until other processes know, and a process that ends has notified them', async () => {
  const { client, grace, event } = await pair()
  const notify = vi.spyOn(server.context.live, 'notify').mockReturnValue(new Promise(() => {}))
  expect((await write(server, client, grace, 'Nobody waits for this')).status).toBe(200)
  expect(notify).toHaveBeenCalledOnce()
  notify.mockRestore()

  const browser = await connected(other, grace)
  const ending = await createContext(server.context.config, server.url, { logLevel: 'silent' })
  notifyPair(ending, [grace.id], event.conversation_id)
  await ending.close()
  expect(await browser.receives('conversation')).toEqual(event)
})

// rule: live-refresh
test('an event for a thousand people reaches them in every process', async () => {
  const { grace, event, conversation_id } = await pair()
  const browser = await connected(other, grace)
  const many = Array.from({ length: 1000 }, () => randomUUID())
  await server.context.live.notify([...many, grace.id], { type: 'conversation', conversation_id })
  expect(await browser.receives('conversation')).toEqual(event)
})

// rule: live-refresh
test('reading, contact and changes of bookings notify both sides', async () => {
  const { client, grace, event } = await pair()
  const [professionals, clients] = [await connected(server, grace), await connected(other, client)]
  const sent = await write(server, client, grace, 'Read me')
  await clients.receives('conversation')
  await (await as(server, grace)).patch(`/api/chat/messages/read/${sent.body.id}`)
  expect(await clients.receives('conversation')).toEqual(event)

  const id = await requestBooking(server, client, grace)
  for (const browser of [professionals, clients]) await browser.receives('bookings')
  await move(server, grace, id, 'accepted')
  for (const browser of [professionals, clients]) await browser.receives('bookings')
  now = new Date('2027-01-01T00:00:00Z')
  await completeBookings(server.context)
  now = NOW
  for (const browser of [professionals, clients]) await browser.receives('bookings')
  for (const browser of [professionals, clients]) await browser.receives('conversation')

  const mary = await buildProfessional(server)
  const marys = await connected(other, mary)
  const contact = { client_id: client.id, professional_id: mary.id }
  await (await as(server, client)).post('/api/chat/initiate-contact', contact)
  await marys.receives('conversation')
})

// rule: live-refresh
test('a typing signal reaches the other side, but not after a block, not strangers, and not if it is invalid', async () => {
  const { client, grace, conversation_id } = await pair()
  const lucia = await buildProfessional(server)
  const { body } = await write(server, client, lucia, 'Hello')
  const [professionals, clients] = [await connected(other, grace), await connected(server, client)]
  const [luciaBrowser, outsider] = [
    await connected(other, lucia),
    await connected(server, await buildClient(server)),
  ]
  const received: string[] = []
  professionals.socket.addEventListener('message', ({ data }: MessageEvent<string>) =>
    received.push(data),
  )
  const signal = JSON.stringify({ type: 'typing', conversation_id })
  /** Frames are handled in order: once this one arrives, those before it have been handled. */
  const drain = async () => {
    clients.socket.send(JSON.stringify({ type: 'typing', conversation_id: body.conversation_id }))
    await luciaBrowser.receives('typing')
  }
  outsider.socket.send(signal)
  for (const invalid of ['', 'x', '{}', '[]', '{"type":"typing","conversation_id":"x"}']) {
    clients.socket.send(invalid)
  }
  await drain()
  expect(received).toEqual([])
  clients.socket.send(signal)
  await professionals.receives('typing')
  await (await as(server, grace)).post('/api/chat/block', { other_user_id: client.id })
  clients.socket.send(signal)
  await drain()
  await (await as(server, grace)).delete(`/api/chat/block/${client.id}`)
  expect(received).toEqual([signal])
})

// rule: live-refresh
test('a live connection needs a session and our own origin', async () => {
  const client = await buildClient(server)
  const token = await signedIn(server, client)
  const cookie = `lustra_session=${token}`
  for (const headers of [
    {},
    { cookie: 'lustra_session=x' },
    { cookie, origin: 'https://elsewhere.example' },
    { cookie, 'sec-fetch-site': 'cross-site' },
  ]) {
    const refused = open(server, headers as Record<string, string>)
    refused.socket.addEventListener('error', () => {})
    await refused.closed
    expect(refused.events).toEqual([])
  }
  const allowed = open(server, { cookie, origin: server.context.config.publicOrigin })
  await allowed.receives('hello')
  const { status, body } = await (await as(server, client)).get(LIVE_PATH)
  expect([status, body.code]).toEqual([404, 'not_found'])
})

// rule: live-refresh
test('a connection ends with its session, in every process, and other connections stay', async () => {
  const { client, grace } = await pair()
  const token = await signedIn(server, client)
  const cookie = { cookie: `lustra_session=${token}` }
  const ending = [open(server, cookie), open(other, cookie)]
  for (const browser of ending) await browser.receives('hello')
  const otherBrowser = await connected(other, client)
  const answer = await server.app.inject({
    method: 'POST',
    url: '/api/auth/logout',
    headers: cookie,
  })
  expect(answer.statusCode).toBe(200)
  for (const browser of ending) expect(await browser.closeCode()).toBe(4001)
  await write(server, grace, client, 'Still here?')
  await otherBrowser.receives('conversation')
})

// rule: live-refresh
test('too many frames, too large frames and too many connections are closed; other connections stay', async () => {
  const { client, grace } = await pair()
  const flooding = await connected(server, client)
  for (let count = 0; count < 40; count++) flooding.socket.send('{}')
  expect(await flooding.closeCode()).toBe(1008)
  const browser = await connected(server, client)
  browser.socket.send('x'.repeat(5000))
  expect(await browser.closeCode()).toBe(1009)
  const cookie = `lustra_session=${await signedIn(server, client)}`
  const many = Array.from({ length: 20 }, () => open(server, { cookie }))
  await Promise.all(many.map((tab) => tab.receives('hello')))
  const refused = open(server, { cookie })
  expect(await refused.closeCode()).toBe(4008)
  await write(server, grace, client, 'Hello')
  await Promise.all(many.map((browser) => browser.receives('conversation')))
  for (const browser of many) browser.socket.close()
})

// rule: live-refresh
test('after the connection between processes was lost, browsers get hello, not all at once, and later events', async () => {
  const { client, grace, event } = await pair()
  const graceBrowser = await connected(other, grace)
  const cookie = `lustra_session=${await signedIn(server, client)}`
  const many = Array.from({ length: 20 }, () => open(other, { cookie }))
  await Promise.all(many.map((tab) => tab.receives('hello')))
  const hellos = [graceBrowser, ...many].map((tab) =>
    tab.receives('hello').then(() => performance.now()),
  )
  let count = 0
  for (const { socket } of [graceBrowser, ...many])
    socket.addEventListener('message', ({ data }: MessageEvent<string>) => {
      if (data.includes('hello')) count++
    })
  const loseListeners = () =>
    sql`select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = 'lustra live' and datname = current_database()`.execute(server.db)
  await loseListeners()
  // And once more, after the first ones have read everything again.
  await Promise.race(hellos)
  await loseListeners()
  const helloAt = await Promise.all(hellos)
  expect(Math.max(...helloAt) - Math.min(...helloAt)).toBeGreaterThan(200)
  // Whoever had not read yet when it began anew gets one hello, not two.
  const isQuiet = async () => {
    const before = count
    await wait(100)
    return count === before
  }
  await expect.poll(isQuiet).toBe(true)
  expect(count).toBeLessThan(2 * hellos.length)
  for (const tab of many) tab.socket.close()
  await write(server, client, grace, 'Did you get this?')
  expect(await graceBrowser.receives('conversation')).toEqual(event)
})

// rule: live-refresh
test('a notification that no process of ours sent is ignored, and the next event still arrives', async () => {
  const { client, grace, event } = await pair()
  const browser = await connected(other, grace)
  for (const payload of [
    'not JSON',
    'null',
    '7',
    '{"notes":7}',
    '{"notes":[null]}',
    '{"from":"newer","notes":[{"to":"all","push":{}},{"kind":"newer"},{"ended":7}]}',
    '{"to":7}',
    '',
  ]) {
    await server.context.pool.query("select pg_notify('lustra_live', $1)", [payload])
  }
  await write(server, client, grace, 'Still there?')
  expect(await browser.receives('conversation')).toEqual(event)
})

// rule: live-refresh
test('more typing signals than a browser sends are dropped before they cost anything', async () => {
  const { client, grace, conversation_id, event } = await pair()
  const [reader, writer] = [await connected(server, grace), await connected(server, client)]
  const signal = { type: 'typing', conversation_id } as const
  for (let time = 0; time < 9; time++) writer.socket.send(JSON.stringify(signal))
  for (let time = 0; time < 5; time++) expect(await reader.receives('typing')).toEqual(signal)
  await write(server, client, grace, 'Written')
  expect(await reader.receives('conversation')).toEqual(event)
  await write(server, client, grace, 'And again')
  expect(await reader.receives('conversation')).toEqual(event)
  expect(reader.events.filter(({ type }) => type === 'typing')).toEqual([])
})
