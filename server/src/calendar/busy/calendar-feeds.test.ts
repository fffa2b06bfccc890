// rule: busy-times
import { createSecretKey, randomBytes } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { buildClient } from '#server/test/builders/build.ts'
import { as } from '#server/test/call.ts'
import { addressesOf } from '#server/outside/calendars/feed-address.ts'
import { JOBS } from '#server/jobs.ts'
import { runDueJobs } from '#server/test/run-due-jobs.ts'
import {
  HOUR_MS,
  SECRET,
  MORNING,
  AFTER_NINE,
  busyTimesHarness,
} from '#server/test/harness/busy-times-harness.ts'
import type { Person, Respond } from '#server/test/harness/busy-times-harness.ts'
import { queuedJobs } from '#server/test/queue.ts'
import { rotateFeedKeys } from './feed-secret.ts'
import { refreshAllDue } from '#server/market/search/search-times.ts'
import { readDueFeeds } from './read-feeds.ts'
import { dayOfDate } from '../plan/zone-clock.ts'

const {
  harness,
  calendar,
  serve,
  urlOf,
  answerOf,
  calendarsOf,
  addFeed,
  readFeed,
  readAgain,
  freeTimes,
} = busyTimesHarness()

test('a feed is read at once, then hourly, and follows what its calendar says', async () => {
  await readFeed(harness.pro)
  expect(await calendarsOf(harness.pro)).toMatchObject([
    { kind: 'feed', host: new URL(harness.origin).host, state: 'ok', problem: null, intervals: 1 },
  ])
  expect(await freeTimes(harness.pro)).toBe(AFTER_NINE)
  expect(harness.requests[0]!.headers).not.toHaveProperty('cookie')

  serve(gzipSync(calendar(['b', '20261201T170000Z'])), { 'content-encoding': 'gzip' })
  await readDueFeeds(harness.server.context)
  expect(harness.requests).toHaveLength(1)
  // A run of the job begins some milliseconds before or after its minute.
  expect(await readAgain(harness.pro, 1 - 0.1 / 3600)).toMatchObject({ state: 'ok', intervals: 1 })
  expect(await freeTimes(harness.pro)).toBe('09:00 09:30 10:00')
})

// rule: search-by-time
test('a reading that finds nothing new marks nothing for search by time', async () => {
  await readFeed(harness.pro)
  const marks = () =>
    harness.server.db
      .selectFrom('search_times_due')
      .selectAll()
      .where('professional_id', '=', harness.pro.id)
      .execute()
  const before = await marks()
  expect(await readAgain(harness.pro)).toMatchObject({
    state: 'ok',
    read_at: harness.now.toISOString(),
  })
  expect(await marks()).toEqual(before)
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
  await readFeed(harness.pro)
  const readAt = harness.now.toISOString()
  harness.respond = answer
  harness.requests = []
  const failed = { state: 'failed', problem, intervals: 1, read_at: readAt }
  expect(await readAgain(harness.pro)).toEqual(failed)
  expect(await freeTimes(harness.pro)).toBe(AFTER_NINE)
  expect(harness.requests.length).toBeLessThanOrEqual(4)
})

test('a feed that stalls fails after 10 seconds', { timeout: 30_000 }, async () => {
  await readFeed(harness.pro)
  harness.respond = (_, response) => response.writeHead(200).write('BEGIN:VCALENDAR\r\n')
  const begin = performance.now()
  expect(await readAgain(harness.pro)).toMatchObject({ state: 'failed', problem: 'unreachable' })
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
  expect(answerOf(await addFeed(harness.pro, address))).toBe('422 feed_address_refused')
  expect(await calendarsOf(harness.pro)).toEqual([])
})

test('a name that leads to this machine is refused, whatever it is called', async () => {
  expect(await addressesOf(new URL('https://localhost/a.ics'), harness.origin)).toBe('refused')
})

test('by hand a feed is read once in 5 minutes', async () => {
  const id = await readFeed(harness.pro)
  serve(calendar())
  const caller = await as(harness.server, harness.pro)
  const key = { 'idempotency-key': 'once' }
  const { body } = await caller.post(urlOf(harness.pro, `/calendars/${id}/read`), undefined, key)
  expect(body.calendar).toMatchObject({ id, state: 'ok', intervals: 0 })
  const again = await caller.post(urlOf(harness.pro, `/calendars/${id}/read`), undefined, key)
  expect(again.body).toEqual(body)
  expect(answerOf(await caller.post(urlOf(harness.pro, `/calendars/${id}/read`)))).toBe(
    '429 too_many_requests',
  )
  expect(await freeTimes(harness.pro)).toBe(MORNING)
})

