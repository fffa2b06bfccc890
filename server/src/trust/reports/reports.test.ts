// rule: reports
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { CURRENT_PASSWORD_HEADER } from '#contract/browser-names.ts'
import { hashPassword } from '#server/people/passwords/passwords.ts'
import { JOBS } from '#server/jobs.ts'
import { PASSWORD } from '#server/test/builders/account.ts'
import { buildClient, buildProfessional } from '#server/test/builders/build.ts'
import { insertBooking, NOW } from '#server/test/builders/booking.ts'
import { as, visitor } from '#server/test/call.ts'
import { photo, sendForm } from '#server/test/builders/form.ts'
import { testServer } from '#server/test/server.ts'
import type { TestServer } from '#server/test/server.ts'

const TEXT = 'They asked me for a cheque.'
const DAY_MS = 86_400_000
type Person = { id: string }
type Kind = 'person' | 'review' | 'message' | 'photo' | 'booking'

let server: TestServer
let now = NOW
let password_hash: string
let client: Person
let professional: Person
let otherClient: Person
let otherProfessional: Person
/** The id of a subject of each kind that both sides can report, or one of them. */
let ids: Record<'review' | 'message' | 'photo' | 'gallery' | 'booking', string>

beforeAll(async () => {
  server = await testServer({ RATE_LIMIT_SCALE: '1' }, { now: () => now })
  password_hash = await hashPassword(PASSWORD)
})
afterAll(() => server.close())
beforeEach(async () => {
  now = NOW
  client = await buildClient(server, { password_hash })
  professional = await buildProfessional(server)
  otherClient = await buildClient(server)
  otherProfessional = await buildProfessional(server)
  ids = await subjects()
})

async function subjects() {
  const caller = await as(server, client)
  const starts_at = new Date(+NOW - 10 * DAY_MS)
  const ends_at = new Date(+starts_at + 7_200_000)
  await insertBooking(server, client, professional, { starts_at, ends_at })
  const image = await photo()
  const photoId = (await sendForm(server, client, 'POST', '/api/reviews/photos', { image })).body
    .photo_id
  const review = await caller.post('/api/reviews/general', {
    client_id: client.id,
    professional_id: professional.id,
    rating: 1,
    title: 'Never again',
    comment: 'They did not come.',
    photo_ids: [photoId],
  })
  await caller.post('/api/chat/initiate-contact', {
    client_id: client.id,
    professional_id: professional.id,
  })
  await caller.post('/api/chat/messages', {
    sender_id: client.id,
    receiver_id: professional.id,
    message: 'Hello',
  })
  const gallery = `${'a'.repeat(20)}${professional.id.slice(-12)}.webp`
  await server.db
    .updateTable('professionals')
    .set({ gallery_images: [gallery] })
    .where('user_id', '=', professional.id)
    .execute()
  const message = await server.db
    .selectFrom('messages')
    .select('id')
    .where('sender_id', '=', client.id)
    .where('kind', '=', 'text')
    .executeTakeFirstOrThrow()
  const booking = await server.db
    .selectFrom('bookings')
    .select('id')
    .where('client_id', '=', client.id)
    .executeTakeFirstOrThrow()
  return {
    review: review.body.review_id,
    message: message.id,
    photo: photoId,
    gallery,
    booking: booking.id,
  }
}

const reasonOf = (kind: Kind) => (kind === 'review' || kind === 'photo' ? 'photo' : 'payment')
async function report(by: Person, kind: Kind, id: string, facts: object = {}) {
  const body = { subject: { kind, id }, reason: reasonOf(kind), text: TEXT, ...facts }
  return (await as(server, by)).post('/api/reports', body)
}

const stored = (subjectId: string) =>
  server.db
    .selectFrom('reports')
    .innerJoin('cases', 'cases.id', 'case_id')
    .select(['reporter_id', 'reported_id', 'reason_code', 'reason'])
    .select(['queue', 'kind', 'reports.subject_kind as subject', 'person_id', 'urgent', 'number'])
    .where('reports.subject_id', '=', subjectId)
    .execute()

