import { expect, test } from 'vitest'
import { CURRENT_PASSWORD_HEADER } from '#contract/product.ts'
import { hashPassword } from '#server/features/identity/passwords.ts'
import { PASSWORD } from '#server/test/account.ts'
import { buildClient, buildProfessional } from '#server/test/build.ts'
import { as, visitor } from '#server/test/call.ts'
import { messagingHarness } from '#server/test/messaging-harness.ts'
import { NOW, requestBooking } from '#server/test/booking.ts'
import type { Person } from '#server/test/messaging-harness.ts'

const {
  harness,
  startConversation,
  write,
  thread,
  conversationsOf,
  countUnread,
  countRows,
  giveCredit,
} = messagingHarness()

// rule: conversation-list
test('a conversation has the name of the other side, the last message with its time and the unread count; newest first', async () => {
  const client = await buildClient(harness.server, { first_name: 'Ana', last_name: 'Souza' })
  const grace = await buildProfessional(harness.server, {
    full_name: 'Grace Lee',
    business_name: 'Lee & Co',
    profile_image: `${'a'.repeat(32)}.webp`,
    user: { first_name: 'Grace', last_name: 'Lee' },
  })
  const mary = await buildProfessional(harness.server)
  await write(client, grace, 'Hello Grace')
  await write(client, mary, 'Hello Mary')
  await write(grace, client, 'Hello Ana')
  const conversation = await startConversation(client, grace)
  expect(await conversationsOf(client)).toMatchObject([
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
  expect(await conversationsOf(grace)).toMatchObject([
    {
      other_user_name: 'Ana Souza',
      other_user_role: 'client',
      professional_profile: null,
      last_message: 'Hello Ana',
    },
  ])
})

// rule: contact-data, conversation-access
test('conversation details have the contact data of the client for the professional, and none for the client', async () => {
  const client = await buildClient(harness.server, {
    first_name: 'Ana',
    last_name: 'Souza',
    phone: '512-555-0199',
  })
  const [grace, mary] = [
    await buildProfessional(harness.server),
    await buildProfessional(harness.server),
  ]
  const id = await startConversation(client, grace)
  const details = async (reader: Person, userId = reader.id) =>
    (await as(harness.server, reader)).get(`/api/conversations/${id}?current_user_id=${userId}`)
  const contactDetails = { name: 'Ana Souza', phone: '512-555-0199', email: client.email }
  expect((await details(grace)).body).toEqual({
    conversation_id: id,
    other_user_id: client.id,
    isInitiated: true,
    client: contactDetails,
    ...contactDetails,
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
    (await visitor(harness.server).get(`/api/conversations/${id}?current_user_id=${client.id}`))
      .status,
  ).toBe(401)
})

// rule: contact-data
test('contact data are for the person and for a professional with an open lead; a client gets only names', async () => {
  const client = await buildClient(harness.server, {
    first_name: 'Ana',
    last_name: 'Souza',
    phone: '512-555-0177',
  })
  const other = await buildClient(harness.server)
  const grace = await buildProfessional(harness.server, {
    user: { first_name: 'Grace', last_name: 'Lee' },
  })
  const mary = await buildProfessional(harness.server)
  await startConversation(client, grace)
  const contactData = async (reader: Person, at: Person) =>
    (await as(harness.server, reader)).get(`/api/users/${at.id}`)
  const ana = { first_name: 'Ana', last_name: 'Souza', email: client.email, phone: '512-555-0177' }
  expect((await contactData(client, client)).body).toEqual(ana)
  expect((await contactData(grace, client)).body).toEqual(ana)
  expect((await contactData(client, grace)).body).toEqual({
    first_name: 'Grace',
    last_name: 'Lee',
    email: null,
    phone: null,
  })
  for (const [reader, at] of [
    [other, client],
    [client, other],
    [client, mary],
    [mary, client],
    [grace, mary],
    [grace, { id: 'x' }],
    [grace, { id: crypto.randomUUID() }],
  ] as const) {
    expect(await contactData(reader, at)).toMatchObject({
      status: 403,
      body: { code: 'not_yours' },
    })
  }
  expect((await visitor(harness.server).get(`/api/users/${client.id}`)).status).toBe(401)
})

// rule: lead-locked-reading
test('of a locked lead the professional sees a first name and the request, no message; the client notices nothing; a credit opens it', async () => {
  const client = await buildClient(harness.server, { first_name: 'Ana', last_name: 'Souza' })
  const grace = await buildProfessional(harness.server, { credits: 0 })
  const sent = await write(client, grace, 'My number is 512-555-0100')
  expect(sent.status).toBe(200)
  await requestBooking(harness.server, client, grace)
  expect((await thread(client, grace)).body.messages).toHaveLength(2)
  const conversation = await startConversation(client, grace)

  const asGrace = await as(harness.server, grace)
  const locked = {
    status: 402,
    body: { detail: 'No lead credits left. Buy a lead to open this conversation.' },
  }
  const before = await countRows()
  expect(await thread(grace, client)).toMatchObject(locked)
  expect(await write(grace, client, 'Hello')).toMatchObject(locked)
  expect(await asGrace.patch(`/api/chat/messages/read/${sent.body.id}`)).toMatchObject(locked)
  expect(await asGrace.get(`/api/users/${client.id}`)).toMatchObject(locked)
  expect(
    await asGrace.get(`/api/conversations/${conversation}?current_user_id=${grace.id}`),
  ).toMatchObject(locked)
  const [lockedConversation] = await conversationsOf(grace)
  expect(lockedConversation).toMatchObject({
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
  expect(JSON.stringify(lockedConversation)).not.toContain('Souza')
  expect(JSON.stringify(lockedConversation)).not.toContain('512')
  expect(await countRows()).toEqual(before)

  await giveCredit(grace)
  expect((await thread(grace, client)).body.messages[0].message).toBe('My number is 512-555-0100')
  expect((await write(grace, client, 'Hello')).status).toBe(200)
  expect(await conversationsOf(grace)).toMatchObject([
    { other_user_name: 'Ana Souza', locked: false, lead: null },
  ])
})

// rule: booking-cards, unread-count
test('what happens to a booking is a card in the thread of its pair, never unread', async () => {
  const [client, grace] = [
    await buildClient(harness.server),
    await buildProfessional(harness.server),
  ]
  const id = await requestBooking(harness.server, client, grace)
  await (await as(harness.server, grace)).put(`/api/bookings/${id}/status`, { status: 'accepted' })
  await (
    await as(harness.server, client)
  ).put(`/api/bookings/${id}/status`, { status: 'cancelled', reason: 'We are away.' })
  const { messages } = (await thread(client, grace)).body
  const booking = { id, status: 'cancelled', booking_date: '2026-12-01', total_amount: 130 }
  expect(messages).toMatchObject([
    { kind: 'booking', booking_event: 'requested', sender_id: client.id, read: true, booking },
    { kind: 'booking', booking_event: 'accepted', sender_id: grace.id, read: true, booking },
    { kind: 'booking', booking_event: 'cancelled', sender_id: client.id, read: true, booking },
  ])
  expect(await countUnread(grace)).toBe(0)
  expect(await conversationsOf(grace)).toMatchObject([
    { last_message: '', last_message_kind: 'booking' },
  ])
})

// rule: deleted-account
test('a conversation says whether the other side has deleted their account, whatever their name is', async () => {
  const client = await buildClient(harness.server, {
    password_hash: await hashPassword(PASSWORD),
  })
  const otherClient = await buildClient(harness.server, {
    first_name: 'Deleted user',
    last_name: '',
  })
  const grace = await buildProfessional(harness.server)
  await write(client, grace, 'Goodbye')
  await write(otherClient, grace, 'Hello')
  const deletedByClientId = async () =>
    Object.fromEntries(
      (await conversationsOf(grace)).map(
        (conversation: { other_user_id: string; deleted: boolean }) => [
          conversation.other_user_id,
          conversation.deleted,
        ],
      ),
    )
  expect(await deletedByClientId()).toEqual({ [client.id]: false, [otherClient.id]: false })
  expect((await conversationsOf(client))[0].deleted).toBe(false)

  const password = { [CURRENT_PASSWORD_HEADER]: encodeURIComponent(PASSWORD) }
  const deletion = await (
    await as(harness.server, client)
  ).delete(`/api/users/${client.id}`, password)
  expect(deletion.status).toBe(200)
  expect(await deletedByClientId()).toEqual({ [client.id]: true, [otherClient.id]: false })
})
