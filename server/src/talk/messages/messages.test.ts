import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { buildClient, buildProfessional } from '#server/test/builders/build.ts'
import { as, visitor } from '#server/test/call.ts'
import { messagingHarness } from '#server/test/harness/messaging-harness.ts'
import { NOW } from '#server/test/builders/booking.ts'
import type { Person } from '#server/test/harness/messaging-harness.ts'

const { harness, startConversation, write, thread, conversationsOf, countUnread, countRows } =
  messagingHarness()

// rule: messages
test('a message is id, sender_id, receiver_id, message, timestamp and read', async () => {
  const [client, grace] = [
    await buildClient(harness.server),
    await buildProfessional(harness.server),
  ]
  const sent = await write(client, grace, '  Do you bring\n\tyour own things?  ')
  expect(sent.status).toBe(200)
  const firstPage = (await thread(grace, client)).body
  expect(firstPage).toEqual({ messages: [sent.body], has_more: false })
  expect(sent.body).toMatchObject({
    id: expect.any(String),
    sender_id: client.id,
    receiver_id: grace.id,
    message: 'Do you bring\n\tyour own things?',
    timestamp: NOW.toISOString(),
    read: false,
  })
})

// rule: messages
test('a text is trimmed and not empty; markup, emoji and right-to-left text are stored exactly', async () => {
  const [client, grace] = [
    await buildClient(harness.server),
    await buildProfessional(harness.server),
  ]
  const before = await countRows()
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
  expect(await countRows()).toEqual(before)

  for (const exact of [
    'x'.repeat(5000),
    '<script>alert(1)</script> & <b>b</b>',
    'evil שלום 🧽👩🏽‍🦱',
    'علی‌رضا می‌رود ශ්‍රී 🏴󠁧󠁢󠁥󠁮󠁧󠁿 ☎︎ שלום‏!',
    "'; drop table messages; --",
  ]) {
    expect((await write(client, grace, exact)).body.message).toBe(exact)
  }
  expect((await write(client, grace, 'a\u0000b\u001Bc')).body.message).toBe('abc')
  const hidden = '\u202Eevil\u200F שלום\u200B'
  expect((await write(client, grace, hidden)).body.message).toBe('evil שלום')
})

// rule: conversation-access, conversation-pair
test('only the two sides of a conversation write and read it, each as themselves', async () => {
  const [client, other] = [await buildClient(harness.server), await buildClient(harness.server)]
  const [grace, mary] = [
    await buildProfessional(harness.server),
    await buildProfessional(harness.server),
  ]
  await write(client, grace, 'Hello')
  const before = await countRows()
  const body = { sender_id: client.id, receiver_id: grace.id, message: 'x' }
  expect((await visitor(harness.server).post('/api/chat/messages', body)).status).toBe(401)
  expect((await (await as(harness.server, other)).post('/api/chat/messages', body)).status).toBe(
    403,
  )
  expect(await write(grace, other, 'Buy now')).toMatchObject({
    status: 403,
    body: { detail: 'The client has to contact you first' },
  })
  expect((await write(grace, mary, 'Hi')).status).toBe(403)
  expect((await write(client, other, 'Hi')).status).toBe(409)
  expect((await write(client, client, 'Hi')).status).toBe(409)
  expect(await countRows()).toEqual(before)

  const path = `/api/chat/messages/${client.id}/${grace.id}`
  expect((await visitor(harness.server).get(path)).status).toBe(401)
  expect((await (await as(harness.server, other)).get(path)).status).toBe(403)
  expect((await (await as(harness.server, grace)).get(path)).status).toBe(403)
  expect((await thread(other, grace)).body).toEqual({ messages: [], has_more: false })
  expect((await thread(client, { id: 'nobody' })).body).toEqual({ messages: [], has_more: false })
  for (const call of ['conversations', 'unread-count']) {
    expect((await visitor(harness.server).get(`/api/chat/${call}/${client.id}`)).status).toBe(401)
    expect(
      (await (await as(harness.server, other)).get(`/api/chat/${call}/${client.id}`)).status,
    ).toBe(403)
  }
})

