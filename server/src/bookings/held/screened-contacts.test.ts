// rule: screened-contacts
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { CHALLENGE_OFFER_HEADER } from '#contract/browser-names.ts'
import { bookingBody, NOW } from '#server/test/builders/booking.ts'
import { buildClient, buildProfessional } from '#server/test/builders/build.ts'
import { as } from '#server/test/call.ts'
import { solutionOf } from '#server/test/builders/challenge.ts'
import { findBroken } from '#server/test/invariants.ts'
import { runDueJobs } from '#server/test/run-due-jobs.ts'
import { testServer } from '#server/test/server.ts'
import type { TestServer } from '#server/test/server.ts'
import { releaseDueScreened } from './release-held.ts'

type Person = { id: string }

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

let now = NOW
let server: TestServer
beforeAll(async () => {
  const env = { EMAIL_VERIFICATION: 'required', RATE_LIMIT_SCALE: '1' }
  server = await testServer(env, { now: () => now })
})
afterEach(() => server.db.deleteFrom('rate_limits').execute())
afterAll(() => server.close())

/** A client with a proved address; `old`: of an account that is not young. */
const verified = (old = false) =>
  buildClient(server, {
    email_verified_at: now,
    created_at: new Date(+now - (old ? 2 * DAY_MS : 0)),
  })
const from = (client: Person, network?: string) => as(server, client, network)
const write = async (client: Person, pro: Person, network?: string, headers = {}) =>
  (await from(client, network)).post(
    '/api/chat/messages',
    { sender_id: client.id, receiver_id: pro.id, message: `Hello ${client.id}` },
    headers,
  )
const contact = async (client: Person, pro: Person, network?: string, headers = {}) =>
  (await from(client, network)).post(
    '/api/chat/initiate-contact',
    { client_id: client.id, professional_id: pro.id },
    headers,
  )
const book = async (client: Person, pro: Person & { slug: string }, headers = {}) =>
  (await as(server, client)).post('/api/bookings', bookingBody(client, pro), headers)
const leadOf = (client: Person, pro: Person) =>
  server.db
    .selectFrom('leads')
    .where('client_id', '=', client.id)
    .where('professional_id', '=', pro.id)
    .select(['held', 'held_until', 'opened_at'])
    .executeTakeFirstOrThrow()
const conversationsOf = async (pro: Person) =>
  (await (await as(server, pro)).get(`/api/chat/conversations/${pro.id}`)).body.conversations
