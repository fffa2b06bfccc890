// rule: profile-content, public-fields
import { afterAll, beforeAll, expect, test } from 'vitest'
import { recountAllVisits } from '#server/people/listing/card-visits.ts'
import { buildClient, buildProfessional } from '#server/test/builders/build.ts'
import { insertBooking } from '#server/test/builders/booking.ts'
import { visitor } from '#server/test/call.ts'
import { testServer } from '#server/test/server.ts'
import type { TestServer } from '#server/test/server.ts'

const REQUESTED_AT = new Date('2026-03-01T12:00:00Z')

let server: TestServer
let visits = 0
let now = new Date()
beforeAll(async () => {
  server = await testServer({}, { now: () => now })
})
afterAll(() => server.close())

/**
 * A visit of a new client, requested at noon and answered or cancelled by its client as many minutes later. Each visit
 * is on a day of its own.
 */
async function visit(
  professionalId: string,
  {
    status = 'completed',
    reason,
    answeredAfter,
    cancelledAfter,
    client,
    ...facts
  }: {
    status?: string
    reason?: string
    answeredAfter?: number
    cancelledAfter?: number
    client?: { id: string }
    instant?: boolean
    reclean_of?: string
    series_id?: string
    series_date?: string
    total_cents?: number
  } = {},
) {
  const minutesLater = (minutes?: number) =>
    minutes === undefined ? null : new Date(+REQUESTED_AT + minutes * 60_000)
  const day = new Date(Date.UTC(2026, 3, ++visits)).toISOString().slice(0, 10)
  await insertBooking(
    server,
    client ?? (await buildClient(server)),
    { id: professionalId },
    {
      status,
      reason: reason ?? null,
      booking_date: day,
      starts_at: `${day}T14:00:00Z`,
      ends_at: `${day}T16:00:00Z`,
      created_at: REQUESTED_AT,
      expires_at: '2026-03-04T12:00:00Z',
      answered_at: minutesLater(answeredAfter),
      cancelled_by: cancelledAfter === undefined ? null : 'client',
      cancelled_at: minutesLater(cancelledAfter),
      ...facts,
    },
  )
}

const firstVisitOf = ({ id }: { id: string }) =>
  server.db
    .selectFrom('bookings')
    .select(['id', 'client_id'])
    .where('professional_id', '=', id)
    .orderBy('booking_date')
    .limit(1)
    .executeTakeFirstOrThrow()

const profileOf = async ({ slug }: { slug: string }) =>
  (await visitor(server).get(`/api/public/professional/${slug}`)).body.professional

test('a profile counts completed visits only', async () => {
  const ana = await buildProfessional(server)
  const grace = await buildProfessional(server)
  await visit(ana.id)
  await visit(ana.id)
  for (const status of ['pending', 'accepted', 'declined', 'cancelled'])
    await visit(ana.id, { status })
  await visit(grace.id)
  expect(await profileOf(ana)).toMatchObject({ completed_bookings: 2, total_reviews: 0 })
})

test('the median answer time is shown from the third answer on', async () => {
  const ana = await buildProfessional(server)
  await visit(ana.id, { answeredAfter: 100 })
  await visit(ana.id, { status: 'declined', answeredAfter: 20 })
  await visit(ana.id, { status: 'declined' })
  expect(await profileOf(ana)).toMatchObject({ median_answer_minutes: null })

  await visit(ana.id, { status: 'accepted', answeredAfter: 45 })
  expect(await profileOf(ana)).toMatchObject({ median_answer_minutes: 45 })
})

test('the caption ends with the first request that is left unanswered for two hours', async () => {
  const ana = await buildProfessional(server)
  await visit(ana.id, { answeredAfter: 119 })
  expect(await profileOf(ana)).toMatchObject({ median_answer_minutes: null })
  await visit(ana.id, { answeredAfter: 121 })
  expect(await profileOf(ana)).toMatchObject({ median_answer_minutes: 120 })
})

test('somebody who never answers is not said to respond within two hours', async () => {
  const ana = await buildProfessional(server)
  await visit(ana.id, { status: 'cancelled', cancelledAfter: 119 })
  expect(await profileOf(ana)).toMatchObject({ leaves_unanswered: false })
  await visit(ana.id, { status: 'pending' })
  const silent = { median_answer_minutes: null, leaves_unanswered: true }
  expect(await profileOf(ana)).toMatchObject(silent)
  await visit(ana.id, { answeredAfter: 5 })
  await visit(ana.id, { status: 'declined', reason: 'expired' })
  expect(await profileOf(ana)).toMatchObject(silent)
  await visit(ana.id, { answeredAfter: 15 })
  expect(await profileOf(ana)).toMatchObject(silent)
  await visit(ana.id, { answeredAfter: 25 })
  const answering = { median_answer_minutes: 25, leaves_unanswered: false }
  expect(await profileOf(ana)).toMatchObject(answering)
})

