// rule: held-starts
import { suspendByOperator, restoreByOperator } from '#server/test/builders/by-operator.ts'
import { sql } from 'kysely'
import PostalMime from 'postal-mime'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { CURRENT_PASSWORD_HEADER } from '#contract/browser-names.ts'
import { readConfig } from '#server/config.ts'
import { expireBookings } from '../lists/booking-jobs.ts'
import { hashPassword } from '#server/people/passwords/passwords.ts'
import { hasUnreadMessages } from '#server/talk/kinds/message-notices.ts'
import { PASSWORD } from '#server/test/builders/account.ts'
import { bookingBody, NOW, requestBooking } from '#server/test/builders/booking.ts'
import { buildClient, buildProfessional } from '#server/test/builders/build.ts'
import { as, visitor } from '#server/test/call.ts'
import { tokenOfLink } from '#server/test/builders/letter-tokens.ts'
import { buildOperator } from '#server/test/builders/operators.ts'
import { runDueJobs } from '#server/test/run-due-jobs.ts'
import { testServer } from '#server/test/server.ts'
import type { TestServer } from '#server/test/server.ts'

type Person = { id: string }

let now = NOW
let server: TestServer
let password_hash: string
beforeAll(async () => {
  server = await testServer({ EMAIL_VERIFICATION: 'required' }, { now: () => now })
  password_hash = await hashPassword(PASSWORD)
})
afterAll(() => server.close())

const HOUR_MS = 3_600_000
const buildPair = async (facts = {}) => ({
  client: await buildClient(server),
  pro: await buildProfessional(server, { user: { password_hash }, ...facts }),
})
const write = async (client: Person, pro: Person, message = 'Do you have time in May?') =>
  (await as(server, client)).post('/api/chat/messages', {
    sender_id: client.id,
    receiver_id: pro.id,
    message,
  })
const contact = async (client: Person, pro: Person) =>
  (await as(server, client)).post('/api/chat/initiate-contact', {
    client_id: client.id,
    professional_id: pro.id,
  })
const review = async (client: Person, pro: Person) =>
  (await as(server, client)).post('/api/reviews/general', {
    client_id: client.id,
    professional_id: pro.id,
    rating: 4,
    title: 'Clean',
    comment: 'Every corner.',
  })
const bookingsOf = async (client: Person) =>
  (await (await as(server, client)).get(`/api/bookings/client/${client.id}`)).body.bookings
async function tokenFor(client: Person & { email: string }): Promise<string> {
  const caller = await as(server, client)
  await caller.post(`/api/users/${client.id}/email-verification`, {})
  await runDueJobs(server.context)
  const raw = (await server.letters()).findLast((letter) => letter.includes(`To: ${client.email}`))
  const { text = '' } = await PostalMime.parse(raw!)
  return tokenOfLink(text, 'verify-email')
}
const prove = (token: string) => visitor(server).post('/api/auth/verify-email', { token })

/** Everything that a professional can read, and the rows that a contact writes for them. */
async function seenBy(pro: Person & { slug: string }, client: Person) {
  const caller = await as(server, pro)
  const typed = { [CURRENT_PASSWORD_HEADER]: encodeURIComponent(PASSWORD) }
  const answers = []
  for (const path of [
    `/api/professional/dashboard/${pro.id}`,
    `/api/bookings/professional/${pro.id}`,
    `/api/chat/conversations/${pro.id}`,
    `/api/chat/unread-count/${pro.id}`,
    `/api/chat/messages/${pro.id}/${client.id}`,
    `/api/users/${client.id}`,
    `/api/professional/leads-status/${pro.id}`,
    `/api/professional/ledger/${pro.id}`,
    '/api/series',
    `/api/professional/agenda/${pro.id}?from=2026-12-01&days=7`,
    '/api/notices',
    `/api/public/professional/${pro.slug}`,
  ]) {
    const { status, body } = await caller.get(path)
    answers.push({ path, status, body })
  }
  const own = await caller.get(`/api/users/${pro.id}/export`, typed)
  const { exported_at: _at, sessions: _s, security_events: _e, ...exported } = own.body
  const { rows } = await sql`
    select (select count(*)::int from events where pro in (subject_id, actor_id) or subject_id in (
        select id from bookings where professional_id = pro)) as events,
      (select count(*)::int from notices where user_id = pro) as notices,
      (select count(*)::int from lead_ledger where professional_id = pro) as ledger,
      (select count(*)::int from leads where professional_id = pro and opened_at is not null) as open
    from (select ${pro.id}::uuid as pro) as one`.execute(server.db)
  return { answers, exported, rows }
}

