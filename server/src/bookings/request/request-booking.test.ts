// rule: booking-request
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildClient, buildProfessional } from '#server/test/builders/build.ts'
import { as, visitor } from '#server/test/call.ts'
import { testServer } from '#server/test/server.ts'
import type { TestServer } from '#server/test/server.ts'
import {
  NOW,
  requestBooking,
  rowCounts,
  bookingBody,
  insertBooking,
} from '#server/test/builders/booking.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer({}, { now: () => NOW })
})
afterAll(() => server.close())

async function requestVisit(facts: Record<string, unknown> = {}, professionalFacts = {}) {
  const client = await buildClient(server)
  const professional = await buildProfessional(server, professionalFacts)
  const before = await rowCounts(server)
  const caller = await as(server, client)
  const answer = await caller.post('/api/bookings', bookingBody(client, professional, facts))
  return { client, professional, answer, before, after: await rowCounts(server) }
}

test('a request writes a pending booking, an open lead, an event and the professional’s notice', async () => {
  const { client, professional, answer, before, after } = await requestVisit()
  expect(answer.status).toBe(200)
  expect(answer.body).toEqual({
    id: expect.any(String),
    status: 'pending',
    instant: false,
    total_amount: 130,
    price_changed: false,
    later_amount: null,
    expires_at: '2026-11-23T16:00:00.000Z',
    series_id: null,
    visit: {
      starts_at: '2026-12-01T15:00:00.000Z',
      time_zone: 'America/Chicago',
      city: 'Austin',
      service_type: 'standard',
      estimated_hours: 2,
      home_id: null,
    },
  })
  expect(after).toEqual({
    bookings: before['bookings']! + 1,
    leads: before['leads']! + 1,
    events: before['events']! + 1,
    jobs: before['jobs']! + 1,
  })
  const booking = await server.db
    .selectFrom('bookings')
    .selectAll()
    .where('id', '=', answer.body.id)
    .executeTakeFirstOrThrow()
  expect(booking).toMatchObject({
    client_id: client.id,
    professional_id: professional.id,
    status: 'pending',
    booking_date: '2026-12-01',
    booking_time: '09:00',
    time_zone: 'America/Chicago',
    starts_at: new Date('2026-12-01T15:00:00Z'),
    ends_at: new Date('2026-12-01T17:00:00Z'),
    zip_code: '78701',
    hourly_rate_cents: 6500,
    total_cents: 13_000,
  })
})

// rule: price-lines
test('a total from the client is not used, and the answer says that the price differs', async () => {
  const { answer } = await requestVisit({ total_amount: 1, estimated_hours: 3 })
  expect(answer.body).toMatchObject({ total_amount: 195, price_changed: true })
})

// rule: booking-home
test.each(['TX', 'tx', 'Texas', ' T.X. '])('the state may be written as %s', async (state) => {
  expect((await requestVisit({ state })).answer.status).toBe(200)
})

// rule: price-lines
test.each([undefined, null])(
  'without a total from the client the price has not changed (%s)',
  async (total_amount) => {
    const { answer } = await requestVisit({ total_amount, estimated_hours: '4' })
    expect(answer.body).toMatchObject({ total_amount: 260, price_changed: false })
  },
)

// rule: price-lines
test('a later change of the rate does not change the price of a booking', async () => {
  const { answer, professional } = await requestVisit()
  await server.db
    .updateTable('professionals')
    .set({ hourly_rate_cents: 9900 })
    .where('user_id', '=', professional.id)
    .execute()
  const list = await (
    await as(server, professional)
  ).get(`/api/bookings/professional/${professional.id}`)
  expect(list.body.bookings[0]).toMatchObject({
    id: answer.body.id,
    hourly_rate: 65,
    total_amount: 130,
  })
})

