// rule: visit-calendar
import ical from 'node-ical'
import type { VEvent } from 'node-ical'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { expireBookings } from './booking-jobs.ts'
import { sendResetMail } from '#server/account/email/password-reset.ts'
import { buildClient, buildProfessional } from '#server/test/builders/build.ts'
import { as, asConfirmed, visitor } from '#server/test/call.ts'
import { tokenOfNewestLetter } from '#server/test/builders/letter-tokens.ts'
import { testServer } from '#server/test/server.ts'
import type { TestServer } from '#server/test/server.ts'
import { move, NOW, requestBooking } from '#server/test/builders/booking.ts'

type Person = { id: string }

let now = NOW
let server: TestServer
let client: Person
let professional: Person
beforeAll(async () => {
  server = await testServer({ PUBLIC_ORIGIN: 'http://lustra.example' }, { now: () => now })
})
afterAll(() => server.close())
beforeEach(async () => {
  now = NOW
  client = await buildClient(server, { first_name: 'Maya', last_name: 'Thompson' })
  professional = await buildProfessional(server, { full_name: 'Grace Walker' })
})

const callFor = ({ id }: Person) =>
  `/api/${id === client.id ? 'client' : 'professional'}/calendar-feed/${id}`

/** Makes a new address and returns its path. */
async function newFeed(owner = professional): Promise<string> {
  const { status, body } = await (
    await asConfirmed(server, owner)
  ).post(callFor(owner), undefined, { host: 'evil.example' })
  expect(status).toBe(200)
  expect(body.feed_url).toMatch(/^http:\/\/lustra\.example\/api\/calendar\/[\w-]{43}\.ics$/)
  return new URL(body.feed_url).pathname
}

/** The visits that a calendar program without a session reads. */
async function visitsAt(feed: string): Promise<VEvent[]> {
  const { status, headers, body } = await visitor(server).get(feed)
  expect(status).toBe(200)
  expect(headers['content-type']).toBe('text/calendar; charset=utf-8')
  return Object.values(ical.sync.parseICS(body)).filter(
    (part): part is VEvent => part?.type === 'VEVENT',
  )
}

const DAY_MS = 86_400_000
const later = (days: number) => new Date(+NOW + days * DAY_MS)
const facts = ({ uid, status, sequence, dtstamp }: VEvent) => ({
  uid,
  status,
  sequence: Number(sequence),
  stamp: +dtstamp,
})

test.each(['client', 'professional'] as const)(
  'the feed of the %s keeps the UID of a visit, and SEQUENCE and DTSTAMP rise when it is accepted, moved and cancelled',
  async (role) => {
    const owner = role === 'client' ? client : professional
    const booking = await requestBooking(server, client, professional)
    const feed = await newFeed(owner)
    const only = async () => {
      const visits = await visitsAt(feed)
      expect(visits).toHaveLength(1)
      return { ...facts(visits[0]!), start: visits[0]!.start, summary: visits[0]!.summary }
    }
    const seen = [await only()]
    expect(await only()).toEqual(seen[0])
    await move(server, professional, booking, 'accepted')
    seen.push(await only())
    const url = `/api/bookings/${booking}/proposals`
    const asked = { booking_date: '2026-12-01', booking_time: '14:00' }
    const { body } = await (await as(server, client)).post(url, asked)
    expect(await only()).toEqual(seen[1])
    await (await as(server, professional)).put(`${url}/${body.proposal.id}`, { answer: 'accepted' })
    seen.push(await only())
    await move(server, client, booking, 'cancelled', 'Moving away')
    seen.push(await only())

    expect(seen.map(({ status }) => status)).toEqual([
      'TENTATIVE',
      'CONFIRMED',
      'CONFIRMED',
      'CANCELLED',
    ])
    expect(new Set(seen.map(({ uid }) => uid))).toEqual(new Set([`${booking}@lustra`]))
    expect(seen.map(({ start }) => start.toISOString())).toEqual([
      '2026-12-01T15:00:00.000Z',
      '2026-12-01T15:00:00.000Z',
      '2026-12-01T20:00:00.000Z',
      '2026-12-01T20:00:00.000Z',
    ])
    for (const [index, { sequence, stamp }] of seen.slice(1).entries()) {
      expect(sequence).toBeGreaterThan(seen[index]!.sequence)
      expect(stamp).toBeGreaterThanOrEqual(seen[index]!.stamp)
    }
    expect(seen[0]).toMatchObject(
      role === 'client'
        ? { summary: 'Standard Cleaning · Grace Walker Cleaning' }
        : { summary: 'Standard Cleaning · Maya Thompson' },
    )
  },
)

