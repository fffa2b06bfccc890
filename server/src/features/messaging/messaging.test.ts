import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { grantCredits } from '#server/features/billing/credits.ts'
import { buildClient, buildProfessional } from '#server/test/build.ts'
import { as, visitor } from '#server/test/call.ts'
import { testServer } from '#server/test/server.ts'
import type { TestServer } from '#server/test/server.ts'
import { NOW, requested, visitAt } from '#server/test/visit.ts'
import { closeReportByOperator, reportsForOperator } from './reports.ts'

let server: TestServer
let now = NOW

beforeAll(async () => {
  server = await testServer({ RATE_LIMIT_SCALE: '1' }, { now: () => now })
})
afterAll(() => server.close())

type Person = { id: string }

function contact(client: Person, professional: Person) {
  return { client_id: client.id, professional_id: professional.id }
}

async function contacted(client: Person, professional: Person): Promise<string> {
  const answer = await (
    await as(server, client)
  ).post('/api/chat/initiate-contact', contact(client, professional))
  expect(answer.status).toBe(200)
  return answer.body.conversation_id
}

async function write(
  from: Person,
  to: Person,
  message: unknown,
  headers: Record<string, string> = {},
) {
  const body = { sender_id: from.id, receiver_id: to.id, message }
  return (await as(server, from)).post('/api/chat/messages', body, headers)
}

async function thread(reader: Person, other: Person, query = '') {
  const answer = await (
    await as(server, reader)
  ).get(`/api/chat/messages/${reader.id}/${other.id}${query}`)
  return answer
}

async function listOf(reader: Person) {
  const { body } = await (await as(server, reader)).get(`/api/chat/conversations/${reader.id}`)
  return body.conversations
}

async function unreadOf(reader: Person): Promise<number> {
  const { body } = await (await as(server, reader)).get(`/api/chat/unread-count/${reader.id}`)
  return body.unread_count
}

async function written(): Promise<{ messages: number; leads: number }> {
  const { rows } = await sql<{ messages: number; leads: number }>`
    select (select count(*)::int from messages) as messages, (select count(*)::int from leads) as leads`.execute(
    server.db,
  )
  return rows[0]!
}

async function giveCredit(professional: Person): Promise<void> {
  await server.db.transaction().execute((tx) =>
    grantCredits(tx, `test ${crypto.randomUUID()}`, {
      professionalId: professional.id,
      kind: 'bought',
      amount: 1,
      reason: 'single_lead',
      at: now,
    }),
  )
}

test('C 7: initiating contact answers the conversation, the same however often, and costs one lead', async () => {
  const [client, grace] = [
    await buildClient(server),
    await buildProfessional(server, { credits: 5 }),
  ]
  const first = await contacted(client, grace)
  expect(await contacted(client, grace)).toBe(first)
  expect(await contacted(client, grace)).toBe(first)
  const held = await server.db
    .selectFrom('lead_credits')
    .where('professional_id', '=', grace.id)
    .select('balance')
    .executeTakeFirstOrThrow()
  expect(held.balance).toBe(4)
  expect(await listOf(grace)).toMatchObject([
    { conversation_id: first, other_user_id: client.id, last_message: null, unread_count: 0 },
  ])
})

test('P 6: contact is for clients, for themselves, and with a professional who takes messages; else nothing is written', async () => {
  const [client, grace, idle] = [
    await buildClient(server),
    await buildProfessional(server),
    await buildProfessional(server, { active: false }),
  ]
  const before = await written()
  const asClient = await as(server, client)
  const path = '/api/chat/initiate-contact'
  expect((await visitor(server).post(path, contact(client, grace))).status).toBe(401)
  expect(await asClient.post(path, contact(await buildClient(server), grace))).toMatchObject({
    status: 403,
    body: { code: 'not_yours' },
  })
  expect(await (await as(server, grace)).post(path, contact(grace, idle))).toMatchObject({
    status: 403,
    body: { detail: 'Only clients can contact professionals' },
  })
  for (const other of [idle, client, { id: crypto.randomUUID() }]) {
    expect(await asClient.post(path, contact(client, other))).toMatchObject({
      status: 409,
      body: { detail: 'This professional is not accepting messages right now.' },
    })
  }
  expect(await written()).toEqual(before)
})

