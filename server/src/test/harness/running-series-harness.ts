import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import { runDueJobs } from '#server/test/run-due-jobs.ts'
import { buildClient, buildProfessional } from '../builders/build.ts'
import { bookingBody, insertBooking, move, NOW, rowCounts } from '../builders/booking.ts'
import { as } from '../call.ts'
import type { Caller } from '../call.ts'
import { testServer } from '../server.ts'
import type { TestServer } from '../server.ts'

export type Side = 'client' | 'professional'
export type Visit = {
  date: string
  status: string
  booking_time: string
  booking_id: string | null
}

type Person = { id: string }
type Harness = {
  server: TestServer
  now: Date
  client: Person
  professional: Person
  /** Every Tuesday at 9:00 from December 1 on, booked up to January 12. */
  series: string
}

/**
 * A server for all tests of a file, with a clock that a test moves. Each test begins with regular visits that the
 * professional has accepted; the helpers skip, pause, change and end them, and read what both sides see.
 */
export function runningSeriesHarness() {
  const harness = { now: NOW } as Harness

  beforeAll(async () => {
    harness.server = await testServer({}, { now: () => harness.now })
  })
  afterAll(() => harness.server.close())
  beforeEach(async () => {
    harness.now = NOW
    harness.client = await buildClient(harness.server, { first_name: 'Maya' })
    harness.professional = await buildProfessional(harness.server, { full_name: 'Grace Walker' })
    harness.series = await start()
  })

  async function start(facts: Record<string, unknown> = {}) {
    const { id, series_id } = await request(facts)
    expect((await move(harness.server, harness.professional, id, 'accepted')).status).toBe(200)
    return series_id
  }

  async function request(facts: Record<string, unknown> = {}) {
    const body = bookingBody(harness.client, harness.professional, {
      cleaning_frequency: 'weekly',
      series: {},
      ...facts,
    })
    const booked = await (await as(harness.server, harness.client)).post('/api/bookings', body)
    return booked.body as { id: string; series_id: string }
  }

  const person = (side: Side) => (side === 'client' ? harness.client : harness.professional)

  async function call(side: Side, action: string, body: object = {}) {
    return (await as(harness.server, person(side))).post(
      `/api/series/${harness.series}/${action}`,
      body,
    )
  }

  async function done(side: Side, action: string, body: object = {}) {
    const { status, body: answer } = await call(side, action, body)
    expect({ status, code: answer.code }).toEqual({ status: 200, code: undefined })
    return answer.series
  }

  async function answer(side: Side, changeId: string, value: string) {
    return (await as(harness.server, person(side))).put(
      `/api/series/${harness.series}/changes/${changeId}`,
      {
        answer: value,
      },
    )
  }

  const takeTime = async (startsAt: string, endsAt: string) =>
    insertBooking(harness.server, await buildClient(harness.server), harness.professional, {
      status: 'accepted',
      starts_at: startsAt,
      ends_at: endsAt,
      expires_at: startsAt,
    })

  return {
    harness,
    start,
    request,
    person,
    call,
    done,
    answer,
    takeTime,
    ...readsOf(harness, person),
  }
}

/** Reads the series as both sides see it, and as it is stored. */
function readsOf(harness: Harness, person: (side: Side) => Person) {
  async function view() {
    return (await (await as(harness.server, harness.client)).get(`/api/series/${harness.series}`))
      .body.series
  }

  async function states() {
    return ((await view()).visits as Visit[]).map(({ date, status }) => `${date} ${status}`)
  }

  async function standing() {
    return harness.server.db
      .selectFrom('bookings')
      .selectAll()
      .where('series_id', '=', harness.series)
      .where('status', 'in', ['accepted', 'completed'])
      .orderBy('series_date')
      .execute()
  }

  async function bookingOn(date: string) {
    return harness.server.db
      .selectFrom('bookings')
      .selectAll()
      .where('series_id', '=', harness.series)
      .where('series_date', '=', date)
      .orderBy('created_at', 'desc')
      .executeTakeFirstOrThrow()
  }

  async function titles(side: Side): Promise<string[]> {
    await runDueJobs(harness.server.context)
    await runDueJobs(harness.server.context)
    const { body } = await (await as(harness.server, person(side))).get('/api/notices')
    return body.notices.map(({ title }: { title: string }) => title)
  }

  async function threadEvents(): Promise<string[]> {
    const { body } = await (
      await as(harness.server, harness.client)
    ).get(`/api/chat/messages/${harness.client.id}/${harness.professional.id}`)
    return body.messages.map(({ booking_event }: { booking_event: string }) => booking_event)
  }

  async function refusal(run: () => ReturnType<Caller['post']>) {
    const before = await rowCounts(harness.server)
    const { status, body } = await run()
    expect(await rowCounts(harness.server)).toEqual(before)
    return `${status} ${body.code}`
  }

  return { refusal, view, states, standing, bookingOn, titles, threadEvents }
}
