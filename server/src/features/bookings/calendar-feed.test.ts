// rule: calendar-feed
import ical from 'node-ical'
import type { VEvent } from 'node-ical'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { sendResetMail } from '#server/features/identity/password-reset.ts'
import { buildClient, buildProfessional } from '#server/test/build.ts'
import { as, visitor } from '#server/test/call.ts'
import { tokenOfNewestLetter } from '#server/test/letter-tokens.ts'
import { testServer } from '#server/test/server.ts'
import type { TestServer } from '#server/test/server.ts'
import { move, NOW, requestBooking } from '#server/test/booking.ts'

type Person = { id: string }

let server: TestServer
let client: Person
let professional: Person
beforeAll(async () => {
  server = await testServer({ PUBLIC_ORIGIN: 'http://lustra.example' }, { now: () => NOW })
})
afterAll(() => server.close())
beforeEach(async () => {
  client = await buildClient(server, { first_name: 'Maya', last_name: 'Thompson' })
  professional = await buildProfessional(server)
})

const callFor = ({ id }: Person) => `/api/professional/calendar-feed/${id}`

/** Makes a new address and returns its path. */
async function newFeed(): Promise<string> {
  const { status, body } = await (
    await as(server, professional)
  ).post(callFor(professional), undefined, { host: 'evil.example' })
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

test('a feed has the pending and accepted visits with the same UID and a rising SEQUENCE, and no others', async () => {
  const booking = await requestBooking(server, client, professional)
  const declined = await requestBooking(server, client, professional, {
    booking_date: '2026-12-02',
  })
  await move(server, professional, declined, 'declined')
  const feed = await newFeed()

  const [pending, ...others] = await visitsAt(feed)
  expect(others).toEqual([])
  expect(pending).toMatchObject({
    uid: `${booking}@lustra`,
    status: 'TENTATIVE',
    start: new Date('2026-12-01T15:00:00Z'),
    end: new Date('2026-12-01T17:00:00Z'),
    summary: 'Standard Cleaning · Maya Thompson',
    location: '100 Congress Ave, Austin, TX 78701',
  })

  await move(server, professional, booking, 'accepted')
  const [accepted] = await visitsAt(feed)
  expect(accepted).toMatchObject({ uid: pending?.uid, status: 'CONFIRMED' })
  expect(Number(accepted?.sequence)).toBeGreaterThan(Number(pending?.sequence))

  await move(server, client, booking, 'cancelled', 'Moving away')
  expect(await visitsAt(feed)).toEqual([])
})

// rule: calendar-locked-lead
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

test('nobody but the owner reads, makes or stops an address', async () => {
  const feed = await newFeed()
  for (const call of ['get', 'post', 'delete'] as const) {
    expect((await visitor(server)[call](callFor(professional))).status).toBe(401)
    for (const other of [client, await buildProfessional(server)]) {
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

// rule: reset-effect
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