test('an earlier conversation stays open to the client when the professional takes no new ones', async () => {
  const [client, grace] = [
    await buildClient(server),
    await buildProfessional(server, { credits: 1 }),
  ]
  const id = await contacted(client, grace)
  await server.db
    .updateTable('subscriptions')
    .set({ status: 'lapsed' })
    .where('professional_id', '=', grace.id)
    .execute()
  expect(await contacted(client, grace)).toBe(id)
  expect((await write(client, grace, 'Are you back?')).status).toBe(200)
  expect((await write(grace, client, 'Soon.')).status).toBe(200)
})

test('P 3: a message is id, sender_id, receiver_id, message, timestamp and read', async () => {
  const [client, grace] = [await buildClient(server), await buildProfessional(server)]
  const sent = await write(client, grace, '  Do you bring\n\tyour own things?  ')
  expect(sent.status).toBe(200)
  const seen = (await thread(grace, client)).body
  expect(seen).toEqual({ messages: [sent.body], has_more: false })
  expect(sent.body).toMatchObject({
    id: expect.any(String),
    sender_id: client.id,
    receiver_id: grace.id,
    message: 'Do you bring\n\tyour own things?',
    timestamp: NOW.toISOString(),
    read: false,
  })
})

test('P 5: the text is trimmed and not empty; markup, emoji and right-to-left marks stay as they are', async () => {
  const [client, grace] = [await buildClient(server), await buildProfessional(server)]
  const before = await written()
  for (const empty of [
    '',
    '   ',
    '\n\t ',
    '\u0000\u0007',
    '\u200B\u2060',
    '\u202E \u200F',
    '\u3164',
    '\u2800',
    undefined,
    7,
    null,
  ]) {
    expect(await write(client, grace, empty)).toMatchObject({
      status: 422,
      body: { code: 'message_empty', detail: 'Please write a message.' },
    })
  }
  expect(await write(client, grace, 'x'.repeat(5001))).toMatchObject({
    status: 422,
    body: { code: 'message_too_long' },
  })
  expect(await written()).toEqual(before)

  for (const exact of [
    'x'.repeat(5000),
    '<script>alert(1)</script> & <b>b</b>',
    '\u202Eevil\u200F שלום 🧽👩🏽‍🦱',
    "'; drop table messages; --",
  ]) {
    expect((await write(client, grace, exact)).body.message).toBe(exact)
  }
  expect((await write(client, grace, 'a\u0000b\u001Bc')).body.message).toBe('abc')
})

test('P 6: only a side of the conversation writes or reads, and as herself', async () => {
  const [client, other] = [await buildClient(server), await buildClient(server)]
  const [grace, mary] = [await buildProfessional(server), await buildProfessional(server)]
  await write(client, grace, 'Hello')
  const before = await written()
  const body = { sender_id: client.id, receiver_id: grace.id, message: 'x' }
  expect((await visitor(server).post('/api/chat/messages', body)).status).toBe(401)
  expect((await (await as(server, other)).post('/api/chat/messages', body)).status).toBe(403)
  expect(await write(grace, other, 'Buy now')).toMatchObject({
    status: 403,
    body: { detail: 'The client has to contact you first' },
  })
  expect((await write(grace, mary, 'Hi')).status).toBe(403)
  expect((await write(client, other, 'Hi')).status).toBe(409)
  expect((await write(client, client, 'Hi')).status).toBe(409)
  expect(await written()).toEqual(before)

  const path = `/api/chat/messages/${client.id}/${grace.id}`
  expect((await visitor(server).get(path)).status).toBe(401)
  expect((await (await as(server, other)).get(path)).status).toBe(403)
  expect((await (await as(server, grace)).get(path)).status).toBe(403)
  expect((await thread(other, grace)).body).toEqual({ messages: [], has_more: false })
  expect((await thread(client, { id: 'nobody' })).body).toEqual({ messages: [], has_more: false })
  for (const call of ['conversations', 'unread-count']) {
    expect((await visitor(server).get(`/api/chat/${call}/${client.id}`)).status).toBe(401)
    expect((await (await as(server, other)).get(`/api/chat/${call}/${client.id}`)).status).toBe(403)
  }
})

