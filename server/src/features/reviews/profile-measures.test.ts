// rule: profile-overview, profile-answer-time, public-fields
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildClient, buildProfessional } from '#server/test/build.ts'
import { visitor } from '#server/test/call.ts'
import { testServer } from '#server/test/server.ts'
import type { TestServer } from '#server/test/server.ts'

let server: TestServer
let visits = 0
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.close())

/** A visit of a client of the professional, requested at noon and answered so many minutes later. */
async function visit(
  professionalId: string,
  { status = 'completed', answeredAfter }: { status?: string; answeredAfter?: number } = {},
) {
  const { id } = await buildClient(server)
  const day = `2026-04-${String(++visits).padStart(2, '0')}`
  await server.db
    .insertInto('bookings')
    .values({
      client_id: id,
      professional_id: professionalId,
      status,
      service_type: 'standard',
      cleaning_frequency: 'one_time',
      booking_date: day,
      booking_time: '09:00',
      time_zone: 'America/Chicago',
      starts_at: `${day}T14:00:00Z`,
      ends_at: `${day}T16:00:00Z`,
      created_at: '2026-03-01T12:00:00Z',
      expires_at: '2026-03-04T12:00:00Z',
      answered_at:
        answeredAfter === undefined
          ? null
          : new Date(Date.parse('2026-03-01T12:00:00Z') + answeredAfter * 60_000),
      address: '1 Main Street',
      city: 'Austin',
      state: 'TX',
      zip_code: '78701',
      estimated_hours: 2,
      hourly_rate_cents: 6500,
      total_cents: 13_000,
    })
    .execute()
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
  await visit(ana.id, { answeredAfter: 600 })
  await visit(ana.id, { status: 'declined', answeredAfter: 20 })
  await visit(ana.id, { status: 'declined' })
  expect(await profileOf(ana)).toMatchObject({ median_answer_minutes: null })

  await visit(ana.id, { status: 'accepted', answeredAfter: 45 })
  expect(await profileOf(ana)).toMatchObject({ median_answer_minutes: 45 })
})

test('a card in search contains neither', async () => {
  const search = await visitor(server).get('/api/professionals/search/enhanced?zip_code=78701')
  const [card] = search.body.professionals
  expect(card).not.toHaveProperty('completed_bookings')
  expect(card).not.toHaveProperty('median_answer_minutes')
})