// rule: idempotency-key
test('a proof that is repeated with its key answers again how much it released', async () => {
  const { client, pro } = await buildPair()
  await contact(client, pro)
  const token = await tokenFor(client)
  const proofs = await Promise.all(
    ['one', 'one', 'two'].map((key) =>
      visitor(server).post('/api/auth/verify-email', { token }, { 'idempotency-key': key }),
    ),
  )
  const [first, again, other] = proofs.map(({ body }) => body)
  expect(again).toEqual(first)
  expect(first.released + other.released).toBe(1)
})

test('a professional sees nothing of what waits, and each thing once when the address is proved', async () => {
  const { client, pro } = await buildPair()
  const before = await seenBy(pro, client)
  const booked = await (await as(server, client)).post('/api/bookings', bookingBody(client, pro))
  expect(booked.body).toMatchObject({ status: 'pending', expires_at: null, held: 'email' })
  expect((await contact(client, pro)).body.held).toBe('email')
  expect((await write(client, pro)).body).toMatchObject({ held: 'email' })
  expect((await review(client, pro)).body).toMatchObject({ state: 'held', held: 'email' })
  await runDueJobs(server.context)
  expect(await seenBy(pro, client)).toEqual(before)
  const caller = await as(server, pro)
  const accept = { status: 'accepted' }
  expect((await caller.put(`/api/bookings/${booked.body.id}/status`, accept)).status).toBe(404)
  const answer = { sender_id: pro.id, receiver_id: client.id, message: 'Hello' }
  expect((await caller.post('/api/chat/messages', answer)).body.code).toBe('client_contacts_first')

  const [shown] = await bookingsOf(client)
  expect(shown).toMatchObject({ held: 'email', expires_at: null, may: ['cancelled'] })
  expect(shown.may_move).toBe(false)
  const own = await as(server, client)
  const list = await own.get(`/api/chat/conversations/${client.id}`)
  expect(list.body.conversations).toMatchObject([{ held: 'email' }])
  const thread = await own.get(`/api/chat/messages/${client.id}/${pro.id}`)
  expect(thread.body.messages).toMatchObject([{ kind: 'text', held: 'email' }])

  const token = await tokenFor(client)
  const asked = now
  now = new Date(+now + HOUR_MS)
  const proofs = await Promise.all(Array.from({ length: 50 }, () => prove(token)))
  expect(proofs.map(({ status }) => status)).toEqual(Array.from({ length: 50 }, () => 200))
  expect(proofs.reduce((sum, { body }) => sum + body.released, 0)).toBe(3)
  await runDueJobs(server.context)
  const { body } = await caller.get(`/api/bookings/professional/${pro.id}`)
  expect(body.bookings).toHaveLength(1)
  const until = new Date(+now + 72 * HOUR_MS).toISOString()
  expect(body.bookings[0]).toMatchObject({ id: booked.body.id, locked: false, expires_at: until })
  expect(body.bookings[0]).not.toHaveProperty('held')
  const read = await caller.get(`/api/chat/messages/${pro.id}/${client.id}`)
  const text = read.body.messages.filter(({ kind }: { kind: string }) => kind === 'text')
  const times = { timestamp: asked.toISOString(), delivered_at: now.toISOString() }
  expect(text).toMatchObject([times])
  const after = await seenBy(pro, client)
  // One credit for the pair; a notice of the lead, of the request and of the review.
  expect(after.rows).toMatchObject([{ ledger: 2, open: 1, notices: 3 }])
  const { body: profile } = await visitor(server).get(`/api/public/professional/${pro.slug}`)
  expect(profile.professional.reviews).toMatchObject([{ title: 'Clean' }])
  now = NOW
})

