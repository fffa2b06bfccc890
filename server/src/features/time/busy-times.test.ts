// rule: busy-times, feed-addresses, feed-secrecy
import { createSecretKey, randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { buildClient, buildProfessional } from '#server/test/build.ts'
import { NOW, requestBooking } from '#server/test/booking.ts'
import { as, visitor } from '#server/test/call.ts'
import { sendForm } from '#server/test/form.ts'
import { testServer } from '#server/test/server.ts'
import type { TestServer } from '#server/test/server.ts'
import { addressesOf } from '#server/outside/calendars/feed-address.ts'
import { JOBS } from '#server/jobs.ts'
import { runDueJobs } from '#server/worker.ts'
import { rotateFeedKeys } from './feed-secret.ts'
import { refreshAllDue } from '../search/search-times.ts'
import { readDueFeeds } from './read-feeds.ts'
import { dayOfDate } from './zone-clock.ts'

type Person = { id: string }
type Respond = (request: IncomingMessage, response: ServerResponse) => void

const HOUR_MS = 3_600_000
const SECRET = 'secret-3f1c'

let server: TestServer
let now = NOW
/** The feed's server: what it answers, and the requests that reached it. */
let respond: Respond
let requests: IncomingMessage[]
const feedServer = createServer((request, response) => {
  requests.push(request)
  respond(request, response)
})
let origin: string
let pro: Person

beforeAll(async () => {
  await new Promise<void>((resolve) => void feedServer.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(feedServer.address() as AddressInfo).port}`
  server = await testServer(
    { CALENDAR_TEST_ORIGIN: origin, RATE_LIMIT_SCALE: '1' },
    { now: () => now },
  )
})
afterAll(async () => {
  feedServer.closeAllConnections()
  feedServer.close()
  await server.close()
})
beforeEach(async () => {
  now = NOW
  requests = []
  serve(calendar(['a', '20261201T150000Z']))
  pro = await buildProfessional(server)
  const plan = [{ weekday: 2, from: '09:00', to: '12:00' }]
  await (await as(server, pro)).put(`/api/professional/time/${pro.id}`, { plan })
})

/** Events of an hour, each with its UID and start. */
function calendar(...events: [uid: string, start: string, ...more: string[]][]): string {
  const lines = events.flatMap(([uid, start, ...more]) => [
    'BEGIN:VEVENT',
    `UID:${uid}`,
    `DTSTART:${start}`,
    'DURATION:PT1H',
    'SUMMARY:Dentist',
    ...more,
    'END:VEVENT',
  ])
  return ['BEGIN:VCALENDAR', 'VERSION:2.0', ...lines, 'END:VCALENDAR', ''].join('\r\n')
}
const serve = (text: string | Buffer, headers: Record<string, string> = {}) => {
  respond = (_, response) => response.writeHead(200, headers).end(text)
}

const urlOf = ({ id }: Person, rest = '') => `/api/professional/busy/${id}${rest}`
const answerOf = ({ status, body }: { status: number; body: { code?: string } }) =>
  status === 200 ? '200' : `${status} ${body.code}`
const calendarsOf = async (person: Person) =>
  (await (await as(server, person)).get(urlOf(person))).body.calendars
const upload = (person: Person, text: string, fields: Record<string, string> = { label: 'Home' }) =>
  sendForm(server, person, 'POST', urlOf(person, '/files'), {
    file: new File([text], 'home.ics', { type: 'text/calendar' }),
    ...fields,
  })
const addFeed = async (person: Person, feed_url: string, label = 'Work') =>
  (await as(server, person)).post(urlOf(person, '/feeds'), { feed_url, label })
/** A feed at the test's own server that was read once. */
async function readFeed(person: Person) {
  const { status, body } = await addFeed(person, `${origin}/${SECRET}.ics`)
  expect([status, body.calendar.state]).toEqual([200, 'waiting'])
  await runDueJobs(server.context)
  return body.calendar.id as string
}
/** Reads it again an hour later, and returns what it says. */
async function readAgain(person: Person, hours = 1) {
  now = new Date(now.getTime() + hours * HOUR_MS)
  await readDueFeeds(server.context)
  const [{ state, problem, intervals, read_at }] = await calendarsOf(person)
  return { state, problem, intervals, read_at }
}
/** The free times on Tuesday, December 1 for a visit of an hour. */
async function freeTimes({ id }: Person) {
  const query = 'zip_code=78701&hours=1&from=2026-12-01&to=2026-12-01'
  const { body } = await visitor(server).get(`/api/professional/slots/${id}?${query}`)
  return body.days[0].slots.map(({ time }: { time: string }) => time).join(' ')
}
const MORNING = '09:00 09:30 10:00 10:30 11:00'
const AFTER_NINE = '10:00 10:30 11:00'

test('the events of a file take their time away at once, and come back when the file is replaced or removed', async () => {
  expect(await freeTimes(pro)).toBe(MORNING)
  const { status, body } = await upload(pro, calendar(['a', '20261201T150000Z']))
  expect(status).toBe(200)
  expect(body.calendar).toEqual({
    id: expect.any(String),
    label: 'Home',
    kind: 'file',
    host: null,
    state: 'ok',
    problem: null,
    read_at: NOW.toISOString(),
    intervals: 1,
  })
  expect(await freeTimes(pro)).toBe(AFTER_NINE)
  expect(await calendarsOf(pro)).toEqual([body.calendar])

  const { id } = body.calendar
  const later = calendar(['b', '20261201T170000Z'], ['c', '20261203T170000Z'])
  const replaced = await upload(pro, later, { calendar_id: id })
  expect(replaced.body.calendar).toMatchObject({ id, label: 'Home', intervals: 2 })
  expect(await freeTimes(pro)).toBe('09:00 09:30 10:00')

  const caller = await as(server, pro)
  const gone = urlOf(pro, `/calendars/${id}`)
  expect((await caller.delete(gone)).body).toEqual({ calendars: [] })
  expect((await caller.delete(gone)).body).toEqual({ calendars: [] })
  expect(await freeTimes(pro)).toBe(MORNING)
})

// rule: outside-hours, search-by-time, agenda
test('a busy time marks a request, hides the time from search and stands in the agenda, until it is gone', async () => {
  const { body } = await upload(pro, calendar(['a', '20261201T150000Z']))
  const caller = await as(server, pro)
  const client = await buildClient(server)
  const request = async (booking_time: string) => {
    const time = { booking_date: '2026-12-01', booking_time, estimated_hours: 1 }
    const id = await requestBooking(server, client, pro, time)
    const { bookings } = (await caller.get(`/api/bookings/professional/${pro.id}`)).body
    return bookings.find((booking: Person) => booking.id === id).outside
  }
  expect([await request('09:00'), await request('10:00')]).toEqual([['busy'], []])
  const isFound = async (time: string) => {
    const query = `zip_code=78701&page_size=50&hours=1&date=2026-12-01&time=${time}`
    const found = await visitor(server).get(`/api/professionals/search/enhanced?${query}`)
    return found.body.professionals.some(({ user_id }: { user_id: string }) => user_id === pro.id)
  }
  expect([await isFound('09:00'), await isFound('10:00')]).toEqual([false, true])
  const busyOfDay = async () =>
    (await caller.get(`/api/professional/agenda/${pro.id}?from=2026-12-01&days=1`)).body.days[0]
      .busy
  expect(await busyOfDay()).toEqual([
    { starts_at: '2026-12-01T15:00:00.000Z', ends_at: '2026-12-01T16:00:00.000Z' },
  ])

  await caller.delete(urlOf(pro, `/calendars/${body.calendar.id}`))
  expect([await request('09:00'), await isFound('09:00'), await busyOfDay()]).toEqual([
    [],
    true,
    [],
  ])
})

test('the database keeps times and hashes of a calendar, and no words', async () => {
  const { body } = await upload(pro, calendar(['anna@example.com', '20261201T150000Z']))
  const rows = await server.db
    .selectFrom('busy_times')
    .selectAll()
    .where('calendar_id', '=', body.calendar.id)
    .execute()
  expect(rows).toEqual([
    {
      professional_id: pro.id,
      calendar_id: body.calendar.id,
      uid_hash: expect.any(Buffer),
      starts_at: new Date('2026-12-01T15:00:00Z'),
      ends_at: new Date('2026-12-01T16:00:00Z'),
    },
  ])
  expect(rows[0]!.uid_hash).toHaveLength(32)
})

test('what is no calendar, is too large or too much is refused, and the busy times stay', async () => {
  const { body } = await upload(pro, calendar(['a', '20261201T150000Z']))
  const { id } = body.calendar
  const again = async (text: string) => answerOf(await upload(pro, text, { calendar_id: id }))
  expect(await again('hello')).toBe('422 calendar_unreadable')
  expect(await again('x'.repeat(2 * 1024 * 1024 + 1))).toBe('422 calendar_too_large')
  const bomb = calendar(['b', '20200101T000000Z', 'RRULE:FREQ=SECONDLY'])
  expect(await again(bomb)).toBe('422 calendar_too_large')
  expect(answerOf(await upload(pro, calendar(), {}))).toBe('422 invalid_input')
  expect(answerOf(await upload(pro, calendar(), { label: 'x'.repeat(61) }))).toBe(
    '422 invalid_input',
  )
  const formWithoutFile = sendForm(server, pro, 'POST', urlOf(pro, '/files'), { label: 'Home' })
  expect(answerOf(await formWithoutFile)).toBe('422 calendar_unreadable')
  expect(await freeTimes(pro)).toBe(AFTER_NINE)
  expect(await calendarsOf(pro)).toHaveLength(1)
})

test('at most 3 calendars are kept, also when they are added at the same moment', async () => {
  await upload(pro, calendar())
  const added = await Promise.all(
    [1, 2, 3, 4].map(async () => answerOf(await upload(pro, calendar()))),
  )
  expect(added.toSorted()).toEqual([
    '200',
    '200',
    '409 too_many_calendars',
    '409 too_many_calendars',
  ])
  expect(answerOf(await addFeed(pro, `${origin}/more.ics`))).toBe('409 too_many_calendars')
  expect(await calendarsOf(pro)).toHaveLength(3)
})

test('a repeated upload with the same key adds one calendar', async () => {
  const send = () =>
    sendForm(
      server,
      pro,
      'POST',
      urlOf(pro, '/files'),
      { file: new File([calendar()], 'a.ics'), label: 'Home' },
      { 'idempotency-key': 'once' },
    )
  expect((await send()).body).toEqual((await send()).body)
  expect(await calendarsOf(pro)).toHaveLength(1)
})

test('calendars are only for their professional', async () => {
  const { body } = await upload(pro, calendar(['a', '20261201T150000Z']))
  const other = await buildProfessional(server)
  const caller = await as(server, other)
  expect(answerOf(await visitor(server).get(urlOf(pro)))).toBe('401 not_signed_in')
  expect(answerOf(await caller.get(urlOf(pro)))).toBe('403 not_yours')
  expect(answerOf(await upload(other, calendar(), { calendar_id: body.calendar.id }))).toBe(
    '404 calendar_not_found',
  )
  const theirs = `/calendars/${body.calendar.id}`
  expect(answerOf(await caller.post(urlOf(other, `${theirs}/read`)))).toBe('404 calendar_not_found')
  expect((await caller.delete(urlOf(other, theirs))).body).toEqual({ calendars: [] })
  expect(answerOf(await (await as(server, pro)).post(urlOf(pro, `${theirs}/read`)))).toBe(
    '404 calendar_not_found',
  )
  expect(await calendarsOf(pro)).toHaveLength(1)
})

test('a feed is read at once, then hourly, and follows what its calendar says', async () => {
  await readFeed(pro)
  expect(await calendarsOf(pro)).toMatchObject([
    { kind: 'feed', host: new URL(origin).host, state: 'ok', problem: null, intervals: 1 },
  ])
  expect(await freeTimes(pro)).toBe(AFTER_NINE)
  expect(requests[0]!.headers).not.toHaveProperty('cookie')

  serve(gzipSync(calendar(['b', '20261201T170000Z'])), { 'content-encoding': 'gzip' })
  await readDueFeeds(server.context)
  expect(requests).toHaveLength(1)
  expect(await readAgain(pro)).toMatchObject({ state: 'ok', intervals: 1 })
  expect(await freeTimes(pro)).toBe('09:00 09:30 10:00')
})

test('a reading that finds nothing new leaves cached free times as they are', async () => {
  await readFeed(pro)
  const versions = () =>
    server.db.selectFrom('time_changes').selectAll().where('professional_id', '=', pro.id).execute()
  const before = await versions()
  expect(await readAgain(pro)).toMatchObject({ state: 'ok', read_at: now.toISOString() })
  expect(await versions()).toEqual(before)
})

const redirectTo =
  (location: string): Respond =>
  (_, response) =>
    response.writeHead(302, { location }).end()

test.each<[string, Respond, string]>([
  ['redirects inward', redirectTo('http://127.0.0.1:1/'), 'refused'],
  ['redirects to a private address', redirectTo('https://10.0.0.1/a.ics'), 'refused'],
  ['redirects for ever', redirectTo('/again'), 'unreachable'],
  ['answers 404', (_, response) => response.writeHead(404).end(), 'unreachable'],
  ['breaks off', (_, response) => response.destroy(), 'unreachable'],
  ['sends 3 MiB', (_, response) => response.end('x'.repeat(3 * 1024 * 1024)), 'too_large'],
  [
    'unpacks to 3 MiB',
    (_, response) =>
      response
        .writeHead(200, { 'content-encoding': 'gzip' })
        .end(gzipSync('x'.repeat(3 * 1024 * 1024))),
    'too_large',
  ],
  ['sends a page', (_, response) => response.end('<html></html>'), 'unreadable'],
])('a feed that %s fails, and its last busy times stay', async (_, answer, problem) => {
  await readFeed(pro)
  const readAt = now.toISOString()
  respond = answer
  requests = []
  const failed = { state: 'failed', problem, intervals: 1, read_at: readAt }
  expect(await readAgain(pro)).toEqual(failed)
  expect(await freeTimes(pro)).toBe(AFTER_NINE)
  expect(requests.length).toBeLessThanOrEqual(4)
})

test('a feed that stalls fails after 10 seconds', { timeout: 30_000 }, async () => {
  await readFeed(pro)
  respond = (_, response) => response.writeHead(200).write('BEGIN:VCALENDAR\r\n')
  const begin = performance.now()
  expect(await readAgain(pro)).toMatchObject({ state: 'failed', problem: 'unreachable' })
  expect(performance.now() - begin).toBeGreaterThan(9_000)
  expect(performance.now() - begin).toBeLessThan(20_000)
})

test.each([
  'http://calendar.example.com/a.ics',
  'https://calendar.example.com:8443/a.ics',
  'https://user:word@calendar.example.com/a.ics',
  'https://8.8.8.8/a.ics',
  'https://[::1]/a.ics',
  'https://localhost/a.ics',
  'https://sub.localhost/a.ics',
  'http://127.0.0.1:1/a.ics',
  `https://calendar.example.com/${'a'.repeat(2000)}`,
  'no address',
])('the address %s is refused at once', async (address) => {
  expect(answerOf(await addFeed(pro, address))).toBe('422 feed_address_refused')
  expect(await calendarsOf(pro)).toEqual([])
})

test('a name that leads to this machine is refused, whatever it is called', async () => {
  expect(await addressesOf(new URL('https://localhost/a.ics'), origin)).toBe('refused')
})

test('by hand a feed is read once in 5 minutes', async () => {
  const id = await readFeed(pro)
  serve(calendar())
  const caller = await as(server, pro)
  const key = { 'idempotency-key': 'once' }
  const { body } = await caller.post(urlOf(pro, `/calendars/${id}/read`), undefined, key)
  expect(body.calendar).toMatchObject({ id, state: 'ok', intervals: 0 })
  const again = await caller.post(urlOf(pro, `/calendars/${id}/read`), undefined, key)
  expect(again.body).toEqual(body)
  expect(answerOf(await caller.post(urlOf(pro, `/calendars/${id}/read`)))).toBe(
    '429 too_many_requests',
  )
  expect(await freeTimes(pro)).toBe(MORNING)
})

test('the address of a feed is in no answer, row or export but by its host', async () => {
  const id = await readFeed(pro)
  const { rows } = await server.context.pool.query(
    'select busy_calendars::text as text from busy_calendars where id = $1',
    [id],
  )
  expect(rows[0].text).not.toContain(SECRET)
  expect(JSON.stringify(await calendarsOf(pro))).not.toContain(SECRET)
  const jobs = await server.context.pool.query('select * from graphile_worker._private_jobs')
  expect(JSON.stringify(jobs.rows)).not.toContain(SECRET)
})

test('after the keys were rotated, feeds are still read and the old key is not needed', async () => {
  const id = await readFeed(pro)
  const { verificationKeys: keys } = server.context
  const newKey = createSecretKey(randomBytes(32))
  const both = {
    ...keys,
    newest: 'newer',
    byName: new Map([...keys.byName, ['newer', newKey] as const]),
  }
  const reason = { doneBy: 'olga', reason: 'yearly' }
  const rotate = () => rotateFeedKeys({ ...server.context, verificationKeys: both }, reason)
  expect(await rotate()).toBeGreaterThan(0)
  expect(await rotate()).toBe(0)
  const onlyNew = { ...both, byName: new Map([['newer', newKey]]) }
  serve(calendar())
  now = new Date(now.getTime() + HOUR_MS)
  await readDueFeeds({ ...server.context, verificationKeys: onlyNew })
  const mine = (await calendarsOf(pro)).find((one: Person) => one.id === id)
  expect(mine).toMatchObject({ state: 'ok', intervals: 0 })
  await server.db.deleteFrom('busy_calendars').execute()
})

// rule: calendar-failed-notice
test('24 hours of failures send one notice, and so does the next day of failures after a good reading', async () => {
  await readFeed(pro)
  const notices = async () => {
    await runDueJobs(server.context)
    const { body } = await (await as(server, pro)).get('/api/notices')
    return (body.notices as { title: string; href: string }[]).map(({ title, href }) => [
      title,
      href,
    ])
  }
  const failing: Respond = (_, response) => response.writeHead(500).end()
  respond = failing
  await readAgain(pro)
  await readAgain(pro, 23)
  expect(await notices()).toEqual([])
  const notice = ['Your calendar "Work" cannot be read', '/dashboard/time']
  await readAgain(pro)
  await readAgain(pro)
  expect(await notices()).toEqual([notice])

  serve(calendar())
  expect(await readAgain(pro)).toMatchObject({ state: 'ok', problem: null, intervals: 0 })
  respond = failing
  await readAgain(pro)
  await readAgain(pro, 24)
  expect(await notices()).toEqual([notice, notice])
})

// rule: expired-data
test('busy times, stored days of search and links that are over are deleted, and a deleted calendar is not read any more', async () => {
  // The feeds of other tests would be due too.
  await server.db.deleteFrom('busy_calendars').execute()
  const id = await readFeed(pro)
  const client = await buildClient(server)
  await server.db
    .insertInto('email_verifications')
    .values({ user_id: client.id, token_hash: randomBytes(32), expires_at: '2026-12-03T00:00:00Z' })
    .execute()
  await refreshAllDue(server.context)
  /** How many busy times, stored days of search that are over on December 4, and links of letters are left. */
  const left = async () => {
    const [days, links] = await Promise.all([
      server.db
        .selectFrom('search_days')
        .select('day')
        .where('professional_id', '=', pro.id)
        .where('day', '=', dayOfDate('2026-12-01'))
        .execute(),
      server.db
        .selectFrom('email_verifications')
        .select('user_id')
        .where('user_id', '=', client.id)
        .execute(),
    ])
    return [(await calendarsOf(pro))[0].intervals > 0, days.length > 0, links.length > 0]
  }
  now = new Date('2026-12-02T00:00:00Z')
  await JOBS['forget-busy'](server.context, {})
  expect(await left()).toEqual([true, true, true])
  now = new Date('2026-12-04T00:00:00Z')
  await JOBS['forget-busy'](server.context, {})
  await JOBS['forget-busy'](server.context, {})
  expect(await left()).toEqual([false, false, false])
  await (await as(server, pro)).delete(urlOf(pro, `/calendars/${id}`))
  requests = []
  await readDueFeeds(server.context)
  expect(requests).toEqual([])
})
