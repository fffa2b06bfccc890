import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { buildClient, buildProfessional } from '#server/test/builders/build.ts'
import { as, visitor } from '#server/test/call.ts'
import { testServer } from '#server/test/server.ts'
import type { TestServer } from '#server/test/server.ts'
import { insertBooking, move, NOW, requestBooking } from '#server/test/builders/booking.ts'
import { revealReviews } from './reveal-reviews.ts'

const STARTS_AT = new Date('2026-12-01T15:00:00Z')
const ENDS_AT = new Date('2026-12-01T17:00:00Z')
/** Reviews written from now on are not sealed. rule: review-states */
const UNSEALED_AT = new Date('2026-12-08T17:00:00Z')

let server: TestServer
let now = NOW
let client: { id: string }
let professional: { id: string; slug: string }

beforeAll(async () => {
  server = await testServer({}, { now: () => now })
})
afterAll(() => server.close())
beforeEach(async () => {
  now = NOW
  client = await buildClient(server, { first_name: 'Maya', last_name: 'Thompson' })
  professional = await buildProfessional(server)
})

/** The form’s fields; a test names only those it is about. */
function draft(facts: Record<string, unknown> = {}) {
  return {
    client_id: client.id,
    professional_id: professional.id,
    rating: 4,
    title: 'A calm house',
    comment: 'On time, careful, and the dog likes her.',
    ...facts,
  }
}

async function submit(body: unknown = draft(), { by = client, key = '' } = {}) {
  const caller = await as(server, by)
  return caller.post('/api/reviews/general', body, key ? { 'idempotency-key': key } : {})
}

async function profile() {
  const { body } = await visitor(server).get(`/api/public/professional/${professional.slug}`)
  return body.professional
}

/** The row counts of every table that a review writes to. */
async function rowCounts() {
  const { rows } = await sql`
    select (select count(*) from reviews) as reviews, (select count(*) from events) as events,
      (select count(*) from idempotency_keys) as keys,
      (select sum(total_reviews) from professionals) as counted, (select sum(rating_sum) from professionals) as stars,
      (select sum(rating_key) from search_entries) as search`.execute(server.db)
  return rows[0]
}

/** A visit of the pair that took place a week ago: accepted, and its end has passed. */
async function hire() {
  const id = await requestBooking(server, client, professional)
  expect((await move(server, professional, id, 'accepted')).status).toBe(200)
  now = UNSEALED_AT
  return id
}

// rule: review-fields
test('a review is answered with "Review submitted successfully!"', async () => {
  expect(await submit()).toMatchObject({
    status: 200,
    body: { message: 'Review submitted successfully!' },
  })
})

// rule: review-counts
test('the review of a client who booked counts on the profile, on the card and in search, at once', async () => {
  await hire()
  await submit()
  const shown = await profile()
  expect(shown).toMatchObject({ rating: 4, total_reviews: 1 })
  expect(shown.reviews).toEqual([
    {
      rating: 4,
      title: 'A calm house',
      comment: 'On time, careful, and the dog likes her.',
      reviewerName: 'Maya T.',
      client_name: 'Maya T.',
      created_at: UNSEALED_AT.toISOString(),
      verified_hire: true,
      id: expect.any(String),
      visit: 'took_place',
      tags: {},
      photos: [],
      edited_at: null,
      earlier: 0,
    },
  ])
  const { body } = await visitor(server).get(
    '/api/professionals/search/enhanced?zip_code=78701&page_size=50&min_rating=4',
  )
  type Card = { user_id: string }
  const card = body.professionals.find((one: Card) => one.user_id === professional.id)
  expect(card).toMatchObject({ rating: 4, total_reviews: 1, reviews: [{ client_name: 'Maya T.' }] })
})

// rule: review-counts
test('a review without a booking is shown and marked, and does not count', async () => {
  await submit()
  expect(await profile()).toMatchObject({
    rating: 0,
    total_reviews: 0,
    reviews: [{ title: 'A calm house', verified_hire: false }],
  })
})

