// rule: message-notices
import { suspendByOperator } from '#server/test/builders/by-operator.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { buildClient, buildProfessional } from '#server/test/builders/build.ts'
import { as } from '#server/test/call.ts'
import { mailHarness } from '#server/test/harness/mail-harness.ts'
import { runDueJobs } from '#server/test/run-due-jobs.ts'
import { notifyOfMessages } from './message-notices.ts'
import { sendDelayedNotices } from '../send/send-notice-letter.ts'

const harness = mailHarness()

const advanceMinutes = (minutes: number) =>
  (harness.now = new Date(harness.now.getTime() + minutes * 60_000))

async function writes(from: { id: string }, to: { id: string }, message: string) {
  const body = { sender_id: from.id, receiver_id: to.id, message }
  const { status, body: sent } = await (
    await as(harness.server, from)
  ).post('/api/chat/messages', body)
  expect(status).toBe(200)
  return sent.id as string
}

async function letters(batchSize?: number) {
  for (let n = 0; n < 3; n++) await notifyOfMessages(harness.server.context, {}, batchSize)
  await runDueJobs(harness.server.context)
  return (await harness.box.takeNewLetters()).map(({ subject, text, to }) => ({
    subject,
    text,
    to: to?.[0]?.address,
  }))
}

const people = async () => ({
  maya: await buildClient(harness.server, { first_name: 'Maya', last_name: 'Thompson' }),
  grace: await buildProfessional(harness.server, { full_name: 'Grace Walker' }),
})

// rule: notice-privacy
test('a first message is announced at once, without its text', async () => {
  const { maya, grace } = await people()
  await writes(maya, grace, 'Hello, my gate code is 4711')
  const [letter, ...others] = await letters()
  expect(others).toEqual([])
  expect(letter!.subject).toBe('Maya wrote to you')
  expect(letter!.text).toContain(`/messages/${maya.id}`)
  expect(letter!.text).not.toMatch(/4711|Thompson/)
  expect(await letters()).toEqual([])
  await writes(grace, maya, 'Hello')
  expect((await letters()).map(({ subject }) => subject)).toEqual(['Grace wrote to you'])
})

test('later messages are announced after 15 minutes unread, all in one letter', async () => {
  const { maya, grace } = await people()
  const noah = await buildClient(harness.server, { first_name: 'Noah' })
  await writes(maya, grace, 'One')
  await writes(noah, grace, 'One')
  expect(await letters()).toHaveLength(2)
  await writes(maya, grace, 'Two')
  await writes(noah, grace, 'Two')
  expect(await letters()).toEqual([])
  advanceMinutes(10)
  await writes(maya, grace, 'Three')
  expect(await letters()).toEqual([])
  advanceMinutes(5)
  harness.now = new Date(+harness.now - 1)
  expect(await letters()).toEqual([])
  harness.now = new Date(+harness.now + 1)
  const [letter, ...others] = await letters()
  expect(others).toEqual([])
  expect(letter!.subject).toBe('You have 3 messages to answer')
  expect(letter!.text).toContain('Several people')
  advanceMinutes(60)
  expect(await letters()).toEqual([])
})

test('messages that were read in time are not announced', async () => {
  const { maya, grace } = await people()
  await writes(maya, grace, 'One')
  await letters()
  const id = await writes(maya, grace, 'Two')
  await (await as(harness.server, grace)).patch(`/api/chat/messages/read/${id}`)
  advanceMinutes(30)
  expect(await letters()).toEqual([])
})

test('no message is announced between two people of whom one has blocked the other, by letter or at the bell', async () => {
  const { maya, grace } = await people()
  const noah = await buildClient(harness.server, { first_name: 'Noah', last_name: 'Lee' })
  await writes(maya, grace, 'One')
  await letters()
  await writes(maya, grace, 'Two')
  await writes(noah, grace, 'First words')
  for (const { id } of [maya, noah]) {
    const block = await (
      await as(harness.server, grace)
    ).post('/api/chat/block', { other_user_id: id })
    expect(block.status).toBe(200)
  }
  advanceMinutes(30)
  expect(await letters()).toEqual([])
  const { body } = await (await as(harness.server, grace)).get('/api/notices')
  expect(body.notices.map(({ title }: { title: string }) => title)).toEqual(['Maya wrote to you'])
})

