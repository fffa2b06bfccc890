// rule: review-states
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { buildClient, buildProfessional } from '#server/test/builders/build.ts'
import { insertBooking, NOW } from '#server/test/builders/booking.ts'
import { as, visitor } from '#server/test/call.ts'
import { brokenInvariants } from '#server/test/invariants.ts'
import { testServer } from '#server/test/server.ts'
import type { TestServer } from '#server/test/server.ts'
import { hideReview, showReview } from './hide-review.ts'

const DAY_MS = 86_400_000

let server: TestServer
let now = NOW
let client: { id: string }
let professional: { id: string; slug: string }
let review: string

beforeAll(async () => {
  server = await testServer({}, { now: () => now })
})
afterAll(() => server.close())
beforeEach(async () => {
  now = NOW
  client = await buildClient(server)
  professional = await buildProfessional(server)
  review = await reviewAfterVisit({ rating: 2, title: 'First' }, -10)
})

/** A review of a visit that ended so many days from now, written now. */
async function reviewAfterVisit(facts: { rating: number; title: string }, days: number) {
  const ends_at = new Date(+NOW + days * DAY_MS)
  const starts_at = new Date(+ends_at - 7_200_000)
  await insertBooking(server, client, professional, { starts_at, ends_at })
  const draft = { client_id: client.id, professional_id: professional.id, comment: 'So it was.' }
  const caller = await as(server, client)
  const { body } = await caller.post('/api/reviews/general', { ...draft, ...facts })
  return body.review_id as string
}

const inTransaction = (change: typeof hideReview, id = review) =>
  server.db.transaction().execute((tx) => change(tx, id, now))

async function profile() {
  const { body } = await visitor(server).get(`/api/public/professional/${professional.slug}`)
  const { rating, total_reviews, reviews } = body.professional
  const titles = reviews.map(({ title }: { title: string }) => title)
  return { rating, total_reviews, titles, stars: body.rating_distribution }
}

const broken = () =>
  server.db.transaction().execute((tx) => brokenInvariants(tx, now, ['review-counts']))

test('a hidden review leaves list, count and rating, and its writer still sees it', async () => {
  const shown = { client_id: client.id, professional_id: professional.id, title: 'First' }
  expect(await inTransaction(hideReview)).toEqual(shown)
  expect(await profile()).toEqual({
    rating: 0,
    total_reviews: 0,
    titles: [],
    stars: [0, 0, 0, 0, 0],
  })
  const view = await (
    await as(server, client)
  ).get(`/api/professional/public-view/${professional.id}`)
  expect(view.body.your_review).toMatchObject({ id: review, title: 'First', state: 'hidden' })
  expect(view.body.reviewed_by_you).toBe(true)
  expect(await inTransaction(hideReview)).toBe('already')
  expect(await broken()).toEqual({})
})

test('shown again it counts again', async () => {
  await inTransaction(hideReview)
  expect(await inTransaction(showReview)).toMatchObject({ title: 'First' })
  expect(await inTransaction(showReview)).toBe('already')
  expect(await profile()).toMatchObject({ rating: 2, total_reviews: 1, titles: ['First'] })
  const events = await server.db
    .selectFrom('events')
    .select('kind')
    .where('subject_id', '=', review)
    .where('kind', 'in', ['review.hidden', 'review.shown'])
    .execute()
  expect(events).toHaveLength(2)
})

test("while the pair's newest review is hidden the earlier one counts", async () => {
  now = new Date(+NOW + 20 * DAY_MS)
  const second = await reviewAfterVisit({ rating: 5, title: 'Second' }, 1)
  expect(await profile()).toMatchObject({ rating: 5, total_reviews: 1 })
  await inTransaction(hideReview, second)
  expect(await profile()).toMatchObject({ rating: 2, total_reviews: 1, titles: ['First'] })
  expect(await broken()).toEqual({})
})

test('of ten at the same moment one hides it', async () => {
  const outcomes = await Promise.all(Array.from({ length: 10 }, () => inTransaction(hideReview)))
  expect(outcomes.filter((outcome) => outcome === 'already')).toHaveLength(9)
  expect(await broken()).toEqual({})
})

test('a sealed review, and one that does not exist, are unknown, and nothing changes', async () => {
  client = await buildClient(server)
  const sealed = await reviewAfterVisit({ rating: 1, title: 'Sealed' }, -1)
  for (const id of [sealed, client.id, 'nonsense']) {
    expect(await inTransaction(hideReview, id)).toBe('unknown')
    expect(await inTransaction(showReview, id)).toBe('unknown')
  }
  const { state } = await server.db
    .selectFrom('reviews')
    .select('state')
    .where('id', '=', sealed)
    .executeTakeFirstOrThrow()
  expect(state).toBe('sealed')
})