test('a long thread comes in pages of 50, the newest first, each page oldest first', async () => {
  const [client, grace] = [await buildClient(server), await buildProfessional(server)]
  const conversation = await contacted(client, grace)
  await sql`
    insert into messages (conversation_id, sender_id, receiver_id, kind, text, created_at)
    select ${conversation}::uuid, ${client.id}::uuid, ${grace.id}::uuid, 'text', i::text as words, ${NOW}::timestamptz
    from generate_series(1, 120) as i order by i`.execute(server.db)
  const texts = (page: { messages: { message: string }[] }) =>
    page.messages.map(({ message }) => Number(message))
  const range = (from: number, to: number) =>
    Array.from({ length: to - from + 1 }, (_, index) => from + index)

  const newest = (await thread(grace, client)).body
  expect(texts(newest)).toEqual(range(71, 120))
  expect(newest.has_more).toBe(true)
  const middle = (await thread(grace, client, `?before=${newest.messages[0].id}`)).body
  expect(texts(middle)).toEqual(range(21, 70))
  const oldest = (await thread(grace, client, `?before=${middle.messages[0].id}`)).body
  expect(texts(oldest)).toEqual(range(1, 20))
  expect(oldest.has_more).toBe(false)
  expect((await thread(grace, client, '?before=x')).status).toBe(422)
})

test('C 7: unread-count answers how many messages wait to be read', async () => {
  const [client, grace] = [await buildClient(server), await buildProfessional(server)]
  await write(client, grace, 'One')
  await write(client, grace, 'Two')
  const { status, body } = await (await as(server, grace)).get(`/api/chat/unread-count/${grace.id}`)
  expect(status).toBe(200)
  expect(body).toEqual({ unread_count: 2 })
})

test('P 4: reading is by the receiver alone, again is harmless, and counts follow', async () => {
  const [client, other] = [await buildClient(server), await buildClient(server)]
  const grace = await buildProfessional(server)
  const first = (await write(client, grace, 'One')).body.id
  await write(client, grace, 'Two')
  await write(other, grace, 'Three')
  expect(await unreadOf(grace)).toBe(3)
  expect(await unreadOf(client)).toBe(0)
  const mark = async (who: Person, id: string) =>
    (await as(server, who)).patch(`/api/chat/messages/read/${id}`)
  expect((await visitor(server).patch(`/api/chat/messages/read/${first}`)).status).toBe(401)
  expect((await mark(client, first)).status).toBe(403)
  expect((await mark(other, first)).status).toBe(404)
  expect((await mark(grace, 'x')).status).toBe(404)
  expect(await unreadOf(grace)).toBe(3)
  expect(await mark(grace, first)).toMatchObject({ status: 200, body: { id: first, read: true } })
  expect((await mark(grace, first)).status).toBe(200)
  expect(await unreadOf(grace)).toBe(2)
  expect(
    (await thread(client, grace)).body.messages.map((one: { read: boolean }) => one.read),
  ).toEqual([true, false])
  const counts = (await listOf(grace)).map((one: { unread_count: number }) => one.unread_count)
  expect(counts).toEqual([1, 1])
})

