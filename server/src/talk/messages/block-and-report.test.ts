import { expect, test } from 'vitest'
import { buildClient, buildProfessional } from '#server/test/builders/build.ts'
import { as, visitor } from '#server/test/call.ts'
import { contact, messagingHarness } from '#server/test/harness/messaging-harness.ts'
import { resolveReport } from '#server/test/builders/operators.ts'
import { consumeRateLimit } from '#server/http/limits/rate-limits.ts'
import { NOW, bookingBody } from '#server/test/builders/booking.ts'

const { harness, startConversation, write, thread, conversationsOf, countRows } = messagingHarness()

// rule: contact-limits
test('a client may contact 15 professionals a day who have not answered; those who have answered do not count', async () => {
  const client = await buildClient(harness.server)
  const professionals = await Promise.all(
    Array.from({ length: 16 }, () => buildProfessional(harness.server)),
  )
  for (const professional of professionals.slice(0, 15))
    await startConversation(client, professional)
  const last = professionals[15]!
  const asClient = await as(harness.server, client)
  const before = await countRows()
  const tooMany = {
    status: 429,
    body: {
      detail: "You've written to many professionals today. Please wait for their replies first.",
    },
  }
  expect(await asClient.post('/api/chat/initiate-contact', contact(client, last))).toMatchObject(
    tooMany,
  )
  expect(await write(client, last, 'Hello')).toMatchObject(tooMany)
  expect(await countRows()).toEqual(before)
  expect((await write(client, professionals[0]!, 'Still there?')).status).toBe(200)
  await write(professionals[0]!, client, 'Yes')
  expect((await write(client, last, 'Hello')).status).toBe(200)
})

// rule: contact-limits
test('a client may write 30 messages an hour into an unanswered conversation; an answer ends the limit', async () => {
  const [client, grace] = [
    await buildClient(harness.server),
    await buildProfessional(harness.server),
  ]
  for (let number = 0; number < 30; number++) await write(client, grace, `Number ${number}`)
  const before = await countRows()
  expect((await write(client, grace, 'One more')).status).toBe(429)
  expect(await countRows()).toEqual(before)
  harness.now = new Date(NOW.getTime() + 3_600_001)
  expect((await write(client, grace, 'An hour later')).status).toBe(200)
  harness.now = NOW
  await write(grace, client, 'I am here')
  for (let number = 0; number < 31; number++) {
    expect((await write(client, grace, `Number ${number}`)).status).toBe(200)
  }
})

// rule: block
test('after a block neither side can write, nobody is told who blocked, and it can be removed', async () => {
  const [client, grace] = [
    await buildClient(harness.server),
    await buildProfessional(harness.server),
  ]
  const asGrace = await as(harness.server, grace)
  const blocked = { other_user_id: client.id }
  expect((await asGrace.post('/api/chat/block', blocked)).status).toBe(404)
  await write(client, grace, 'Hello')
  expect((await visitor(harness.server).post('/api/chat/block', blocked)).status).toBe(401)
  expect((await asGrace.post('/api/chat/block', blocked)).body).toEqual({ blocked: true })
  expect((await asGrace.post('/api/chat/block', blocked)).status).toBe(200)
  const before = await countRows()
  const refusal = { status: 403, body: { detail: "You can't write in this conversation." } }
  expect(await write(client, grace, 'Hello?')).toMatchObject(refusal)
  expect(await write(grace, client, 'Bye')).toMatchObject(refusal)
  expect(
    await (
      await as(harness.server, client)
    ).post('/api/chat/initiate-contact', contact(client, grace)),
  ).toMatchObject(refusal)
  expect(
    await (await as(harness.server, client)).post('/api/bookings', bookingBody(client, grace)),
  ).toMatchObject({ status: 409, body: { code: 'professional_not_accepting' } })
  expect(await countRows()).toEqual(before)
  expect((await conversationsOf(grace))[0].blocked).toBe(true)
  expect((await conversationsOf(client))[0].blocked).toBe(false)
  expect((await thread(client, grace)).status).toBe(200)

  expect((await asGrace.delete(`/api/chat/block/${client.id}`)).body).toEqual({ blocked: false })
  expect((await asGrace.delete(`/api/chat/block/${client.id}`)).status).toBe(200)
  expect((await asGrace.delete('/api/chat/block/x')).status).toBe(200)
  expect((await write(client, grace, 'Thank you')).status).toBe(200)
})

// rule: block
test('a report has the reasons that were given, in one open report of a pair', async () => {
  const [client, grace] = [
    await buildClient(harness.server),
    await buildProfessional(harness.server),
  ]
  const asClient = await as(harness.server, client)
  const report = (reason: string) =>
    asClient.post('/api/chat/report', { other_user_id: grace.id, reason })
  expect((await report('Asks for a cheque')).status).toBe(404)
  await write(client, grace, 'Hello')
  expect((await report('  ')).status).toBe(422)
  expect((await report('Asks for a cheque')).body).toEqual({ reported: true })
  await report('Asks for a cheque')
  await report('And for a code')
  const rows = await harness.server.db
    .selectFrom('reports')
    .where('reporter_id', '=', client.id)
    .select(['reported_id', 'reason'])
    .execute()
  expect(rows).toEqual([{ reported_id: grace.id, reason: 'Asks for a cheque\n\nAnd for a code' }])
})

// rule: block, idempotency-key
test('a repeated report costs no limit', async () => {
  const [client, grace] = [
    await buildClient(harness.server),
    await buildProfessional(harness.server),
  ]
  await write(client, grace, 'Hello')
  const left = () => consumeRateLimit(harness.server.context, 'report_by_user', client.id)
  const before = await left()
  const asClient = await as(harness.server, client)
  const key = { 'idempotency-key': crypto.randomUUID() }
  for (let time = 0; time < 3; time++) {
    const sent = { other_user_id: grace.id, reason: 'Rude' }
    expect((await asClient.post('/api/chat/report', sent, key)).body).toEqual({ reported: true })
  }
  expect(before - (await left())).toBe(2)
})

// rule: block, case-queues
test('a report is closed with its case, once; a later report opens a new one', async () => {
  const [client, grace] = [
    await buildClient(harness.server),
    await buildProfessional(harness.server),
  ]
  const asClient = await as(harness.server, client)
  await write(client, grace, 'Hello')
  await asClient.post('/api/chat/report', { other_user_id: grace.id, reason: 'Rude' })
  const openReports = () =>
    harness.server.db
      .selectFrom('reports')
      .select(['id', 'reason', 'reporter_id'])
      .where('reported_id', '=', grace.id)
      .where('closed_at', 'is', null)
      .execute()
  const [report] = await openReports()
  expect(report).toMatchObject({ reason: 'Rude', reporter_id: client.id })
  await resolveReport(harness.server, report!.id, 'We spoke with both of them.')
  expect(await openReports()).toEqual([])
  await asClient.post('/api/chat/report', { other_user_id: grace.id, reason: 'Rude again' })
  expect(await openReports()).toMatchObject([{ reason: 'Rude again' }])
})
