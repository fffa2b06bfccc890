import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import { runDueJobs } from '#server/test/run-due-jobs.ts'
import { buildClient, buildProfessional } from '../builders/build.ts'
import { move, NOW, requestBooking, rowCounts } from '../builders/booking.ts'
import { as } from '../call.ts'
import type { Caller } from '../call.ts'
import { testServer } from '../server.ts'
import type { TestServer } from '../server.ts'

/** The visit is on December 1 at 9:00 in Austin; this is two days later at 14:00. */
export const LATER = { booking_date: '2026-12-03', booking_time: '14:00' }
export const LATER_START = '2026-12-03T20:00:00.000Z'
export const OLD_START = '2026-12-01T15:00:00.000Z'
export const HOUR_MS = 3_600_000

type Side = 'client' | 'professional'

type Person = { id: string }
type Harness = {
  server: TestServer
  now: Date
  client: Person
  professional: Person
  /** The requested booking. */
  booking: string
}

/**
 * A server for all tests of a file, with a clock that a test moves. Each test begins with the request of a client to a
 * professional; the helpers propose other times for it, answer, and read what both sides see.
 */
export function proposalHarness() {
  const harness = { now: NOW } as Harness

  beforeAll(async () => {
    harness.server = await testServer({}, { now: () => harness.now })
  })
  afterAll(() => harness.server.close())
  beforeEach(async () => {
    harness.now = NOW
    harness.client = await buildClient(harness.server, { first_name: 'Maya' })
    harness.professional = await buildProfessional(harness.server, { full_name: 'Grace Walker' })
    harness.booking = await requestBooking(harness.server, harness.client, harness.professional)
  })

  const person = (side: Side) => (side === 'client' ? harness.client : harness.professional)
  const otherSide = (side: Side): Side => (side === 'client' ? 'professional' : 'client')

  async function accept(id = harness.booking) {
    expect((await move(harness.server, harness.professional, id, 'accepted')).status).toBe(200)
  }

  async function propose(side: Side, body: object = LATER, headers = {}) {
    return (await as(harness.server, person(side))).post(
      `/api/bookings/${harness.booking}/proposals`,
      body,
      headers,
    )
  }

  async function proposed(side: Side, body: object = LATER) {
    const { status, body: answer } = await propose(side, body)
    expect({ status, code: answer.code }).toEqual({ status: 200, code: undefined })
    return answer.proposal
  }

  async function answer(side: Side, proposalId: string, value: string) {
    const path = `/api/bookings/${harness.booking}/proposals/${proposalId}`
    return (await as(harness.server, person(side))).put(path, { answer: value })
  }

  return {
    harness,
    person,
    otherSide,
    accept,
    propose,
    proposed,
    answer,
    ...readsOf(harness, person),
  }
}

/** Reads the booking as both sides see it, and as it is stored. */
function readsOf(harness: Harness, person: (side: Side) => Person) {
  async function view(side: Side) {
    const caller = await as(harness.server, person(side))
    const { body } = await caller.get(`/api/bookings/${side}/${person(side).id}`)
    return body.bookings.find(({ id }: { id: string }) => id === harness.booking)
  }

  async function history() {
    const { body } = await (
      await as(harness.server, harness.client)
    ).get(`/api/bookings/${harness.booking}`)
    return body.booking.history
  }

  async function state() {
    const rows = await harness.server.db
      .selectFrom('booking_proposals')
      .selectAll()
      .where('booking_id', '=', harness.booking)
      .orderBy('id')
      .execute()
    const stored = await harness.server.db
      .selectFrom('bookings')
      .selectAll()
      .where('id', '=', harness.booking)
      .executeTakeFirstOrThrow()
    return { rows, stored, counts: await rowCounts(harness.server) }
  }

  /** Makes a refused call, checks that nothing was written, and returns status and code of the answer. */
  async function refusal(call: () => ReturnType<Caller['post']>): Promise<string> {
    const before = await state()
    const { status, body } = await call()
    expect(await state()).toEqual(before)
    return `${status} ${body.code}`
  }

  async function notices(side: Side) {
    await runDueJobs(harness.server.context)
    await runDueJobs(harness.server.context)
    const { body } = await (await as(harness.server, person(side))).get('/api/notices')
    return body.notices.map(({ title }: { title: string }) => title)
  }

  return { view, history, state, refusal, notices }
}
