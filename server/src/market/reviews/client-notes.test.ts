// rule: client-notes, review-states
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { CURRENT_PASSWORD_HEADER } from '#contract/browser-names.ts'
import { hashPassword } from '#server/people/passwords/passwords.ts'
import { PASSWORD } from '#server/test/builders/account.ts'
import { buildClient, buildProfessional } from '#server/test/builders/build.ts'
import { insertBooking } from '#server/test/builders/booking.ts'
import { as, visitor } from '#server/test/call.ts'
import { brokenInvariants } from '#server/test/invariants.ts'
import { buildOperator } from '#server/test/builders/operators.ts'
import { testServer } from '#server/test/server.ts'
import type { TestServer } from '#server/test/server.ts'
import { deleteOldNotes, revealNotes } from './client-notes.ts'
import { revealReviews } from '../write-reviews/reveal-reviews.ts'

const ENDED_AT = new Date('2026-11-20T17:00:00Z')
const DAY = 86_400_000
const later = (ms: number) => new Date(+ENDED_AT + ms)
const NOTE = { kind: true, come_again: false, text: 'Two cats, one shy.' }
const SHOWN = { as_described: null, paid_as_agreed: null, ...NOTE }

let server: TestServer
let now = ENDED_AT
let password_hash: string
let client: { id: string }
let professional: { id: string; slug: string }
let visit: string

beforeAll(async () => {
  server = await testServer({}, { now: () => now })
  password_hash = await hashPassword(PASSWORD)
})
afterAll(() => server.close())
beforeEach(async () => {
  now = later(DAY)
  client = await buildClient(server, { password_hash })
  professional = await buildProfessional(server, { user: { password_hash } })
  visit = await addVisit()
})

async function addVisit(facts: Record<string, unknown> = {}): Promise<string> {
  const starts_at = new Date(+ENDED_AT - 7_200_000)
  await insertBooking(server, client, professional, { starts_at, ends_at: ENDED_AT, ...facts })
  const rows = await server.db
    .selectFrom('bookings')
    .select('id')
    .where('client_id', '=', client.id)
    .orderBy('id', 'desc')
    .execute()
  return rows[0]!.id
}

async function note(
  body: unknown = NOTE,
  { by = professional, id = visit }: { by?: { id: string }; id?: string } = {},
) {
  return (await as(server, by)).put(`/api/bookings/${id}/client-note`, body)
}

async function read(by: { id: string } = professional) {
  return (await as(server, by)).get(`/api/bookings/${visit}/client-note`)
}

async function review() {
  return (await as(server, client)).post('/api/reviews/general', {
    client_id: client.id,
    professional_id: professional.id,
    rating: 4,
    title: 'A calm house',
    comment: 'On time and careful.',
  })
}

async function profile() {
  return (await visitor(server).get(`/api/public/professional/${professional.slug}`)).body
    .professional
}

async function exported(person: { id: string }) {
  const headers = { [CURRENT_PASSWORD_HEADER]: encodeURIComponent(PASSWORD) }
  return (await (await as(server, person)).get(`/api/users/${person.id}/export`, headers)).body
}

const brokenReviews = () =>
  server.db
    .transaction()
    .execute((tx) => brokenInvariants(tx, now, ['review-counts', 'sealed-reviews']))

const written = () => server.db.selectFrom('client_notes').selectAll().execute()

test('a note publishes the sealed review of its visit at once, and can no longer be changed', async () => {
  await review()
  expect(await profile()).toMatchObject({ total_reviews: 0, reviews: [] })
  expect((await read()).body).toEqual({ note: null, revealed_at: null, may_write: true })
  expect(await note()).toMatchObject({
    status: 200,
    body: { note: SHOWN, revealed_at: now.toISOString() },
  })
  expect(await profile()).toMatchObject({ total_reviews: 1, reviews: [{ title: 'A calm house' }] })
  expect((await read()).body).toEqual({
    note: SHOWN,
    revealed_at: now.toISOString(),
    may_write: false,
  })
  expect((await note()).status).toBe(200)
  expect(await note({ kind: false })).toMatchObject({ status: 409, body: { code: 'too_late' } })
  expect((await read()).body.note).toEqual(SHOWN)
  expect(await brokenReviews()).toEqual({})
})

