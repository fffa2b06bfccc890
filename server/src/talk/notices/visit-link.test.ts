// rule: answer-link
import { suspendByOperator, restoreByOperator } from '#server/test/builders/by-operator.ts'
import PostalMime from 'postal-mime'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { buildClient, buildProfessional } from '#server/test/builders/build.ts'
import { move, NOW, requestBooking } from '#server/test/builders/booking.ts'
import { as, visitor } from '#server/test/call.ts'
import { visitTokens } from '#server/test/builders/letter-tokens.ts'
import { testServer } from '#server/test/server.ts'
import type { TestServer } from '#server/test/server.ts'
import { runDueJobs } from '#server/test/run-due-jobs.ts'

const LATER = { booking_date: '2026-12-03', booking_time: '14:00' }

let server: TestServer
let now = NOW
beforeAll(async () => {
  server = await testServer({}, { now: () => now })
})
afterAll(() => server.close())
beforeEach(() => {
  now = NOW
})

/** An accepted visit with a proposed time, and the API path behind the links of its letter. */
async function proposalWithLink(by: 'client' | 'professional' = 'professional') {
  const client = await buildClient(server, { first_name: 'Maya', last_name: 'Thompson' })
  const grace = await buildProfessional(server, { full_name: 'Grace Walker' })
  const id = await requestBooking(server, client, grace)
  await move(server, grace, id, 'accepted')
  await runDueJobs(server.context)
  await runDueJobs(server.context)
  const author = await as(server, by === 'client' ? client : grace)
  const { body } = await author.post(`/api/bookings/${id}/proposals`, LATER)
  await runDueJobs(server.context)
  await runDueJobs(server.context)
  const { text = '', subject } = await PostalMime.parse((await server.letters()).at(-1)!)
  const [token = '', ...others] = visitTokens(text)
  expect(text).toContain(`/visit/${token}?answer=accepted`)
  expect(text).toContain(`/visit/${token}?answer=declined`)
  expect(others).toEqual([token])
  return { client, grace, author, id, proposal: body.proposal, token, text, subject }
}

const open = (token: string) => visitor(server).get(`/api/visit-links/${token}`)
const answer = (token: string, value: string) =>
  visitor(server).post(`/api/visit-links/${token}`, { answer: value })

async function storedVisit(id: string) {
  return server.db
    .selectFrom('bookings')
    .select(['booking_date', 'status'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
}

// rule: notice-privacy
test('the letter names both times in the time of the home, and opening its link answers nothing', async () => {
  const { id, token, text, subject } = await proposalWithLink()
  expect(subject).toBe('Grace proposes another time')
  expect(text).toContain('Tue, Dec 1, 9:00 AM, Austin time')
  expect(text).toContain('Thu, Dec 3, 2:00 PM, Austin time')
  for (let n = 0; n < 2; n++) {
    const { status, body } = await open(token)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      may: ['accepted', 'declined'],
      by: 'professional',
      professional_name: 'Grace Walker Cleaning',
      starts_at: '2026-12-01T15:00:00.000Z',
      proposed_starts_at: '2026-12-03T20:00:00.000Z',
      zip_code: '78701',
      total_amount: 130,
    })
    expect(JSON.stringify(body)).not.toMatch(/Thompson|Congress|512-555/)
  }
  expect((await storedVisit(id)).booking_date).toBe('2026-12-01')
})

test.each(['client', 'professional'] as const)(
  'the link to a proposal of the %s accepts it for the other side, once; only its hash is stored',
  async (by) => {
    const { id, token } = await proposalWithLink(by)
    const both = await Promise.all([answer(token, 'accepted'), answer(token, 'accepted')])
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 404])
    expect((await storedVisit(id)).booking_date).toBe('2026-12-03')
    expect(await open(token)).toMatchObject({
      status: 404,
      body: { code: 'answer_link_ended' },
    })
    const links = await server.db.selectFrom('visit_links').select('token_hash').execute()
    const stored = links.map(({ token_hash }) => token_hash.toString('base64url'))
    expect(stored).not.toContain(token)
  },
)

