// rule: visit-rules
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  NOW,
  bookingBody,
  insertBooking,
  move,
  requestBooking,
  rowCounts,
} from '#server/test/builders/booking.ts'
import { buildClient, buildProfessional } from '#server/test/builders/build.ts'
import { as } from '#server/test/call.ts'
import { testServer } from '#server/test/server.ts'
import type { TestServer } from '#server/test/server.ts'

type Person = { id: string }

let now = NOW
let server: TestServer
let pro: Person
let client: Person
beforeAll(async () => {
  server = await testServer({}, { now: () => now })
})
afterAll(() => server.close())
beforeEach(async () => {
  now = NOW
  pro = await buildProfessional(server)
  client = await buildClient(server)
})

async function save(change: object) {
  const answer = await (await as(server, pro)).put(`/api/professional/time/${pro.id}`, change)
  if (answer.status !== 200) throw new Error(`Not saved: ${JSON.stringify(answer.body)}`)
}
const setBuffer = (buffer_minutes: number) => save({ rules: { buffer_minutes } })
const requestAt = (booking_time: string, facts = {}) =>
  requestBooking(server, client, pro, { booking_time, ...facts })
/** 'accepted', or why not. */
async function accept(id: string): Promise<string> {
  const { body } = await move(server, pro, id, 'accepted')
  return body.status ?? body.code
}
const acceptAt = async (time: string) => accept(await requestAt(time))
/** The minutes that a booking blocks after its end. */
async function kept(id: string): Promise<number> {
  const { rows } = await sql<{ minutes: number }>`
    select extract(epoch from blocked_until - ends_at)::int / 60 as minutes from bookings where id = ${id}`.execute(
    server.db,
  )
  return rows[0]!.minutes
}

test('a visit inside the pause before or after another one is refused, and taken after the pause was shortened', async () => {
  await setBuffer(60)
  expect(await acceptAt('12:00')).toBe('accepted')
  const [before, after] = [await requestAt('09:30'), await requestAt('14:30')]
  for (const id of [before, after]) {
    const counts = await rowCounts(server)
    expect(await accept(id)).toBe('booking_too_close')
    expect(await rowCounts(server)).toEqual(counts)
  }
  expect(await acceptAt('13:00')).toBe('booking_overlap')
  await setBuffer(30)
  expect(await accept(before)).toBe('accepted')
  expect(await accept(after)).toBe('accepted')
})

test('the pause itself may lie between two visits', async () => {
  await setBuffer(30)
  expect(await acceptAt('09:00')).toBe('accepted')
  expect(await acceptAt('11:30')).toBe('accepted')
})

test('a visit keeps the pause with which it was accepted; a longer one counts for later acceptances, also beside it', async () => {
  await setBuffer(15)
  const first = await requestAt('09:00')
  await accept(first)
  await setBuffer(60)
  expect(await kept(first)).toBe(15)
  const near = await requestAt('11:30')
  expect(await accept(near)).toBe('booking_too_close')
  const far = await requestAt('12:00')
  expect(await accept(far)).toBe('accepted')
  expect(await kept(far)).toBe(60)
})

test('a shorter pause is that of coming visits, and of those whose blocked time is not over', async () => {
  await setBuffer(120)
  const today = { booking_date: '2026-11-20', estimated_hours: 1 }
  const [morning, noon, coming] = [
    await requestAt('10:30', today),
    await requestAt('13:30', today),
    await requestAt('09:00'),
  ]
  for (const id of [morning, noon, coming]) expect(await accept(id)).toBe('accepted')
  const waiting = await requestAt('15:00', today)
  // 13:45 in Austin: the blocked time of the first visit ended at 13:30, and the second has begun.
  now = new Date('2026-11-20T19:45:00Z')
  expect(await accept(waiting)).toBe('booking_too_close')
  await setBuffer(30)
  expect([await kept(morning), await kept(noon), await kept(coming)]).toEqual([120, 30, 30])
  expect(await accept(waiting)).toBe('accepted')
})

// rule: booking-conflict
test('the database refuses a visit in the blocked time of another one', async () => {
  const at = (hour: number) => new Date(Date.UTC(2026, 11, 1, hour))
  const visit = (start: number) =>
    insertBooking(server, client, pro, {
      status: 'accepted',
      starts_at: at(start),
      ends_at: at(start + 2),
      buffer_minutes: 60,
    })
  await visit(12)
  await expect(visit(14)).rejects.toThrow('bookings_no_overlap')
  await visit(15)
})

test('of two visits accepted at once inside the pause, one is refused', async () => {
  await setBuffer(60)
  const ids = [await requestAt('09:00'), await requestAt('11:30')]
  const answers = await Promise.all(ids.map(accept))
  expect(answers.toSorted()).toEqual(['accepted', 'booking_too_close'])
})

async function book(who: Person, facts: object) {
  const before = await rowCounts(server)
  const { status, body } = await (
    await as(server, who)
  ).post('/api/bookings', bookingBody(who, pro, { ...facts }))
  const wroteNothing = JSON.stringify(await rowCounts(server)) === JSON.stringify(before)
  return { ...body, status, wroteNothing }
}

