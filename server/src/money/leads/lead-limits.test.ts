// rule: contact-limits, rate-limits
import { createHash } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { JOBS } from '#server/jobs.ts'
import { buildClient as buildNewClient, buildProfessional } from '#server/test/builders/build.ts'
import { as } from '#server/test/call.ts'
import { testServer } from '#server/test/server.ts'
import type { TestServer } from '#server/test/server.ts'
import { consumeRateLimit, giveBackRateLimit, networkKey } from '#server/http/limits/rate-limits.ts'
import { bookingBody, move, NOW } from '#server/test/builders/booking.ts'

type Person = { id: string }
type Way = (typeof WAYS)[number]

const WAYS = ['contact', 'message', 'booking'] as const
const DAY_MS = 24 * 3_600_000

let server: TestServer
let now = NOW
beforeAll(async () => {
  server = await testServer({ RATE_LIMIT_SCALE: '1' }, { now: () => now })
})
afterAll(() => server.close())
beforeEach(() => {
  now = NOW
})

/** A client who is older than a day. */
const buildClient = (on: TestServer) =>
  buildNewClient(on, { created_at: new Date(+NOW - 2 * DAY_MS) })
const buildProfessionals = async (count: number): Promise<Person[]> =>
  Promise.all(Array.from({ length: count }, () => buildProfessional(server)))

/** The client begins a lead with the professional in one of three ways. */
let visits = 0
async function begin(way: Way, client: Person, professional: Person, network?: string) {
  const caller = await as(server, client, network)
  // The same request again would be the same booking.
  const booking = bookingBody(client, professional, { notes: `Visit ${++visits}` })
  if (way === 'booking') return caller.post('/api/bookings', booking)
  const ids = { client_id: client.id, professional_id: professional.id }
  if (way === 'contact') return caller.post('/api/chat/initiate-contact', ids)
  const text = `Hello ${professional.id}`
  const message = { sender_id: client.id, receiver_id: professional.id, message: text }
  return caller.post('/api/chat/messages', message)
}

async function leadsOf(...clients: Person[]): Promise<number> {
  const rows = await server.db
    .selectFrom('leads')
    .select('client_id')
    .where(
      'client_id',
      'in',
      clients.map(({ id }) => id),
    )
    .execute()
  return rows.length
}

const refused = (seconds: number) => ({
  status: 429,
  body: { code: 'too_many_contacts' },
  headers: { 'retry-after': String(seconds) },
})

test('contacts, messages and bookings share one limit of 15 unanswered professionals in 24 hours', async () => {
  const client = await buildClient(server)
  const professionals = await buildProfessionals(16)
  for (const [index, professional] of professionals.slice(0, 15).entries()) {
    expect((await begin(WAYS[index % 3]!, client, professional)).status).toBe(200)
  }
  const last = professionals[15]!
  for (const way of WAYS) {
    expect(await begin(way, client, last)).toMatchObject(refused(DAY_MS / 1000))
  }
  expect(await leadsOf(client)).toBe(15)
  for (const way of WAYS) {
    expect((await begin(way, client, professionals[0]!)).status).toBe(200)
  }
  now = new Date(+NOW + DAY_MS - 1)
  expect(await begin('booking', client, last)).toMatchObject(refused(1))
  now = new Date(+NOW + DAY_MS)
  expect((await begin('booking', client, last)).status).toBe(200)
})

test('a booking that is cancelled at once still counts, and an answer of the professional makes room', async () => {
  const client = await buildClient(server)
  const professionals = await buildProfessionals(16)
  const bookings: string[] = []
  for (const professional of professionals.slice(0, 15)) {
    const { body } = await begin('booking', client, professional)
    bookings.push(body.id)
    await move(server, client, body.id, 'cancelled', 'Changed my mind')
  }
  const last = professionals[15]!
  expect(await begin('booking', client, last)).toMatchObject(refused(DAY_MS / 1000))
  const { body } = await begin('booking', client, professionals[0]!)
  expect((await move(server, professionals[0]!, body.id, 'declined')).status).toBe(200)
  expect((await begin('booking', client, last)).status).toBe(200)
})