/** The answer to each reporter of a kind: client, professional, another client, another professional. */
test.each([
  ['message', 'message', [200, 200, 404, 404]],
  ['booking', 'booking', [200, 200, 404, 404]],
  ['review', 'review', [404, 200, 200, 200]],
  ['photo', 'photo', [404, 200, 200, 200]],
  ['photo', 'gallery', [200, 404, 200, 200]],
] as const)('a %s is reported by who may see it (%s)', async (kind, name, expected) => {
  const id = ids[name]
  const statuses = []
  for (const by of [client, professional, otherClient, otherProfessional]) {
    statuses.push((await report(by, kind, id)).status)
  }
  expect(statuses).toEqual(expected)
  const reports = await stored(id)
  expect(reports).toHaveLength(expected.filter((status) => status === 200).length)
  for (const one of reports) expect(one).toMatchObject({ queue: 'reports', kind, subject: kind })
  const body = { subject: { kind, id }, reason: reasonOf(kind), text: TEXT }
  expect((await visitor(server).post('/api/reports', body)).status).toBe(401)
})

describe('a person', () => {
  test('is reported by a professional whom they contacted or reviewed, locked or not', async () => {
    expect((await report(professional, 'person', client.id)).status).toBe(200)
    expect((await report(otherProfessional, 'person', client.id)).status).toBe(404)
    const locked = await buildProfessional(server, { credits: 0 })
    const draft = { client_id: client.id, professional_id: locked.id }
    await (await as(server, client)).post('/api/chat/initiate-contact', draft)
    expect((await report(locked, 'person', client.id)).status).toBe(200)
    const stranger = { rating: 1, title: 'Bad', comment: 'Never seen.' }
    await (
      await as(server, otherClient)
    ).post('/api/reviews/general', {
      client_id: otherClient.id,
      professional_id: professional.id,
      ...stranger,
    })
    expect((await report(professional, 'person', otherClient.id)).status).toBe(200)
    expect(await stored(client.id)).toMatchObject([
      { reported_id: client.id, person_id: client.id, reason_code: 'payment', reason: TEXT },
      { reporter_id: locked.id },
    ])
  })

  test('is reported by a client who can reach them, or was in touch', async () => {
    expect((await report(otherClient, 'person', professional.id)).status).toBe(200)
    await server.db
      .deleteFrom('subscriptions')
      .where('professional_id', '=', professional.id)
      .execute()
    expect((await report(client, 'person', professional.id)).status).toBe(200)
    for (const about of [client, otherClient]) {
      expect((await report(otherClient, 'person', about.id)).status).toBe(404)
    }
    expect((await report(otherProfessional, 'person', professional.id)).status).toBe(404)
  })

  test('who was reported in the conversation already has that report', async () => {
    const inChat = { other_user_id: professional.id, reason: 'Rude' }
    const caller = await as(server, client)
    expect((await caller.post('/api/chat/report', inChat)).status).toBe(200)
    expect(await report(client, 'person', professional.id)).toMatchObject({
      status: 409,
      body: { code: 'report_open' },
    })
    expect(await stored(professional.id)).toMatchObject([{ reason: `Rude\n\n${TEXT}` }])
    // One report holds 20,000 characters, however often its reporter writes.
    const whole = 'x'.repeat(19_000)
    await server.db
      .updateTable('reports')
      .set({ reason: whole })
      .where('reported_id', '=', professional.id)
      .execute()
    const more = await report(client, 'person', professional.id, { text: 'y'.repeat(2000) })
    expect(more.status).toBe(409)
    expect(await stored(professional.id)).toMatchObject([{ reason: whole }])
  })
})

