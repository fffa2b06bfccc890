// rule: search-card
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { completeBookings } from '#server/bookings/lists/booking-jobs.ts'
import { recountAllVisits } from '#server/people/listing/card-visits.ts'
import { insertBooking, move, NOW, requestBooking } from '#server/test/builders/booking.ts'
import { buildClient, buildProfessional } from '#server/test/builders/build.ts'
import { visitor } from '#server/test/call.ts'
import { testServer } from '#server/test/server.ts'
import type { TestServer } from '#server/test/server.ts'

let server: TestServer
let now = NOW
let client: { id: string }
let professional: { id: string; slug: string }

beforeAll(async () => {
  server = await testServer({}, { now: () => now })
})
afterAll(() => server.close())
beforeEach(async () => {
  now = NOW
  client = await buildClient(server)
  professional = await buildProfessional(server)
})

/** An accepted visit on 1 December 2026 in Austin. */
async function acceptedVisit(booking_time = '09:00') {
  const id = await requestBooking(server, client, professional, { booking_time })
  await move(server, professional, id, 'accepted')
  return id
}

async function onCard(): Promise<number> {
  const { body } = await visitor(server).get('/api/professionals/search/enhanced?zip_code=78701')
  const cards: { user_id: string; completed_bookings: number }[] = body.professionals
  return cards.find(({ user_id }) => user_id === professional.id)!.completed_bookings
}

test('a card counts a visit as soon as its professional completes it, and only once', async () => {
  const id = await acceptedVisit()
  expect(await onCard()).toBe(0)
  now = new Date('2026-12-01T15:30:00Z')
  await move(server, professional, id, 'completed')
  expect(await onCard()).toBe(1)
  await move(server, professional, id, 'completed')
  expect(await onCard()).toBe(1)
  const profile = await visitor(server).get(`/api/public/professional/${professional.slug}`)
  expect(profile.body.professional.completed_bookings).toBe(1)
})

test('a card counts the visits that the job completes, all of two that end on one day', async () => {
  await acceptedVisit('09:00')
  await acceptedVisit('14:00')
  now = new Date('2026-12-03T23:00:00Z')
  await Promise.all([completeBookings(server.context), completeBookings(server.context)])
  expect(await onCard()).toBe(2)
})

test('the nightly job counts the visits of cards that were stored before they had a number', async () => {
  const facts = { status: 'completed', booking_date: '2026-11-01' }
  await insertBooking(server, client, professional, facts)
  expect(await onCard()).toBe(0)
  await recountAllVisits(server.context)
  expect(await onCard()).toBe(1)
})
