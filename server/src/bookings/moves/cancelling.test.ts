// rule: cancellation
import { randomUUID } from 'node:crypto'
import PostalMime from 'postal-mime'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ALL_CANCEL_CODES, CANCEL_CODES } from '#contract/bookings/cancel-reasons.ts'
import { buildClient, buildProfessional } from '#server/test/builders/build.ts'
import { insertBooking, NOW, requestBooking, rowCounts } from '#server/test/builders/booking.ts'
import { as, visitor } from '#server/test/call.ts'
import { testServer } from '#server/test/server.ts'
import type { TestServer } from '#server/test/server.ts'
import { runDueJobs } from '#server/test/run-due-jobs.ts'

const START = new Date('2026-12-01T15:00:00Z')
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** The lead is open for good: its credit does not return any more when the client cancels. */
const NEXT_WEEK = new Date('2026-11-27T16:00:00Z')
const LATE = new Date(+START - 24 * HOUR_MS + 1)

let server: TestServer
let now = NOW
let client: { id: string }
let professional: { id: string }

beforeAll(async () => {
  server = await testServer({}, { now: () => now })
})
afterAll(() => server.close())
beforeEach(async () => {
  now = NOW
  client = await buildClient(server)
  professional = await buildProfessional(server)
})

async function put(person: { id: string }, id: string, body: object) {
  return (await as(server, person)).put(`/api/bookings/${id}/status`, body)
}

async function acceptedVisit(facts: Record<string, unknown> = {}) {
  const id = await requestBooking(server, client, professional, facts)
  expect((await put(professional, id, { status: 'accepted' })).status).toBe(200)
  return id
}

async function cancel(person: { id: string }, id: string, body: object = { reason: 'Busy' }) {
  const { status } = await put(person, id, { status: 'cancelled', ...body })
  expect(status).toBe(200)
}

/** The booking as its client and as its professional read it. */
async function bothViews(id: string) {
  const { body } = await (await as(server, client)).get(`/api/bookings/${id}`)
  const list = await (
    await as(server, professional)
  ).get(`/api/bookings/professional/${professional.id}`)
  return [body.booking, list.body.bookings.find((booking: { id: string }) => booking.id === id)]
}

async function reliabilityOf(person: { id: string }) {
  return (await (await as(server, person)).get(`/api/users/${person.id}/reliability`)).body
}

describe.each(['client', 'professional'] as const)('the %s cancels with a reason:', (side) => {
  const person = () => (side === 'client' ? client : professional)

  test.each(CANCEL_CODES[side].filter((code) => code !== 'other'))(
    '%s needs no text, and both sides read its sentence',
    async (code) => {
      const id = await acceptedVisit()
      now = NEXT_WEEK
      await cancel(person(), id, { reason_code: code })
      for (const view of await bothViews(id)) {
        expect(view).toMatchObject({
          reason_code: code,
          reason: expect.stringMatching(/^[A-Z].*\.$/),
          cancelled_by: side,
          cancelled_at: NEXT_WEEK.toISOString(),
          cancelled_late: false,
        })
      }
    },
  )

  test('an own text replaces the sentence', async () => {
    const id = await acceptedVisit()
    await cancel(person(), id, { reason_code: 'ill', reason: 'A bad cold' })
    expect((await bothViews(id))[0]).toMatchObject({ reason_code: 'ill', reason: 'A bad cold' })
  })

  test('refused, and nothing is written: a reason of the other side, an unknown one, "other" without a text', async () => {
    const id = await acceptedVisit()
    const before = await rowCounts(server)
    const own: readonly string[] = CANCEL_CODES[side]
    const foreign = ALL_CANCEL_CODES.filter((code) => !own.includes(code))
    for (const reason_code of [...foreign, 'skipped', 'series_changed', '', 7]) {
      const answer = await put(person(), id, { status: 'cancelled', reason: 'Busy', reason_code })
      expect(answer).toMatchObject({
        status: 422,
        body: { code: 'reason_code_invalid', detail: 'Please choose a reason.' },
      })
    }
    const answer = await put(person(), id, { status: 'cancelled', reason_code: 'other' })
    expect(answer).toMatchObject({ status: 422, body: { code: 'reason_required' } })
    const unknown = await put(person(), randomUUID(), { status: 'cancelled' })
    expect(unknown).toMatchObject({ status: 422, body: { code: 'reason_required' } })
    expect(await rowCounts(server)).toEqual(before)
    expect((await bothViews(id))[0]).toMatchObject({ status: 'accepted', reason_code: null })
  })
})

// rule: letter-texts
test('the letter has the sentence of the reason in the language of its reader', async () => {
  client = await buildClient(server, { language: 'pt' })
  const id = await acceptedVisit()
  await cancel(professional, id, { reason_code: 'double_booked' })
  await runDueJobs(server.context)
  await runDueJobs(server.context)
  const letters = await Promise.all(
    (await server.letters()).map((letter) => PostalMime.parse(letter)),
  )
  const letter = letters.find(({ subject }) => subject?.endsWith('cancelou seu agendamento'))
  expect(letter?.text).toContain('Tenho outra visita nesse horário.')
})