test('all accounts of one network together begin at most 60 leads in 24 hours; another network is free', async () => {
  const network = '198.51.100.7'
  const professionals = await buildProfessionals(15)
  const clients = await Promise.all(Array.from({ length: 5 }, () => buildClient(server)))
  const last = clients[4]!
  for (const client of clients.slice(0, 4)) {
    const answers = await Promise.all(
      professionals.map((professional, index) =>
        begin(WAYS[index % 3]!, client, professional, network),
      ),
    )
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
  }
  for (const way of WAYS) {
    expect(await begin(way, last, professionals[0]!, network)).toMatchObject(refused(DAY_MS / 1000))
  }
  expect(await leadsOf(last)).toBe(0)
  expect((await begin('contact', clients[0]!, professionals[0]!, network)).status).toBe(200)
  expect((await begin('contact', last, professionals[0]!, '198.51.100.8')).status).toBe(200)
  now = new Date(+NOW + DAY_MS - 1)
  expect((await begin('contact', last, professionals[1]!, network)).status).toBe(429)
  now = new Date(+NOW + DAY_MS)
  expect((await begin('contact', last, professionals[1]!, network)).status).toBe(200)
})

// rule: lead-returns
test('leads that come back after their credits were returned count like new ones', async () => {
  const client = await buildClient(server)
  const professionals = await buildProfessionals(16)
  const [first, last] = [professionals[0]!, professionals[15]!]
  for (const professional of professionals) {
    if (professional === last) now = new Date(+NOW + DAY_MS)
    expect((await begin('contact', client, professional)).status).toBe(200)
  }
  const ledger = async (reason: string) =>
    (
      await server.db
        .selectFrom('lead_ledger')
        .select('id')
        .where('client_id', '=', client.id)
        .where('reason', '=', reason)
        .execute()
    ).length
  now = new Date(+NOW + 4 * DAY_MS)
  await JOBS['return-leads'](server.context, {})
  expect(await ledger('no_word')).toBe(16)

  for (const [index, professional] of professionals.slice(0, 15).entries()) {
    const way = index % 2 ? 'booking' : 'message'
    expect((await begin(way, client, professional)).status).toBe(200)
  }
  for (const way of ['message', 'booking'] as const) {
    expect(await begin(way, client, last)).toMatchObject(refused(DAY_MS / 1000))
  }
  expect(await ledger('came_back')).toBe(15)
  const toLast = server.db.selectFrom('messages').select('id').where('receiver_id', '=', last.id)
  expect(await toLast.execute()).toEqual([])
  expect((await begin('message', client, first)).status).toBe(200)

  const answer = { sender_id: first.id, receiver_id: client.id, message: 'Hello' }
  expect((await (await as(server, first)).post('/api/chat/messages', answer)).status).toBe(200)
  expect((await begin('message', client, last)).status).toBe(200)
  expect(await ledger('came_back')).toBe(16)
})

test('of 45 professionals whom one client contacts, writes to and books at the same moment, 15 get a lead', async () => {
  const client = await buildClient(server)
  const professionals = await buildProfessionals(45)
  const answers = await Promise.all(
    professionals.map((professional, index) => begin(WAYS[index % 3]!, client, professional)),
  )
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(15)
  const late = answers.filter(({ status }) => status === 429)
  expect(late).toHaveLength(30)
  for (const { headers } of late) expect(Number(headers['retry-after'])).toBeGreaterThan(0)
  expect(await leadsOf(client)).toBe(15)
})

test('of 84 contacts of one network at the same moment 60 begin a lead', async () => {
  const professionals = await buildProfessionals(14)
  const clients = await Promise.all(Array.from({ length: 6 }, () => buildClient(server)))
  const answers = await Promise.all(
    clients.flatMap((client) =>
      professionals.map((professional) => begin('contact', client, professional, '203.0.113.9')),
    ),
  )
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(60)
  expect(await leadsOf(...clients)).toBe(60)
})

