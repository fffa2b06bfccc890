// rule: review-edit, review-fields, review-order
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { buildClient, buildProfessional } from '#server/test/builders/build.ts'
import { insertBooking, NOW } from '#server/test/builders/booking.ts'
import { as, visitor } from '#server/test/call.ts'
import { brokenInvariants } from '#server/test/invariants.ts'
import { testServer } from '#server/test/server.ts'
import type { TestServer } from '#server/test/server.ts'

const DAY_MS = 86_400_000
const days = (count: number) => new Date(+NOW + count * DAY_MS)
const TAGS = { on_time: true, as_agreed: false }
const FIRST = { rating: 4, title: 'A calm house', comment: 'On time and careful.' }
const SECOND = { rating: 2, title: 'Less calm', comment: 'The oven was forgotten.' }

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
  professional = await buildProfessional(server)
  ;({ client, review } = await reviewByNewClient({ tags: TAGS }))
})

/** A public review of a visit that ended 10 days ago. */
async function reviewByNewClient(facts: object = {}) {
  const by = await buildClient(server)
  await insertBooking(server, by, professional, { starts_at: days(-11), ends_at: days(-10) })
  const draft = { client_id: by.id, professional_id: professional.id, ...FIRST, ...facts }
  const { body } = await (await as(server, by)).post('/api/reviews/general', draft)
  return { client: by, review: body.review_id as string }
}

const edit = async (facts: object = SECOND, by = client, id = review) =>
  (await as(server, by)).put(`/api/reviews/${id}`, facts)
const versions = async (by: { id: string }) =>
  (await as(server, by)).get(`/api/reviews/${review}/versions`)
const answer = async (text: string) =>
  (await as(server, professional)).put(`/api/reviews/${review}/answer`, { text })
const profile = async () =>
  (await visitor(server).get(`/api/public/professional/${professional.slug}`)).body.professional

async function versionsStored() {
  const kept = server.db.selectFrom('review_versions').select('title')
  return (await kept.where('review_id', '=', review).execute()).length
}

describe('the one edit of a review', () => {
  test('changes what everybody reads, the rating too, and keeps the tags that it does not name', async () => {
    now = days(14 - 1 / DAY_MS)
    const { status, body } = await edit()
    expect(status).toBe(200)
    const edited = { ...SECOND, tags: TAGS, photos: [], edited_at: now.toISOString() }
    expect(body).toEqual({
      review: {
        ...edited,
        id: review,
        created_at: NOW.toISOString(),
        state: 'public',
        public_at: NOW.toISOString(),
        may_edit: false,
      },
    })
    const shown = await profile()
    expect(shown).toMatchObject({ rating: 2, total_reviews: 1, reviews: [edited] })
    const broken = server.db
      .transaction()
      .execute((tx) => brokenInvariants(tx, now, ['review-counts']))
    expect(await broken).toEqual({})
  })

  test('is harmless a second time, and another one is refused', async () => {
    const answers = await Promise.all([edit(), edit(), edit()])
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(await edit(FIRST)).toMatchObject({ status: 409, body: { code: 'review_edited' } })
    expect((await profile()).reviews).toMatchObject([SECOND])
    expect(await versionsStored()).toBe(1)
  })

  test('of two different ones at the same moment one is written', async () => {
    const answers = await Promise.all([edit(), edit({ ...SECOND, rating: 5 })])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    expect(await versionsStored()).toBe(1)
  })

  test('without a change is none', async () => {
    expect((await edit({ ...FIRST, tags: TAGS })).body.review).toMatchObject({
      edited_at: null,
      may_edit: true,
    })
    expect(await versionsStored()).toBe(0)
  })

  test('is over 14 days after the publication', async () => {
    now = new Date(+days(14) - 1)
    const same = await edit({ ...FIRST, tags: TAGS })
    expect(same).toMatchObject({ status: 200, body: { review: { may_edit: true } } })
    now = days(14)
    expect(await edit()).toMatchObject({ status: 409, body: { code: 'too_late' } })
    const { body } = await (
      await as(server, client)
    ).get(`/api/professional/public-view/${professional.id}`)
    expect(body.your_review).toMatchObject({ may_edit: false, edited_at: null })
    expect(await versionsStored()).toBe(0)
  })

  test('of a held review has no end before the publication', async () => {
    await server.db.updateTable('reviews').set({ state: 'held' }).where('id', '=', review).execute()
    now = days(30)
    expect(await edit()).toMatchObject({ status: 200, body: { review: { state: 'held' } } })
    expect(await versionsStored()).toBe(1)
  })

  test('is that of its writer alone, with all of its fields', async () => {
    const other = await buildClient(server)
    const cases: [Awaited<ReturnType<typeof edit>>, number, string][] = [
      [await visitor(server).put(`/api/reviews/${review}`, SECOND), 401, 'not_signed_in'],
      [await edit(SECOND, professional), 403, 'clients_only'],
      [await edit(SECOND, other), 404, 'review_not_found'],
      [await edit(SECOND, client, 'nothing'), 404, 'review_not_found'],
      [await edit({ ...SECOND, rating: 6 }), 422, 'rating_invalid'],
      [await edit({ ...SECOND, title: ' ' }), 422, 'review_title_required'],
      [await edit({ ...SECOND, tags: { on_time: 'yes' } }), 422, 'invalid_input'],
    ]
    for (const [{ status, body }, expected, code] of cases) {
      expect({ status, code: body.code }).toEqual({ status: expected, code })
    }
    expect(await versionsStored()).toBe(0)
  })
})

