// rule: reliability, no-show
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  NOW,
  insertBooking,
  insertBookings,
  requestBooking,
} from '#server/test/builders/booking.ts'
import { buildClient, buildProfessional } from '#server/test/builders/build.ts'
import { as, visitor } from '#server/test/call.ts'
import { testServer } from '#server/test/server.ts'
import type { TestServer } from '#server/test/server.ts'
import { countCities } from '#server/market/cities/count-cities.ts'
import { writeOutcome } from '../moves/outcome.ts'

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS
const SINCE = new Date(+NOW - 180 * DAY_MS)

let server: TestServer
beforeAll(async () => {
  server = await testServer({}, { now: () => NOW })
})
afterAll(() => server.close())

const after = (from: Date, minutes: number) => new Date(+from + minutes * MINUTE_MS)

/** The events that may have happened at visits. The parts are combined with each other. */
const ENDS = [0.1, 3, 100, 179.9, 180.1].map((days) => new Date(+NOW - days * DAY_MS))
const PRESSES = [
  [],
  [{ stage: 'arrived', minutes: 15, late: 0 }],
  [{ stage: 'arrived', minutes: 16, late: 15 }],
  [{ stage: 'started', minutes: 5, late: 15 }],
  [
    { stage: 'arrived', minutes: 0, late: 16 },
    { stage: 'started', minutes: 20, late: 0 },
  ],
] as const
const REPORTS = [
  null,
  null,
  null,
  null,
  { kind: 'no_show', by: 'client', state: 'stands' },
  { kind: 'no_show', by: 'professional', state: 'stands' },
  { kind: 'no_show', by: 'client', state: 'disputed' },
  { kind: 'no_show', by: 'client', state: 'decided', decision: 'shared' },
  { kind: 'no_show', by: 'professional', state: 'decided', decision: 'for_professional' },
  { kind: 'late', by: 'client', state: 'decided', decision: 'for_client' },
  { kind: 'late', by: 'client', state: 'disputed' },
] as const
type Report = NonNullable<(typeof REPORTS)[number]>
const CANCELLED = [
  { by: 'client', late: true, excused: false },
  { by: 'professional', late: true, excused: false },
  { by: 'professional', late: true, excused: true },
  { by: 'professional', late: false, excused: false },
] as const

function problemOf(booking_id: string, at: Date, { kind, by, state, ...rest }: Report) {
  const decided = { ...rest, decision_reason: 'evidence', decision_text: 'A text.' } as const
  return {
    booking_id,
    kind,
    by,
    state,
    opened_at: at,
    ended_at: state === 'disputed' ? null : at,
    statement: 'A statement.',
    ...('decision' in rest && decided),
  }
}

/** Writes each table in one statement: a statement a row takes a loaded machine longer than a test may last. */
async function buildWorld(client: { id: string }, pro: { id: string }) {
  const { db } = server
  const visits = ENDS.flatMap((end) =>
    REPORTS.map((report, index) => {
      const ends_at = after(end, index)
      const presses = PRESSES[(index + 1) % PRESSES.length]!
      return { id: randomUUID(), starts_at: after(ends_at, -120), ends_at, report, presses }
    }),
  )
  const cancelled = ENDS.flatMap((end) =>
    CANCELLED.map(({ by, late, excused }) => ({
      status: 'cancelled' as const,
      cancelled_by: by,
      cancelled_late: late,
      late_excused: excused,
      cancelled_at: end,
    })),
  )
  await insertBookings(server, client, pro, [
    ...visits.map(({ id, starts_at, ends_at }) => ({
      id,
      starts_at,
      ends_at,
      expires_at: starts_at,
    })),
    ...cancelled,
  ])
  await db
    .insertInto('booking_stages')
    .values(
      visits.flatMap(({ id, starts_at, presses }) =>
        presses.map(({ stage, minutes, late }) => {
          const at = after(starts_at, minutes)
          return { booking_id: id, stage, at, received_at: after(at, late), event_id: '1' }
        }),
      ),
    )
    .execute()
  await db
    .insertInto('problems')
    .values(
      visits.flatMap(({ id, ends_at, report }) => (report ? [problemOf(id, ends_at, report)] : [])),
    )
    .execute()
  await writeOutcome(db, ...visits.map(({ id }) => id))
}

/** The figures of a side, counted one booking at a time from bookings, problems and stages. */
async function countByHand(role: 'client' | 'professional', id: string) {
  const { db } = server
  const bookings = await db
    .selectFrom('bookings')
    .selectAll()
    .where(role === 'client' ? 'client_id' : 'professional_id', '=', id)
    .execute()
  const problems = await db.selectFrom('problems').selectAll().execute()
  const stages = await db.selectFrom('booking_stages').selectAll().execute()
  const sum = { kept: 0, late_cancellations: 0, no_shows: 0, on_time: 0, on_time_of: 0, excused: 0 }
  for (const booking of bookings) {
    const own = problems.filter(({ booking_id }) => booking_id === booking.id)
    if (booking.status === 'cancelled') {
      const counts = booking.cancelled_late && booking.cancelled_by === role
      if (!counts || booking.cancelled_at! <= SINCE) continue
      if (booking.late_excused) sum.excused++
      else sum.late_cancellations++
      continue
    }
    if (booking.status !== 'completed' || booking.ends_at <= SINCE) continue
    const report = own.find(({ kind }) => kind === 'no_show')
    if (report && !report.ended_at) continue
    const stands = report?.state === 'stands' || report?.decision === `for_${report?.by}`
    if (report && stands) {
      if (report.by !== role) sum.no_shows++
      continue
    }
    sum.kept++
    const pressed = stages.filter(({ booking_id }) => booking_id === booking.id)
    const press =
      pressed.find(({ stage }) => stage === 'arrived') ??
      pressed.find(({ stage }) => stage === 'started')
    const decidedLate = own.some((one) => one.kind === 'late' && one.decision === 'for_client')
    const isKnown = press && +press.received_at - +press.at <= 15 * MINUTE_MS
    if (!isKnown && !decidedLate) continue
    sum.on_time_of++
    if (!decidedLate && +press!.at - +booking.starts_at <= 15 * MINUTE_MS) sum.on_time++
  }
  return { ...sum, visits: sum.kept + sum.late_cancellations + sum.no_shows }
}

