import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildClient, buildProfessional } from '#server/test/builders/build.ts'
import { as } from '#server/test/call.ts'
import type { Caller } from '#server/test/call.ts'
import { testServer } from '#server/test/server.ts'
import type { TestServer } from '#server/test/server.ts'

let server: TestServer
let client: { id: string; email: string }
let grace: { id: string }
let asClient: Caller
let asGrace: Caller
let conversation: string

/** A client has written to Grace, who has not read it yet. */
beforeAll(async () => {
  server = await testServer()
  client = await buildClient(server, {
    first_name: 'Ana',
    last_name: 'Souza',
    phone: '512-555-0199',
  })
  grace = await buildProfessional(server, { full_name: 'Grace Lee', business_name: 'Lee & Co' })
  asClient = await as(server, client)
  asGrace = await as(server, grace)
  const contact = { client_id: client.id, professional_id: grace.id }
  conversation = (await asClient.post('/api/chat/initiate-contact', contact)).body.conversation_id
  const body = { sender_id: client.id, receiver_id: grace.id, message: 'Hello Grace' }
  await asClient.post('/api/chat/messages', body)
})
afterAll(() => server.close())

const keysOf = (value: object) => Object.keys(value)

// rule: conversation-pair
test('initiating contact with client_id and professional_id returns conversation_id', async () => {
  const contact = { client_id: client.id, professional_id: grace.id }
  const { status, body } = await asClient.post('/api/chat/initiate-contact', contact)
  expect([status, body]).toEqual([200, { conversation_id: conversation }])
})

// rule: message-read
test('the unread count returns unread_count', async () => {
  const { status, body } = await asGrace.get(`/api/chat/unread-count/${grace.id}`)
  expect([status, body]).toEqual([200, { unread_count: 1 }])
})

// rule: conversation-list
test('the list of conversations returns conversations', async () => {
  const { status, body } = await asGrace.get(`/api/chat/conversations/${grace.id}`)
  expect([status, keysOf(body)]).toEqual([200, ['conversations', 'has_more']])
  expect(body.conversations).toHaveLength(1)
})

// rule: conversation-list
test('a conversation has all its fields', async () => {
  const { body } = await asClient.get(`/api/chat/conversations/${client.id}`)
  expect(keysOf(body.conversations[0])).toEqual(
    expect.arrayContaining([
      'other_user_id',
      'other_user_name',
      'other_user_role',
      'professional_profile',
      'conversation_id',
      'last_message',
      'last_message_time',
      'unread_count',
    ]),
  )
  expect(body.conversations[0].professional_profile).toEqual({
    business_name: 'Lee & Co',
    full_name: 'Grace Lee',
  })
})

// rule: conversation-list
test('a conversation requested with current_user_id returns its details', async () => {
  const path = `/api/conversations/${conversation}?current_user_id=`
  const { status, body } = await asGrace.get(path + grace.id)
  expect(status).toBe(200)
  expect(body).toMatchObject({ isInitiated: true, phone: '512-555-0199', name: 'Ana Souza' })
})

// rule: conversation-list
test('the thread of two people returns messages', async () => {
  const { status, body } = await asGrace.get(`/api/chat/messages/${grace.id}/${client.id}`)
  expect(status).toBe(200)
  expect(body.messages).toMatchObject([{ message: 'Hello Grace', read: false }])
})

// rule: message-read
test('sending takes sender_id, receiver_id and message, and marking a message as read makes it read', async () => {
  const answer = { sender_id: grace.id, receiver_id: client.id, message: 'Hello Ana' }
  const sent = await asGrace.post('/api/chat/messages', answer)
  expect([sent.status, sent.body]).toEqual([200, expect.objectContaining(answer)])
  expect((await asClient.patch(`/api/chat/messages/read/${sent.body.id}`)).status).toBe(200)
  const { body } = await asGrace.get(`/api/chat/messages/${grace.id}/${client.id}`)
  expect(body.messages.at(-1)).toMatchObject({ id: sent.body.id, read: true })
})

// rule: message-read
test('marking a message as read again, or as its sender, changes nothing', async () => {
  const message = { sender_id: client.id, receiver_id: grace.id, message: 'Are you there?' }
  const { id } = (await asClient.post('/api/chat/messages', message)).body
  expect((await asClient.patch(`/api/chat/messages/read/${id}`)).status).toBe(403)
  for (let n = 0; n < 2; n++) {
    const { status, body } = await asGrace.patch(`/api/chat/messages/read/${id}`)
    expect([status, body]).toEqual([200, { id, read: true }])
  }
})

// rule: conversation-access
test('a user is id, first_name, last_name, email, phone and role', async () => {
  const { body } = await asClient.get('/api/auth/me')
  expect(body).toMatchObject({
    id: client.id,
    first_name: 'Ana',
    last_name: 'Souza',
    email: client.email,
    phone: '512-555-0199',
    role: 'client',
  })
})

// rule: conversation-access
test('the contact data of a user are phone, first_name, last_name and email', async () => {
  const { status, body } = await asGrace.get(`/api/users/${client.id}`)
  const ana = { first_name: 'Ana', last_name: 'Souza', email: client.email, phone: '512-555-0199' }
  expect([status, body]).toEqual([200, ana])
})
