import { afterAll, beforeAll, beforeEach } from 'vitest'
import { settleHours } from '#server/bookings/hours/hour-jobs.ts'
import { notifyOfVisit } from '#server/talk/kinds/visit-notices.ts'
import { move, requestBooking } from '../builders/booking.ts'
import { buildClient, buildProfessional } from '../builders/build.ts'
import { as } from '../call.ts'
import type { Caller } from '../call.ts'
import { findBroken } from '../invariants.ts'
import { testServer } from '../server.ts'
import type { TestServer } from '../server.ts'

/** The visit is on December 1, from 9:00 to 11:00 in Austin, for $65 an hour. */
const START = new Date('2026-12-01T15:00:00Z')
export const after = (minutes: number) => new Date(+START + minutes * 60_000)
export const DAY = 24 * 60

type Harness = {
  server: TestServer
  now: Date
  client: { id: string }
  pro: { id: string }
  asClient: Caller
  asPro: Caller
  /** The accepted booking. */
  id: string
}

/**
 * A server for all tests of a file, with a clock that a test moves. Each test begins at the start of an accepted visit;
 * the helpers press its stages, answer its hours and read it.
 */
export function hoursHarness() {
  const harness = { now: START } as Harness

  beforeAll(async () => {
    harness.server = await testServer({}, { now: () => harness.now })
  })
  afterAll(() => harness.server.close())
  beforeEach(async () => {
    harness.now = new Date('2026-11-20T16:00:00Z')
    const { server } = harness
    harness.client = await buildClient(server, { first_name: 'Emma', last_name: 'Stone' })
    harness.pro = await buildProfessional(server, { full_name: 'Grace Walker' })
    harness.asClient = await as(server, harness.client)
    harness.asPro = await as(server, harness.pro)
    harness.id = await accepted()
    harness.now = START
  })

  async function accepted(facts: Record<string, unknown> = {}): Promise<string> {
    const booking = await requestBooking(harness.server, harness.client, harness.pro, facts)
    await move(harness.server, harness.pro, booking, 'accepted')
    return booking
  }
  const finish = (facts: object = {}) =>
    harness.asPro.post(`/api/bookings/${harness.id}/stages`, { stage: 'finished', ...facts })
  const press = (stage: string) =>
    harness.asPro.post(`/api/bookings/${harness.id}/stages`, { stage })
  const answer = (caller: Caller, body: object) =>
    caller.put(`/api/bookings/${harness.id}/hours`, body)
  const visit = async (caller = harness.asClient) =>
    (await caller.get(`/api/bookings/${harness.id}/visit`)).body.visit
  const mayAnswer = async () =>
    (await harness.asClient.get(`/api/bookings/${harness.id}`)).body.booking.may_answer_hours
  const answerOf = ({ status, body }: { status: number; body: { code?: string } }) =>
    status === 200 ? '200' : `${status} ${body.code}`
  const settlements = async () =>
    (
      await harness.server.db
        .selectFrom('events')
        .select('id')
        .where('subject_id', '=', harness.id)
        .where('kind', '=', 'visit.hours_settled')
        .execute()
    ).length

  return {
    harness,
    accepted,
    finish,
    press,
    answer,
    visit,
    mayAnswer,
    answerOf,
    settlements,
    ...laterOf(harness),
  }
}

/** Reads the state after the settlement: notices, and the invariants ten days later. */
function laterOf(harness: Harness) {
  /** The titles at the bell, once all events of the visit are told. */
  async function titles(person: { id: string }): Promise<string[]> {
    await notifyAll()
    const { notices } = (await (await as(harness.server, person)).get('/api/notices')).body
    return notices.map(({ title }: { title: string }) => title)
  }

  async function notifyAll(): Promise<void> {
    const events = await harness.server.db
      .selectFrom('events')
      .select('id')
      .where('subject_id', '=', harness.id)
      .where('kind', 'like', 'visit.%')
      .orderBy('id')
      .execute()
    for (const { id: event_id } of events) await notifyOfVisit(harness.server.context, { event_id })
  }

  /** The invariants that are broken ten days later, when all visits of the file are settled. */
  async function brokenInvariants() {
    harness.now = after(10 * DAY)
    await settleHours(harness.server.context)
    return findBroken(harness.server)
  }

  return { titles, notifyAll, brokenInvariants }
}