test('the figures are those that one counts from bookings, problems and stages, and from the events', async () => {
  const client = await buildClient(server)
  const pro = await buildProfessional(server)
  await buildWorld(client, pro)
  // Opens the lead.
  await requestBooking(server, client, pro)
  const ownOf = async (person: { id: string }) =>
    (await (await as(server, person)).get(`/api/users/${person.id}/reliability`)).body

  const byHand = await countByHand('professional', pro.id)
  // Every case occurs.
  expect(Object.values(byHand).every((count) => count > 0)).toBe(true)
  const { events, window_days, ...figures } = await ownOf(pro)
  expect(window_days).toBe(180)
  expect(figures).toEqual(byHand)
  const countOf = (...kinds: string[]) =>
    events.filter(({ kind }: { kind: string }) => kinds.includes(kind)).length
  expect(countOf('kept')).toBe(byHand.kept)
  expect(countOf('no_show')).toBe(byHand.no_shows)
  expect(countOf('late_cancellation')).toBe(byHand.late_cancellations)
  expect(countOf('excused')).toBe(byHand.excused)
  expect(countOf('on_time', 'late')).toBe(byHand.on_time_of)

  const { on_time: _, on_time_of: __, ...ofClient } = await countByHand('client', client.id)
  expect(await ownOf(client)).toMatchObject(ofClient)
  expect(await ownOf(client)).not.toHaveProperty('on_time')

  const { excused, ...shown } = byHand
  const { body } = await visitor(server).get(`/api/public/professional/${pro.slug}`)
  expect(body.professional).toMatchObject({
    reliability: { window_days: 180, ...shown },
    completed_bookings: expect.any(Number),
  })
  const found = async (when = '') => {
    const url = `/api/professionals/search/enhanced?zip_code=78701${when}`
    const { professionals } = (await visitor(server).get(url)).body
    return professionals.find((one: { user_id: string }) => one.user_id === pro.id)
  }
  expect((await found()).reliability).toEqual({ window_days: 180, ...shown })
  const timed = await found('&date=2026-12-10&availability=may_be_free')
  expect(timed.reliability).toEqual({ window_days: 180, ...shown })
  // No cached answer keeps old figures.
  await server.db
    .updateTable('bookings')
    .set({ late_excused: true })
    .where('professional_id', '=', pro.id)
    .where('cancelled_late', '=', true)
    .where('cancelled_by', '=', 'professional')
    .execute()
  expect((await found()).reliability.late_cancellations).toBe(0)
  const list = await (await as(server, pro)).get(`/api/bookings/professional/${pro.id}`)
  const [one] = list.body.bookings
  expect(one.client_reliability).toMatchObject({ visits: ofClient.visits, kept: ofClient.kept })
  expect(one.client_reliability).not.toHaveProperty('on_time')
  expect(excused).toBeGreaterThan(0)
})

test('a professional with fewer than three visits is new', async () => {
  const pro = await buildProfessional(server, { areas: ['Pflugerville, TX'] })
  const client = await buildClient(server)
  const ends_at = new Date(+NOW - DAY_MS)
  const facts = { starts_at: after(ends_at, -120), ends_at, expires_at: ends_at }
  const shown = async () => {
    const { body } = await visitor(server).get(`/api/public/professional/${pro.slug}`)
    return body.professional.reliability
  }
  for (const _ of [1, 2]) await insertBooking(server, client, pro, facts)
  expect(await shown()).toBeNull()
  await insertBooking(server, client, pro, facts)
  expect(await shown()).toMatchObject({ visits: 3, kept: 3 })
  await countCities(server.context)
  const city = await visitor(server).get('/api/cities/tx/pflugerville')
  expect(city.body.best).toMatchObject([{ reliability: { visits: 3, kept: 3 } }])
})

test('a visit counts from its completion, for its sides and in public', async () => {
  const pro = await buildProfessional(server)
  const client = await buildClient(server)
  // Days ago: the end, and the completion by the clock or early.
  for (const [end, completion] of [
    [180.5, 179.6],
    [180.9, 179.99],
    [179.9, 179.8],
    [179.9, 180.1],
    [180.9, 180.1],
  ] as const) {
    const [ends_at, at] = [end, completion].map((days) => new Date(+NOW - days * DAY_MS))
    const id = randomUUID()
    const starts_at = after(ends_at!, -480)
    await insertBooking(server, client, pro, { id, starts_at, ends_at })
    await server.db
      .insertInto('events')
      .values({ kind: 'booking.completed', subject_id: id, at: at! })
      .execute()
  }
  for (const person of [pro, client]) {
    const caller = await as(server, person)
    const { body } = await caller.get(`/api/users/${person.id}/reliability`)
    expect(body).toMatchObject({ visits: 3, kept: 3, no_shows: 0 })
    expect(body.events).toHaveLength(3)
    expect(body.events[0]).toMatchObject({
      at: after(new Date(+NOW - 179.9 * DAY_MS), -480).toISOString(),
      time_zone: 'America/Chicago',
    })
  }
  const { body } = await visitor(server).get(`/api/public/professional/${pro.slug}`)
  expect(body.professional.reliability).toMatchObject({ visits: 3, kept: 3 })
})
