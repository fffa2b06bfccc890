// rule: suspension
import { suspendByOperator, restoreByOperator } from '#server/test/builders/by-operator.ts'
import PostalMime from 'postal-mime'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { CURRENT_PASSWORD_HEADER } from '#contract/browser-names.ts'
import { hashPassword } from '#server/people/passwords/passwords.ts'
import { PASSWORD } from '#server/test/builders/account.ts'
import { bookingBody, insertBooking, NOW, requestBooking } from '#server/test/builders/booking.ts'
import { auditEntries } from '#server/test/audit.ts'
import { buildClient, buildProfessional } from '#server/test/builders/build.ts'
import { as, visitor } from '#server/test/call.ts'
import { testServer } from '#server/test/server.ts'
import type { TestServer } from '#server/test/server.ts'
import { runDueJobs } from '#server/test/run-due-jobs.ts'

const WHY = { reason: 'Three reports of harassment.', doneBy: 'olga' }
/** An accepted visit in three days. */
const ACCEPTED = {
  status: 'accepted',
  starts_at: '2026-11-23T14:00:00Z',
  ends_at: '2026-11-23T16:00:00Z',
}
const SUSPENDED = {
  code: 'account_suspended',
  detail: 'Your account is suspended. You can read why and ask another operator to look at it.',
}

let server: TestServer
let password_hash: string
beforeAll(async () => {
  server = await testServer({}, { now: () => NOW })
  password_hash = await hashPassword(PASSWORD)
})
afterAll(() => server.close())

type Person = { id: string }

async function buildPair(language: 'en' | 'pt' | 'es' = 'en') {
  const client = await buildClient(server, { password_hash, language })
  const professional = await buildProfessional(server, { user: { password_hash, language } })
  return { client, professional }
}
const suspend = ({ id }: Person, visits: 'keep' | 'cancel' = 'keep') =>
  suspendByOperator(server.context, id, WHY, visits)
const bookingsOf = ({ id }: Person) =>
  server.db
    .selectFrom('bookings')
    .select(['status', 'reason', 'cancelled_by', 'cancelled_late'])
    .where((row) => row.or([row('client_id', '=', id), row('professional_id', '=', id)]))
    .orderBy('id')
    .execute()

test('a suspended person is signed out everywhere, and what happened is recorded with its reason', async () => {
  const { client } = await buildPair()
  const before = await as(server, client)
  expect(await suspend(client)).toEqual({ kept: 0, ended: 0 })
  expect((await before.get('/api/auth/me')).status).toBe(401)
  const caller = await as(server, client)
  const { body } = await caller.get(`/api/users/${client.id}/security-events`)
  expect(body.events.map(({ kind }: { kind: string }) => kind)).toEqual([
    'session_ended',
    'suspended',
  ])
  expect(await auditEntries(server, client)).toMatchObject([
    { action: 'suspend', text: WHY.reason, after: { visits: 'keep' }, operator: 'olga' },
  ])
  expect(await suspend(client)).toBe('already')
  expect(await auditEntries(server, client)).toHaveLength(1)
})

test('a suspended person can log in, and reads why', async () => {
  const { client } = await buildPair()
  await suspend(client)
  const { email } = await server.db
    .selectFrom('users')
    .select('email')
    .where('id', '=', client.id)
    .executeTakeFirstOrThrow()
  const login = await visitor(server).post('/api/login', { email, password: PASSWORD })
  expect([login.status, login.body.suspended, login.body.user.suspended]).toEqual([200, true, true])
  const caller = await as(server, client)
  expect((await caller.get('/api/auth/me')).body.suspended).toBe(true)
  expect((await caller.get(`/api/users/${client.id}/decisions`)).body.decisions).toEqual([
    {
      id: expect.any(String),
      action: 'suspend',
      at: NOW.toISOString(),
      reason: 'stated',
      reason_text: 'See below',
      text: WHY.reason,
      about: { kind: 'person', id: client.id, label: null },
      may_appeal: true,
      appeal: null,
      keeps_visits: true,
    },
  ])
})

describe('the calls of a suspended person', () => {
  test('that remain are settings, sessions, events, notices, consents, download, contact and deletion', async () => {
    const { client } = await buildPair()
    await suspend(client)
    const caller = await as(server, client)
    const password = { [CURRENT_PASSWORD_HEADER]: PASSWORD }
    for (const part of ['settings', 'sessions', 'security-events', 'decisions']) {
      expect((await caller.get(`/api/users/${client.id}/${part}`)).status).toBe(200)
    }
    expect((await caller.get('/api/notices')).status).toBe(200)
    expect((await caller.get('/api/pairs')).body).toEqual({ pairs: [] })
    const data = await caller.get(`/api/users/${client.id}/export`, password)
    expect([data.status, data.body.suspensions[0].reason]).toEqual([200, WHY.reason])
    const renewed = await as(server, client)
    const text = 'Please look at my account again.'
    const message = { topic: 'account', name: 'Pat', email: 'pat@example.com', text }
    expect((await renewed.post('/api/contact', message)).status).toBe(200)
    expect((await renewed.delete(`/api/users/${client.id}`, password)).status).toBe(200)
  })

  test('that are refused: everything else, and nothing is written', async () => {
    const { client, professional } = await buildPair()
    const other = await buildClient(server)
    await suspend(client)
    await suspend(professional)
    const pair = { client_id: client.id, professional_id: professional.id }
    const asClient = await as(server, client)
    const asProfessional = await as(server, professional)
    const answers = await Promise.all([
      asClient.post('/api/bookings', bookingBody(client, professional)),
      asClient.post('/api/chat/initiate-contact', pair),
      asClient.get(`/api/chat/conversations/${client.id}`),
      asClient.post('/api/reviews/general', { ...pair, rating: 5, title: 'x', comment: 'y' }),
      asProfessional.get(`/api/professional/dashboard/${professional.id}`),
      asProfessional.post(`/api/professional/activate/${professional.id}`),
      asProfessional.post('/api/chat/messages', {
        sender_id: professional.id,
        receiver_id: other.id,
        message: 'Hello',
      }),
      asProfessional.get('/api/chat/pictures/nothing.webp'),
      asProfessional.get('/api/live'),
    ])
    for (const { status, body } of answers) expect([status, body]).toEqual([403, SUSPENDED])
    expect(await bookingsOf(client)).toEqual([])
  })

  test('about accepted visits remain if the visits are kept, and are refused if not', async () => {
    for (const visits of ['keep', 'cancel'] as const) {
      const { client, professional } = await buildPair()
      await insertBooking(server, client, professional, ACCEPTED)
      const { id } = await server.db
        .selectFrom('bookings')
        .select('id')
        .where('client_id', '=', client.id)
        .executeTakeFirstOrThrow()
      await suspend(client, visits)
      const caller = await as(server, client)
      const status = visits === 'keep' ? 200 : 403
      expect((await caller.get(`/api/bookings/client/${client.id}`)).status).toBe(status)
      const move = { status: 'cancelled', reason: 'I cannot come.' }
      expect((await caller.put(`/api/bookings/${id}/status`, move)).status).toBe(status)
    }
  })
})