// rule: absence
test('an absence neither names nor declines a request that waits', async () => {
  const { client, pro } = await buildPair()
  const id = await requestBooking(server, client, pro)
  const caller = await as(server, pro)
  const days = { kind: 'ill', from_date: '2026-11-30', to_date: '2026-12-02', message: '' }
  for (const dry_run of [true, false]) {
    const absence = await caller.post(`/api/professional/absences/${pro.id}`, { ...days, dry_run })
    expect(absence.body).toMatchObject({ affected: [], told: 0 })
  }
  expect(await bookingsOf(client)).toMatchObject([{ id, status: 'pending', held: 'email' }])
})

// rule: message-notices, marketplace-health
test('what waits is no unread message of a notice, and no lead of the console', async () => {
  const { client, pro } = await buildPair()
  const operator = await buildOperator(server)
  const leads = async () =>
    (await operator.calls.get('/api/operator/health?from=2026-11-20&to=2026-11-20')).body.leads
  const before = await leads()
  await write(client, pro)
  expect(await leads()).toEqual(before)
  const notice = { user_id: pro.id, other_id: null }
  expect(await hasUnreadMessages(server.db, notice)).toBe(false)
  await prove(await tokenFor(client))
  expect(await leads()).toMatchObject({ opened: before.opened + 1 })
  expect(await hasUnreadMessages(server.db, notice)).toBe(true)
})

test('what a client starts with a sixth professional is refused, and nothing is written', async () => {
  const client = await buildClient(server)
  const pros = await Promise.all([1, 2, 3, 4, 5, 6].map(() => buildProfessional(server)))
  const [first, second, third, fourth, fifth, sixth] = pros
  await requestBooking(server, client, first!)
  for (const pro of [second!, third!, fourth!]) await write(client, pro)
  await review(client, fifth!)
  const written = async () => {
    const { rows } = await sql`
      select (select count(*) from bookings) as bookings, (select count(*) from leads) as leads,
        (select count(*) from messages) as messages, (select count(*) from reviews) as reviews`.execute(
      server.db,
    )
    return rows
  }
  const before = await written()
  const caller = await as(server, client)
  const answers = [
    await caller.post('/api/bookings', bookingBody(client, sixth!)),
    await contact(client, sixth!),
    await write(client, sixth!),
    await review(client, sixth!),
  ]
  for (const { status, body } of answers) {
    expect([status, body.code]).toEqual([403, 'email_not_verified'])
  }
  expect(await written()).toEqual(before)
  expect((await write(client, fourth!, 'And in June?')).body.held).toBe('email')
})

test('at once ten contacts of one client open five conversations', async () => {
  const client = await buildClient(server)
  const pros = await Promise.all(Array.from({ length: 10 }, () => buildProfessional(server)))
  const answers = await Promise.all(pros.map((pro) => contact(client, pro)))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(5)
})

test('a booking at the moment of the proof is held and released, or not held', async () => {
  for (let round = 0; round < 5; round++) {
    const { client, pro } = await buildPair()
    const token = await tokenFor(client)
    const caller = await as(server, client)
    await Promise.all([
      prove(token),
      caller.post('/api/bookings', bookingBody(client, pro)),
      write(client, pro),
    ])
    const { rows } = await sql`
      select from leads where client_id = ${client.id}::uuid and opened_at is not null and held is null
        and not exists (select from bookings where client_id = leads.client_id and held is not null)`.execute(
      server.db,
    )
    expect(rows).toHaveLength(1)
  }
})

test('a request to a professional who cannot be booked any more is declined, and they never see it', async () => {
  const { client, pro } = await buildPair()
  const id = await requestBooking(server, client, pro)
  const token = await tokenFor(client)
  await server.db.updateTable('subscriptions').set({ status: 'lapsed' }).execute()
  await sql`insert into lead_ledger (professional_id, kind, amount, reason, key, at)
    values (${pro.id}, 'withdrawn', -100, 'refund', ${`refund ${pro.id}`}, now())`.execute(
    server.db,
  )
  expect((await prove(token)).body).toEqual({ email_verified: true, released: 0 })
  await runDueJobs(server.context)
  await server.db.updateTable('subscriptions').set({ status: 'active' }).execute()
  expect(await bookingsOf(client)).toMatchObject([
    { id, status: 'declined', reason: 'not_accepting' },
  ])
  const { answers, rows } = await seenBy(pro, client)
  expect(JSON.stringify(answers)).not.toContain(id)
  expect(rows).toMatchObject([{ events: 0, notices: 0, open: 0 }])
  const { body } = await (await as(server, client)).get('/api/notices')
  expect(body.notices[0].title).toContain('is not accepting bookings right now')
})

