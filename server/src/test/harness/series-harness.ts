import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import { runDueJobs } from '#server/test/run-due-jobs.ts'
import { buildClient, buildProfessional } from '../builders/build.ts'
import { bookingBody, insertBooking, move, NOW } from '../builders/booking.ts'
import { as, visitor } from '../call.ts'
import { testServer } from '../server.ts'
import type { TestServer } from '../server.ts'

/** The first 8 Tuesdays from December 1 on; today is November 20, so January 15 is 56 days ahead. */
export const TUESDAYS = [
  '2026-12-01',
  '2026-12-08',
  '2026-12-15',
  '2026-12-22',
  '2026-12-29',
  '2027-01-05',
  '2027-01-12',
  '2027-01-19',
]
const WEEKDAYS = [1, 2, 3, 4, 5].map((weekday) => ({ weekday, from: '09:00', to: '17:00' }))

export type Visit = {
  date: string
  status: string
  booking_time: string
  starts_at: string
  booking_id: string | null
}

type Person = { id: string }
type Harness = { server: TestServer; now: Date; client: Person; professional: Person }

/**
 * A server for all tests of a file, with a clock that a test moves. Each test begins with a client and a professional;
 * the helpers request regular visits on Tuesdays at 9:00, accept them, and read what has become of each date.
 */
export function seriesHarness() {
  const harness = { now: NOW } as Harness

  beforeAll(async () => {
    harness.server = await testServer({}, { now: () => harness.now })
  })
  afterAll(() => harness.server.close())
  beforeEach(async () => {
    harness.now = NOW
    harness.client = await buildClient(harness.server, { first_name: 'Maya' })
    harness.professional = await buildProfessional(harness.server, { full_name: 'Grace Walker' })
  })

  async function request(series: object = {}, facts: Record<string, unknown> = {}) {
    const body = bookingBody(harness.client, harness.professional, {
      cleaning_frequency: 'weekly',
      series,
      ...facts,
    })
    return (await as(harness.server, harness.client)).post('/api/bookings', body)
  }

  async function requested(series: object = {}, facts: Record<string, unknown> = {}) {
    const { status, body } = await request(series, facts)
    expect({ status, code: body.code }).toEqual({ status: 200, code: undefined })
    return body as { id: string; series_id: string }
  }

  async function started(series: object = {}, facts: Record<string, unknown> = {}) {
    const { id, series_id } = await requested(series, facts)
    expect((await move(harness.server, harness.professional, id, 'accepted')).status).toBe(200)
    return { id, seriesId: series_id }
  }

  async function stateHours(change: object = {}) {
    const caller = await as(harness.server, harness.professional)
    const { status } = await caller.put(`/api/professional/time/${harness.professional.id}`, {
      plan: WEEKDAYS,
      ...change,
    })
    expect(status).toBe(200)
  }

  async function preview(query: Record<string, string> = {}) {
    const parameters = new URLSearchParams({
      zip_code: '78701',
      cleaning_frequency: 'weekly',
      booking_date: '2026-12-01',
      booking_time: '09:00',
      ...query,
    })
    return visitor(harness.server).get(
      `/api/professional/series-preview/${harness.professional.id}?${parameters}`,
    )
  }

  async function takeDecember8(facts: object = {}) {
    await insertBooking(harness.server, await buildClient(harness.server), harness.professional, {
      status: 'accepted',
      booking_date: '2026-12-08',
      starts_at: '2026-12-08T15:00:00Z',
      ends_at: '2026-12-08T17:00:00Z',
      expires_at: '2026-12-08T15:00:00Z',
      ...facts,
    })
  }

  return {
    harness,
    request,
    requested,
    started,
    stateHours,
    preview,
    takeDecember8,
    ...readsOf(harness),
  }
}

/** Reads a series as both sides see it, and as it is stored. */
function readsOf(harness: Harness) {
  async function view(id: string, person = harness.client) {
    return (await (await as(harness.server, person)).get(`/api/series/${id}`)).body.series
  }

  async function states(id: string) {
    const { visits } = await view(id)
    return (visits as Visit[]).map(({ date, status }) => `${date} ${status}`)
  }

  async function standing(id: string) {
    return harness.server.db
      .selectFrom('bookings')
      .selectAll()
      .where('series_id', '=', id)
      .where('status', 'in', ['pending', 'accepted', 'completed'])
      .orderBy('series_date')
      .execute()
  }

  async function titlesOf(person: { id: string }) {
    await runDueJobs(harness.server.context)
    const { body } = await (await as(harness.server, person)).get('/api/notices')
    return body.notices.map(({ title }: { title: string }) => title)
  }

  return { view, states, standing, titlesOf }
}