// rule: booking-request
test('of 50 bookings of one client at the same moment 30 are written, and the others say when to come back', async () => {
  const client = await buildClient(server)
  const [professional] = await buildProfessionals(1)
  const answers = await Promise.all(
    Array.from({ length: 50 }, () => begin('booking', client, professional!)),
  )
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(30)
  const late = answers.filter(({ status }) => status === 429)
  expect(late).toHaveLength(20)
  for (const { body, headers } of late) {
    expect([body.code, headers['retry-after']]).toEqual(['too_many_requests', '3600'])
  }
  const rows = await server.db
    .selectFrom('bookings')
    .select('id')
    .where('client_id', '=', client.id)
    .execute()
  expect(rows).toHaveLength(30)
})

test('of 150 messages at the same moment to somebody who has not answered, 30 are written', async () => {
  const client = await buildClient(server)
  const [professional] = await buildProfessionals(1)
  const answers = await Promise.all(
    Array.from({ length: 150 }, () => begin('message', client, professional!)),
  )
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(30)
  const late = answers.filter(({ status }) => status === 429)
  expect(late).toHaveLength(120)
  expect(late.every(({ body }) => body.code === 'too_many_requests')).toBe(true)
  // 120 pass the limit of the sender, 30 those of the conversation.
  const waits = late.map(({ headers }) => headers['retry-after'])
  expect(waits.filter((wait) => wait === '3600')).toHaveLength(90)
  const rows = await server.db
    .selectFrom('messages')
    .select('id')
    .where('sender_id', '=', client.id)
    .execute()
  expect(rows).toHaveLength(30)
})

// rule: booking-request
test('the accounts of one network book 120 times an hour, and a refused booking does not count', async () => {
  const [professional] = await buildProfessionals(1)
  const [first, second] = [await buildClient(server), await buildClient(server)]
  const network = '203.0.113.77'
  for (let time = 0; time < 119; time++) {
    await consumeRateLimit(server.context, 'booking_by_network', networkKey(network))
  }
  const asFirst = await as(server, first, network)
  const past = bookingBody(first, professional!, { booking_date: '2026-11-01' })
  expect((await asFirst.post('/api/bookings', past)).status).toBe(422)
  const key = { 'idempotency-key': crypto.randomUUID() }
  const body = bookingBody(first, professional!)
  const booked = await asFirst.post('/api/bookings', body, key)
  expect(booked.status).toBe(200)
  const late = await begin('booking', second, professional!, network)
  expect([late.status, late.body.code]).toEqual([429, 'too_many_requests'])
  expect(Number(late.headers['retry-after'])).toBeGreaterThan(3500)
  expect((await begin('booking', second, professional!, network)).status).toBe(429)
  expect(await leadsOf(second)).toBe(0)
  // The repeat of the one that counted has its answer.
  expect((await asFirst.post('/api/bookings', body, key)).body).toEqual(booked.body)
  // Neither it nor the refused ones took or freed the place of a booking.
  await giveBackRateLimit(server.context, 'booking_by_network', networkKey(network))
  const next = await asFirst.post('/api/bookings', bookingBody(first, professional!))
  expect(next.status).toBe(200)
  expect((await begin('booking', second, professional!, '203.0.113.78')).status).toBe(200)
})

test('accounts of their first day begin at most 20 leads an hour from one network', async () => {
  const professional = await buildProfessional(server)
  const clients = await Promise.all(
    Array.from({ length: 21 }, () => buildNewClient(server, { created_at: NOW })),
  )
  const answers = await Promise.all(
    clients.map((client) => begin('message', client, professional, '192.0.2.20')),
  )
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(20)
  expect(answers.find(({ status }) => status !== 200)).toMatchObject(refused(3600))
  expect(await leadsOf(...clients)).toBe(20)
  const older = await buildClient(server)
  expect((await begin('message', older, professional, '192.0.2.20')).status).toBe(200)
})