// rule: suspension
test('no message from or to a suspended person is announced, also none that waited for the morning', async () => {
  const { maya, grace } = await people()
  const noah = await buildClient(harness.server, { first_name: 'Noah' })
  for (const sender of [maya, noah]) await writes(sender, grace, 'By day')
  await letters()
  for (const sender of [maya, noah]) await writes(sender, grace, 'Two')
  const why = { reason: 'Reports', doneBy: 'olga' }
  await suspendByOperator(harness.server.context, maya.id, why, 'keep')
  advanceMinutes(30)
  expect((await letters()).map(({ subject }) => subject)).toEqual([
    'Your account is suspended',
    'You have a message to answer',
  ])
  harness.now = new Date('2026-11-21T04:00:00Z')
  await writes(noah, grace, 'At night')
  advanceMinutes(20)
  expect(await letters()).toEqual([])
  await suspendByOperator(harness.server.context, grace.id, why, 'keep')
  expect((await lettersOfTheMorning()).map(({ subject }) => subject)).toEqual([
    'Your account is suspended',
  ])
})

/** The letters sent at 8:00 in Austin. */
async function lettersOfTheMorning() {
  harness.now = new Date('2026-11-21T14:00:00Z')
  await sendDelayedNotices(harness.server.context)
  return letters()
}

// rule: quiet-hours
test('at night the letter waits until 8:00', async () => {
  const { maya, grace } = await people()
  harness.now = new Date('2026-11-21T04:00:00Z')
  await writes(maya, grace, 'One')
  expect(await letters()).toEqual([])
  const { body } = await (await as(harness.server, grace)).get('/api/notices')
  expect(body.notices[0]).toMatchObject({ topic: 'message', title: 'Maya wrote to you' })
  expect((await lettersOfTheMorning()).map(({ subject }) => subject)).toEqual(['Maya wrote to you'])
})

// rule: quiet-hours
test('all messages of one sender in one night are one letter in the morning', async () => {
  const { maya, grace } = await people()
  harness.now = new Date('2026-11-21T04:00:00Z')
  for (const text of ['One', 'Two', 'Three']) {
    await writes(maya, grace, text)
    expect(await letters()).toEqual([])
    advanceMinutes(20)
    expect(await letters()).toEqual([])
  }
  expect((await lettersOfTheMorning()).map(({ subject }) => subject)).toEqual(['Maya wrote to you'])
})

// rule: quiet-hours
test('messages of several senders in one night, after their first messages, are one letter in the morning', async () => {
  const { maya, grace } = await people()
  const noah = await buildClient(harness.server, { first_name: 'Noah' })
  for (const sender of [maya, noah]) await writes(sender, grace, 'By day')
  expect(await letters()).toHaveLength(2)
  harness.now = new Date('2026-11-21T04:00:00Z')
  for (const sender of [maya, maya, noah]) {
    await writes(sender, grace, 'At night')
    advanceMinutes(20)
    expect(await letters()).toEqual([])
  }
  const [letter, ...others] = await lettersOfTheMorning()
  expect(others).toEqual([])
  expect(letter!.subject).toBe('You have 3 messages to answer')
  expect(letter!.text).toContain('Several people')
})

// rule: quiet-hours
test('messages that were read before the morning cause no letter', async () => {
  const { maya, grace } = await people()
  harness.now = new Date('2026-11-21T04:00:00Z')
  const id = await writes(maya, grace, 'One')
  expect(await letters()).toEqual([])
  expect(
    (await (await as(harness.server, grace)).patch(`/api/chat/messages/read/${id}`)).status,
  ).toBe(200)
  expect(await lettersOfTheMorning()).toEqual([])
})

test('no letter in the morning announces a sender whom the receiver blocked at night', async () => {
  const { maya, grace } = await people()
  harness.now = new Date('2026-11-21T04:00:00Z')
  await writes(maya, grace, 'One')
  expect(await letters()).toEqual([])
  await (await as(harness.server, grace)).post('/api/chat/block', { other_user_id: maya.id })
  expect(await lettersOfTheMorning()).toEqual([])
})

// rule: message-notices, scheduled-jobs
test.each([
  ['a receiver whose notice fails stops none of those behind them', 1, 1000],
  ['more receivers than a batch holds, whose notices fail, stop none of those behind them', 2, 1],
] as const)('%s', async (_title, failing, batchSize) => {
  const poison = await Promise.all(Array.from({ length: failing }, people))
  const other = await people()
  for (const { maya, grace } of poison) await writes(maya, grace, 'One')
  advanceMinutes(1)
  await writes(other.maya, other.grace, 'One')
  const { db } = harness.server
  await sql`
    create function refuse_notice() returns trigger language plpgsql as 'begin raise exception ''poison''; end'`.execute(
    db,
  )
  await sql`
    create trigger poison before insert on notices for each row
    when (new.user_id = any(${sql.lit(`{${poison.map(({ grace }) => grace.id).join(',')}}`)}))
    execute function refuse_notice()`.execute(db)
  const sent = await letters(batchSize)
  await sql`drop trigger poison on notices`.execute(db)
  await sql`drop function refuse_notice`.execute(db)
  expect(sent.map(({ subject }) => subject)).toEqual(['Maya wrote to you'])
  expect(await letters()).toHaveLength(failing)
})