// rule: review-counts
describe('a review counts if a visit has taken place when it is written:', () => {
  const counted = async () => {
    now = new Date(Math.max(+now, +ENDS_AT) + 7 * 86_400_000)
    await revealReviews(server.context)
    return (await profile()).total_reviews
  }
  const accepted = async () => {
    const id = await requestBooking(server, client, professional)
    await move(server, professional, id, 'accepted')
    return id
  }

  test.each([
    ['when it is accepted', NOW, 0],
    ['when it has begun', STARTS_AT, 0],
    ['a millisecond before its end', new Date(+ENDS_AT - 1), 0],
    ['at its end', ENDS_AT, 1],
    ['a day later', new Date(+ENDS_AT + 86_400_000), 1],
  ])('of an accepted visit, %s', async (_title, moment, expected) => {
    await accepted()
    now = moment
    expect((await submit()).status).toBe(200)
    expect(await counted()).toBe(expected)
  })

  test('a visit that the professional completed before its end counts', async () => {
    const id = await accepted()
    now = STARTS_AT
    await move(server, professional, id, 'completed')
    await submit()
    expect(await counted()).toBe(1)
  })

  // rule: no-show
  test.each(['undecided', 'client', 'professional'])(
    'not if it is a no-show: %s',
    async (no_show) => {
      const id = await accepted()
      await server.db.updateTable('bookings').set({ no_show }).where('id', '=', id).execute()
      now = ENDS_AT
      if (no_show === 'client') await move(server, professional, id, 'completed')
      await submit()
      expect(await counted()).toBe(0)
    },
  )

  test('not while the visit is pending, declined or cancelled', async () => {
    await requestBooking(server, client, professional)
    await submit()
    expect(await counted()).toBe(0)
    for (const status of ['declined', 'cancelled']) {
      now = NOW
      const other = await buildClient(server)
      const booking = await requestBooking(server, other, professional)
      if (status === 'cancelled') await move(server, professional, booking, 'accepted')
      await move(server, professional, booking, status, 'Ill')
      now = ENDS_AT
      await submit(draft({ client_id: other.id }), { by: other })
      expect(await counted()).toBe(0)
    }
  })

  test('it is decided once: what happens to bookings afterwards changes nothing', async () => {
    const id = await accepted()
    await submit()
    now = ENDS_AT
    await move(server, professional, id, 'completed')
    expect(await counted()).toBe(0)
    expect((await profile()).reviews).toMatchObject([{ verified_hire: false }])

    client = await buildClient(server)
    now = NOW
    const first = await requestBooking(server, client, professional, { booking_date: '2026-12-02' })
    const second = await requestBooking(server, client, professional, {
      booking_date: '2026-12-20',
    })
    for (const booking of [first, second]) await move(server, professional, booking, 'accepted')
    now = new Date('2026-12-02T17:00:00Z')
    await submit()
    expect(await counted()).toBe(1)
    const cancelled = await move(server, client, first, 'cancelled', 'Erase the hire')
    expect(cancelled).toMatchObject({ status: 409, body: { code: 'booking_started' } })
    expect((await move(server, client, second, 'cancelled', 'Moving away')).status).toBe(200)
    expect(await counted()).toBe(1)
  })
})

// rule: review-once
test('a client who was in contact can review a professional who is no longer listed', async () => {
  await hire()
  await server.db
    .deleteFrom('subscriptions')
    .where('professional_id', '=', professional.id)
    .execute()
  expect((await submit()).status).toBe(200)
})

// rule: review-once
describe('a client reviews a professional once:', () => {
  test('a second review is refused with its detail, and nothing is written', async () => {
    await hire()
    await submit()
    const before = await rowCounts()
    const second = await submit(draft({ rating: 1, title: 'Other words' }))
    expect(second).toMatchObject({
      status: 409,
      body: { detail: 'You have already reviewed this professional.', code: 'already_reviewed' },
    })
    expect(await rowCounts()).toEqual(before)
  })

  test('of ten reviews at the same moment one is written, and counts once', async () => {
    await hire()
    const answers = await Promise.all(Array.from({ length: 10 }, () => submit()))
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      200,
      ...Array.from({ length: 9 }, () => 409),
    ])
    expect(await profile()).toMatchObject({ rating: 4, total_reviews: 1 })
  })

  test('reviews of ten clients at the same moment count ten times', async () => {
    const clients = await Promise.all(Array.from({ length: 10 }, () => buildClient(server)))
    for (const [index, each] of clients.entries()) {
      const id = await requestBooking(server, each, professional, {
        booking_date: `2026-12-${10 + index}`,
      })
      await move(server, professional, id, 'accepted')
    }
    now = new Date('2027-01-01T00:00:00Z')
    const answers = await Promise.all(
      clients.map((each) => submit(draft({ client_id: each.id, rating: 5 }), { by: each })),
    )
    expect(answers.every(({ status }) => status === 200)).toBe(true)
    expect(await profile()).toMatchObject({ rating: 5, total_reviews: 10 })
  })

  test('the same idempotency key returns the same answer, also at the same moment, and another body is refused', async () => {
    const key = 'one-intent'
    const answers = await Promise.all([submit(draft(), { key }), submit(draft(), { key })])
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    const before = await rowCounts()
    expect(await submit(draft(), { key })).toMatchObject({
      status: 200,
      body: { message: 'Review submitted successfully!' },
    })
    expect(await submit(draft({ rating: 1 }), { key })).toMatchObject({
      status: 422,
      body: { code: 'idempotency_key_reused' },
    })
    expect(await rowCounts()).toEqual(before)
  })
})

