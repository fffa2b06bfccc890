// rule: finding
import { afterAll, beforeAll, expect, test } from 'vitest'
import { auditEntries } from '#server/test/audit.ts'
import { bookingBody } from '#server/test/builders/booking.ts'
import { buildClient, buildProfessional } from '#server/test/builders/build.ts'
import { as, visitor } from '#server/test/call.ts'
import { buildOperator } from '#server/test/builders/operators.ts'
import type { TestOperator } from '#server/test/builders/operators.ts'
import { testServer } from '#server/test/server.ts'
import type { TestServer } from '#server/test/server.ts'
import { suspend } from '#server/account/suspend/suspend-account.ts'
import { openCase } from '#server/trust/cases/open-case.ts'

type Saying = { kind: string; text: string; params: object }

const NOW = new Date('2026-11-20T16:00:00Z')
const WORDS = 'Zinnia petals under the doormat'
const STREET = '91 Quillfeather Lane'
const SECRETS = [WORDS, STREET, '123456789', '6789', '123-45-6789', '$argon2', 'access_code']

let server: TestServer
let olga: TestOperator
let client: Awaited<ReturnType<typeof buildClient>>
let grace: Awaited<ReturnType<typeof buildProfessional>>
let bookingId: string
let caseNumber: string
let conversationId: string
let now = NOW
beforeAll(async () => {
  server = await testServer({ VERIFICATION_MODE: 'manual' }, { now: () => now })
  client = await buildClient(server, {
    first_name: 'Wilhelmina',
    last_name: 'Quux',
    email: 'wilhelmina@example.com',
    phone: '(737) 555-0142',
  })
  grace = await buildProfessional(server, { full_name: 'Grace Findable' })
  const body = { ...bookingBody(client, grace), address: STREET, notes: WORDS }
  const booked = await (await as(server, client)).post('/api/bookings', body)
  bookingId = booked.body.id
  const message = { sender_id: client.id, receiver_id: grace.id, message: WORDS }
  await (await as(server, client)).post('/api/chat/messages', message)
  const lead = server.db
    .selectFrom('leads')
    .select('conversation_id')
    .where('client_id', '=', client.id)
  conversationId = (await lead.executeTakeFirstOrThrow()).conversation_id
  await (
    await as(server, client)
  ).post('/api/chat/report', {
    other_user_id: grace.id,
    reason: `She hides ${WORDS}`,
  })
  await (
    await as(server, grace)
  ).put('/api/professional/update-profile', {
    user_id: grace.id,
    ssn: '123-45-6789',
  })
  await server.db
    .insertInto('payments')
    .values({
      professional_id: grace.id,
      kind: 'lead',
      amount_cents: 490,
      billed_to: 'Grace',
      provider: 'simulated',
      provider_payment_id: 'pi_secret',
      status: 'paid',
      created_at: NOW,
      paid_at: NOW,
    })
    .execute()
  const opened = await server.db.transaction().execute((tx) =>
    openCase(tx, {
      queue: 'reviews',
      kind: 'many_reviews',
      subject: { kind: 'person', id: grace.id },
      personId: grace.id,
      title: { code: 'many_reviews' },
      at: NOW,
    }),
  )
  caseNumber = opened.number
  olga = await buildOperator(server)
})
afterAll(() => server.close())

const search = async (q: string) =>
  (await olga.calls.get(`/api/operator/search?q=${encodeURIComponent(q)}`)).body
const idsOf = (list: { id: string }[]) => list.map(({ id }) => id)

test.each(['wilhelm', 'WILHELMINA Q', 'quux', 'wilhelmina@example.com', '7375550142', '555-0142'])(
  '%s finds the person',
  async (q) => {
    const { people } = await search(q)
    expect(people).toEqual([
      {
        id: client.id,
        name: 'Wilhelmina Quux',
        role: 'client',
        email: 'wilhelmina@example.com',
        state: 'active',
      },
    ])
  },
)

test('a name with letters that JavaScript and PostgreSQL lower differently is found', async () => {
  const { id } = await buildClient(server, { first_name: 'İpek', last_name: 'Yılmaz' })
  for (const q of ['İpek', 'İpek Y']) expect(idsOf((await search(q)).people)).toEqual([id])
})