describe('late', () => {
  test('is an accepted visit cancelled less than 24 hours before its start, and not a millisecond earlier', async () => {
    const late = await acceptedVisit()
    const inTime = await acceptedVisit({ booking_time: '11:00' })
    now = LATE
    await cancel(client, late)
    now = new Date(+START + 2 * HOUR_MS - 24 * HOUR_MS)
    await cancel(client, inTime)
    for (const view of await bothViews(late)) {
      expect(view).toMatchObject({ cancelled_late: true, cancelled_at: LATE.toISOString() })
    }
    expect((await bothViews(inTime))[1]).toMatchObject({ cancelled_late: false })
  })

  test('is by the notice of the professional when they accepted, also after they change it', async () => {
    const saveNotice = async (notice_hours: number) => {
      const body = { rules: { notice_hours } }
      const caller = await as(server, professional)
      expect((await caller.put(`/api/professional/time/${professional.id}`, body)).status).toBe(200)
    }
    await saveNotice(48)
    const id = await acceptedVisit()
    await saveNotice(0)
    now = new Date(+START - 48 * HOUR_MS + 1)
    await cancel(client, id)
    expect((await bothViews(id))[0]).toMatchObject({ notice_hours: 48, cancelled_late: true })
  })

  test('counts for the side that cancelled, and not for the other', async () => {
    const id = await acceptedVisit()
    now = LATE
    await cancel(professional, id)
    expect(await reliabilityOf(professional)).toEqual({
      window_days: 180,
      visits: 1,
      kept: 0,
      late_cancellations: 1,
      no_shows: 0,
      on_time: 0,
      on_time_of: 0,
      excused: 0,
      events: [
        {
          kind: 'late_cancellation',
          at: LATE.toISOString(),
          booking_id: id,
          time_zone: 'America/Chicago',
        },
      ],
    })
    expect(await reliabilityOf(client)).toMatchObject({ visits: 0, late_cancellations: 0 })
  })

  test('never is a pending request, however close', async () => {
    const id = await requestBooking(server, client, professional, {
      booking_date: '2026-11-20',
      booking_time: '12:00',
    })
    await cancel(client, id)
    expect((await bothViews(id))[0]).toMatchObject({ cancelled_late: false })
  })

  test('the first because of illness in 90 days is excused, the next one counts, after 90 days one is excused again', async () => {
    const visit = (date: Date) =>
      acceptedVisit({ booking_date: date.toISOString().slice(0, 10), booking_time: '12:00' })
    const cancelLateOn = async (days: number) => {
      now = new Date(+NOW + days * DAY_MS)
      const id = await visit(new Date(+now + DAY_MS))
      now = new Date(+now + 12 * HOUR_MS)
      await cancel(client, id, { reason_code: 'ill' })
      expect((await bothViews(id))[0].cancelled_late).toBe(true)
      const { late_cancellations, excused } = await reliabilityOf(client)
      return { late_cancellations, excused }
    }
    expect(await cancelLateOn(0)).toEqual({ late_cancellations: 0, excused: 1 })
    expect(await cancelLateOn(60)).toEqual({ late_cancellations: 1, excused: 1 })
    expect(await cancelLateOn(149)).toEqual({ late_cancellations: 2, excused: 1 })
    expect(await cancelLateOn(239)).toEqual({ late_cancellations: 2, excused: 1 })
    expect(await cancelLateOn(240)).toEqual({ late_cancellations: 2, excused: 1 })
  })

  test('of two because of illness at the same moment, one is excused', async () => {
    const ids = [await acceptedVisit(), await acceptedVisit({ booking_time: '11:00' })]
    now = new Date(+START - HOUR_MS)
    await Promise.all(ids.map((id) => cancel(client, id, { reason_code: 'ill' })))
    expect(await reliabilityOf(client)).toMatchObject({ late_cancellations: 1, excused: 1 })
  })
})

// rule: reliability
describe('reliability', () => {
  test('counts what ended in the last 180 days; clients see it of a professional from three visits on', async () => {
    const booked = await requestBooking(server, client, professional)
    const completed = (daysAgo: number) => {
      const end = new Date(+NOW - daysAgo * DAY_MS)
      const starts_at = new Date(+end - 2 * HOUR_MS)
      const facts = { starts_at, ends_at: end, expires_at: starts_at }
      return insertBooking(server, client, professional, facts)
    }
    await completed(179)
    await completed(180)
    await completed(20)
    expect(await reliabilityOf(client)).toMatchObject({ visits: 2, late_cancellations: 0 })
    let [ofClient, ofProfessional] = await bothViews(booked)
    expect(ofClient.professional.reliability).toBeNull()
    expect(ofProfessional.client_reliability).toEqual({
      window_days: 180,
      visits: 2,
      kept: 2,
      late_cancellations: 0,
      no_shows: 0,
    })
    await completed(3)
    ;[ofClient, ofProfessional] = await bothViews(booked)
    expect(ofClient.professional.reliability).toMatchObject({ visits: 3, kept: 3, on_time_of: 0 })
  })

  test('of a client stays out while the lead is locked', async () => {
    professional = await buildProfessional(server, { credits: 0 })
    const id = await requestBooking(server, client, professional)
    expect((await bothViews(id))[1]).toMatchObject({ locked: true, client_reliability: null })
  })

  // rule: lead-locked
  test('the reason that a client chose stays out while the lead is locked', async () => {
    professional = await buildProfessional(server, { credits: 0 })
    const id = await requestBooking(server, client, professional)
    await cancel(client, id, { reason_code: 'ill' })
    const [ofClient, ofProfessional] = await bothViews(id)
    expect(ofClient.reason_code).toBe('ill')
    expect(ofProfessional).toMatchObject({ reason_code: null, reason: null })
  })

  test('is read by the person alone', async () => {
    const path = `/api/users/${client.id}/reliability`
    expect((await visitor(server).get(path)).status).toBe(401)
    for (const other of [professional, await buildClient(server)]) {
      const answer = await (await as(server, other)).get(path)
      expect(answer).toMatchObject({ status: 403, body: { code: 'not_yours' } })
    }
  })
})
