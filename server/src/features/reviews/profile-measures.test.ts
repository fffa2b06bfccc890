// rule: profile-overview, profile-answer-time, public-fields
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildClient, buildProfessional } from '#server/test/build.ts'
import { insertBooking } from '#server/test/booking.ts'
import { visitor } from '#server/test/call.ts'
import { testServer } from '#server/test/server.ts'
import type { TestServer } from '#server/test/server.ts'

const REQUESTED_AT = new Date('2026-03-01T12:00:00Z')

let server: TestServer
let visits = 0
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.close())

/**
 * A visit of a new client, requested at noon and answered or cancelled by its client as many minutes later. Each visit is on
 * a day of its own.
 */
async function visit(
  professionalId: string,
  {
    status = 'completed',
    reason,
    answeredAfter,
    cancelledAfter,
  }: { status?: string; reason?: string; answeredAfter?: number; cancelledAfter?: number } = {},
) {
  const minutesLater = (minutes?: number) =>
    minutes === undefined ? null : new Date(+REQUESTED_AT + minutes * 60_000)
  const day = `2026-04-${String(++visits).padStart(2, '0')}`
  await insertBooking(
    server,
    await buildClient(server),
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
    },
  )
}

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
  const answering = { median_answer_minutes: 10, leaves_unanswered: false }
  expect(await profileOf(ana)).toMatchObject(answering)
})

test('a request that waited two hours before its client cancelled it was left unanswered', async () => {
  const ana = await buildProfessional(server)
  await visit(ana.id, { status: 'cancelled', answeredAfter: 5, cancelledAfter: 600 })
  expect(await profileOf(ana)).toMatchObject({ leaves_unanswered: false })
  await visit(ana.id, { status: 'cancelled', cancelledAfter: 119 })
  await visit(ana.id, { status: 'cancelled', cancelledAfter: 120 })
  expect(await profileOf(ana)).toMatchObject({
    median_answer_minutes: 5,
    leaves_unanswered: false,
  })
  await visit(ana.id, { status: 'cancelled', cancelledAfter: 600 })
  expect(await profileOf(ana)).toMatchObject({
    median_answer_minutes: null,
    leaves_unanswered: true,
  })
})

test('a card in search contains neither', async () => {
  const search = await visitor(server).get('/api/professionals/search/enhanced?zip_code=78701')
  const [card] = search.body.professionals
  expect(card).not.toHaveProperty('completed_bookings')
  expect(card).not.toHaveProperty('median_answer_minutes')
})