test('nobody finds, sees, contacts or books a suspended professional, until they are restored', async () => {
  const professional = await buildProfessional(server, { areas: ['99501'] })
  const client = await buildClient(server)
  const asClient = await as(server, client)
  const found = async () => {
    const { body } = await visitor(server).get('/api/professionals/search/enhanced?zip_code=99501')
    return body.professionals.map(({ user_id }: { user_id: string }) => user_id)
  }
  const look = async () =>
    (await visitor(server).get(`/api/public/professional/${professional.slug}`)).status
  expect([await found(), await look()]).toEqual([[professional.id], 200])
  await suspend(professional)
  expect([await found(), await look()]).toEqual([[], 404])
  const pair = { client_id: client.id, professional_id: professional.id }
  const contact = await asClient.post('/api/chat/initiate-contact', pair)
  expect([contact.status, contact.body.code]).toEqual([409, 'professional_not_accepting_messages'])
  const booking = await asClient.post('/api/bookings', bookingBody(client, professional))
  expect([booking.status, booking.body.code]).toEqual([409, 'professional_not_accepting'])
  expect(await bookingsOf(professional)).toEqual([])

  expect(await restoreByOperator(server.context, professional.id, WHY)).toBe(true)
  expect(await restoreByOperator(server.context, professional.id, WHY)).toBe(false)
  expect([await found(), await look()]).toEqual([[professional.id], 200])
  expect((await asClient.post('/api/chat/initiate-contact', pair)).status).toBe(200)
  expect((await auditEntries(server, professional)).map(({ action }) => action)).toEqual([
    'suspend',
    'restore',
  ])
})

test('nobody can write to a suspended person in a conversation from before', async () => {
  const { client, professional } = await buildPair()
  await requestBooking(server, client, professional)
  await suspend(client)
  const caller = await as(server, professional)
  const { status, body } = await caller.post('/api/chat/messages', {
    sender_id: professional.id,
    receiver_id: client.id,
    message: 'Hello',
  })
  expect([status, body.code]).toEqual([403, 'conversation_blocked'])
})

test('open requests end; coming visits stay or end as the operator chose, and never late', async () => {
  const kept = await buildPair()
  await requestBooking(server, kept.client, kept.professional)
  await insertBooking(server, kept.client, kept.professional, ACCEPTED)
  expect(await suspend(kept.professional, 'keep')).toEqual({ kept: 1, ended: 1 })
  expect((await bookingsOf(kept.professional)).map(({ status }) => status)).toEqual([
    'declined',
    'accepted',
  ])
  const ended = await buildPair('pt')
  await requestBooking(server, ended.client, ended.professional)
  await insertBooking(server, ended.client, ended.professional, ACCEPTED)
  expect(await suspend(ended.client, 'cancel')).toEqual({ kept: 0, ended: 2 })
  const cancelled = {
    status: 'cancelled',
    reason: 'O cliente não está disponível.',
    cancelled_by: 'client',
    cancelled_late: false,
  }
  expect(await bookingsOf(ended.client)).toEqual([cancelled, cancelled])
})

test('a suspended professional is charged nothing more', async () => {
  const professional = await buildProfessional(server)
  await suspend(professional)
  const { cancel_at_period_end } = await server.db
    .selectFrom('subscriptions')
    .select('cancel_at_period_end')
    .where('professional_id', '=', professional.id)
    .executeTakeFirstOrThrow()
  expect(cancel_at_period_end).toBe(true)
})

test.each([
  ['en', 'Your account is suspended', 'Your account is active again'],
  ['pt', 'Sua conta está suspensa', 'Sua conta está ativa de novo'],
  ['es', 'Tu cuenta está suspendida', 'Tu cuenta está activa otra vez'],
] as const)('the person gets a letter in their language (%s)', async (language, begin, end) => {
  const { client } = await buildPair(language)
  await suspend(client)
  await restoreByOperator(server.context, client.id, WHY)
  await runDueJobs(server.context)
  const letters = await Promise.all((await server.letters()).map((text) => PostalMime.parse(text)))
  const own = letters.filter(({ to }) => to?.[0]?.address === client.email)
  expect(own.map(({ subject }) => subject)).toEqual([begin, end])
  for (const { text } of own) {
    expect(text).toContain(WHY.reason)
    expect(text).toContain(`: ${client.email}`)
  }
})
