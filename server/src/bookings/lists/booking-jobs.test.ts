// rule: booking-expires
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { buildClient, buildProfessional } from '#server/test/builders/build.ts'
import { testServer } from '#server/test/server.ts'
import type { TestServer } from '#server/test/server.ts'
import { move, NOW, requestBooking, rowCounts } from '#server/test/builders/booking.ts'
import { completeBookings, expireBookings } from './booking-jobs.ts'

let server: TestServer
let now = NOW
let client: { id: string }
let professional: { id: string }

beforeAll(async () => {
  server = await testServer({}, { now: () => now })
})
afterAll(() => server.close())
beforeEach(async () => {
  now = NOW
  client = await buildClient(server)
  professional = await buildProfessional(server)
})

async function statusOf(id: string) {
  return server.db
    .selectFrom('bookings')
    .select(['status', 'reason', 'answered_at'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
}

test('a request is declined as expired after 72 hours, once, however often the job runs', async () => {
  const id = await requestBooking(server, client, professional)
  now = new Date('2026-11-23T15:59:59.999Z')
  await expireBookings(server.context)
  expect((await statusOf(id)).status).toBe('pending')

  now = new Date('2026-11-23T16:00:00Z')
  const before = await rowCounts(server)
  await Promise.all([expireBookings(server.context), expireBookings(server.context)])
  await expireBookings(server.context)
  expect(await statusOf(id)).toEqual({ status: 'declined', reason: 'expired', answered_at: null })
  const after = await rowCounts(server)
  expect(after['events']).toBe(before['events']! + 1)
  expect(after['jobs']).toBe(before['jobs']! + 1)
})

test('a request is declined as expired when its start comes, and can no longer be answered', async () => {
  const id = await requestBooking(server, client, professional, { booking_date: '2026-11-21' })
  now = new Date('2026-11-21T14:59:59.999Z')
  await expireBookings(server.context)
  expect((await statusOf(id)).status).toBe('pending')
  now = new Date('2026-11-21T15:00:00Z')
  await expireBookings(server.context)
  expect(await statusOf(id)).toMatchObject({ status: 'declined', reason: 'expired' })
  expect(await move(server, professional, id, 'accepted')).toMatchObject({ status: 409 })
  expect(await move(server, professional, id, 'declined')).toMatchObject({ status: 409 })
})

test('an accepted booking is completed once, a day after its end', async () => {
  const id = await requestBooking(server, client, professional)
  await move(server, professional, id, 'accepted')
  now = new Date('2026-12-02T16:59:59.999Z')
  await completeBookings(server.context)
  expect((await statusOf(id)).status).toBe('accepted')

  now = new Date('2026-12-02T17:00:00Z')
  const before = await rowCounts(server)
  await completeBookings(server.context)
  await completeBookings(server.context)
  expect((await statusOf(id)).status).toBe('completed')
  expect((await rowCounts(server))['events']).toBe(before['events']! + 1)
})

test('the jobs do not change an accepted booking before its end or a cancelled one', async () => {
  const accepted = await requestBooking(server, client, professional)
  await move(server, professional, accepted, 'accepted')
  const cancelled = await requestBooking(server, client, professional)
  await move(server, client, cancelled, 'cancelled', 'Moving away')
  now = new Date('2026-11-30T00:00:00Z')
  await expireBookings(server.context)
  await completeBookings(server.context)
  expect((await statusOf(accepted)).status).toBe('accepted')
  expect((await statusOf(cancelled)).status).toBe('cancelled')
})
