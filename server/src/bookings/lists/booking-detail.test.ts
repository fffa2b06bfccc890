// rule: booking-lists
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { buildClient, buildProfessional } from '#server/test/builders/build.ts'
import { as, visitor } from '#server/test/call.ts'
import { testServer } from '#server/test/server.ts'
import type { TestServer } from '#server/test/server.ts'
import { move, NOW, requestBooking } from '#server/test/builders/booking.ts'
import { expireBookings } from './booking-jobs.ts'

type Person = { id: string }

let server: TestServer
let now = NOW
let client: Person
let professional: Person
let booking: string

beforeAll(async () => {
  server = await testServer({}, { now: () => now })
})
afterAll(() => server.close())
beforeEach(async () => {
  now = NOW
  client = await buildClient(server)
  professional = await buildProfessional(server, { full_name: 'Grace Walker' })
  booking = await requestBooking(server, client, professional, { notes: 'Two cats' })
})

async function detail() {
  const answer = await (await as(server, client)).get(`/api/bookings/${booking}`)
  expect(answer.status).toBe(200)
  return answer.body.booking
}

const history = async () =>
  (await detail()).history.map(({ what, by }: { what: string; by: string }) => `${what} by ${by}`)

// rule: booking-roles
test('a client reads one booking completely, with nothing of the professional but what the public sees', async () => {
  const found = await detail()
  expect(found).toMatchObject({
    id: booking,
    status: 'pending',
    address: '100 Congress Ave',
    notes: 'Two cats',
    hourly_rate: 65,
    total_amount: 130,
    expires_at: '2026-11-23T16:00:00.000Z',
    may: ['cancelled'],
    professional: { user_id: professional.id, full_name: 'Grace Walker' },
    history: [{ what: 'requested', by: 'client', at: NOW.toISOString() }],
  })
  expect(JSON.stringify(found)).not.toMatch(/email|phone/)
})

test('the history says what each side did', async () => {
  await move(server, professional, booking, 'accepted')
  await move(server, client, booking, 'cancelled', 'Moving away')
  expect(await history()).toEqual([
    'requested by client',
    'accepted by professional',
    'cancelled by client',
  ])
})

test('the history says that an expired request was declined by a background job', async () => {
  now = new Date('2026-11-23T16:00:00Z')
  await expireBookings(server.context)
  expect(await history()).toEqual(['requested by client', 'expired by clock'])
})

// rule: booking-roles
test('a booking of another client is answered like one that does not exist', async () => {
  const otherClient = await as(server, await buildClient(server))
  for (const id of [booking, '0198f3a0-0000-7000-8000-000000000000', 'x', 'x'.repeat(80)]) {
    expect(await otherClient.get(`/api/bookings/${id}`)).toMatchObject({
      status: 404,
      body: { detail: 'Booking not found', code: 'booking_not_found' },
    })
  }
})

// rule: booking-roles
test('a visitor gets 401 and a professional 403', async () => {
  expect((await visitor(server).get(`/api/bookings/${booking}`)).status).toBe(401)
  const answer = await (await as(server, professional)).get(`/api/bookings/${booking}`)
  expect(answer).toMatchObject({ status: 403, body: { code: 'clients_only' } })
})