// rule: review-once
describe('these are refused, and nothing is written:', () => {
  async function refusal(body: unknown, by = client): Promise<string> {
    const before = await rowCounts()
    const { status, body: answer } = await submit(body, { by })
    expect(await rowCounts()).toEqual(before)
    return `${status} ${answer.code}`
  }

  test('the review of a visitor', async () => {
    const before = await rowCounts()
    expect((await visitor(server).post('/api/reviews/general', draft())).status).toBe(401)
    expect(await rowCounts()).toEqual(before)
  })

  test('the review of a professional, with "Only clients can leave reviews"', async () => {
    const otherProfessional = await buildProfessional(server)
    for (const by of [professional, otherProfessional]) {
      const before = await rowCounts()
      expect(await submit(draft({ client_id: by.id }), { by })).toMatchObject({
        status: 403,
        body: { detail: 'Only clients can leave reviews' },
      })
      expect(await rowCounts()).toEqual(before)
    }
  })

  test('a review in another client’s name', async () => {
    expect(await refusal(draft(), await buildClient(server))).toBe('403 not_yours')
  })

  test('the review of an unknown unreachable professional, of an unknown id, and of a client', async () => {
    const inactive = await buildProfessional(server, { active: false })
    const unknownId = '0198f3a0-0000-7000-8000-000000000000'
    for (const id of [inactive.id, unknownId, client.id]) {
      expect(await refusal(draft({ professional_id: id }))).toBe('404 professional_not_found')
    }
  })

  // rule: review-fields
  test('wrong fields, with a list of one entry a field', async () => {
    const before = await rowCounts()
    const { status, body } = await submit(draft({ rating: 6, title: '  ', comment: undefined }))
    expect({ status, body }).toEqual({
      status: 422,
      body: {
        code: 'invalid_input',
        detail: [
          {
            msg: 'Please choose from 1 to 5 stars.',
            loc: ['body', 'rating'],
            type: 'rating_invalid',
          },
          {
            msg: 'Please give your review a title.',
            loc: ['body', 'title'],
            type: 'review_title_required',
          },
          {
            msg: 'Please write a comment.',
            loc: ['body', 'comment'],
            type: 'review_comment_required',
          },
        ],
      },
    })
    expect(await rowCounts()).toEqual(before)
  })

  // rule: review-fields
  test.each([
    ['a rating of 0', { rating: 0 }, 'rating_invalid'],
    ['a rating with a fraction', { rating: 4.5 }, 'rating_invalid'],
    ['a rating in words', { rating: 'five' }, 'rating_invalid'],
    ['a title that is too long', { title: 'x'.repeat(121) }, 'review_title_too_long'],
    ['a comment that is too long', { comment: 'x'.repeat(4001) }, 'review_comment_too_long'],
    ['an empty comment', { comment: ' \n ' }, 'review_comment_required'],
    ['an id that is none', { professional_id: 'somebody' }, 'invalid_input'],
  ])('%s', async (_title, facts, type) => {
    const before = await rowCounts()
    const { status, body } = await submit(draft(facts))
    expect(status).toBe(422)
    expect(body.detail).toMatchObject([{ type }])
    expect(await rowCounts()).toEqual(before)
  })
})

// rule: rate-limits
test('a client may send 20 reviews an hour', async () => {
  const strict = await testServer({ RATE_LIMIT_SCALE: '1' })
  const otherClient = await buildClient(strict)
  const caller = await as(strict, otherClient)
  const statuses: number[] = []
  for (let count = 0; count <= 20; count++) {
    const { id } = await buildProfessional(strict)
    await insertBooking(strict, otherClient, { id })
    const body = { ...draft(), client_id: otherClient.id, professional_id: id }
    const send = () =>
      caller.post('/api/reviews/general', body, { 'idempotency-key': `review-${count}` })
    statuses.push((await send()).status)
    // A repeated request costs nothing. rule: idempotency-key
    if (count === 5 || count === 19) statuses.push((await send()).status)
  }
  expect(statuses).toEqual([...Array(22).fill(200), 429])
  await strict.close()
})

// rule: idempotency-key
test('sixty reviews of one client at once, each with a key of its own, never make the server wait for itself', async () => {
  const caller = await as(server, client)
  const begun = performance.now()
  const answers = await Promise.all(
    Array.from({ length: 60 }, (_, index) =>
      caller.post('/api/reviews/general', draft(), { 'idempotency-key': `storm-${index}` }),
    ),
  )
  const statuses = answers.map(({ status }) => status).toSorted((a, b) => a - b)
  expect(statuses).toEqual([200, ...Array(59).fill(409)])
  // Connections that wait for each other are given up after five seconds.
  expect(performance.now() - begun).toBeLessThan(4_500)
  const kept = await server.db
    .selectFrom('reviews')
    .select('id')
    .where('client_id', '=', client.id)
    .execute()
  expect(kept).toHaveLength(1)
})