// rule: visit-rules
test('a request for fewer hours than the shortest visit is refused with them, and writes nothing', async () => {
  await save({ rules: { min_hours: 3 } })
  expect(await book(client, { estimated_hours: 2 })).toEqual({
    status: 422,
    code: 'hours_below_minimum',
    detail: 'This professional has a 3-hour minimum.',
    params: { min_hours: '3' },
    min_hours: 3,
    wroteNothing: true,
  })
  expect((await book(client, { estimated_hours: 3 })).status).toBe(200)
})

// rule: paused-clients
test('before the end of a pause only known clients book; the date is that of the professional', async () => {
  const known = await buildClient(server)
  await insertBooking(server, known, pro)
  const requested = await buildClient(server)
  await requestBooking(server, requested, pro, { booking_time: '15:00' })
  await save({ paused_until: '2026-12-02' })
  for (const unknown of [client, requested]) {
    expect(await book(unknown, {})).toEqual({
      status: 409,
      code: 'professional_paused',
      detail: "This professional isn't taking new clients before 2026-12-02.",
      params: { paused_until: '2026-12-02' },
      paused_until: '2026-12-02',
      wroteNothing: true,
    })
  }
  expect((await book(known, {})).status).toBe(200)
  expect((await book(client, { booking_date: '2026-12-02' })).status).toBe(200)

  // 23:00 on December 1 in Honolulu is December 2 in Austin.
  const islander = { booking_time: '23:00', zip_code: '96813', city: 'Honolulu', state: 'HI' }
  await server.db
    .insertInto('professional_areas')
    .values({ professional_id: pro.id, place_id: 96813, label: '96813', position: 1 })
    .execute()
  expect((await book(client, islander)).status).toBe(200)
})

// rule: outside-hours
test('who takes requests inside their hours only gets those for free times; others are told the next ones', async () => {
  const rules = { only_inside_hours: true }
  await save({ plan: [{ weekday: 2, from: '09:00', to: '12:00' }], rules })
  await acceptAt('09:00')
  const before = await rowCounts(server)
  const refused = await (
    await as(server, client)
  ).post('/api/bookings', bookingBody(client, pro, { booking_time: '10:30' }))
  expect(refused.status).toBe(409)
  expect(refused.body).toMatchObject({
    code: 'outside_hours',
    detail:
      'This professional takes requests inside the stated hours only. Please choose one of the free times.',
    next_slots: [
      { booking_date: '2026-12-08', booking_time: '09:00', starts_at: '2026-12-08T15:00:00.000Z' },
      { booking_date: '2026-12-08', booking_time: '09:30', starts_at: '2026-12-08T15:30:00.000Z' },
      { booking_date: '2026-12-08', booking_time: '10:00', starts_at: '2026-12-08T16:00:00.000Z' },
      { booking_date: '2026-12-15', booking_time: '09:00' },
      { booking_date: '2026-12-15', booking_time: '09:30' },
      { booking_date: '2026-12-15', booking_time: '10:00' },
    ],
  })
  expect(await rowCounts(server)).toEqual(before)
  expect((await book(client, { booking_date: '2026-12-08', booking_time: '10:00' })).status).toBe(
    200,
  )
  await save({ plan: null })
  expect((await book(client, { booking_time: '10:30' })).status).toBe(200)
})

// rule: outside-hours, free-times-limits
test('requests for other times are counted: they tell when a professional is free', async () => {
  const strict = await testServer({ RATE_LIMIT_SCALE: '1' }, { now: () => NOW })
  try {
    const grace = await buildProfessional(strict)
    const asker = await buildClient(strict)
    const rules = { only_inside_hours: true }
    const plan = [{ weekday: 2, from: '09:00', to: '12:00' }]
    await (await as(strict, grace)).put(`/api/professional/time/${grace.id}`, { plan, rules })
    const caller = await as(strict, asker)
    const body = bookingBody(asker, grace, { booking_time: '10:37' })
    const codes = new Set<string>()
    for (let n = 0; n < 30; n++) codes.add((await caller.post('/api/bookings', body)).body.code)
    expect([...codes]).toEqual(['outside_hours'])
    const refused = await caller.post('/api/bookings', body)
    expect([refused.status, refused.body.code]).toEqual([429, 'too_many_requests'])
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  } finally {
    await strict.close()
  }
})

// rule: free-times
test('a day maximum counts a visit that was completed the same day', async () => {
  const rules = { max_visits_a_day: 1, notice_hours: 0 }
  await save({ plan: [{ weekday: 5, from: '06:00', to: '20:00' }], rules })
  const startsAt = new Date(NOW.getTime() - 3_600_000)
  await insertBooking(server, client, pro, {
    status: 'completed',
    starts_at: startsAt,
    ends_at: new Date(startsAt.getTime() + 3_600_000),
  })
  const caller = await as(server, await buildClient(server))
  const address = `/api/professional/slots/${pro.id}?zip_code=78701&hours=1&to=2026-11-20`
  expect((await caller.get(address)).body.days).toMatchObject([{ state: 'full', slots: [] }])
})