// rule: message-screen
test('a long thread is read in pages of 50, newest page first, each page oldest message first', async () => {
  const [client, grace] = [
    await buildClient(harness.server),
    await buildProfessional(harness.server),
  ]
  const conversation = await startConversation(client, grace)
  await sql`
    insert into messages (conversation_id, sender_id, receiver_id, kind, text, created_at)
    select ${conversation}::uuid, ${client.id}::uuid, ${grace.id}::uuid, 'text', i::text as text, ${NOW}::timestamptz
    from generate_series(1, 120) as i order by i`.execute(harness.server.db)
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

// rule: message-read
test('unread-count returns how many received messages are unread', async () => {
  const [client, grace] = [
    await buildClient(harness.server),
    await buildProfessional(harness.server),
  ]
  await write(client, grace, 'One')
  await write(client, grace, 'Two')
  const { status, body } = await (
    await as(harness.server, grace)
  ).get(`/api/chat/unread-count/${grace.id}`)
  expect(status).toBe(200)
  expect(body).toEqual({ unread_count: 2 })
})

// rule: message-read
test('only the receiver marks a message as read, marking again changes nothing, and the counts follow', async () => {
  const [client, other] = [await buildClient(harness.server), await buildClient(harness.server)]
  const grace = await buildProfessional(harness.server)
  const first = (await write(client, grace, 'One')).body.id
  await write(client, grace, 'Two')
  await write(other, grace, 'Three')
  expect(await countUnread(grace)).toBe(3)
  expect(await countUnread(client)).toBe(0)
  const markRead = async (reader: Person, id: string) =>
    (await as(harness.server, reader)).patch(`/api/chat/messages/read/${id}`)
  expect((await visitor(harness.server).patch(`/api/chat/messages/read/${first}`)).status).toBe(401)
  expect((await markRead(client, first)).status).toBe(403)
  expect((await markRead(other, first)).status).toBe(404)
  expect((await markRead(grace, 'x')).status).toBe(404)
  expect(await countUnread(grace)).toBe(3)
  expect(await markRead(grace, first)).toMatchObject({
    status: 200,
    body: { id: first, read: true },
  })
  expect((await markRead(grace, first)).status).toBe(200)
  expect(await countUnread(grace)).toBe(2)
  expect(
    (await thread(client, grace)).body.messages.map((one: { read: boolean }) => one.read),
  ).toEqual([true, false])
  const counts = (await conversationsOf(grace)).map(
    (one: { unread_count: number }) => one.unread_count,
  )
  expect(counts).toEqual([1, 1])
})

// rule: message-read
test('marking the newest message with earlier=true marks all messages before it in this conversation, of any page', async () => {
  const [client, other] = [await buildClient(harness.server), await buildClient(harness.server)]
  const grace = await buildProfessional(harness.server)
  const conversation = await startConversation(client, grace)
  await sql`
    insert into messages (conversation_id, sender_id, receiver_id, kind, text, created_at)
    select ${conversation}::uuid, ${client.id}::uuid, ${grace.id}::uuid, 'text', 'Hello', ${NOW}::timestamptz - interval '1 day'
    from generate_series(1, 69)`.execute(harness.server.db)
  const seventieth = (await write(client, grace, 'Hello?')).body.id
  await write(client, grace, 'Are you there?')
  await write(other, grace, 'Hello')
  await write(grace, client, 'A moment')
  const { status } = await (
    await as(harness.server, grace)
  ).patch(`/api/chat/messages/read/${seventieth}?earlier=true`)
  expect(status).toBe(200)
  expect(await countUnread(grace)).toBe(2)
  expect(await countUnread(client)).toBe(1)
})

// rule: messages
test('a first message sent many times with one Idempotency-Key, also at the same time, is one message', async () => {
  const [client, grace] = [
    await buildClient(harness.server),
    await buildProfessional(harness.server),
  ]
  const key = { 'idempotency-key': crypto.randomUUID() }
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => write(client, grace, 'Only once', key)),
  )
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1)
  expect((await thread(grace, client)).body.messages).toHaveLength(1)
  expect(await countUnread(grace)).toBe(1)
  expect(await write(client, grace, 'Something else', key)).toMatchObject({
    status: 422,
    body: { code: 'idempotency_key_reused' },
  })
})

// rule: messages
test('in an existing conversation an Idempotency-Key makes one message: at the same time, later, and after a block', async () => {
  const [client, grace] = [
    await buildClient(harness.server),
    await buildProfessional(harness.server),
  ]
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
    await (await as(harness.server, to)).post('/api/chat/block', { other_user_id: from.id })
    expect((await write(from, to, text, key)).body).toEqual(first!.body)
    expect((await write(from, to, text)).status).toBe(403)
    await (await as(harness.server, to)).delete(`/api/chat/block/${from.id}`)
  }
})

// rule: contact-limits
test('one sender writes at most 120 messages in ten minutes, also after an answer, and a repeated one is answered', async () => {
  const client = await buildClient(harness.server)
  const professional = await buildProfessional(harness.server)
  await write(client, professional, 'Hello')
  expect((await write(professional, client, 'Hello to you')).status).toBe(200)
  const answers = await Promise.all(
    Array.from({ length: 125 }, (_, index) =>
      write(client, professional, `Message ${index}`, { 'idempotency-key': `burst-${index}` }),
    ),
  )
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(119)
  const refused = answers.filter(({ status }) => status !== 200)
  for (const { status, body, headers } of refused) {
    expect([status, body.code]).toEqual([429, 'too_many_requests'])
    expect(Number(headers['retry-after'])).toBeGreaterThan(0)
  }
  const sent = answers.findIndex(({ status }) => status === 200)
  const key = { 'idempotency-key': `burst-${sent}` }
  const repeated = await write(client, professional, `Message ${sent}`, key)
  expect([repeated.status, repeated.body]).toEqual([200, answers[sent]!.body])
  expect((await write(professional, client, 'Still here')).status).toBe(200)
})
