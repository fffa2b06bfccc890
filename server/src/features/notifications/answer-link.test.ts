// rule: answer-link, answer-link-secret
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import PostalMime from 'postal-mime'
import { buildClient, buildProfessional } from '#server/test/build.ts'
import { visitor } from '#server/test/call.ts'
import { testServer } from '#server/test/server.ts'
import type { TestServer } from '#server/test/server.ts'
import { move, NOW, requestBooking } from '#server/test/booking.ts'
import { runDueJobs } from '#server/worker.ts'

let server: TestServer
let now = NOW
beforeAll(async () => {
  server = await testServer({}, { now: () => now })
})
afterAll(() => server.close())
beforeEach(() => {
  now = NOW
})

/** A request, and the API path behind the links of its letter. */
async function requestWithLink(facts: Record<string, unknown> = {}, credits = 100) {
  const client = await buildClient(server, { first_name: 'Maya', last_name: 'Thompson' })
  const grace = await buildProfessional(server, { credits })
  const id = await requestBooking(server, client, grace, facts)
  await runDueJobs(server.context)
  await runDueJobs(server.context)
  const { text = '' } = await PostalMime.parse((await server.letters()).at(-1)!)
  const links = [...text.matchAll(/\/answer\/([\w-]+)\?answer=(accepted|declined)/g)]
  expect(links.map(([, , answer]) => answer)).toEqual(['accepted', 'declined'])
  return { client, grace, id, call: `/api/answer-links/${links[0]![1]}` }
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
  const { id, call } = await requestWithLink()
  for (let n = 0; n < 2; n++) {
    const { status, body } = await visitor(server).get(call)
    expect(status).toBe(200)
    expect(body).toMatchObject({ client_first_name: 'Maya', zip_code: '78701', total_amount: 130 })
    expect(JSON.stringify(body)).not.toMatch(/Thompson|Congress|512-555/)
  }
  expect(await statusOf(id)).toBe('pending')
})

test('the link answers once, and only its hash is stored', async () => {
  const { id, call } = await requestWithLink()
  const reader = visitor(server)
  const both = await Promise.all([
    reader.post(call, { answer: 'accepted' }),
    reader.post(call, { answer: 'accepted' }),
  ])
  expect(both.map(({ status }) => status)).toEqual(expect.arrayContaining([200, 404]))
  expect(await statusOf(id)).toBe('accepted')
  expect((await reader.post(call, { answer: 'declined' })).body.code).toBe('answer_link_ended')
  expect((await reader.get(call)).status).toBe(404)
  expect(await statusOf(id)).toBe('accepted')
  const rows = await server.db.selectFrom('answer_links').selectAll().execute()
  expect(JSON.stringify(rows)).not.toContain(call.split('/').at(-1))
})

test('a link ends with its request, and an unknown link is refused', async () => {
  const { client, id, call } = await requestWithLink()
  await move(server, client, id, 'cancelled', 'Moving away')
  expect((await visitor(server).get(call)).status).toBe(404)
  const refused = await visitor(server).post(call, { answer: 'accepted' })
  expect(refused.status).toBe(409)
  const expired = await requestWithLink()
  now = new Date('2026-11-23T16:00:01Z')
  expect((await visitor(server).post(expired.call, { answer: 'accepted' })).status).toBe(404)
  expect(await statusOf(expired.id)).toBe('pending')
  const wrong = await visitor(server).post('/api/answer-links/nothing', { answer: 'accepted' })
  expect(wrong.status).toBe(404)
})

test('a refused answer leaves the link usable: a locked lead can still be declined', async () => {
  const { id, call } = await requestWithLink({}, 0)
  const refused = await visitor(server).post(call, { answer: 'accepted' })
  expect(refused).toMatchObject({ status: 402, body: { code: 'lead_locked' } })
  expect(await statusOf(id)).toBe('pending')
  expect((await visitor(server).post(call, { answer: 'maybe' })).status).toBe(422)
  expect((await visitor(server).post(call, { answer: 'declined' })).status).toBe(200)
  expect(await statusOf(id)).toBe('declined')
})