test('a review after the note is public at once, and reveals it; until then the note can be changed', async () => {
  expect((await note()).body.revealed_at).toBeNull()
  expect((await note({ kind: false })).body).toMatchObject({ note: { kind: false, text: '' } })
  expect((await exported(client)).client_notes_received).toEqual([])
  expect((await review()).body.state).toBe('public')
  expect(await profile()).toMatchObject({ total_reviews: 1 })
  expect((await note({ kind: true })).body.code).toBe('too_late')
  expect((await exported(client)).client_notes_received).toMatchObject([{ kind: false }])
  expect((await exported(professional)).client_notes_written).toHaveLength(1)
})

// rule: client-notes, case-screen
test('an operator reads the text of a note in the case of a report between the two, and in no other', async () => {
  await note({ text: 'Asked to be paid in cash.' })
  const other = await buildProfessional(server)
  await insertBooking(server, client, other, { starts_at: ENDED_AT, ends_at: later(1) })
  const olga = await buildOperator(server)
  const report = async (id: string) => {
    const calls = await as(server, client)
    const about = { kind: 'person', id }
    const body = { subject: about, reason: 'other', text: 'Please look at what happened.' }
    expect((await calls.post('/api/reports', body)).status).toBe(200)
    const { case_id } = await server.db
      .selectFrom('reports')
      .select('case_id')
      .where('reported_id', '=', id)
      .executeTakeFirstOrThrow()
    return (await olga.calls.get(`/api/operator/cases/${case_id}`)).body.case.facts.client_notes
  }
  expect(await report(professional.id)).toMatchObject([
    { booking_id: visit, professional: { id: professional.id }, text: 'Asked to be paid in cash.' },
  ])
  expect(await report(other.id)).toEqual([])
})

test('the clock reveals a note without a review after 7 days', async () => {
  await note()
  now = later(7 * DAY - 1)
  await revealNotes(server.context)
  expect((await read()).body).toMatchObject({ revealed_at: null, may_write: true })
  now = later(7 * DAY)
  await revealNotes(server.context)
  expect((await read()).body).toMatchObject({ revealed_at: now.toISOString(), may_write: false })
})

test('note and clock at the same moment publish the review once', async () => {
  await review()
  now = later(7 * DAY)
  const [answer] = await Promise.all([note(), revealReviews(server.context), note()])
  expect(answer).toMatchObject({ status: 200, body: { revealed_at: now.toISOString() } })
  const { reviews } = await profile()
  const events = await server.db
    .selectFrom('events')
    .select('id')
    .where('kind', '=', 'review.published')
    .where('subject_id', '=', reviews[0].id)
    .execute()
  expect(events).toHaveLength(1)
  expect(await brokenReviews()).toEqual({})
})

test('note and review at the same moment end public and revealed', async () => {
  await Promise.all([note(), review()])
  expect(await profile()).toMatchObject({ total_reviews: 1 })
  expect((await read()).body.revealed_at).toBe(now.toISOString())
})

