// rule: conversation-pair
import { expect, test } from 'vitest'
import { buildClient, buildProfessional } from '#server/test/builders/build.ts'
import { as, visitor } from '#server/test/call.ts'
import { contact, messagingHarness } from '#server/test/harness/messaging-harness.ts'

const { harness, startConversation, write, thread, conversationsOf, countRows } = messagingHarness()

test('initiating contact returns the conversation, the same however often, and costs one lead', async () => {
  const [client, grace] = [
    await buildClient(harness.server),
    await buildProfessional(harness.server, { credits: 5 }),
  ]
  const first = await startConversation(client, grace)
  expect(await startConversation(client, grace)).toBe(first)
  expect(await startConversation(client, grace)).toBe(first)
  const credits = await harness.server.db
    .selectFrom('lead_credits')
    .where('professional_id', '=', grace.id)
    .select('balance')
    .executeTakeFirstOrThrow()
  expect(credits.balance).toBe(4)
  expect(await conversationsOf(grace)).toMatchObject([
    { conversation_id: first, other_user_id: client.id, last_message: null, unread_count: 0 },
  ])
})

// rule: idempotency-key, messages
test('contacts of one pair at the same time make one lead and one event, with and without keys', async () => {
  const [client, grace] = [
    await buildClient(harness.server),
    await buildProfessional(harness.server, { credits: 3 }),
  ]
  const asClient = await as(harness.server, client)
  const keys = [undefined, 'one', 'one', 'two', undefined, 'two', 'three', 'one']
  const ask = (key: string | undefined) =>
    asClient.post(
      '/api/chat/initiate-contact',
      contact(client, grace),
      key === undefined ? {} : { 'idempotency-key': key },
    )
  const answers = await Promise.all(keys.map(ask))
  expect(answers.map(({ status }) => status)).toEqual(keys.map(() => 200))
  expect(new Set(answers.map(({ body }) => body.conversation_id)).size).toBe(1)
  const { rows } = await harness.server.context.pool.query<{ data: object }>(
    `select data from events where kind = 'lead.received' and actor_id = $1`,
    [client.id],
  )
  expect(rows).toEqual([{ data: { locked: false } }])
})

// rule: lead-is-one-pair
test('of clients who come at the same moment the event says whose lead no credit has opened', async () => {
  const [ana, bea] = [await buildClient(harness.server), await buildClient(harness.server)]
  const grace = await buildProfessional(harness.server, { credits: 1 })
  await Promise.all([startConversation(ana, grace), startConversation(bea, grace)])
  const { rows } = await harness.server.context.pool.query<{ told: boolean; locked: boolean }>(
    `select (data ->> 'locked')::boolean as told, opened_at is null as locked from events
    join leads on leads.client_id = actor_id and leads.professional_id = subject_id
    where kind = 'lead.received' and subject_id = $1 order by locked`,
    [grace.id],
  )
  expect(rows).toEqual([
    { told: false, locked: false },
    { told: true, locked: true },
  ])
})

test('only a client, for themselves, may contact a professional who accepts messages; otherwise nothing is written', async () => {
  const [client, grace, idle] = [
    await buildClient(harness.server),
    await buildProfessional(harness.server),
    await buildProfessional(harness.server, { active: false }),
  ]
  const before = await countRows()
  const asClient = await as(harness.server, client)
  const path = '/api/chat/initiate-contact'
  expect((await visitor(harness.server).post(path, contact(client, grace))).status).toBe(401)
  expect(
    await asClient.post(path, contact(await buildClient(harness.server), grace)),
  ).toMatchObject({
    status: 403,
    body: { code: 'not_yours' },
  })
  expect(await (await as(harness.server, grace)).post(path, contact(grace, idle))).toMatchObject({
    status: 403,
    body: { detail: 'Only clients can contact professionals' },
  })
  for (const other of [idle, client, { id: crypto.randomUUID() }]) {
    expect(await asClient.post(path, contact(client, other))).toMatchObject({
      status: 409,
      body: { detail: 'This professional is not accepting messages right now.' },
    })
  }
  expect(await countRows()).toEqual(before)
})

test('an earlier conversation stays open to the client when the professional accepts no new ones', async () => {
  const [client, grace] = [
    await buildClient(harness.server),
    await buildProfessional(harness.server, { credits: 1 }),
  ]
  const id = await startConversation(client, grace)
  await harness.server.db
    .updateTable('subscriptions')
    .set({ status: 'lapsed' })
    .where('professional_id', '=', grace.id)
    .execute()
  expect(await startConversation(client, grace)).toBe(id)
  expect((await write(client, grace, 'Are you back?')).status).toBe(200)
  expect((await write(grace, client, 'Soon.')).status).toBe(200)
})

test('first messages of one pair at the same time make one lead and one conversation, and none is lost', async () => {
  const [client, grace] = [
    await buildClient(harness.server),
    await buildProfessional(harness.server, { credits: 3 }),
  ]
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, number) => write(client, grace, `Number ${number}`)),
  )
  expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200))
  expect((await thread(grace, client)).body.messages).toHaveLength(8)
  expect(await conversationsOf(client)).toHaveLength(1)
  const { balance } = await harness.server.db
    .selectFrom('lead_credits')
    .where('professional_id', '=', grace.id)
    .select('balance')
    .executeTakeFirstOrThrow()
  expect(balance).toBe(2)
})