test('P 4: who reads the newest has read what she got before it, of any page, and of this conversation alone', async () => {
  const [client, other] = [await buildClient(server), await buildClient(server)]
  const grace = await buildProfessional(server)
  const conversation = await contacted(client, grace)
  await sql`
    insert into messages (conversation_id, sender_id, receiver_id, kind, text, created_at)
    select ${conversation}::uuid, ${client.id}::uuid, ${grace.id}::uuid, 'text', 'Hello', ${NOW}::timestamptz - interval '1 day'
    from generate_series(1, 69)`.execute(server.db)
  const seventieth = (await write(client, grace, 'Hello?')).body.id
  await write(client, grace, 'Are you there?')
  await write(other, grace, 'Hello')
  await write(grace, client, 'A moment')
  const { status } = await (
    await as(server, grace)
  ).patch(`/api/chat/messages/read/${seventieth}?earlier=true`)
  expect(status).toBe(200)
  expect(await unreadOf(grace)).toBe(2)
  expect(await unreadOf(client)).toBe(1)
})

test('P 3: a conversation names the other side, the last message and its time, what is unread; the newest first', async () => {
  const client = await buildClient(server, { first_name: 'Ana', last_name: 'Souza' })
  const grace = await buildProfessional(server, {
    full_name: 'Grace Lee',
    business_name: 'Lee & Co',
    profile_image: `${'a'.repeat(32)}.webp`,
    user: { first_name: 'Grace', last_name: 'Lee' },
  })
  const mary = await buildProfessional(server)
  await write(client, grace, 'Hello Grace')
  await write(client, mary, 'Hello Mary')
  await write(grace, client, 'Hello Ana')
  const conversation = await contacted(client, grace)
  expect(await listOf(client)).toMatchObject([
    {
      conversation_id: conversation,
      other_user_id: grace.id,
      other_user_name: 'Grace Lee',
      other_user_role: 'professional',
      professional_profile: { business_name: 'Lee & Co', full_name: 'Grace Lee' },
      other_user_image_url: `/api/uploads/${'a'.repeat(32)}.webp`,
      last_message: 'Hello Ana',
      last_message_time: NOW.toISOString(),
      unread_count: 1,
      locked: false,
      blocked: false,
    },
    { other_user_id: mary.id, last_message: 'Hello Mary', unread_count: 0 },
  ])
  expect(await listOf(grace)).toMatchObject([
    {
      other_user_name: 'Ana Souza',
      other_user_role: 'client',
      professional_profile: null,
      last_message: 'Hello Ana',
    },
  ])
})

test('P 3: conversation details tell the professional how to reach the client, and the client nothing of the kind', async () => {
  const client = await buildClient(server, {
    first_name: 'Ana',
    last_name: 'Souza',
    phone: '512-555-0199',
  })
  const [grace, mary] = [await buildProfessional(server), await buildProfessional(server)]
  const id = await contacted(client, grace)
  const details = async (who: Person, as_ = who.id) =>
    (await as(server, who)).get(`/api/conversations/${id}?current_user_id=${as_}`)
  const reach = { name: 'Ana Souza', phone: '512-555-0199', email: client.email }
  expect((await details(grace)).body).toEqual({
    conversation_id: id,
    other_user_id: client.id,
    isInitiated: true,
    client: reach,
    ...reach,
  })
  expect((await details(client)).body).toEqual({
    conversation_id: id,
    other_user_id: grace.id,
    isInitiated: true,
    client: null,
    name: null,
    phone: null,
    email: null,
  })
  expect((await details(mary)).status).toBe(404)
  expect((await details(mary, grace.id)).status).toBe(403)
  expect(
    (await visitor(server).get(`/api/conversations/${id}?current_user_id=${client.id}`)).status,
  ).toBe(401)
})

