// rule: answer-link, secret-addresses
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import PostalMime from 'postal-mime'
import { buildClient, buildProfessional } from '#server/test/builders/build.ts'
import { as, visitor } from '#server/test/call.ts'
import { linksTo, tokenOfLink } from '#server/test/builders/letter-tokens.ts'
import { testServer } from '#server/test/server.ts'
import type { TestServer } from '#server/test/server.ts'
import { move, NOW, requestBooking } from '#server/test/builders/booking.ts'
import { runDueJobs } from '#server/test/run-due-jobs.ts'

let server: TestServer
let now = NOW
beforeAll(async () => {
  server = await testServer({}, { now: () => now })
})
afterAll(() => server.close())
beforeEach(() => {
  now = NOW
})

const REQUEST = '/api/letter-links/request'
const ANSWER = '/api/letter-links/answer'

/** A request, and the token of the links in its letter. */
async function requestWithLink(facts: Record<string, unknown> = {}, credits = 100) {
  const client = await buildClient(server, { first_name: 'Maya', last_name: 'Thompson' })
  const grace = await buildProfessional(server, { credits })
  const id = await requestBooking(server, client, grace, facts)
  await runDueJobs(server.context)
  await runDueJobs(server.context)
  const { text = '' } = await PostalMime.parse((await server.letters()).at(-1)!)
  const links = linksTo(text, 'answer')
  expect(links.map(({ search }) => search)).toEqual(['?answer=accepted', '?answer=declined'])
  return { client, grace, id, token: tokenOfLink(text, 'answer') }
}

async function statusOf(id: string) {
  const { status } = await server.db
    .selectFrom('bookings')
    .select('status')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return status
}

test('a request’s letter shows the request to whoever opens its link, and opening it answers nothing', async () => {
  const { id, token } = await requestWithLink()
  for (let n = 0; n < 2; n++) {
    const { status, body } = await visitor(server).post(REQUEST, { token })
    expect(status).toBe(200)
    expect(body).toMatchObject({ client_first_name: 'Maya', zip_code: '78701', total_amount: 130 })
    expect(JSON.stringify(body)).not.toMatch(/Thompson|Congress|512-555/)
  }
  expect(await statusOf(id)).toBe('pending')
})

test('the link answers once, and only its hash is stored', async () => {
  const { id, token } = await requestWithLink()
  const reader = visitor(server)
  const both = await Promise.all([
    reader.post(ANSWER, { token, answer: 'accepted' }),
    reader.post(ANSWER, { token, answer: 'accepted' }),
  ])
  expect(both.map(({ status }) => status)).toEqual(expect.arrayContaining([200, 404]))
  expect(await statusOf(id)).toBe('accepted')
  expect((await reader.post(ANSWER, { token, answer: 'declined' })).body.code).toBe(
    'answer_link_ended',
  )
  expect((await reader.post(REQUEST, { token })).status).toBe(404)
  expect(await statusOf(id)).toBe('accepted')
  const rows = await server.db.selectFrom('answer_links').selectAll().execute()
  expect(JSON.stringify(rows)).not.toContain(token)
})

test('a link ends with its request, and an unknown link is refused', async () => {
  const { client, id, token } = await requestWithLink()
  await move(server, client, id, 'cancelled', 'Moving away')
  expect((await visitor(server).post(REQUEST, { token })).status).toBe(404)
  const refused = await visitor(server).post(ANSWER, { token, answer: 'accepted' })
  expect(refused.status).toBe(409)
  const expired = await requestWithLink()
  now = new Date('2026-11-23T16:00:01Z')
  expect(
    (await visitor(server).post(ANSWER, { token: expired.token, answer: 'accepted' })).status,
  ).toBe(404)
  expect(await statusOf(expired.id)).toBe('pending')
  const wrong = await visitor(server).post(ANSWER, { token: 'nothing', answer: 'accepted' })
  expect(wrong.status).toBe(404)
})

test('a refused answer leaves the link usable: a locked lead can still be declined', async () => {
  const { id, token } = await requestWithLink({}, 0)
  const refused = await visitor(server).post(ANSWER, { token, answer: 'accepted' })
  expect(refused).toMatchObject({ status: 402, body: { code: 'lead_locked' } })
  expect(await statusOf(id)).toBe('pending')
  expect((await visitor(server).post(ANSWER, { token, answer: 'maybe' })).status).toBe(422)
  expect((await visitor(server).post(ANSWER, { token, answer: 'declined' })).status).toBe(200)
  expect(await statusOf(id)).toBe('declined')
})

// rule: series-request, answer-link
describe('of a request for regular visits', () => {
  const WEEKLY = {
    cleaning_frequency: 'weekly',
    series: { choices: [{ date: '2026-12-15', action: 'skip' }] },
  }

  test('the link shows the dates and which of them do not fit', async () => {
    const { grace, token } = await requestWithLink(WEEKLY)
    const caller = await as(server, grace)
    const off = { kind: 'off', from_date: '2026-12-08', to_date: '2026-12-08', note: '' }
    await caller.post(`/api/professional/time/${grace.id}/exceptions`, off)
    // They offer this service to nobody else any more.
    const { db } = server
    const profile = db.updateTable('professionals').where('user_id', '=', grace.id)
    await profile.set({ services: ['deep'] }).execute()
    const { body } = await visitor(server).post(REQUEST, { token })
    expect(body.series).toMatchObject({
      cleaning_frequency: 'weekly',
      weekday: 2,
      booking_time: '09:00',
    })
    expect(body.series.visits).toHaveLength(8)
    expect(body.series.visits.slice(0, 4).map(({ note }: { note: string | null }) => note)).toEqual(
      [null, 'off', 'skipped', null],
    )
    const single = await requestWithLink()
    expect((await visitor(server).post(REQUEST, { token: single.token })).body.series).toBeNull()
  })

  test.each([
    [undefined, 6, 'active'],
    ['all', 6, 'active'],
    ['first_only', 1, 'ended'],
  ])('accepting with series %s books %i visits', async (series, count, status) => {
    const { id, token } = await requestWithLink(WEEKLY)
    const wrong = { token, answer: 'accepted', series: 'some' }
    expect((await visitor(server).post(ANSWER, wrong)).status).toBe(422)
    expect(await statusOf(id)).toBe('pending')
    expect((await visitor(server).post(ANSWER, { ...wrong, series })).status).toBe(200)
    const visits = await server.db
      .selectFrom('bookings')
      .innerJoin('series', 'series.id', 'bookings.series_id')
      .select(['bookings.status', 'series.status as of_series'])
      .where('series.request_id', '=', id)
      .execute()
    expect(visits).toEqual(
      Array.from({ length: count }, () => ({ status: 'accepted', of_series: status })),
    )
  })
})