test('a request that was left unanswered counts as slower than every answer', async () => {
  const ana = await buildProfessional(server)
  for (const answeredAfter of [5, 10, 300, 400]) await visit(ana.id, { answeredAfter })
  expect(await profileOf(ana)).toMatchObject({ median_answer_minutes: 155 })
  await visit(ana.id, { status: 'pending' })
  expect(await profileOf(ana)).toMatchObject({ median_answer_minutes: 300 })
  await visit(ana.id, { status: 'declined', reason: 'expired' })
  expect(await profileOf(ana)).toMatchObject({ median_answer_minutes: 350 })
})

test('a request is left unanswered from two hours on', async () => {
  const ana = await buildProfessional(server)
  await visit(ana.id, { status: 'pending' })
  const laterBy = async (milliseconds: number) => {
    now = new Date(+REQUESTED_AT + milliseconds)
    return (await profileOf(ana)).leaves_unanswered
  }
  expect([await laterBy(2 * 3_600_000 - 1), await laterBy(2 * 3_600_000)]).toEqual([false, true])
  now = new Date()
})

test('a request that waited two hours before its client cancelled it was left unanswered', async () => {
  const ana = await buildProfessional(server)
  for (const answeredAfter of [5, 15])
    await visit(ana.id, { status: 'cancelled', answeredAfter, cancelledAfter: 600 })
  expect(await profileOf(ana)).toMatchObject({ leaves_unanswered: false })
  await visit(ana.id, { status: 'cancelled', cancelledAfter: 119 })
  await visit(ana.id, { status: 'cancelled', cancelledAfter: 120 })
  expect(await profileOf(ana)).toMatchObject({
    median_answer_minutes: 15,
    leaves_unanswered: false,
  })
  await visit(ana.id, { status: 'cancelled', cancelledAfter: 600 })
  expect(await profileOf(ana)).toMatchObject({
    median_answer_minutes: null,
    leaves_unanswered: true,
  })
})

// A booking that needed no answer: its client cancelled it ten hours after it was booked.
const cancelled = { status: 'cancelled', cancelledAfter: 600 }
const responsive = { leaves_unanswered: false, median_answer_minutes: null }

test('an instant booking that its client cancels is no unanswered request', async () => {
  const ana = await buildProfessional(server)
  await visit(ana.id, { ...cancelled, instant: true })
  expect(await profileOf(ana)).toMatchObject(responsive)
})

test('a re-clean that its client cancels is no unanswered request', async () => {
  const ana = await buildProfessional(server)
  await visit(ana.id)
  await visit(ana.id, { ...cancelled, reclean_of: (await firstVisitOf(ana)).id, total_cents: 0 })
  expect(await profileOf(ana)).toMatchObject(responsive)
})

test('a visit of a series that its client cancels is no unanswered request, but the request of the series is', async () => {
  const ana = await buildProfessional(server)
  await visit(ana.id, { status: 'accepted', answeredAfter: 5 })
  const request = await firstVisitOf(ana)
  const { id: series_id } = await server.db
    .insertInto('series')
    .values({
      client_id: request.client_id,
      professional_id: ana.id,
      request_id: request.id,
      service_type: 'standard',
      time_zone: 'America/Chicago',
      address: '1 Main Street',
      city: 'Austin',
      state: 'TX',
      zip_code: '78701',
      created_at: REQUESTED_AT,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  for (const series_date of ['2026-06-02', '2026-06-09'])
    await visit(ana.id, { ...cancelled, client: { id: request.client_id }, series_id, series_date })
  expect(await profileOf(ana)).toMatchObject(responsive)

  await server.db
    .updateTable('bookings')
    .set({
      series_id,
      series_date: '2026-05-26',
      status: 'cancelled',
      answered_at: null,
      cancelled_by: 'client',
      cancelled_at: new Date(+REQUESTED_AT + 2 * 3_600_000),
    })
    .where('id', '=', request.id)
    .execute()
  expect(await profileOf(ana)).toMatchObject({ leaves_unanswered: true })
})

// rule: search-card
test('a card in search has the visits of the profile, and no time to an answer', async () => {
  await recountAllVisits(server.context)
  const search = await visitor(server).get('/api/professionals/search/enhanced?zip_code=78701')
  const [card] = search.body.professionals
  const { completed_bookings } = await profileOf(card)
  expect(card).toMatchObject({ completed_bookings })
  expect(card).not.toHaveProperty('median_answer_minutes')
})