// rule: visit-calendar, visit-changes
test('an agreed change of the length raises SEQUENCE and DTSTAMP, one that is only proposed does not', async () => {
  const booking = await requestBooking(server, client, professional)
  await move(server, professional, booking, 'accepted')
  const feed = await newFeed(client)
  const only = async () => {
    const [visit] = await visitsAt(feed)
    return { ...facts(visit!), end: visit!.end?.toISOString() }
  }
  const accepted = await only()
  expect(accepted.end).toBe('2026-12-01T17:00:00.000Z')

  now = later(1)
  const url = `/api/bookings/${booking}/changes`
  const { body } = await (await as(server, professional)).post(url, { estimated_hours: 3 })
  expect(await only()).toEqual(accepted)
  now = later(2)
  await (await as(server, client)).put(`${url}/${body.change.id}`, { answer: 'accepted' })
  expect(await only()).toEqual({
    ...accepted,
    end: '2026-12-01T18:00:00.000Z',
    sequence: accepted.sequence + 1,
    stamp: +later(2),
  })
})

test('a feed keeps what is over for 60 days, and what was cancelled, declined or has expired as cancelled', async () => {
  const request = (booking_date: string) =>
    requestBooking(server, client, professional, { booking_date })
  const cancelled = await request('2027-06-01')
  const declined = await request('2027-06-02')
  const expired = await request('2027-06-03')
  const ahead = await request('2027-06-04')
  const over = await request('2026-12-01')
  for (const id of [cancelled, ahead, over]) await move(server, professional, id, 'accepted')
  await move(server, professional, declined, 'declined')
  await move(server, client, cancelled, 'cancelled', 'Moving away')
  now = later(4)
  await expireBookings(server.context)
  const feed = await newFeed(client)
  const shown = async () => {
    const visits = await visitsAt(feed)
    return Object.fromEntries(visits.map(({ uid, status }) => [uid.split('@')[0], status]))
  }
  expect(await shown()).toEqual({
    [over]: 'CONFIRMED',
    [cancelled]: 'CANCELLED',
    [declined]: 'CANCELLED',
    [expired]: 'CANCELLED',
    [ahead]: 'CONFIRMED',
  })
  now = new Date(+later(60) - 1)
  expect(Object.keys(await shown())).toHaveLength(5)
  // A visit that an earlier version cancelled tells the moment in its event alone.
  const rowOf = server.db.updateTable('bookings').where('id', '=', cancelled)
  await rowOf.set({ cancelled_at: null, answered_at: new Date(+NOW - 86_400_000) }).execute()
  expect(Object.keys(await shown())).toHaveLength(5)
  now = later(60)
  expect(await shown()).toEqual({
    [over]: 'CONFIRMED',
    [expired]: 'CANCELLED',
    [ahead]: 'CONFIRMED',
  })
  now = new Date('2027-01-30T16:59:59.999Z')
  expect(await shown()).toEqual({ [over]: 'CONFIRMED', [ahead]: 'CONFIRMED' })
  now = new Date('2027-01-30T17:00:00Z')
  expect(await shown()).toEqual({ [ahead]: 'CONFIRMED' })
})

test('while the lead is locked, a feed has first name and ZIP only', async () => {
  await requestBooking(server, client, professional)
  await server.db
    .updateTable('leads')
    .set({ opened_at: null })
    .where('client_id', '=', client.id)
    .execute()
  const [visit] = await visitsAt(await newFeed())
  expect(visit).toMatchObject({ summary: 'Standard Cleaning · Maya', location: '78701' })
})