describe('these are refused, and nothing is written:', () => {
  test('everybody but the professional of the visit', async () => {
    const before = await written()
    const path = `/api/bookings/${visit}/client-note`
    expect((await visitor(server).put(path, NOTE)).status).toBe(401)
    expect((await visitor(server).get(path)).status).toBe(401)
    expect(await note(NOTE, { by: client })).toMatchObject({
      status: 403,
      body: { code: 'professionals_only' },
    })
    expect((await read(client)).body.code).toBe('professionals_only')
    const other = await buildProfessional(server)
    expect((await note(NOTE, { by: other })).body.code).toBe('booking_not_found')
    expect((await read(other)).body.code).toBe('booking_not_found')
    expect((await note(NOTE, { id: 'x' })).body.code).toBe('booking_not_found')
    expect(await written()).toEqual(before)
  })

  test.each([
    ['a visit to come', { status: 'accepted', ends_at: later(2 * DAY) }],
    ['a declined visit', { status: 'declined' }],
    ['a no-show that nobody has decided', { no_show: 'undecided' }],
    ['a no-show of the client', { no_show: 'client' }],
  ])('%s', async (_title, facts) => {
    const before = await written()
    const id = await addVisit(facts)
    expect(await note(NOTE, { id })).toMatchObject({
      status: 409,
      body: { code: 'visit_not_over' },
    })
    expect(await written()).toEqual(before)
  })

  test('a note after 60 days', async () => {
    const before = await written()
    now = later(60 * DAY + 1)
    expect((await note()).body.code).toBe('too_late')
    expect((await read()).body.may_write).toBe(false)
    expect(await written()).toEqual(before)
  })

  test.each([
    ['an empty note', {}],
    ['blank text', { text: '  ' }],
    ['a text that is too long', { text: 'x'.repeat(1001) }],
    ['an answer that is none', { kind: 'yes' }],
  ])('%s', async (_title, body) => {
    const before = await written()
    expect(await note(body)).toMatchObject({ status: 422, body: { code: 'invalid_input' } })
    expect(await written()).toEqual(before)
  })
})

// rule: account-deletion
test('a note goes with the account of either side', async () => {
  await note()
  const path = `/api/users/${client.id}`
  const headers = { [CURRENT_PASSWORD_HEADER]: encodeURIComponent(PASSWORD) }
  expect((await (await as(server, client)).delete(path, headers)).status).toBe(200)
  const kept = await written()
  expect(kept.filter(({ booking_id }) => booking_id === visit)).toEqual([])
  expect((await note()).body.code).toBe('booking_not_found')
})

test('a note is deleted 3 years after its visit', async () => {
  await note()
  now = new Date('2029-11-20T16:59:59Z')
  await deleteOldNotes(server.context)
  const of = async () => (await written()).filter(({ booking_id }) => booking_id === visit)
  expect(await of()).toHaveLength(1)
  now = new Date('2029-11-20T17:00:01Z')
  await deleteOldNotes(server.context)
  expect(await of()).toEqual([])
})

test('three revealed notes of two professionals are counted for the client and beside their reliability', async () => {
  now = later(8 * DAY)
  const settings = async () =>
    (await (await as(server, client)).get(`/api/users/${client.id}/settings`)).body
  const withProfessional = async () => {
    const caller = await as(server, professional)
    return (await caller.get(`/api/bookings/professional/${professional.id}`)).body.bookings[0]
  }
  await server.db
    .insertInto('leads')
    .values({
      client_id: client.id,
      professional_id: professional.id,
      source: 'booking',
      opened_at: now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await note({ kind: true, come_again: true })
  await note({ kind: false }, { id: await addVisit() })
  await note({ kind: true }, { id: await addVisit() })
  expect(await settings()).not.toHaveProperty('client_notes')
  expect(await withProfessional()).not.toHaveProperty('client_notes')
  const other = await buildProfessional(server)
  const [first, mine] = [professional, visit]
  professional = other
  await note({ paid_as_agreed: true }, { id: await addVisit() })
  professional = first
  const counts = {
    as_described: { yes: 0, no: 0 },
    paid_as_agreed: { yes: 1, no: 0 },
    kind: { yes: 2, no: 1 },
    come_again: { yes: 1, no: 0 },
  }
  expect((await settings()).client_notes).toEqual(counts)
  expect((await withProfessional()).client_notes).toEqual(counts)
  const hidden = server.db.updateTable('client_notes').set({ revealed_at: null })
  await hidden.where('booking_id', '=', mine).execute()
  expect((await settings()).client_notes.come_again).toEqual({ yes: 0, no: 0 })
})