// rule: idempotency-key
test('a key repeats the answer of a link, also at the same moment, and takes no other one', async () => {
  const { client, grace, id, proposal, token } = await proposalWithLink()
  const send = (value: string) =>
    visitor(server).post(
      `/api/visit-links/${token}`,
      { answer: value },
      { 'idempotency-key': 'once' },
    )
  const both = await Promise.all([send('accepted'), send('accepted')])
  await move(server, client, id, 'cancelled', 'Busy')
  for (const { status, body } of [...both, await send('accepted')])
    expect([status, body]).toEqual([200, { status: 'accepted' }])
  expect(await send('declined')).toMatchObject({ body: { code: 'idempotency_key_reused' } })
  expect(await answer(token, 'accepted')).toMatchObject({ body: { code: 'answer_link_ended' } })
  const stored = await server.db
    .selectFrom('events')
    .where('subject_id', '=', id)
    .where('kind', '=', 'proposal.moved')
    .select('actor_id')
    .execute()
  expect(stored).toEqual([{ actor_id: client.id }])
  const own = await (await as(server, grace)).get(`/api/bookings/professional/${grace.id}`)
  expect(own.body.bookings[0]).toMatchObject({ id, status: 'cancelled' })
  expect(proposal.status).toBe('open')
})

test('the link keeps the old time, and takes no answer of another link', async () => {
  const { id, token } = await proposalWithLink()
  for (const value of ['skipped', 'withdrawn']) {
    expect(await answer(token, value)).toMatchObject({
      status: 422,
      body: { code: 'invalid_input' },
    })
  }
  expect((await answer(token, 'declined')).body.status).toBe('declined')
  expect((await storedVisit(id)).booking_date).toBe('2026-12-01')
})

test('a link ends when the proposal is withdrawn, answered elsewhere or expired, and an unknown one never opens', async () => {
  const expectEnded = async (token: string) => {
    for (const result of [await open(token), await answer(token, 'accepted')])
      expect(result).toMatchObject({ status: 404, body: { code: 'answer_link_ended' } })
  }
  const withdrawn = await proposalWithLink()
  const path = `/api/bookings/${withdrawn.id}/proposals/${withdrawn.proposal.id}`
  await withdrawn.author.put(path, { answer: 'withdrawn' })
  await expectEnded(withdrawn.token)
  const expired = await proposalWithLink()
  now = new Date(+NOW + 48 * 3_600_000)
  await expectEnded(expired.token)
  await expectEnded('unknown')
})

// rule: booking-conflict
test('a refused answer leaves the link usable', async () => {
  const { grace, id, token } = await proposalWithLink()
  const other = await buildClient(server)
  const taken = await requestBooking(server, other, grace, LATER)
  await move(server, grace, taken, 'accepted')
  expect(await answer(token, 'accepted')).toMatchObject({
    status: 409,
    body: { code: 'slot_taken' },
  })
  await move(server, other, taken, 'cancelled', 'Busy')
  expect((await answer(token, 'accepted')).status).toBe(200)
  expect((await storedVisit(id)).booking_date).toBe('2026-12-03')
})

// rule: notice-still-true
test('no letter is sent about a proposal that was withdrawn before', async () => {
  const { author, id, proposal } = await proposalWithLink()
  await author.put(`/api/bookings/${id}/proposals/${proposal.id}`, { answer: 'withdrawn' })
  const before = (await server.letters()).length
  const { body } = await author.post(`/api/bookings/${id}/proposals`, LATER)
  await author.put(`/api/bookings/${id}/proposals/${body.proposal.id}`, { answer: 'withdrawn' })
  await runDueJobs(server.context)
  await runDueJobs(server.context)
  expect(await server.letters()).toHaveLength(before)
})

// rule: suspension
test.each(['client', 'professional'] as const)(
  'a suspended person answers no proposal of the %s by its link, whose visit stays; restored, they do',
  async (by) => {
    const { client, grace, id, token } = await proposalWithLink(by)
    const reader = by === 'client' ? grace : client
    const why = { reason: 'Reports', doneBy: 'olga' }
    await suspendByOperator(server.context, reader.id, why, 'keep')
    for (const value of ['accepted', 'declined']) {
      const refused = await answer(token, value)
      expect(refused).toMatchObject({ status: 403, body: { code: 'account_suspended' } })
    }
    expect((await storedVisit(id)).booking_date).toBe('2026-12-01')
    await restoreByOperator(server.context, reader.id, why)
    expect((await answer(token, 'accepted')).status).toBe(200)
    expect((await storedVisit(id)).booking_date).toBe('2026-12-03')
  },
)