test('ids and numbers find bookings, payments and cases', async () => {
  expect(idsOf((await search(bookingId)).bookings)).toEqual([bookingId])
  const ofGrace = await search(grace.id)
  expect(idsOf(ofGrace.people)).toEqual([grace.id])
  const [{ number }] = ofGrace.payments
  expect((await search(number.toLowerCase())).payments).toMatchObject([
    { number, amount: 4.9, status: 'paid', person: { id: grace.id } },
  ])
  expect((await search(caseNumber)).cases).toMatchObject([
    { number: caseNumber, queue: 'reviews', person: { id: grace.id } },
  ])
  for (const q of ['%%', '5550142x', 'C-999999', 'L-999999', '__', 'nobody at all']) {
    expect(await search(q)).toEqual({ people: [], bookings: [], payments: [], cases: [] })
  }
  const payment = await olga.calls.get(`/api/operator/payments/${number}`)
  expect(payment.body.payment).toMatchObject({ number, kind: 'lead', refunded: 0, history: [] })
  const booking = await olga.calls.get(`/api/operator/bookings/${bookingId}`)
  expect(booking.body.booking).toMatchObject({
    id: bookingId,
    client: { id: client.id },
    history: [{ kind: 'booking.requested', by: { id: client.id } }],
  })
})

test('no page of a person, booking or payment has a text, a street or a secret', async () => {
  const { payments } = await search(grace.id)
  const paths = [
    `people/${client.id}`,
    `people/${grace.id}`,
    `people/${client.id}/timeline`,
    `people/${grace.id}/timeline`,
    `bookings/${bookingId}`,
    `payments/${payments[0].number}`,
    `search?q=${grace.id}`,
  ]
  for (const path of paths) {
    const { status, body } = await olga.calls.get(`/api/operator/${path}`)
    expect([path, status]).toEqual([path, 200])
    const text = JSON.stringify(body)
    expect([path, ...SECRETS.filter((secret) => text.includes(secret))]).toEqual([path])
    expect(text).not.toContain('pi_secret')
  }
})

test('a page has the account, the profile and what belongs to both', async () => {
  const { body } = await olga.calls.get(`/api/operator/people/${grace.id}`)
  expect(body).toMatchObject({
    person: { id: grace.id, role: 'professional', state: 'active', suspended_until: null },
    professional: { listed: true, reachable: true, badges: [] },
    factors: { passkeys: 0, totp: false, recovery_codes_left: 0 },
    bookings: [{ id: bookingId, time_zone: 'America/Chicago' }],
    payments: [{ amount: 4.9 }],
    reports_by: [],
    reports_about: [{ other: { id: client.id }, state: 'open' }],
    flags: [],
    may: ['suspend', 'end-sessions', 'message', 'credits', 'view'],
  })
  expect(body.cases).toHaveLength(2)
  expect(body.conversations).toEqual([
    {
      id: conversationId,
      other: expect.objectContaining({ id: client.id }),
      since: expect.any(String),
    },
  ])
})

// rule: lead-returns
test('a page says until when the person is suspended', async () => {
  const person = await buildClient(server)
  const until = new Date(+NOW + 86_400_000)
  const why = { reason: 'False requests.', doneBy: 'cli:olga' }
  await server.db
    .transaction()
    .execute((tx) => suspend(tx, server.context, person.id, why, { visits: 'keep', until }))
  const { body } = await olga.calls.get(`/api/operator/people/${person.id}`)
  expect(body.person).toMatchObject({ state: 'suspended', suspended_until: until.toISOString() })
})

test('that an operator opened a page is recorded once an hour', async () => {
  const person = await buildClient(server)
  const ed = await buildOperator(server)
  const read = (by: TestOperator) => by.calls.get(`/api/operator/people/${person.id}`)
  await Promise.all([read(ed), read(ed), read(olga)])
  const opened = async () =>
    (await auditEntries(server, person)).map(({ action, operator }) => `${action} ${operator}`)
  expect((await opened()).toSorted()).toEqual(
    [`person_opened ${ed.id}`, `person_opened ${olga.id}`].toSorted(),
  )
  // Each read prolongs the session.
  for (const ms of [59 * 60_000, 60 * 60_000 - 1]) {
    now = new Date(+NOW + ms)
    await read(ed)
    expect(await opened()).toHaveLength(2)
  }
  now = new Date(+NOW + 60 * 60_000)
  await read(ed)
  await read(ed)
  expect(await opened()).toHaveLength(3)
  now = NOW
})