test('reports of one subject are one case, and safety makes it urgent', async () => {
  const first = await report(client, 'booking', ids.booking)
  const second = await report(professional, 'booking', ids.booking, { reason: 'safety' })
  expect(first.body).toEqual({
    report: { number: expect.stringMatching(/^C-\d+$/), state: 'open' },
  })
  expect(second.body).toEqual(first.body)
  expect(await stored(ids.booking)).toMatchObject([{ urgent: true }, { urgent: true }])
})

test.each([
  ['a reason of reviews for a booking', 'booking', { reason: 'bought' }, 422, 'reason_required'],
  ['a reason of bookings for a review', 'review', { reason: 'no_show' }, 422, 'reason_required'],
  ['no reason', 'booking', { reason: undefined }, 422, 'reason_required'],
  ['a text of nine characters', 'booking', { text: ' 123456789 ' }, 422, 'text_too_short'],
  ['another kind', 'booking', { subject: { kind: 'planet', id: 'x' } }, 422, 'invalid_input'],
  ['an id that is none', 'booking', { subject: { kind: 'booking', id: 'x' } }, 404, 'not_found'],
  ['no file', 'photo', { subject: { kind: 'photo', id: '../x.webp' } }, 404, 'not_found'],
] as const)('%s is refused, and nothing is written', async (_, kind, facts, status, code) => {
  expect(await report(professional, kind, ids[kind], facts)).toMatchObject({
    status,
    body: { code },
  })
  expect(await stored(ids[kind])).toEqual([])
})

test('the reporter sees what they reported and its outcome, and nobody else does', async () => {
  await report(client, 'booking', ids.booking)
  await report(client, 'message', ids.message)
  await report(client, 'person', professional.id)
  const list = async (by: Person, query = '') =>
    (await as(server, by)).get(`/api/users/${client.id}/reports${query}`)
  const resolve = (id: string, outcome: string) =>
    server.db
      .updateTable('cases')
      .set({ state: 'resolved', outcome, resolved_at: now })
      .where('subject_id', '=', id)
      .execute()
  await resolve(ids.booking, 'acted')
  await resolve(ids.message, 'duplicate')
  const { body } = await list(client)
  const name = expect.stringMatching(/^Professional \d+ Cleaning$/)
  expect(body).toMatchObject({
    has_more: false,
    reports: [
      { about: { kind: 'person', name }, reason: 'payment', state: 'open', at: NOW.toISOString() },
      { about: { kind: 'message' }, state: 'no_breach' },
      { about: { kind: 'booking' }, state: 'acted', number: expect.stringMatching(/^C-\d+$/) },
    ],
  })
  expect((await list(client, `?before=${body.reports[1].id}`)).body.reports).toHaveLength(1)
  expect((await list(client, '?before=x')).status).toBe(422)
  expect((await list(professional)).body.code).toBe('not_yours')
  expect((await visitor(server).get(`/api/users/${client.id}/reports`)).status).toBe(401)
})

test('a report stays without the person who left, its words go 90 days later, and it goes two years after it was closed', async () => {
  await report(client, 'booking', ids.booking)
  const headers = { [CURRENT_PASSWORD_HEADER]: encodeURIComponent(PASSWORD) }
  await (await as(server, client)).delete(`/api/users/${client.id}`, headers)
  expect(await stored(ids.booking)).toMatchObject([{ reporter_id: null, reason: TEXT }])
  const run = async (ms: number) => {
    now = new Date(+NOW + ms)
    await JOBS['forget-cases'](server.context, {})
    return stored(ids.booking)
  }
  expect(await run(90 * DAY_MS)).toMatchObject([{ reason: TEXT }])
  expect(await run(90 * DAY_MS + 1)).toMatchObject([{ reason: '' }])
  await server.db.updateTable('reports').set({ closed_at: NOW }).execute()
  now = new Date('2028-11-20T16:00:01Z')
  await JOBS['forget-cases'](server.context, {})
  expect(await stored(ids.booking)).toEqual([])
})
