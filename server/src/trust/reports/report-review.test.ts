// rule: review-states, reports
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { buildClient, buildProfessional } from '#server/test/builders/build.ts'
import { as, visitor } from '#server/test/call.ts'
import { resolveReport } from '#server/test/builders/operators.ts'
import { testServer } from '#server/test/server.ts'
import type { TestServer } from '#server/test/server.ts'
import { NOW } from '#server/test/builders/booking.ts'

const TEXT = 'I have never worked for this person.'

let server: TestServer
let client: { id: string }
let professional: { id: string }
let review: string

beforeAll(async () => {
  server = await testServer({ RATE_LIMIT_SCALE: '1' }, { now: () => NOW })
})
afterAll(() => server.close())
beforeEach(async () => {
  client = await buildClient(server)
  professional = await buildProfessional(server)
  const caller = await as(server, client)
  await caller.post('/api/reviews/general', {
    client_id: client.id,
    professional_id: professional.id,
    rating: 1,
    title: 'Never again',
    comment: 'They did not come.',
  })
  const { body } = await (
    await as(server, professional)
  ).get(`/api/professional/dashboard/${professional.id}`)
  review = body.reviews[0].id
})

const reportBody = (facts: Record<string, unknown> = {}) => ({
  subject: { kind: 'review', id: review },
  reason: 'not_a_client',
  text: TEXT,
  ...facts,
})
const report = async (by: { id: string }, facts = {}, headers = {}) =>
  (await as(server, by)).post('/api/reports', reportBody(facts), headers)
const stored = async () =>
  server.db
    .selectFrom('reports')
    .select(['reporter_id', 'reported_id', 'reason_code', 'reason'])
    .where('review_id', '=', review)
    .execute()

test('a professional reports a review without a conversation, and the operator sees it with the review', async () => {
  const { status, body } = await report(professional)
  expect(status).toBe(200)
  expect(body).toEqual({ report: { number: expect.stringMatching(/^C-\d+$/), state: 'open' } })
  expect(await stored()).toEqual([
    {
      reporter_id: professional.id,
      reported_id: client.id,
      reason_code: 'not_a_client',
      reason: TEXT,
    },
  ])
})

test('a review that is reported already answers 409, the text is added once, and after it is closed a new report opens', async () => {
  const first = await report(professional)
  const more = { text: 'And I was abroad that week.' }
  for (let count = 0; count < 2; count++) {
    expect(await report(professional, more)).toMatchObject({
      status: 409,
      body: {
        code: 'report_open',
        detail: 'You have reported this already. We are looking at it.',
      },
    })
  }
  expect(await stored()).toMatchObject([{ reason: `${TEXT}\n\n${more.text}` }])
  await resolveReport(server, first.body.report.number.slice(2), 'Looked at it with both.')
  expect((await report(professional)).status).toBe(200)
  expect(await stored()).toHaveLength(2)
})

test('of ten reports at the same moment one opens, and the same key answers the same again', async () => {
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, index) => report(professional, { text: `${TEXT} ${index}` })),
  )
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(answers.filter(({ status }) => status === 409)).toHaveLength(9)
  expect(await stored()).toHaveLength(1)
  const other = await buildClient(server)
  const key = { 'idempotency-key': 'one-report' }
  const [one, again] = [await report(other, {}, key), await report(other, {}, key)]
  expect([one.status, again.status]).toEqual([200, 200])
  expect(again.body).toEqual(one.body)
  expect(await stored()).toHaveLength(2)
})

test('a report of the review leaves room for one about the person in the conversation', async () => {
  const caller = await as(server, professional)
  await (
    await as(server, client)
  ).post('/api/chat/initiate-contact', {
    client_id: client.id,
    professional_id: professional.id,
  })
  expect((await report(professional)).status).toBe(200)
  const person = { other_user_id: client.id, reason: 'Rude in messages' }
  expect((await caller.post('/api/chat/report', person)).status).toBe(200)
  expect((await caller.post('/api/chat/report', person)).status).toBe(200)
  expect(await stored()).toMatchObject([{ reason: TEXT }])
})

test.each([
  ['an unknown review', { subject: { kind: 'review', id: crypto.randomUUID() } }, 404, 'not_found'],
  ['an id that is none', { subject: { kind: 'review', id: 'x' } }, 404, 'not_found'],
  ['no reason', { reason: undefined }, 422, 'reason_required'],
  ['a reason that is not on the list', { reason: 'negative' }, 422, 'reason_required'],
  ['a text of nine characters', { text: ' 123456789 ' }, 422, 'text_too_short'],
  ['a text too long', { text: 'x'.repeat(2001) }, 422, 'invalid_input'],
  ['another kind', { subject: { kind: 'planet', id: 'x' } }, 422, 'invalid_input'],
])('%s is refused, and nothing is written', async (_title, facts, status, code) => {
  expect(await report(professional, facts)).toMatchObject({ status, body: { code } })
  expect(await stored()).toEqual([])
})

test('a visitor, the review’s own author, and others of an unreachable professional cannot report it', async () => {
  expect((await visitor(server).post('/api/reports', reportBody())).status).toBe(401)
  expect((await report(client)).status).toBe(404)
  await server.db
    .deleteFrom('subscriptions')
    .where('professional_id', '=', professional.id)
    .execute()
  expect((await report(await buildClient(server))).status).toBe(404)
  expect(await stored()).toEqual([])
  expect((await report(professional)).status).toBe(200)
})

// rule: rate-limits
test('a user sends at most 20 reports a day', async () => {
  const first = () => report(professional, {}, { 'idempotency-key': 'first' })
  const { body: saved } = await first()
  for (let count = 1; count < 20; count++) {
    expect((await report(professional)).status).toBe(409)
  }
  // A repeated request costs nothing. rule: idempotency-key
  expect(await first()).toMatchObject({ status: 200, body: saved })
  const { status, headers } = await report(professional)
  expect(status).toBe(429)
  expect(Number(headers['retry-after'])).toBeGreaterThan(0)
})