test('both sides read the versions, newest first, and nobody else', async () => {
  now = days(1)
  await edit({ ...SECOND, tags: { book_again: false } })
  const both = {
    versions: [
      { ...SECOND, tags: { book_again: false }, written_at: now.toISOString() },
      { ...FIRST, tags: TAGS, written_at: NOW.toISOString() },
    ],
  }
  expect((await versions(client)).body).toEqual(both)
  expect((await versions(professional)).body).toEqual(both)
  for (const other of [await buildClient(server), await buildProfessional(server)]) {
    expect(await versions(other)).toMatchObject({ status: 404, body: { code: 'review_not_found' } })
  }
  expect((await visitor(server).get(`/api/reviews/${review}/versions`)).status).toBe(401)
  const hidden = server.db.updateTable('reviews').set({ state: 'hidden' }).where('id', '=', review)
  await hidden.execute()
  expect((await versions(professional)).status).toBe(404)
  expect((await versions(client)).status).toBe(200)
})

// rule: review-answer
test('an answer from before the edit says so, and can be written again once', async () => {
  await answer('Thank you!')
  now = days(1)
  await edit()
  expect((await profile()).reviews[0].answer).toMatchObject({
    text: 'Thank you!',
    before_edit: true,
  })
  now = days(2)
  expect((await answer('I am sorry about the oven.')).body.answer).toEqual({
    text: 'I am sorry about the oven.',
    answered_at: now.toISOString(),
  })
  expect(await answer('Or not.')).toMatchObject({
    status: 409,
    body: { code: 'review_already_answered' },
  })
})

describe('the facts of a profile', () => {
  test('are null under three counted reviews with an answer, then say how many said yes and no', async () => {
    await reviewByNewClient({ tags: { on_time: false, book_again: true } })
    await reviewByNewClient()
    const stranger = await buildClient(server)
    const uncounted = { client_id: stranger.id, professional_id: professional.id, ...FIRST }
    await (
      await as(server, stranger)
    ).post('/api/reviews/general', { ...uncounted, tags: { on_time: true } })
    expect((await profile()).review_facts).toBeNull()
    await reviewByNewClient({ tags: { on_time: true, as_agreed: true } })
    expect((await profile()).review_facts).toEqual({
      on_time: { yes: 2, no: 1 },
      as_agreed: { yes: 1, no: 1 },
      book_again: { yes: 1, no: 0 },
    })
  })
})
