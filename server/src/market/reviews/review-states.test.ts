// rule: review-states, review-once, review-counts, review-order
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { PASSWORD } from '#server/test/builders/account.ts'
import { buildClient, buildProfessional } from '#server/test/builders/build.ts'
import { insertBooking } from '#server/test/builders/booking.ts'
import { as, visitor } from '#server/test/call.ts'
import { brokenInvariants } from '#server/test/invariants.ts'
import { testServer } from '#server/test/server.ts'
import type { TestServer } from '#server/test/server.ts'
import { CURRENT_PASSWORD_HEADER } from '#contract/browser-names.ts'
import { hashPassword } from '#server/people/passwords/passwords.ts'
import { revealReviews } from '../write-reviews/reveal-reviews.ts'

const ENDED_AT = new Date('2026-11-20T17:00:00Z')
const HOUR = 3_600_000
const DAY = 24 * HOUR
const later = (ms: number) => new Date(+ENDED_AT + ms)

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
  now = later(HOUR)
  client = await buildClient(server, { password_hash })
  professional = await buildProfessional(server, { user: { password_hash } })
  visit = await visitEndingAt(ENDED_AT)
})

/** A completed visit of two hours. Returns its id. */
async function visitEndingAt(ends_at: Date, facts: Record<string, unknown> = {}): Promise<string> {
  const starts_at = new Date(+ends_at - 2 * HOUR)
  await insertBooking(server, client, professional, { starts_at, ends_at, ...facts })
  const { id } = await server.db
    .selectFrom('bookings')
    .select('id')
    .where('client_id', '=', client.id)
    .where('ends_at', '=', ends_at)
    .executeTakeFirstOrThrow()
  return id
}

async function write(facts: Record<string, unknown> = {}, by = client) {
  return (await as(server, by)).post('/api/reviews/general', {
    client_id: by.id,
    professional_id: professional.id,
    rating: 4,
    title: 'A calm house',
    comment: 'On time and careful.',
    ...facts,
  })
}

async function profile() {
  return (await visitor(server).get(`/api/public/professional/${professional.slug}`)).body
    .professional
}

async function view(by = client) {
  const path = `/api/professional/public-view/${professional.id}`
  return (await (await as(server, by)).get(path)).body
}

/** The person's own data. */
async function exported(person: { id: string }) {
  const headers = { [CURRENT_PASSWORD_HEADER]: encodeURIComponent(PASSWORD) }
  return (await (await as(server, person)).get(`/api/users/${person.id}/export`, headers)).body
}

async function dashboard() {
  const caller = await as(server, professional)
  return (await caller.get(`/api/professional/dashboard/${professional.id}`)).body
}

const titles = (shown: { reviews: { title: string }[] }) => shown.reviews.map(({ title }) => title)

describe('a review within 7 days after the end of its visit', () => {
  test('is sealed: its writer alone sees it, and it does not count', async () => {
    const public_at = later(7 * DAY).toISOString()
    const { status, body } = await write()
    expect(status).toBe(200)
    expect(body).toEqual({
      message: 'Review submitted successfully!',
      review_id: expect.any(String),
      state: 'sealed',
      public_at,
    })
    expect(await profile()).toMatchObject({ rating: 0, total_reviews: 0, reviews: [] })
    expect(await view()).toMatchObject({
      professional: { reviews: [] },
      reviewed_by_you: true,
      your_review: { id: body.review_id, title: 'A calm house', state: 'sealed', public_at },
    })
    expect(await view(await buildClient(server))).not.toHaveProperty('your_review')
    expect((await dashboard()).reviews).toEqual([])
    const caller = await as(server, professional)
    expect(await caller.put(`/api/reviews/${body.review_id}/answer`, { text: 'Hm' })).toMatchObject(
      {
        status: 404,
        body: { code: 'review_not_found' },
      },
    )
    const report = {
      subject: { kind: 'review', id: body.review_id },
      reason: 'bought',
      text: 'I saw the offer of it.',
    }
    expect((await caller.post('/api/reports', report)).status).toBe(404)
    expect(await exported(professional)).toMatchObject({ reviews_received: [] })
    expect(await exported(client)).toMatchObject({ reviews_written: [{ state: 'sealed' }] })
    expect(await brokenReviews()).toEqual({})
  })

  test('becomes public with the 7th day, once, however often the job runs', async () => {
    await write()
    now = later(7 * DAY - 1)
    await revealReviews(server.context)
    expect((await profile()).reviews).toEqual([])
    now = later(7 * DAY)
    await Promise.all([revealReviews(server.context), revealReviews(server.context)])
    await revealReviews(server.context)
    expect(await profile()).toMatchObject({
      rating: 4,
      total_reviews: 1,
      reviews: [{ title: 'A calm house', visit: 'took_place', earlier: 0 }],
    })
    const { rows } = await sql`
      select from events join reviews on reviews.id = subject_id
      where kind = 'review.published' and client_id = ${client.id}`.execute(server.db)
    expect(rows).toHaveLength(1)
    expect(await brokenReviews()).toEqual({})
  })
})