test('P 6: names and contact data go to whom they belong: oneself, a professional with the open lead, and names to her client', async () => {
  const client = await buildClient(server, {
    first_name: 'Ana',
    last_name: 'Souza',
    phone: '512-555-0177',
  })
  const other = await buildClient(server)
  const grace = await buildProfessional(server, { user: { first_name: 'Grace', last_name: 'Lee' } })
  const mary = await buildProfessional(server)
  await contacted(client, grace)
  const look = async (who: Person, at: Person) => (await as(server, who)).get(`/api/users/${at.id}`)
  const ana = { first_name: 'Ana', last_name: 'Souza', email: client.email, phone: '512-555-0177' }
  expect((await look(client, client)).body).toEqual(ana)
  expect((await look(grace, client)).body).toEqual(ana)
  expect((await look(client, grace)).body).toEqual({
    first_name: 'Grace',
    last_name: 'Lee',
    email: null,
    phone: null,
  })
  for (const [who, at] of [
    [other, client],
    [client, other],
    [client, mary],
    [mary, client],
    [grace, mary],
    [grace, { id: 'x' }],
    [grace, { id: crypto.randomUUID() }],
  ] as const) {
    expect(await look(who, at)).toMatchObject({ status: 403, body: { code: 'not_yours' } })
  }
  expect((await visitor(server).get(`/api/users/${client.id}`)).status).toBe(401)
})

test('of a locked lead the professional sees a first name and the request, no word; the client notices nothing; a credit opens it', async () => {
  const client = await buildClient(server, { first_name: 'Ana', last_name: 'Souza' })
  const grace = await buildProfessional(server, { credits: 0 })
  const sent = await write(client, grace, 'My number is 512-555-0100')
  expect(sent.status).toBe(200)
  await requested(server, client, grace)
  expect((await thread(client, grace)).body.messages).toHaveLength(2)
  const conversation = await contacted(client, grace)

  const asGrace = await as(server, grace)
  const locked = {
    status: 402,
    body: { detail: 'No lead credits left. Buy a lead to open this conversation.' },
  }
  const before = await written()
  expect(await thread(grace, client)).toMatchObject(locked)
  expect(await write(grace, client, 'Hello')).toMatchObject(locked)
  expect(await asGrace.patch(`/api/chat/messages/read/${sent.body.id}`)).toMatchObject(locked)
  expect(await asGrace.get(`/api/users/${client.id}`)).toMatchObject(locked)
  expect(
    await asGrace.get(`/api/conversations/${conversation}?current_user_id=${grace.id}`),
  ).toMatchObject(locked)
  const [seen] = await listOf(grace)
  expect(seen).toMatchObject({
    other_user_name: 'Ana',
    last_message: null,
    last_message_kind: null,
    locked: true,
    unread_count: 1,
    lead: {
      zip_code: '78701',
      service_type: 'standard',
      booking_date: '2026-12-01',
      booking_time: '09:00',
      total_amount: 130,
    },
  })
  expect(JSON.stringify(seen)).not.toContain('Souza')
  expect(JSON.stringify(seen)).not.toContain('512')
  expect(await written()).toEqual(before)

  await giveCredit(grace)
  expect((await thread(grace, client)).body.messages[0].message).toBe('My number is 512-555-0100')
  expect((await write(grace, client, 'Hello')).status).toBe(200)
  expect(await listOf(grace)).toMatchObject([
    { other_user_name: 'Ana Souza', locked: false, lead: null },
  ])
})

test('what happens to a booking stands in the thread of its pair, never unread', async () => {
  const [client, grace] = [await buildClient(server), await buildProfessional(server)]
  const id = await requested(server, client, grace)
  await (await as(server, grace)).put(`/api/bookings/${id}/status`, { status: 'accepted' })
  await (
    await as(server, client)
  ).put(`/api/bookings/${id}/status`, { status: 'cancelled', reason: 'We are away.' })
  const { messages } = (await thread(client, grace)).body
  const booking = { id, status: 'cancelled', booking_date: '2026-12-01', total_amount: 130 }
  expect(messages).toMatchObject([
    { kind: 'booking', booking_event: 'requested', sender_id: client.id, read: true, booking },
    { kind: 'booking', booking_event: 'accepted', sender_id: grace.id, read: true, booking },
    { kind: 'booking', booking_event: 'cancelled', sender_id: client.id, read: true, booking },
  ])
  expect(await unreadOf(grace)).toBe(0)
  expect(await listOf(grace)).toMatchObject([{ last_message: '', last_message_kind: 'booking' }])
})