test('a new address ends the one before, and turning it off ends it', async () => {
  const caller = await as(server, professional)
  const createdAt = async () => (await caller.get(callFor(professional))).body.created_at
  expect(await createdAt()).toBeNull()

  const first = await newFeed()
  const second = await newFeed()
  expect((await visitor(server).get(first)).status).toBe(404)
  expect(await visitsAt(second)).toEqual([])
  expect(await createdAt()).toBe(NOW.toISOString())

  for (const _ of ['once', 'again']) {
    expect(await caller.delete(callFor(professional))).toMatchObject({
      status: 200,
      body: { created_at: null },
    })
  }
  expect(await createdAt()).toBeNull()
  expect(await visitor(server).get(second)).toMatchObject({
    status: 404,
    body: { code: 'not_found' },
  })
})

test('the database does not contain the token of an address', async () => {
  const feed = await newFeed()
  const stored = JSON.stringify(await server.db.selectFrom('calendar_feeds').selectAll().execute())
  expect(stored).not.toContain(feed.split('/').at(-1)?.slice(0, -4))
})

// rule: idempotency-key
test.each(['client', 'professional'] as const)(
  'the repeated request of a %s answers the same address, which no row contains',
  async (role) => {
    const owner = role === 'client' ? client : professional
    const caller = await asConfirmed(server, owner)
    const make = (key: string) => caller.post(callFor(owner), undefined, { 'idempotency-key': key })
    const [first, again] = await Promise.all([make('one'), make('one')])
    expect(again.body).toEqual(first.body)
    const feed = new URL(first.body.feed_url).pathname
    expect(await visitsAt(feed)).toEqual([])
    const saved = await server.db.selectFrom('idempotency_keys').selectAll().execute()
    expect(JSON.stringify(saved)).not.toContain(feed.split('/').at(-1)?.slice(0, -4))
    const other = await make('two')
    expect((await visitor(server).get(feed)).status).toBe(404)
    expect((await make('one')).body).toEqual(first.body)
    expect(await visitsAt(new URL(other.body.feed_url).pathname)).toEqual([])
  },
)

test('nobody but the owner reads, makes or stops an address', async () => {
  const feed = await newFeed()
  for (const call of ['get', 'post', 'delete'] as const) {
    expect((await visitor(server)[call](callFor(professional))).status).toBe(401)
    expect(
      (await (await as(server, professional))[call](`/api/client/calendar-feed/${client.id}`)).body,
    ).toMatchObject({ code: 'not_yours' })
    for (const other of [client, await buildProfessional(server), await buildClient(server)]) {
      expect(await (await as(server, other))[call](callFor(professional))).toMatchObject({
        status: 403,
        body: { code: 'not_yours' },
      })
    }
  }
  expect(await visitsAt(feed)).toEqual([])
  for (const unknownPath of ['/api/calendar/x.ics', `/api/calendar/${professional.id}.ics`]) {
    expect((await visitor(server).get(unknownPath)).status).toBe(404)
  }
})

// rule: new-password
test('a password reset ends the secret address, and a new one can be made', async () => {
  const feed = await newFeed()
  const token = await resetTokenFor(professional)
  const wrong = await visitor(server).post('/api/auth/reset-password', {
    token: 'x',
    new_password: 'clear windows 8',
  })
  expect(wrong.status).toBe(400)
  expect((await visitor(server).get(feed)).status).toBe(200)
  const reset = await visitor(server).post('/api/auth/reset-password', {
    token,
    new_password: 'clear windows 8',
  })
  expect(reset.status).toBe(200)
  expect((await visitor(server).get(feed)).status).toBe(404)
  expect((await visitor(server).get(await newFeed())).status).toBe(200)
})

/** Runs the job that writes the letter, and returns its token. */
async function resetTokenFor({ id }: Person): Promise<string> {
  await sendResetMail(server.context, { user_id: id })
  return tokenOfNewestLetter(server, 'reset-password')
}
