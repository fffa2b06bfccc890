// rule: dashboard
// rule: earnings
import { Kysely, PostgresDialect } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { DB } from '#server/db/types.ts'
import { buildClient, buildProfessional } from '#server/test/builders/build.ts'
import { as, visitor } from '#server/test/call.ts'
import { testServer } from '#server/test/server.ts'
import type { TestServer } from '#server/test/server.ts'
import { insertBooking, move, NOW, requestBooking } from '#server/test/builders/booking.ts'
import { readDashboard } from './dashboard.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer({}, { now: () => NOW })
})
afterAll(() => server.close())

async function getDashboard(professional: { id: string }) {
  return (await as(server, professional)).get(`/api/professional/dashboard/${professional.id}`)
}

test('the dashboard answers profile, stats, reviews, recent bookings, verification, active state and earnings', async () => {
  const professional = await buildProfessional(server, {
    full_name: 'Grace Walker',
    background_check_status: 'approved',
  })
  const client = await buildClient(server, { first_name: 'Maya', last_name: 'Thompson' })
  await insertBooking(server, client, professional)
  await (
    await as(server, client)
  ).post('/api/reviews/general', {
    client_id: client.id,
    professional_id: professional.id,
    rating: 4,
    title: 'Good',
    comment: 'Very good.',
  })
  const accepted = await requestBooking(server, client, professional)
  await move(server, professional, accepted, 'accepted')
  const second = await requestBooking(server, client, professional, { booking_date: '2026-12-03' })
  const first = await requestBooking(server, client, professional, { booking_date: '2026-12-02' })

  const { status, body } = await getDashboard(professional)
  expect(status).toBe(200)
  expect(body).toMatchObject({
    profile: { user_id: professional.id, full_name: 'Grace Walker', hourly_rate: 65 },
    stats: { total_bookings: 4, pending_bookings: 2, rating: 4, total_reviews: 1 },
    reviews: [{ rating: 4, client_name: 'Maya T.', verified_hire: true }],
    isBackgroundCheckVerified: true,
    verification_status: 'verified',
    is_active: true,
    earnings: { booked: 260, completed: 130 },
  })
  // Pending requests first, the soonest visit first.
  const ids: string[] = body.recent_bookings.map(({ id }: { id: string }) => id)
  const others = ids.slice(2)
  expect(ids).toEqual([first, second, ...others])
  expect(others).toContain(accepted)
})

test('the accepted visits of today are listed by the clock of the home, the next one first', async () => {
  const professional = await buildProfessional(server, { areas: ['78701'] })
  const client = await buildClient(server)
  // 10:00 on November 20 in Austin.
  const request = async (facts: Record<string, string>) => {
    const id = await requestBooking(server, client, professional, facts)
    await move(server, professional, id, 'accepted')
    return id
  }
  const evening = await request({ booking_date: '2026-11-20', booking_time: '20:00' })
  const noon = await request({ booking_date: '2026-11-20', booking_time: '12:00' })
  await request({ booking_date: '2026-11-21', booking_time: '12:00' })
  await requestBooking(server, client, professional, {
    booking_date: '2026-11-20',
    booking_time: '16:00',
  })
  const { body } = await getDashboard(professional)
  expect(body.todays_visits.map(({ id }: { id: string }) => id)).toEqual([noon, evening])
  expect(body.next_visit.id).toBe(noon)
})

test('the next visit is the accepted one that has not ended, and the week is counted from Monday', async () => {
  const professional = await buildProfessional(server, { areas: ['78701'] })
  const client = await buildClient(server)
  expect((await getDashboard(professional)).body).toMatchObject({
    next_visit: null,
    setup: { hours: false, prices: false },
    earnings: { week_booked: 0, week_completed: 0 },
  })
  await insertBooking(server, client, professional)
  // NOW is a Friday: Sunday belongs to its week, and Monday does not.
  const onDay = async (booking_date: string) => {
    const id = await requestBooking(server, client, professional, { booking_date })
    await move(server, professional, id, 'accepted')
    return id
  }
  await onDay('2026-11-23')
  const sunday = await onDay('2026-11-22')
  const { body } = await getDashboard(professional)
  expect(body.next_visit.id).toBe(sunday)
  expect(body.earnings.week_booked).toBe(body.next_visit.total_amount)
})

