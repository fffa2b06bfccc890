import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildClient, buildProfessional } from '#server/test/builders/build.ts'
import { insertBooking } from '#server/test/builders/booking.ts'
import { as, visitor } from '#server/test/call.ts'
import { testServer } from '#server/test/server.ts'
import type { TestServer } from '#server/test/server.ts'
import { recountReviews } from './recount-reviews.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer({ PUBLIC_ORIGIN: 'http://lustra.example' })
})
afterAll(() => server.close())

const NOT_AVAILABLE = {
  status: 404,
  body: { code: 'professional_not_found', detail: 'This professional is not available.' },
}

/** A review by a new client, by default one with a completed booking. */
async function review(
  professionalId: string,
  rating: number,
  { hired = true, on = '2026-05-01', last_name = 'Rivera' } = {},
) {
  const client = await buildClient(server, { first_name: 'Sam', last_name })
  if (hired) await insertBooking(server, client, { id: professionalId })
  await server.db
    .insertInto('reviews')
    .values({
      professional_id: professionalId,
      client_id: client.id,
      rating,
      title: `${rating} stars`,
      comment: 'As agreed.',
      created_at: on,
    })
    .execute()
  return client
}

// rule: review-order, review-counts
test('a profile shows the reviews that count, newest first, then the others marked, and the distribution of those that count', async () => {
  const { id, slug } = await buildProfessional(server, { full_name: 'Ana Souza Cleaning' })
  await review(id, 5, { on: '2026-01-01' })
  await review(id, 4, { on: '2026-03-01' })
  await review(id, 5, { on: '2026-02-01' })
  await review(id, 3, { on: '2025-12-01' })
  await review(id, 1, { on: '2026-06-01', hired: false })
  await recountReviews(server.db, [id])
  await recountReviews(server.db, [id])

  const { status, body } = await visitor(server).get(`/api/public/professional/${slug}`)
  expect(status).toBe(200)
  const shown = body.professional.reviews
  expect(shown.map((review: { rating: number }) => review.rating)).toEqual([4, 5, 5, 3, 1])
  expect(shown.map((review: { verified_hire: boolean }) => review.verified_hire)).toEqual([
    true,
    true,
    true,
    true,
    false,
  ])
  expect(body.professional).toMatchObject({ rating: 4.25, total_reviews: 4 })
  expect(body.rating_distribution).toEqual([0, 0, 1, 1, 2])
  expect(shown[0]).toEqual({
    rating: 4,
    title: '4 stars',
    comment: 'As agreed.',
    reviewerName: 'Sam R.',
    client_name: 'Sam R.',
    created_at: '2026-03-01T00:00:00.000Z',
    verified_hire: true,
    id: expect.any(String),
    visit: 'took_place',
    tags: {},
    photos: [],
    edited_at: null,
    earlier: 0,
  })
  const card = (await visitor(server).get('/api/professionals/search/enhanced?zip_code=78701')).body
    .professionals[0]
  expect(card).toMatchObject({ rating: 4.25, total_reviews: 4 })
  expect(card.reviews.map((review: { rating: number }) => review.rating)).toEqual([4, 5, 5])
})

// rule: sharing
test('a shared profile describes itself with complete addresses', async () => {
  const { slug } = await buildProfessional(server, {
    full_name: 'Grace Walker',
    bio: `I started cleaning for my neighbors.\n${'Every room has its list. '.repeat(10)}`,
    profile_image: 'aa.webp',
  })
  const { body } = await visitor(server).get(`/api/public/professional/${slug}`)
  const { title, description, image } = body.professional.social_data
  expect(title).toBe('Grace Walker Cleaning | Lustra')
  expect(image).toBe('http://lustra.example/api/uploads/aa.webp')
  expect(description).toMatch(/^I started cleaning for my neighbors\. Every .*…$/)
  expect(description.length).toBeLessThanOrEqual(161)
})

