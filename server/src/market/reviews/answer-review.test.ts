// rule: review-answer
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { buildClient, buildProfessional } from '#server/test/builders/build.ts'
import { as, visitor } from '#server/test/call.ts'
import { testServer } from '#server/test/server.ts'
import type { TestServer } from '#server/test/server.ts'
import { insertBooking, NOW } from '#server/test/builders/booking.ts'

const THANKS = { text: 'Thank you, Maya. See you on Tuesday!', answered_at: NOW.toISOString() }

let server: TestServer
let client: { id: string }
let professional: { id: string; slug: string }
let review: string

beforeAll(async () => {
  server = await testServer({}, { now: () => NOW })
})
afterAll(() => server.close())
beforeEach(async () => {
  client = await buildClient(server, { first_name: 'Maya', last_name: 'Thompson' })
  professional = await buildProfessional(server)
  await insertBooking(server, client, professional)
  await (
    await as(server, client)
  ).post('/api/reviews/general', {
    client_id: client.id,
    professional_id: professional.id,
    rating: 5,
    title: 'A calm house',
    comment: 'On time and careful.',
  })
  review = (await ownReviews())[0].id
})

async function ownReviews() {
  const caller = await as(server, professional)
  return (await caller.get(`/api/professional/dashboard/${professional.id}`)).body.reviews
}

async function answer(
  text: unknown,
  { by = professional, id = review }: { by?: { id: string }; id?: string } = {},
) {
  return (await as(server, by)).put(`/api/reviews/${id}/answer`, { text })
}

async function shownReviews() {
  const { body } = await visitor(server).get(`/api/public/professional/${professional.slug}`)
  return body.professional.reviews
}

test('a professional’s answer appears on the profile, on the card and on the dashboard', async () => {
  expect(await answer(`  ${THANKS.text} `)).toMatchObject({
    status: 200,
    body: { answer: THANKS },
  })
  expect(await shownReviews()).toMatchObject([{ title: 'A calm house', answer: THANKS }])
  expect(await ownReviews()).toMatchObject([{ id: review, answer: THANKS }])
  const { body } = await visitor(server).get(
    '/api/professionals/search/enhanced?zip_code=78701&page_size=50',
  )
  const card = body.professionals.find(
    ({ user_id }: { user_id: string }) => user_id === professional.id,
  )
  expect(card.reviews).toMatchObject([{ answer: THANKS }])
})

test('a review without an answer has no answer field', async () => {
  const [shown] = await shownReviews()
  expect(Object.keys(shown)).not.toContain('answer')
  expect(shown.id).toBe(review)
})

test('the same text again is harmless, also at the same moment, and another text is refused', async () => {
  const answers = await Promise.all([answer(THANKS.text), answer(THANKS.text)])
  expect(answers.map(({ status }) => status)).toEqual([200, 200])
  const events = await server.db
    .selectFrom('events')
    .select('id')
    .where('subject_id', '=', review)
    .where('kind', '=', 'review.answered')
    .execute()
  expect(events).toHaveLength(1)
  expect(await answer('On second thought …')).toMatchObject({
    status: 409,
    body: { detail: 'You have already answered this review.' },
  })
  expect(await ownReviews()).toMatchObject([{ answer: THANKS }])
})

test('a review of another professional is 404, like one that does not exist', async () => {
  const otherProfessional = await buildProfessional(server)
  const cases = [
    { by: otherProfessional, id: review },
    { by: professional, id: '0198f3a0-0000-7000-8000-000000000000' },
    { by: professional, id: 'nothing' },
  ]
  for (const one of cases) {
    expect(await answer('Hello', one)).toMatchObject({
      status: 404,
      body: { detail: 'Review not found' },
    })
  }
  expect(await answer('Hello', { by: client, id: review })).toMatchObject({
    status: 403,
    body: { code: 'professionals_only_answer' },
  })
  const fromVisitor = await visitor(server).put(`/api/reviews/${review}/answer`, { text: 'Hello' })
  expect(fromVisitor.status).toBe(401)
  expect((await ownReviews())[0].answer).toBeUndefined()
})

test.each([
  [' ', 'review_answer_required'],
  [undefined, 'review_answer_required'],
  ['x'.repeat(2001), 'review_answer_too_long'],
])('an answer that is empty, absent or too long is refused: %.10s', async (text, code) => {
  expect(await answer(text)).toMatchObject({ status: 422, body: { code } })
  expect((await ownReviews())[0].answer).toBeUndefined()
})