test('a refused contact, message or booking leaves what its network has used as it was', async () => {
  const [network, others] = ['198.51.100.70', '198.51.100.71']
  const hashed = createHash('sha256').update(networkKey(network)).digest('base64url')
  const keyOf = (kind: string) => `${kind}:${hashed}`
  const pointsOf = async (kind: string) =>
    (
      await server.db
        .selectFrom('rate_limits')
        .select('points')
        .where('key', '=', keyOf(kind))
        .executeTakeFirst()
    )?.points
  const professionals = await buildProfessionals(16)
  const [last] = professionals
  for (let n = 0; n < 20; n++) {
    const young = await buildNewClient(server, { created_at: NOW })
    expect((await begin('contact', young, last!, network)).status).toBe(200)
  }
  const late = await buildNewClient(server, { created_at: NOW })
  for (const way of WAYS)
    expect(await begin(way, late, last!, network)).toMatchObject(refused(3600))
  expect([await pointsOf('new_pair_by_network'), await pointsOf('young_pair_by_network')]).toEqual([
    20, 20,
  ])

  // Requests with a solved challenge may use three times the limit.
  await server.db
    .updateTable('rate_limits')
    .set({ points: 100 })
    .where('key', '=', keyOf('new_pair_by_network'))
    .execute()
  const client = await buildClient(server)
  for (const professional of professionals.slice(1))
    await begin('contact', client, professional, others)
  for (const way of WAYS)
    expect(await begin(way, client, last!, network)).toMatchObject(refused(DAY_MS / 1000))
  expect(await pointsOf('new_pair_by_network')).toBe(100)
})

test('where addresses are proved, an account of its first day begins at most five leads', async () => {
  const strict = await testServer(
    { RATE_LIMIT_SCALE: '1', EMAIL_VERIFICATION: 'required' },
    { now: () => now },
  )
  try {
    const client = await buildNewClient(strict, { created_at: NOW, email_verified_at: NOW })
    const caller = await as(strict, client)
    const contact = async () =>
      caller.post('/api/chat/initiate-contact', {
        client_id: client.id,
        professional_id: (await buildProfessional(strict)).id,
      })
    for (let n = 1; n <= 5; n++) expect((await contact()).status).toBe(200)
    expect(await contact()).toMatchObject(refused(DAY_MS / 1000))
    now = new Date(+NOW + DAY_MS)
    expect((await contact()).status).toBe(200)
  } finally {
    await strict.close()
  }
})

test('a client writes at most 60 messages a day to somebody who has not answered', async () => {
  const client = await buildClient(server)
  const professional = await buildProfessional(server)
  for (let n = 1; n <= 60; n++) {
    now = new Date(+NOW + n * 600_000)
    expect((await begin('message', client, professional)).status).toBe(200)
  }
  now = new Date(+NOW + 61 * 600_000)
  const { status, body } = await begin('message', client, professional)
  expect([status, body.code]).toEqual([429, 'too_many_requests'])
})

test('one text goes to five professionals a day, and again to one of them or once they have answered', async () => {
  const client = await buildClient(server)
  const pros = await buildProfessionals(6)
  const caller = await as(server, client)
  const write = (professional: Person, message = 'Are you free on Monday?') =>
    caller.post('/api/chat/messages', {
      sender_id: client.id,
      receiver_id: professional.id,
      message,
    })
  const statuses: number[] = []
  for (const pro of pros) statuses.push((await write(pro)).status)
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
  const late = await write(pros[5]!)
  expect([late.body.code, late.headers['retry-after']]).toEqual(['too_many_requests', '86400'])
  expect(await leadsOf(client)).toBe(5)
  expect((await write(pros[0]!)).status).toBe(200)
  expect((await write(pros[5]!, 'Something else')).status).toBe(200)
  expect((await write(pros[5]!)).status).toBe(429)
  now = new Date(+NOW + DAY_MS)
  expect((await write(pros[5]!)).status).toBe(200)
})