test('a review of later than 7 days is public at once', async () => {
  now = later(7 * DAY)
  expect((await write()).body).toMatchObject({ state: 'public', public_at: now.toISOString() })
  expect(await profile()).toMatchObject({ total_reviews: 1 })
})

test('a review without a visit is public at once, marked, and does not count', async () => {
  const stranger = await buildClient(server)
  expect((await write({}, stranger)).body).toMatchObject({ state: 'public' })
  expect(await profile()).toMatchObject({
    total_reviews: 0,
    reviews: [{ verified_hire: false, visit: 'none' }],
  })
})

test('a review before an accepted visit says so, and the client writes again after it', async () => {
  client = await buildClient(server)
  const coming = await visitEndingAt(later(2 * DAY), { status: 'accepted' })
  expect((await write({ title: 'Before', booking_id: coming })).body.state).toBe('public')
  expect(await profile()).toMatchObject({ total_reviews: 0, reviews: [{ visit: 'to_come' }] })
  expect((await write({ title: 'Twice' })).body).toMatchObject({ code: 'already_reviewed' })
  now = later(10 * DAY)
  expect((await write({ title: 'After', booking_id: coming })).status).toBe(200)
  const shown = await profile()
  expect(titles(shown)).toEqual(['After', 'Before'])
  expect(shown).toMatchObject({ total_reviews: 1, reviews: [{ earlier: 1 }, { earlier: 0 }] })
})

// rule: review-counts
test('a client learns before writing whether the review would count: only after a visit that took place', async () => {
  now = later(8 * DAY)
  expect(await view()).toMatchObject({ review_would_count: true })
  client = await buildClient(server)
  expect(await view()).toMatchObject({ review_would_count: false, reviewed_by_you: false })
  await visitEndingAt(later(9 * DAY), { status: 'accepted' })
  expect(await view()).toMatchObject({ review_would_count: false })
  now = later(9 * DAY + 1)
  expect(await view()).toMatchObject({ review_would_count: true })
  // Late enough that it is not sealed.
  now = later(17 * DAY)
  await write()
  expect(await view()).toMatchObject({ review_would_count: false, reviewed_by_you: true })
})