// rule: booking-home
describe('the home must be in the professional’s areas:', () => {
  const PFLUGERVILLE = { zip_code: '78660', city: 'Pflugerville', state: 'TX' }

  test('a ZIP that they do not cover is refused with the search that shows who does, and no credit is spent', async () => {
    const { answer, professional, before, after } = await requestVisit({
      ...PFLUGERVILLE,
      service_type: 'deep',
    })
    expect(answer).toMatchObject({
      status: 422,
      body: {
        code: 'home_not_served',
        detail: "This professional doesn't serve 78660. Search this ZIP code to see who does.",
        zip_code: '78660',
        way_on: '/search?zip_code=78660&service_type=deep',
      },
    })
    expect(after).toEqual(before)
    const { balance } = await server.db
      .selectFrom('lead_credits')
      .select('balance')
      .where('professional_id', '=', professional.id)
      .executeTakeFirstOrThrow()
    expect(balance).toBe(100)
  })

  test.each([
    ['a ZIP of their own', ['78660']],
    ['a ZIP of a city of theirs', ['33130', 'Pflugerville, TX']],
  ])('%s is accepted', async (_title, areas) => {
    expect((await requestVisit(PFLUGERVILLE, { areas })).answer.status).toBe(200)
  })

  test.each([
    ['accepted', 200],
    ['completed', 200],
    ['pending', 422],
    ['declined', 422],
    ['cancelled', 422],
  ])('a ZIP where the pair has a visit that is %s: %i', async (status, expected) => {
    const client = await buildClient(server)
    const professional = await buildProfessional(server)
    await insertBooking(server, client, professional, { status, zip_code: '78660' })
    const request = async (by: { id: string }) =>
      (
        await (
          await as(server, by)
        ).post('/api/bookings', bookingBody(by, professional, PFLUGERVILLE))
      ).status
    expect(await request(client)).toBe(expected)
    expect(await request(await buildClient(server))).toBe(422)
  })
})

// rule: booking-home, booking-times
test('the time zone is that of the home: Denver is an hour behind Austin', async () => {
  const home = { zip_code: '80202-1234', city: 'Denver', state: 'CO' }
  const { answer } = await requestVisit(home, { areas: ['80202'] })
  const { rows } = await sql<{ starts_at: Date; zip_code: string }>`
    select starts_at, zip_code from bookings where id = ${answer.body.id}`.execute(server.db)
  expect(rows[0]).toEqual({ starts_at: new Date('2026-12-01T16:00:00Z'), zip_code: '80202' })
})

// rule: booking-fields, booking-times, booking-home, booking-roles
describe('refused, and nothing is written:', () => {
  test.each([
    ['yesterday', { booking_date: '2026-11-19' }, 422, 'time_in_past'],
    ['a time long ago', { booking_date: '0001-01-01' }, 422, 'time_in_past'],
    ['more than 365 days ahead', { booking_date: '2027-11-21' }, 422, 'date_too_far'],
    [
      'a time that the clock change skips',
      { booking_date: '2027-03-14', booking_time: '02:30' },
      422,
      'time_skipped',
    ],
    ['a day that no calendar has', { booking_date: '2027-02-30' }, 422, 'date_invalid'],
    ['no day', { booking_date: undefined }, 422, 'date_invalid'],
    ['the hour 25', { booking_time: '25:00' }, 422, 'time_invalid'],
    ['an unknown ZIP', { zip_code: '00000' }, 422, 'zip_unknown'],
    ['a state that contradicts the ZIP', { state: 'CO' }, 422, 'state_not_of_zip'],
    ['a state that does not exist', { state: '??' }, 422, 'state_not_of_zip'],
    [
      'a service that the professional does not offer',
      { service_type: 'office' },
      422,
      'service_not_offered',
    ],
    [
      'a service type that does not exist',
      { service_type: 'gardening' },
      422,
      'service_type_invalid',
    ],
    ['five hours', { estimated_hours: 5 }, 422, 'hours_invalid'],
    ['hours that are not a number', { estimated_hours: true }, 422, 'hours_invalid'],
    ['a frequency that does not exist', { cleaning_frequency: 'daily' }, 422, 'frequency_invalid'],
    ['a blank address', { address: ' \u0000 ' }, 422, 'address_required'],
    ['an address too long', { address: 'x'.repeat(201) }, 422, 'invalid_input'],
    ['notes too long', { notes: 'x'.repeat(2001) }, 422, 'notes_too_long'],
    [
      'an unknown professional',
      { professional_id: '0198f3a0-0000-7000-8000-000000000000' },
      409,
      'professional_not_accepting',
    ],
    ['a malformed professional id', { professional_id: 'nobody' }, 422, 'invalid_input'],
    [
      'the id of another client',
      { client_id: '0198f3a0-0000-7000-8000-000000000000' },
      403,
      'not_yours',
    ],
  ])('%s', async (_title, facts, status, code) => {
    const { answer, before, after } = await requestVisit(facts)
    expect(answer).toMatchObject({ status, body: { code, detail: expect.any(String) } })
    expect(after).toEqual(before)
  })

  test('a professional who is not active', async () => {
    const { answer, before, after } = await requestVisit({}, { active: false })
    expect(answer).toMatchObject({
      status: 409,
      body: { detail: 'This professional is not accepting bookings right now.' },
    })
    expect(after).toEqual(before)
  })

  // rule: series-request
  test('a frequency that the professional does not offer', async () => {
    const offered = { frequencies: ['one_time', 'monthly'] }
    const weekly = await requestVisit({ cleaning_frequency: 'weekly' }, offered)
    expect(weekly.answer).toMatchObject({
      status: 422,
      body: {
        code: 'frequency_not_offered',
        detail: "This professional doesn't come that often. Please choose another frequency.",
      },
    })
    expect(weekly.after).toEqual(weekly.before)
    const monthly = await requestVisit({ cleaning_frequency: 'monthly' }, offered)
    expect(monthly.answer.status).toBe(200)
  })

  test('a professional, with Please login as a client to book services', async () => {
    const professional = await buildProfessional(server)
    const before = await rowCounts(server)
    const caller = await as(server, professional)
    const answer = await caller.post('/api/bookings', bookingBody(professional, professional))
    expect(answer).toMatchObject({
      status: 403,
      body: { detail: 'Please login as a client to book services' },
    })
    expect(await rowCounts(server)).toEqual(before)
  })

  test('a visitor', async () => {
    const answer = await visitor(server).post('/api/bookings', {})
    expect(answer).toMatchObject({ status: 401, body: { code: 'not_signed_in' } })
  })
})