test('a review has client_name, created_at, a rating from 1 to 5, title and comment', async () => {
  const professional = await buildProfessional(server)
  const client = await buildClient(server, { first_name: 'Maya', last_name: 'Thompson' })
  const values = { professional_id: professional.id, client_id: client.id }
  await server.db
    .insertInto('reviews')
    .values({ ...values, rating: 5, title: 'Spotless', comment: 'I would book again.' })
    .execute()
  const { body } = await getDashboard(professional)
  expect(body.reviews).toMatchObject([
    {
      client_name: 'Maya T.',
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
      rating: 5,
      title: 'Spotless',
      comment: 'I would book again.',
    },
  ])
  for (const rating of [0, 6]) {
    await expect(
      server.db.updateTable('reviews').set({ rating }).where('client_id', '=', client.id).execute(),
    ).rejects.toThrow(/rating/)
  }
})

test('without profile and subscription the dashboard has a null profile and is not active', async () => {
  const { id } = await server.db
    .insertInto('users')
    .values({
      role: 'professional',
      email: 'new@example.com',
      first_name: 'Nina',
      last_name: 'New',
      phone: '512-555-0100',
      password_hash: 'not a hash',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  expect(await getDashboard({ id })).toMatchObject({
    status: 200,
    body: {
      profile: null,
      stats: { total_bookings: 0, pending_bookings: 0, rating: 0, total_reviews: 0 },
      reviews: [],
      recent_bookings: [],
      isBackgroundCheckVerified: false,
      verification_status: 'not_submitted',
      verification_rejected_at: null,
      is_active: false,
      earnings: { booked: 0, completed: 0 },
    },
  })
})

test('the dashboard has every pending request and the latest ten other bookings', async () => {
  const professional = await buildProfessional(server)
  const client = await buildClient(server)
  const ids: string[] = []
  for (let day = 1; day <= 13; day++) {
    const booking_date = `2026-12-${String(day).padStart(2, '0')}`
    ids.push(await requestBooking(server, client, professional, { booking_date }))
  }
  for (const id of ids.slice(0, 12)) await move(server, professional, id, 'declined')
  const { body } = await getDashboard(professional)
  expect(body.stats).toMatchObject({ total_bookings: 13, pending_bookings: 1 })
  expect(body.recent_bookings).toHaveLength(11)
  expect(body.recent_bookings[0].id).toBe(ids[12])
  expect(body.recent_bookings[1].id).toBe(ids[11])
})

test('the complete dashboard is one SQL statement, however much is on it', async () => {
  const professional = await buildProfessional(server)
  const client = await buildClient(server)
  const statements: string[] = []
  const counted = new Kysely<DB>({
    dialect: new PostgresDialect({ pool: server.context.pool }),
    log: ({ query }) => void statements.push(query.sql),
  })
  for (let day = 1; day <= 3; day++) {
    await requestBooking(server, client, professional, { booking_date: `2026-12-0${day}` })
  }
  const dashboard = await getDashboard(professional)
  expect(await readDashboard({ ...server.context, db: counted }, professional.id)).toMatchObject({
    profile: { user_id: professional.id },
    recent_bookings: dashboard.body.recent_bookings,
  })
  expect(statements).toHaveLength(1)
})

test('a booking on the dashboard is the same as in the list of all bookings', async () => {
  const professional = await buildProfessional(server)
  const id = await requestBooking(server, await buildClient(server), professional)
  const caller = await as(server, professional)
  const all = await caller.get(`/api/bookings/professional/${professional.id}`)
  const { body } = await getDashboard(professional)
  expect(body.recent_bookings).toEqual(all.body.bookings)
  expect(body.recent_bookings[0]).toMatchObject({ id, booking_time: '09:00' })
})

test('nobody but the owner reads a dashboard', async () => {
  const professional = await buildProfessional(server)
  const url = `/api/professional/dashboard/${professional.id}`
  expect((await visitor(server).get(url)).status).toBe(401)
  for (const other of [await buildProfessional(server), await buildClient(server)]) {
    expect(await (await as(server, other)).get(url)).toMatchObject({
      status: 403,
      body: { code: 'not_yours' },
    })
  }
})