test('a request whose start comes while it is held has expired, and only its client is told', async () => {
  const { client, pro } = await buildPair()
  const id = await requestBooking(server, client, pro)
  now = new Date('2026-12-01T14:59:00Z')
  await expireBookings(server.context)
  expect(await bookingsOf(client)).toMatchObject([{ id, status: 'pending' }])
  now = new Date('2026-12-01T15:00:00Z')
  await expireBookings(server.context)
  expect(await bookingsOf(client)).toMatchObject([{ id, status: 'declined', reason: 'expired' }])
  await runDueJobs(server.context)
  expect((await seenBy(pro, client)).rows).toMatchObject([{ events: 0, notices: 0, open: 0 }])
  const { body } = await (await as(server, client)).get('/api/notices')
  expect(body.notices).toMatchObject([{ title: 'Your request was not sent in time' }])
  now = NOW
})

test('a request that its client cancels before the proof stays unseen', async () => {
  const { client, pro } = await buildPair()
  const id = await requestBooking(server, client, pro)
  const cancel = { status: 'cancelled', reason: 'Never mind' }
  const caller = await as(server, client)
  expect((await caller.put(`/api/bookings/${id}/status`, cancel)).status).toBe(200)
  expect((await prove(await tokenFor(client))).body.released).toBe(0)
  await runDueJobs(server.context)
  const { answers, rows } = await seenBy(pro, client)
  expect(JSON.stringify(answers)).not.toContain(id)
  expect(rows).toMatchObject([{ events: 0, notices: 0, open: 0, ledger: 1 }])
})

// rule: suspension
test('the proof of a suspended client releases nothing and spends no credit before the account is restored', async () => {
  const { client, pro } = await buildPair()
  await write(client, pro)
  await review(client, pro)
  const token = await tokenFor(client)
  const before = await seenBy(pro, client)
  const why = { reason: 'False requests.', doneBy: 'cli:olga' }
  await suspendByOperator(server.context, client.id, why, 'keep')
  expect((await prove(token)).body).toEqual({ email_verified: true, released: 0 })
  await runDueJobs(server.context)
  expect(await seenBy(pro, client)).toEqual(before)

  await restoreByOperator(server.context, client.id, why)
  await runDueJobs(server.context)
  expect((await seenBy(pro, client)).rows).toMatchObject([
    { events: 1, ledger: 2, open: 1, notices: 1 },
  ])
})

test('nothing is held of a proved address, of an account of before, or in mode optional', async () => {
  const pro = await buildProfessional(server)
  for (const facts of [{ email_verified_at: NOW }, { never_held: true }]) {
    const client = await buildClient(server, facts)
    expect((await write(client, pro)).body).not.toHaveProperty('held')
  }
  const optional = await testServer({}, { now: () => now })
  try {
    const client = await buildClient(optional)
    const id = await requestBooking(optional, client, await buildProfessional(optional))
    const caller = await as(optional, client)
    const { body } = await caller.get(`/api/bookings/client/${client.id}`)
    expect(body.bookings).toMatchObject([{ id }])
    expect(body.bookings[0]).not.toHaveProperty('held')
  } finally {
    await optional.close()
  }
})

// rule: settings
test('the mode is required in production and with a mail server', () => {
  const mode = (env: Record<string, string>) => readConfig(env).emailVerification
  expect(mode({})).toBe('optional')
  expect(mode({ MAIL_URL: 'smtp://localhost' })).toBe('required')
  expect(mode({ MAIL_URL: 'smtp://localhost', EMAIL_VERIFICATION: 'optional' })).toBe('optional')
  expect(() => mode({ EMAIL_VERIFICATION: 'maybe' })).toThrow(
    'EMAIL_VERIFICATION has to be required or optional.',
  )
})