test('the same message sent twice under one key, also at once, is one message', async () => {
  const [client, grace] = [await buildClient(server), await buildProfessional(server)]
  const key = { 'idempotency-key': crypto.randomUUID() }
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => write(client, grace, 'Only once', key)),
  )
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1)
  expect((await thread(grace, client)).body.messages).toHaveLength(1)
  expect(await unreadOf(grace)).toBe(1)
  expect(await write(client, grace, 'Something else', key)).toMatchObject({
    status: 422,
    body: { code: 'idempotency_key_reused' },
  })
})

test('in a conversation that is there a key also means one message, at once, later, and after a block', async () => {
  const [client, grace] = [await buildClient(server), await buildProfessional(server)]
  await write(client, grace, 'Hello')
  for (const [from, to] of [
    [client, grace],
    [grace, client],
  ] as const) {
    const key = { 'idempotency-key': crypto.randomUUID() }
    const text = `Only once from ${from.id}`
    const answers = await Promise.all(Array.from({ length: 8 }, () => write(from, to, text, key)))
    const [first] = answers
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200))
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1)
    const { messages } = (await thread(to, from)).body
    expect(messages.filter(({ message }: { message: string }) => message === text)).toEqual([
      first!.body,
    ])
    expect((await write(from, to, 'Something else', key)).status).toBe(422)
    await (await as(server, to)).post('/api/chat/block', { other_user_id: from.id })
    expect((await write(from, to, text, key)).body).toEqual(first!.body)
    expect((await write(from, to, text)).status).toBe(403)
    await (await as(server, to)).delete(`/api/chat/block/${from.id}`)
  }
})

test('first messages of one pair at once make one lead and one conversation, and lose none', async () => {
  const [client, grace] = [
    await buildClient(server),
    await buildProfessional(server, { credits: 3 }),
  ]
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, number) => write(client, grace, `Number ${number}`)),
  )
  expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200))
  expect((await thread(grace, client)).body.messages).toHaveLength(8)
  expect(await listOf(client)).toHaveLength(1)
  const { balance } = await server.db
    .selectFrom('lead_credits')
    .where('professional_id', '=', grace.id)
    .select('balance')
    .executeTakeFirstOrThrow()
  expect(balance).toBe(2)
})

test('a client may write to 15 professionals a day before they answer; those who have answered do not count', async () => {
  const client = await buildClient(server)
  const asked = await Promise.all(Array.from({ length: 16 }, () => buildProfessional(server)))
  for (const professional of asked.slice(0, 15)) await contacted(client, professional)
  const last = asked[15]!
  const asClient = await as(server, client)
  const before = await written()
  const tooMany = {
    status: 429,
    body: {
      detail: 'You have written to many professionals today. Please wait for their answers first.',
    },
  }
  expect(await asClient.post('/api/chat/initiate-contact', contact(client, last))).toMatchObject(
    tooMany,
  )
  expect(await write(client, last, 'Hello')).toMatchObject(tooMany)
  expect(await written()).toEqual(before)
  expect((await write(client, asked[0]!, 'Still there?')).status).toBe(200)
  await write(asked[0]!, client, 'Yes')
  expect((await write(client, last, 'Hello')).status).toBe(200)
})

test('thirty messages an hour go into a silence; an answer lifts the limit', async () => {
  const [client, grace] = [await buildClient(server), await buildProfessional(server)]
  for (let number = 0; number < 30; number++) await write(client, grace, `Number ${number}`)
  const before = await written()
  expect((await write(client, grace, 'One more')).status).toBe(429)
  expect(await written()).toEqual(before)
  now = new Date(NOW.getTime() + 3_600_001)
  expect((await write(client, grace, 'An hour later')).status).toBe(200)
  now = NOW
  await write(grace, client, 'I am here')
  for (let number = 0; number < 31; number++) {
    expect((await write(client, grace, `Number ${number}`)).status).toBe(200)
  }
})