test('a pair that books several times has one lead', async () => {
  const client = await buildClient(server)
  const professional = await buildProfessional(server)
  const before = await rowCounts(server)
  await Promise.all(
    [8, 12, 16].map((hour) =>
      requestBooking(server, client, professional, { booking_time: `${hour}:00`.padStart(5, '0') }),
    ),
  )
  const after = await rowCounts(server)
  expect(after['leads']).toBe(before['leads']! + 1)
  expect(after['bookings']).toBe(before['bookings']! + 3)
})

// rule: booking-once
test('a repeated Idempotency-Key returns the same booking, also when requests arrive at the same time', async () => {
  const client = await buildClient(server)
  const professional = await buildProfessional(server)
  const caller = await as(server, client)
  const before = await rowCounts(server)
  const send = (facts = {}) =>
    caller.post('/api/bookings', bookingBody(client, professional, facts), {
      'idempotency-key': 'k-1',
    })
  const answers = await Promise.all([send(), send(), send()])
  expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1)
  expect((await send({ notes: 'another' })).body.code).toBe('idempotency_key_reused')
  const after = await rowCounts(server)
  expect(after).toMatchObject({
    bookings: before['bookings']! + 1,
    events: before['events']! + 1,
    jobs: before['jobs']! + 1,
  })
})

// rule: booking-once
test('a repeated Idempotency-Key returns its booking also after the professional became inactive', async () => {
  const client = await buildClient(server)
  const professional = await buildProfessional(server)
  const caller = await as(server, client)
  const send = () =>
    caller.post('/api/bookings', bookingBody(client, professional), { 'idempotency-key': 'k-3' })
  const first = await send()
  await server.db
    .deleteFrom('subscriptions')
    .where('professional_id', '=', professional.id)
    .execute()
  expect(await send()).toMatchObject({ status: 200, body: first.body })
})

// rule: booking-once
test('a refused request leaves its Idempotency-Key free', async () => {
  const client = await buildClient(server)
  const professional = await buildProfessional(server, { active: false })
  const caller = await as(server, client)
  const send = () =>
    caller.post('/api/bookings', bookingBody(client, professional), { 'idempotency-key': 'k-2' })
  expect((await send()).status).toBe(409)
  await server.db
    .insertInto('subscriptions')
    .values({ professional_id: professional.id, status: 'active' })
    .execute()
  expect((await send()).status).toBe(200)
})

test('a client makes at most thirty requests an hour', async () => {
  let now = NOW
  const strict = await testServer({ RATE_LIMIT_SCALE: '1' }, { now: () => now })
  const client = await buildClient(strict)
  const professional = await buildProfessional(strict)
  for (let count = 0; count < 30; count++)
    await requestBooking(strict, client, professional, { notes: `Visit ${count}` })
  const before = await rowCounts(strict)
  const caller = await as(strict, client)
  const answer = await caller.post('/api/bookings', bookingBody(client, professional))
  expect(answer).toMatchObject({
    status: 429,
    body: { code: 'too_many_requests' },
    headers: { 'retry-after': '3600' },
  })
  expect(await rowCounts(strict)).toEqual(before)
  now = new Date(+NOW + 3_600_000 - 1)
  const early = await caller.post('/api/bookings', bookingBody(client, professional))
  expect(early).toMatchObject({ status: 429, headers: { 'retry-after': '1' } })
  now = new Date(+NOW + 3_600_000)
  const later = await caller.post('/api/bookings', bookingBody(client, professional))
  expect(later.status).toBe(200)
  await strict.close()
})
