import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { CURRENT_PASSWORD_HEADER } from '#contract/browser-names.ts'
import { hashPassword } from '#server/people/passwords/passwords.ts'
import { PASSWORD } from '#server/test/builders/account.ts'
import { buildClient, buildProfessional } from '#server/test/builders/build.ts'
import { as, visitor } from '#server/test/call.ts'
import { messagingHarness } from '#server/test/harness/messaging-harness.ts'
import { insertBooking, NOW, requestBooking } from '#server/test/builders/booking.ts'
import { conversationRows } from './conversations.queries.ts'
import type { Person } from '#server/test/harness/messaging-harness.ts'

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

// rule: conversation-access
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

// rule: conversation-access
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

// rule: conversation-access
test('of a locked lead the professional sees a first name and the request, no message; the client notices nothing; a credit opens it', async () => {
  const client = await buildClient(harness.server, { first_name: 'Ana', last_name: 'Souza' })
  const grace = await buildProfessional(harness.server, { credits: 0 })
  const sent = await write(client, grace, 'My number is 512-555-0100')
  expect(sent.status).toBe(200)
  await requestBooking(harness.server, client, grace, { city: 'Call 512-555-0100' })
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
      city: 'Austin',
      service_type: 'standard',
      booking_date: '2026-12-01',
      booking_time: '09:00',
      starts_at: '2026-12-01T15:00:00.000Z',
      time_zone: 'America/Chicago',
      total_amount: 130,
    },
  })
  expect(JSON.stringify(lockedConversation)).not.toContain('Souza')
  expect(JSON.stringify(lockedConversation)).not.toContain('512-555')
  expect(await countRows()).toEqual(before)

  await giveCredit(grace)
  expect((await thread(grace, client)).body.messages[0].message).toBe('My number is 512-555-0100')
  expect((await write(grace, client, 'Hello')).status).toBe(200)
  expect(await conversationsOf(grace)).toMatchObject([
    { other_user_name: 'Ana Souza', locked: false, lead: null },
  ])
})

// rule: booking-cards, message-read
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
  expect(await conversationsOf(client)).toMatchObject([
    { last_message: '', last_message_kind: 'booking' },
  ])
})

// rule: account-deletion
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

// rule: conversation-list
test('conversations come in pages of 50, each once, newest first, and another person’s is no position in the list', async () => {
  const professional = await buildProfessional(harness.server)
  for (let index = 0; index < 103; index++) {
    await startConversation(await buildClient(harness.server), professional)
  }
  const page = async (before?: string) => {
    const query = before ? `?before=${before}` : ''
    const caller = await as(harness.server, professional)
    return caller.get(`/api/chat/conversations/${professional.id}${query}`)
  }
  const ids: string[] = []
  const sizes: number[] = []
  for (let more = true; more;) {
    const { body } = await page(ids.at(-1))
    sizes.push(body.conversations.length)
    ids.push(...body.conversations.map((each: { conversation_id: string }) => each.conversation_id))
    more = body.has_more
  }
  expect(sizes).toEqual([50, 50, 3])
  expect(new Set(ids).size).toBe(103)

  const other = await startConversation(
    await buildClient(harness.server),
    await buildProfessional(harness.server),
  )
  expect((await page(other)).body).toEqual({ conversations: [], has_more: false })
  expect((await page('x')).status).toBe(422)
})

// rule: conversation-list, lead-is-one-pair
test('a locked lead with several bookings is one row with the latest one, waits once, and one credit opens all', async () => {
  const client = await buildClient(harness.server, { first_name: 'Ana' })
  const grace = await buildProfessional(harness.server, { credits: 0 })
  await startConversation(client, grace)
  for (const booking_date of ['2026-12-01', '2026-12-02', '2026-12-03']) {
    await requestBooking(harness.server, client, grace, { booking_date })
  }
  const caller = await as(harness.server, grace)
  const read = async () => ({
    conversations: await conversationsOf(grace),
    dashboard: (await caller.get(`/api/professional/dashboard/${grace.id}`)).body.recent_bookings,
    leads: (await caller.get(`/api/professional/leads-status/${grace.id}`)).body,
  })
  const locked = await read()
  expect(locked.conversations).toMatchObject([
    { locked: true, lead: { starts_at: '2026-12-03T15:00:00.000Z' }, last_message: null },
  ])
  expect(locked.dashboard.map(({ locked: each }: { locked: boolean }) => each)).toEqual([
    true,
    true,
    true,
  ])
  expect(locked.leads).toMatchObject({ waiting_leads: 1 })
  await giveCredit(grace)
  const open = await read()
  expect(open.conversations).toMatchObject([{ locked: false }])
  expect(open.dashboard.map(({ locked: each }: { locked: boolean }) => each)).toEqual([
    false,
    false,
    false,
  ])
  expect(open.leads).toMatchObject({ leadCredits: 0, waiting_leads: 0 })
})

// rule: conversation-list
test('the list reads no booking but the latest of each locked lead, however many both sides have with others', async () => {
  const { db } = harness.server
  const grace = await buildProfessional(harness.server, { credits: 0 })
  const [other, mary] = [await buildClient(harness.server), await buildProfessional(harness.server)]
  const clients: string[] = []
  for (let index = 0; index < 20; index++) {
    const client = await buildClient(harness.server)
    await startConversation(client, grace)
    await insertBooking(harness.server, client, grace)
    clients.push(client.id)
  }
  await sql`insert into bookings (client_id, professional_id, status, service_type, cleaning_frequency, booking_date,
      booking_time, time_zone, starts_at, ends_at, expires_at, address, city, state, zip_code, estimated_hours,
      hourly_rate_cents, total_cents, created_at)
    select pair.client, pair.professional, 'declined', 'standard', 'one_time', '2026-04-01', '09:00', 'America/Chicago',
      '2026-04-01T14:00:00Z', '2026-04-01T16:00:00Z', '2026-03-31T14:00:00Z', '1 Main Street', 'Austin', 'TX', '78701',
      2, 6500, 13000, now() + make_interval(hours => number)
    from (
      select unnest(${clients}::uuid[]) as client, ${mary.id}::uuid as professional
      union all select ${other.id}::uuid, ${grace.id}::uuid
    ) as pair, generate_series(1, 200) as number`.execute(db)
  await sql`analyze bookings`.execute(db)
  const read = await db.transaction().execute(async (tx) => {
    // The numbers of a connection contain those of its transactions in the last second.
    const readSoFar = async () => {
      const { rows } = await sql<{ read: number }>`
        select (seq_tup_read + idx_tup_fetch)::int as read from pg_stat_xact_user_tables where relname = 'bookings'`.execute(
        tx,
      )
      return rows[0]!.read
    }
    const before = await readSoFar()
    const rows = await conversationRows(
      tx,
      { id: grace.id, role: 'professional' },
      { before: undefined, count: 50 },
    )
    expect(rows.filter(({ zip_code }) => zip_code !== null)).toHaveLength(20)
    return (await readSoFar()) - before
  })
  expect(read).toBeLessThan(200)
})