describe('after a later visit', () => {
  test('the client can write another review, which replaces the first in count and rating', async () => {
    now = later(8 * DAY)
    await write({ rating: 2, title: 'First' })
    expect(await view()).toMatchObject({ reviewed_by_you: true })
    await visitEndingAt(later(9 * DAY))
    const other = client
    client = await buildClient(server)
    await visitEndingAt(later(9 * DAY - 1))
    now = later(17 * DAY)
    await write({ rating: 3, title: 'Of another client' })
    client = other
    expect(await view()).toMatchObject({ reviewed_by_you: false, your_review: { title: 'First' } })
    now = later(18 * DAY)
    expect((await write({ rating: 5, title: 'Second' })).status).toBe(200)
    const shown = await profile()
    expect(shown).toMatchObject({ rating: 4, total_reviews: 2 })
    expect(shown.reviews).toMatchObject([
      { title: 'Second', earlier: 1 },
      { title: 'First', earlier: 0, verified_hire: true },
      { title: 'Of another client', earlier: 0 },
    ])
    const { body } = await visitor(server).get(`/api/public/professional/${professional.slug}`)
    expect(body.rating_distribution).toEqual([0, 0, 1, 0, 1])
    expect(await brokenReviews()).toEqual({})
  })

  test('the earlier review counts until the later one is public', async () => {
    now = later(8 * DAY)
    await write({ rating: 2, title: 'First' })
    await visitEndingAt(later(9 * DAY))
    now = later(10 * DAY)
    expect((await write({ rating: 5, title: 'Second' })).body.state).toBe('sealed')
    expect(await profile()).toMatchObject({ rating: 2, total_reviews: 1 })
    now = later(16 * DAY)
    await revealReviews(server.context)
    expect(await profile()).toMatchObject({ rating: 5, total_reviews: 1 })
    expect(await brokenReviews()).toEqual({})
  })

  test('of ten reviews at the same moment one is written, also with the id of the visit', async () => {
    now = later(8 * DAY)
    await write({ title: 'First' })
    const second = await visitEndingAt(later(9 * DAY))
    now = later(17 * DAY)
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) => write(index % 2 ? { booking_id: second } : {})),
    )
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      200,
      ...Array.from({ length: 9 }, () => 409),
    ])
    expect((await profile()).reviews).toHaveLength(2)
  })

  test('an earlier visit can no longer be reviewed', async () => {
    await visitEndingAt(later(-2 * DAY))
    now = later(8 * DAY)
    await write({ booking_id: visit })
    const before = await reviewCount()
    expect((await write({ booking_id: visit })).body.code).toBe('already_reviewed')
    expect((await write()).body.code).toBe('already_reviewed')
    expect(await reviewCount()).toBe(before)
  })
})

test('the visit of another pair is refused with 404, and nothing is written', async () => {
  const own = visit
  const other = await buildClient(server)
  const before = await reviewCount()
  expect(await write({ booking_id: own }, other)).toMatchObject({
    status: 404,
    body: { code: 'booking_not_found' },
  })
  expect(await reviewCount()).toBe(before)
})

// rule: review-once, rate-limits
test('a client writes three reviews without a visit a day, also at the same moment, and others after visits', async () => {
  const strict = await testServer({ RATE_LIMIT_SCALE: '1' }, { now: () => now })
  const writer = await buildClient(strict)
  const caller = await as(strict, writer)
  const professionals = await Promise.all(
    Array.from({ length: 6 }, () => buildProfessional(strict)),
  )
  const review = (index: number) =>
    caller.post('/api/reviews/general', {
      client_id: writer.id,
      professional_id: professionals[index]!.id,
      rating: 1,
      title: 'Seen from the street',
      comment: 'Never inside.',
    })
  const answers = await Promise.all([0, 1, 2, 3, 4].map(review))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(3)
  const refused = answers.find(({ status }) => status !== 200)!
  expect(refused).toMatchObject({ status: 429, body: { code: 'too_many_requests' } })
  expect(Number(refused.headers['retry-after'])).toBe(86_400)
  await insertBooking(strict, writer, professionals[5]!)
  expect((await review(5)).status).toBe(200)
  const written = await strict.db.selectFrom('reviews').select('id').execute()
  expect(written).toHaveLength(4)
  const first = now
  const again = answers.indexOf(refused)
  now = new Date(+first + 86_400_000 - 1)
  expect((await review(again)).status).toBe(429)
  now = new Date(+first + 86_400_000)
  expect((await review(again)).status).toBe(200)
  await strict.close()
})

/** The invariants of reviews that do not hold. */
const brokenReviews = () =>
  server.db
    .transaction()
    .execute((tx) => brokenInvariants(tx, now, ['review-counts', 'sealed-reviews']))

async function reviewCount() {
  return (await server.db.selectFrom('reviews').select('id').execute()).length
}