// rule: public-fields, profile-addresses
test('public-view returns the professional with their reviews, by user id', async () => {
  const { id } = await buildProfessional(server, { full_name: 'Ana Souza Cleaning' })
  await review(id, 5)
  await recountReviews(server.db, [id])
  const { status, body } = await visitor(server).get(`/api/professional/public-view/${id}`)
  expect(status).toBe(200)
  expect(body.professional).toMatchObject({
    user_id: id,
    full_name: 'Ana Souza Cleaning',
    reviews: [{ rating: 5, title: '5 stars', reviewerName: 'Sam R.' }],
  })
})

// rule: profile-addresses
test('public/{slug} returns the professional under their public address, in capitals too', async () => {
  const { id, slug } = await buildProfessional(server)
  for (const typed of [slug, slug.toUpperCase()]) {
    expect(await visitor(server).get(`/api/public/professional/${typed}`)).toMatchObject({
      status: 200,
      body: { professional: { user_id: id, slug } },
    })
  }
})

// rule: review-once
test('only a client learns whether they have already reviewed', async () => {
  const { id, slug } = await buildProfessional(server)
  const client = await review(id, 5)
  const view = `/api/professional/public-view/${id}`
  const readView = async (reader: { id: string }) =>
    (await (await as(server, reader)).get(view)).body
  expect(await readView(client)).toMatchObject({ reviewed_by_you: true })
  expect(await readView(await buildClient(server))).toMatchObject({ reviewed_by_you: false })
  expect(await readView({ id })).not.toHaveProperty('reviewed_by_you')
  expect((await visitor(server).get(view)).body).not.toHaveProperty('reviewed_by_you')
  expect((await visitor(server).get(view)).body).not.toHaveProperty('review_would_count')
  const open = await (await as(server, client)).get(`/api/public/professional/${slug}`)
  expect(open.body).not.toHaveProperty('reviewed_by_you')
})

// rule: public-fields, review-order
test('neither the profile nor a review contains an email, a phone or a client’s id', async () => {
  const professional = await buildProfessional(server)
  const client = await review(professional.id, 5)
  const paths = [
    `/api/public/professional/${professional.slug}`,
    `/api/professional/public-view/${professional.id}`,
  ]
  for (const path of paths) {
    const text = JSON.stringify((await visitor(server).get(path)).body)
    expect(text).not.toContain(client.id)
    expect(text).not.toContain('@')
    expect(text).not.toContain('555-0100')
    expect(text).not.toContain('Rivera')
  }
})

// rule: profile-addresses
test('a professional without a subscription has no public profile, but sees their own preview', async () => {
  const { id, slug } = await buildProfessional(server, { active: false })
  const preview = `/api/professional/public-view/${id}`
  const professionalCaller = await as(server, { id })
  const otherProfessional = await as(server, await buildProfessional(server))
  const client = await as(server, await buildClient(server))
  for (const caller of [visitor(server), client, otherProfessional])
    expect(await caller.get(preview)).toMatchObject(NOT_AVAILABLE)
  expect(await professionalCaller.get(preview)).toMatchObject({
    status: 200,
    body: { professional: { user_id: id } },
  })
  expect(await professionalCaller.get(`/api/public/professional/${slug}`)).toMatchObject(
    NOT_AVAILABLE,
  )
})

// rule: profile-addresses
test.each([
  '/api/public/professional/nobody-here',
  '/api/public/professional/%27%20or%201=1--',
  '/api/public/professional/%00',
  '/api/professional/public-view/01980000-0000-7000-8000-000000000000',
  '/api/professional/public-view/not-an-id',
  '/api/professional/public-view/1%27',
])('%s is not found', async (path) => {
  expect(await visitor(server).get(path)).toMatchObject(NOT_AVAILABLE)
})

// rule: profile-addresses
test('a client has no profile', async () => {
  const client = await buildClient(server)
  const caller = await as(server, client)
  expect(await caller.get(`/api/professional/public-view/${client.id}`)).toMatchObject(
    NOT_AVAILABLE,
  )
})