test('the address of a feed is in no answer, row or export but by its host', async () => {
  const id = await readFeed(harness.pro)
  const { rows } = await harness.server.context.pool.query(
    'select busy_calendars::text as text from busy_calendars where id = $1',
    [id],
  )
  expect(rows[0].text).not.toContain(SECRET)
  expect(JSON.stringify(await calendarsOf(harness.pro))).not.toContain(SECRET)
  expect(JSON.stringify(await queuedJobs(harness.server.db))).not.toContain(SECRET)
})

test('after the keys were rotated, feeds are still read and the old key is not needed', async () => {
  const id = await readFeed(harness.pro)
  const { verificationKeys: keys } = harness.server.context
  const newKey = createSecretKey(randomBytes(32))
  const both = {
    ...keys,
    newest: 'newer',
    byName: new Map([...keys.byName, ['newer', newKey] as const]),
  }
  const reason = { doneBy: 'olga', reason: 'yearly' }
  const rotate = () => rotateFeedKeys({ ...harness.server.context, verificationKeys: both }, reason)
  expect(await rotate()).toBeGreaterThan(0)
  expect(await rotate()).toBe(0)
  const onlyNew = { ...both, byName: new Map([['newer', newKey]]) }
  serve(calendar())
  harness.now = new Date(harness.now.getTime() + HOUR_MS)
  await readDueFeeds({ ...harness.server.context, verificationKeys: onlyNew })
  const mine = (await calendarsOf(harness.pro)).find((one: Person) => one.id === id)
  expect(mine).toMatchObject({ state: 'ok', intervals: 0 })
  await harness.server.db.deleteFrom('busy_calendars').execute()
})

test('24 hours of failures send one notice, and so does the next day of failures after a good reading', async () => {
  await readFeed(harness.pro)
  const notices = async () => {
    await runDueJobs(harness.server.context)
    const { body } = await (await as(harness.server, harness.pro)).get('/api/notices')
    return (body.notices as { title: string; href: string }[]).map(({ title, href }) => [
      title,
      href,
    ])
  }
  const failing: Respond = (_, response) => response.writeHead(500).end()
  harness.respond = failing
  await readAgain(harness.pro)
  await readAgain(harness.pro, 23)
  expect(await notices()).toEqual([])
  const notice = ['Your calendar "Work" cannot be read', '/dashboard/time']
  await readAgain(harness.pro)
  await readAgain(harness.pro)
  expect(await notices()).toEqual([notice])

  serve(calendar())
  expect(await readAgain(harness.pro)).toMatchObject({ state: 'ok', problem: null, intervals: 0 })
  harness.respond = failing
  await readAgain(harness.pro)
  await readAgain(harness.pro, 24)
  expect(await notices()).toEqual([notice, notice])
})

// rule: expired-data
test('busy times, stored days of search and links that are over are deleted, and a deleted calendar is not read any more', async () => {
  // The feeds of other tests would be due too.
  await harness.server.db.deleteFrom('busy_calendars').execute()
  const id = await readFeed(harness.pro)
  const client = await buildClient(harness.server)
  await harness.server.db
    .insertInto('email_verifications')
    .values({
      user_id: client.id,
      email: client.email,
      token_hash: randomBytes(32),
      expires_at: '2026-12-03T00:00:00Z',
      code_hash: randomBytes(32),
      code_expires_at: '2026-12-02T00:30:00Z',
    })
    .execute()
  await refreshAllDue(harness.server.context)
  /** How many busy times, stored days of search that are over on December 4, and links of letters are left. */
  const left = async () => {
    const [days, links] = await Promise.all([
      harness.server.db
        .selectFrom('search_days')
        .select('day')
        .where('professional_id', '=', harness.pro.id)
        .where('day', '=', dayOfDate('2026-12-01'))
        .execute(),
      harness.server.db
        .selectFrom('email_verifications')
        .select('user_id')
        .where('user_id', '=', client.id)
        .execute(),
    ])
    return [(await calendarsOf(harness.pro))[0].intervals > 0, days.length > 0, links.length > 0]
  }
  harness.now = new Date('2026-12-02T00:00:00Z')
  await JOBS['forget-busy'](harness.server.context, {})
  expect(await left()).toEqual([true, true, true])
  harness.now = new Date('2026-12-04T00:00:00Z')
  await JOBS['forget-busy'](harness.server.context, {})
  await JOBS['forget-busy'](harness.server.context, {})
  expect(await left()).toEqual([false, false, false])
  await (await as(harness.server, harness.pro)).delete(urlOf(harness.pro, `/calendars/${id}`))
  harness.requests = []
  await readDueFeeds(harness.server.context)
  expect(harness.requests).toEqual([])
})