// rule: finding, case-screen
test('an entry of the time line and a case have codes from which each language makes its sentence', async () => {
  const { body } = await olga.calls.get(`/api/operator/people/${grace.id}/timeline`)
  const sayings = Object.fromEntries(
    body.entries.map(({ kind, text, params }: Saying) => [kind, { text, params }]),
  )
  expect(sayings).toMatchObject({
    'account.created': { text: 'professional', params: { role: 'professional' } },
    'booking.requested': {
      text: expect.stringMatching(/^\w+, 20\d\d-\d\d-\d\d, Austin$/),
      params: { city: 'Austin' },
    },
    'payment.paid': {
      text: expect.stringMatching(/^L-\d+, \$4\.90$/),
      params: { number: expect.stringMatching(/^L-/), amount: 4.9 },
    },
    'report.received': { text: 'person', params: { subject: 'person' } },
    'case.reviews': {
      text: `${caseNumber} Five times as many reviews as in an average week`,
      params: { number: caseNumber, title_code: 'many_reviews' },
    },
    'case.reports': { params: { title_code: 'report', subject: 'person' } },
  })
  const { cases } = await search(caseNumber)
  expect(cases).toMatchObject([{ title_code: 'many_reviews', title_params: {} }])
})

test('the time line goes back page by page', async () => {
  const person = await buildClient(server)
  await server.db
    .insertInto('cases')
    .values(
      Array.from({ length: 60 }, (_, index) => ({
        queue: 'support',
        kind: 'other',
        title_code: 'support_message',
        title_params: JSON.stringify({ topic: 'other' }),
        subject_kind: 'support',
        subject_id: `s${index}`,
        subject_key: `timeline ${index}`,
        person_id: person.id,
        opened_at: new Date(+NOW - (index % 7) * 60_000),
        due_at: new Date(+NOW + 3_600_000),
      })),
    )
    .execute()
  const page = async (before?: string) =>
    (
      await olga.calls.get(
        `/api/operator/people/${person.id}/timeline${before ? `?before=${encodeURIComponent(before)}` : ''}`,
      )
    ).body
  const first = await page()
  expect([first.entries.length, first.has_more]).toEqual([50, true])
  const second = await page(first.entries.at(-1).id)
  expect([second.entries.length, second.has_more]).toEqual([11, false])
  const all = [...first.entries, ...second.entries]
  expect(new Set(all.map(({ id }: { id: string }) => id)).size).toBe(61)
  expect(all.map(({ at }: { at: string }) => at)).toEqual(
    all
      .map(({ at }: { at: string }) => at)
      .toSorted()
      .toReversed(),
  )
})

test('only operators find, and what does not exist is not found', async () => {
  const paths = [
    'search?q=wilhelm',
    `people/${client.id}`,
    `people/${client.id}/timeline`,
    `bookings/${bookingId}`,
    'payments/L-1',
  ]
  const callers = [visitor(server), await as(server, client), await as(server, grace)]
  for (const caller of callers)
    for (const path of paths) expect((await caller.get(`/api/operator/${path}`)).status).toBe(401)
  const missing = crypto.randomUUID()
  for (const path of [
    `people/${missing}`,
    'people/x',
    `people/${missing}/timeline`,
    `bookings/${missing}`,
    'payments/L-99999',
    'payments/x',
  ])
    expect((await olga.calls.get(`/api/operator/${path}`)).status).toBe(404)
  for (const query of ['search?q=a', `search?q=${'a'.repeat(101)}`, 'search'])
    expect((await olga.calls.get(`/api/operator/${query}`)).status).toBe(422)
})

// rule: finding, account-deletion
test('an operator reads the name of a deleted person without a space at its end', async () => {
  const gone = await buildClient(server)
  const deleted = {
    first_name: 'Deleted user',
    last_name: '',
    email: '',
    phone: '',
    deleted_at: now,
  }
  await server.db.updateTable('users').set(deleted).where('id', '=', gone.id).execute()
  const { body } = await olga.calls.get(`/api/operator/people/${gone.id}`)
  expect(body.person.name).toBe('Deleted user')
})