const spent = async (pro: Person) => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int from lead_ledger where professional_id = ${pro.id}
    and amount < 0`.execute(server.db)
  return rows[0]!.count
}
/** Three young clients write to a new professional: the next one is screened. */
async function pressed() {
  const pro = await buildProfessional(server)
  for (let count = 0; count < 3; count++) {
    const client = await verified()
    expect((await write(client, pro)).status).toBe(200)
    expect((await leadOf(client, pro)).held).toBeNull()
  }
  return pro
}

test('a fourth young account in an hour is screened: its message is as sent, and nobody else sees it', async () => {
  const pro = await pressed()
  const before = await spent(pro)
  const client = await verified()
  const sent = await write(client, pro)
  expect(sent.status).toBe(200)
  expect(sent.body).not.toHaveProperty('held')
  expect(await leadOf(client, pro)).toEqual({
    held: 'screened',
    held_until: new Date(+now + 2 * HOUR_MS),
    opened_at: null,
  })
  await runDueJobs(server.context)
  expect([(await conversationsOf(pro)).length, await spent(pro)]).toEqual([3, before])
  const caller = await as(server, client)
  const { body } = await caller.get(`/api/chat/messages/${client.id}/${pro.id}`)
  expect(body.messages).toHaveLength(1)

  now = new Date(+now + 2 * HOUR_MS - 1)
  await releaseDueScreened(server.context)
  expect((await leadOf(client, pro)).held).toBe('screened')
  now = new Date(+now + 1)
  await Promise.all([releaseDueScreened(server.context), releaseDueScreened(server.context)])
  expect((await leadOf(client, pro)).opened_at).toEqual(now)
  expect([(await conversationsOf(pro)).length, await spent(pro)]).toEqual([4, before + 1])
})

test('so is the fourth of one network, but not of an older account elsewhere, nor an hour later', async () => {
  const pro = await buildProfessional(server)
  const at = '198.51.100.7'
  for (let count = 0; count < 3; count++) await contact(await verified(true), pro, at)
  const [same, other] = [await verified(true), await verified(true)]
  expect((await contact(same, pro, at)).body).not.toHaveProperty('held')
  await contact(other, pro)
  const holds = [(await leadOf(same, pro)).held, (await leadOf(other, pro)).held]
  expect(holds).toEqual(['screened', null])
  now = new Date(+now + HOUR_MS - 1)
  const [before, later] = [await verified(true), await verified(true)]
  await contact(before, pro, at)
  expect((await leadOf(before, pro)).held).toBe('screened')
  now = new Date(+now + 1)
  await contact(later, pro, at)
  expect((await leadOf(later, pro)).held).toBeNull()
})

test('a booking is screened too, and begins when it is released', async () => {
  const pro = await pressed()
  const client = await verified()
  const booked = await book(client, pro)
  expect(booked.body).toMatchObject({ status: 'pending', expires_at: expect.any(String) })
  expect(booked.body).not.toHaveProperty('held')
  const listed = async () =>
    (await (await as(server, pro)).get(`/api/bookings/professional/${pro.id}`)).body.bookings
  expect(await listed()).toEqual([])
  now = new Date(+now + 2 * HOUR_MS)
  await releaseDueScreened(server.context)
  expect(await listed()).toMatchObject([{ id: booked.body.id, status: 'pending' }])
})

// rule: challenge
test('a solved challenge releases it at once, and is offered in a header', async () => {
  const pro = await pressed()
  const client = await verified()
  const key = { 'idempotency-key': 'one' }
  const first = await write(client, pro, undefined, key)
  const offered = String(first.headers[CHALLENGE_OFFER_HEADER])
  const challenge = JSON.parse(Buffer.from(offered, 'base64').toString())
  const headers = await solutionOf(challenge)
  const again = await write(client, pro, undefined, { ...key, ...headers })
  expect([again.status, again.body.id]).toEqual([200, first.body.id])
  expect((await leadOf(client, pro)).held).toBeNull()
  const [newest] = await conversationsOf(pro)
  expect(newest).toMatchObject({ other_user_id: client.id, unread_count: 1 })
})

test('the fifth screened contact of a professional opens one case', async () => {
  const pro = await pressed()
  const cases = () =>
    server.db
      .selectFrom('cases')
      .where('person_id', '=', pro.id)
      .select(['queue', 'title_code'])
      .execute()
  for (let count = 1; count <= 4; count++) await contact(await verified(), pro)
  expect(await cases()).toEqual([])
  for (let count = 5; count <= 6; count++) await contact(await verified(), pro)
  expect(await cases()).toEqual([{ queue: 'reports', title_code: 'many_contacts' }])
})

test('with all of that the invariants hold', async () => {
  expect(await findBroken(server)).toEqual({})
})

test('with optional proofs nothing is screened', async () => {
  const optional = await testServer({ RATE_LIMIT_SCALE: '1' }, { now: () => now })
  try {
    const pro = await buildProfessional(optional)
    for (let count = 1; count <= 4; count++) {
      const client = await buildClient(optional, { created_at: now })
      const body = { client_id: client.id, professional_id: pro.id }
      await (await as(optional, client)).post('/api/chat/initiate-contact', body)
    }
    const held = await optional.db.selectFrom('leads').select('held').execute()
    expect(held.map((lead) => lead.held)).toEqual([null, null, null, null])
  } finally {
    await optional.close()
  }
})