test('after a block neither side can write, nobody is told who blocked, and it can be taken back', async () => {
  const [client, grace] = [await buildClient(server), await buildProfessional(server)]
  const asGrace = await as(server, grace)
  const blocked = { other_user_id: client.id }
  expect((await asGrace.post('/api/chat/block', blocked)).status).toBe(404)
  await write(client, grace, 'Hello')
  expect((await visitor(server).post('/api/chat/block', blocked)).status).toBe(401)
  expect((await asGrace.post('/api/chat/block', blocked)).body).toEqual({ blocked: true })
  expect((await asGrace.post('/api/chat/block', blocked)).status).toBe(200)
  const before = await written()
  const refusal = { status: 403, body: { detail: 'You cannot write in this conversation.' } }
  expect(await write(client, grace, 'Hello?')).toMatchObject(refusal)
  expect(await write(grace, client, 'Bye')).toMatchObject(refusal)
  expect(
    await (await as(server, client)).post('/api/chat/initiate-contact', contact(client, grace)),
  ).toMatchObject(refusal)
  expect(
    await (await as(server, client)).post('/api/bookings', visitAt(client, grace)),
  ).toMatchObject({ status: 409, body: { code: 'professional_not_accepting' } })
  expect(await written()).toEqual(before)
  expect((await listOf(grace))[0].blocked).toBe(true)
  expect((await listOf(client))[0].blocked).toBe(false)
  expect((await thread(client, grace)).status).toBe(200)

  expect((await asGrace.delete(`/api/chat/block/${client.id}`)).body).toEqual({ blocked: false })
  expect((await asGrace.delete(`/api/chat/block/${client.id}`)).status).toBe(200)
  expect((await asGrace.delete('/api/chat/block/x')).status).toBe(200)
  expect((await write(client, grace, 'Thank you')).status).toBe(200)
})

test('a report reaches the operator with its words, one open report a pair', async () => {
  const [client, grace] = [await buildClient(server), await buildProfessional(server)]
  const asClient = await as(server, client)
  const report = (reason: string) =>
    asClient.post('/api/chat/report', { other_user_id: grace.id, reason })
  expect((await report('Asks for a cheque')).status).toBe(404)
  await write(client, grace, 'Hello')
  expect((await report('  ')).status).toBe(422)
  expect((await report('Asks for a cheque')).body).toEqual({ reported: true })
  await report('Asks for a cheque')
  await report('And for a code')
  const rows = await server.db
    .selectFrom('reports')
    .where('reporter_id', '=', client.id)
    .select(['reported_id', 'reason'])
    .execute()
  expect(rows).toEqual([{ reported_id: grace.id, reason: 'Asks for a cheque\n\nAnd for a code' }])
})

test('the operator sees open reports and closes one with a reason, once; what comes after opens another', async () => {
  const [client, grace] = [await buildClient(server), await buildProfessional(server)]
  const asClient = await as(server, client)
  await write(client, grace, 'Hello')
  await asClient.post('/api/chat/report', { other_user_id: grace.id, reason: 'Rude' })
  const open = async () =>
    (await reportsForOperator(server.world)).filter(({ reported_id }) => reported_id === grace.id)
  const [seen] = await open()
  expect(seen).toMatchObject({ reason: 'Rude', reporter: client.email, role: 'professional' })
  const deed = { reason: 'Spoke with both.', doneBy: 'olga' }
  expect(await closeReportByOperator(server.world, seen!.id, deed)).toBe(true)
  expect(await open()).toEqual([])
  expect(await closeReportByOperator(server.world, seen!.id, deed)).toBe(false)
  const deeds = await server.db
    .selectFrom('operator_deeds')
    .where('subject_id', '=', grace.id)
    .select(['deed', 'details', 'done_by'])
    .execute()
  expect(deeds).toEqual([
    {
      deed: 'close_report',
      details: { report: Number(seen!.id), reason: deed.reason },
      done_by: 'olga',
    },
  ])
  await asClient.post('/api/chat/report', { other_user_id: grace.id, reason: 'Rude again' })
  expect(await open()).toMatchObject([{ reason: 'Rude again' }])
})
