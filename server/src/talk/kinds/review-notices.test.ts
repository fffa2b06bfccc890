// rule: review-asks
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { buildClient, buildProfessional } from '#server/test/builders/build.ts'
import { insertBooking, NOW } from '#server/test/builders/booking.ts'
import { as } from '#server/test/call.ts'
import { poison } from '#server/test/poison.ts'
import { testServer } from '#server/test/server.ts'
import type { TestServer } from '#server/test/server.ts'
import { revealReviews } from '#server/market/write-reviews/reveal-reviews.ts'
import { loadSendableNotice } from '../notices/notice-topics.ts'
import { askForReviews, notifyOfReview } from './review-notices.ts'

const HOUR_MS = 3_600_000
const DAY_HOURS = 24
const hours = (count: number) => new Date(+NOW + count * HOUR_MS)

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

/** A visit that ends so many hours after NOW. */
const visit = (end: number, facts: object = {}) =>
  insertBooking(server, client, professional, {
    starts_at: hours(end - 2),
    ends_at: hours(end),
    ...facts,
  })

async function askAt(hour: number) {
  now = hours(hour)
  await Promise.all([askForReviews(server.context), askForReviews(server.context)])
  return kindsOf(client)
}

async function kindsOf(person: { id: string }) {
  const rows = await server.db
    .selectFrom('notices')
    .select('kind')
    .where('user_id', '=', person.id)
    .where('kind', 'like', 'review.%')
    .orderBy('at')
    .execute()
  return rows.map(({ kind }) => kind)
}

const write = async () =>
  (await as(server, client)).post('/api/reviews/general', {
    client_id: client.id,
    professional_id: professional.id,
    rating: 5,
    title: 'A calm house',
    comment: 'On time and careful.',
  })

test('two hours after the end the client is asked, once, and reminded once after three days', async () => {
  await visit(0)
  expect(await askAt(2 - 1 / HOUR_MS)).toEqual([])
  expect(await askAt(2)).toEqual(['review.ask'])
  expect(await askAt(2 + 3 * DAY_HOURS - 1 / HOUR_MS)).toEqual(['review.ask'])
  expect(await askAt(2 + 3 * DAY_HOURS)).toEqual(['review.ask', 'review.reminder'])
  expect(await askAt(4 * DAY_HOURS)).toHaveLength(2)
  const { body } = await (await as(server, client)).get('/api/notices')
  expect(body.notices).toMatchObject(
    ['reminder', 'ask'].map(() => ({
      topic: 'review',
      title: 'How was Professional?',
      href: `/professionals/${professional.id}`,
    })),
  )
})

test('nobody is asked three days after the visit, nor reminded six days after the question', async () => {
  await visit(0)
  expect(await askAt(3 * DAY_HOURS)).toEqual([])
  expect(await askAt(3 * DAY_HOURS - 1 / HOUR_MS)).toEqual(['review.ask'])
  expect(await askAt(9 * DAY_HOURS - 1 / HOUR_MS)).toEqual(['review.ask'])
  expect(await askAt(9 * DAY_HOURS - 2 / HOUR_MS)).toEqual(['review.ask', 'review.reminder'])
})

test('a pair is asked once in 30 days', async () => {
  await visit(0)
  await askAt(2)
  await visit(7 * DAY_HOURS)
  expect(await askAt(7 * DAY_HOURS + 2)).toEqual(['review.ask'])
  await visit(30 * DAY_HOURS - 1)
  expect(await askAt(30 * DAY_HOURS + 2 - 1 / HOUR_MS)).toEqual(['review.ask'])
  await visit(30 * DAY_HOURS)
  expect(await askAt(30 * DAY_HOURS + 2)).toEqual(['review.ask', 'review.ask'])
})

test('nobody is asked or reminded after a review of the visit, and a question that waits is not sent', async () => {
  await visit(0)
  await askAt(2)
  await write()
  expect(await askAt(2 + 3 * DAY_HOURS)).toEqual(['review.ask'])
  const { id } = await server.db
    .selectFrom('notices')
    .select('id')
    .where('user_id', '=', client.id)
    .executeTakeFirstOrThrow()
  expect(await loadSendableNotice(server.context, id, 'email')).toBeUndefined()
  client = await buildClient(server)
  await visit(0)
  now = hours(1)
  await write()
  expect(await askAt(2)).toEqual([])
})

test.each([
  ['was cancelled', { status: 'cancelled' }, {}],
  ['did not take place', { no_show: 'professional' }, {}],
  ['was with a professional who is not reachable', {}, { active: false }],
] as const)('nobody is asked about a visit that %s', async (_, facts, of) => {
  professional = await buildProfessional(server, of)
  await visit(0, facts)
  expect(await askAt(2)).toEqual([])
})

test('a professional learns of a review when it becomes public, once', async () => {
  await visit(0)
  now = hours(1)
  const { review_id } = (await write()).body
  await notifyOfReview(server.context, { review_id })
  expect(await kindsOf(professional)).toEqual([])
  now = hours(7 * DAY_HOURS)
  await revealReviews(server.context)
  await notifyOfReview(server.context, { review_id })
  await notifyOfReview(server.context, { review_id })
  expect(await kindsOf(professional)).toEqual(['review.received'])
})

// rule: scheduled-jobs
test('a client who cannot be asked stops no other', async () => {
  await visit(0)
  const poisoned = client
  client = await buildClient(server)
  await visit(0)
  const cure = await poison(
    server.db,
    'insert',
    'notices',
    sql`new.user_id = ${sql.lit(poisoned.id)}`,
  )
  expect(await askAt(2)).toEqual(['review.ask'])
  await cure()
  await askAt(3)
  expect([await kindsOf(poisoned), await kindsOf(client)]).toEqual([['review.ask'], ['review.ask']])
})
