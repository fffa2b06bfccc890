// rule: contact-page
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { JOBS } from '#server/jobs.ts'
import { buildClient } from '#server/test/builders/build.ts'
import { as, visitor } from '#server/test/call.ts'
import { tokenOfLink } from '#server/test/builders/letter-tokens.ts'
import { mailHarness } from '#server/test/harness/mail-harness.ts'
import { queuedJobs } from '#server/test/queue.ts'
import { answerSupport, writeToPerson } from './support-thread.ts'

const harness = mailHarness()
const DAY_MS = 86_400_000
const later = (days: number) => new Date(+harness.now + days * DAY_MS)
const BODY = {
  topic: 'lost_second_factor',
  name: 'Noor Haddad',
  email: 'noor@example.com',
  text: 'My phone is gone, and the codes with it.',
}
const ENDED = [404, 'link_ended']

async function contact(body: object = {}, language = 'pt-BR') {
  const headers = { 'accept-language': language }
  const { body: answer } = await visitor(harness.server).post(
    '/api/contact',
    { ...BODY, ...body },
    headers,
  )
  const number = String(answer.number).slice(2)
  const thread = await harness.server.db
    .selectFrom('support_messages')
    .selectAll()
    .where('number', '=', number)
    .executeTakeFirstOrThrow()
  return thread
}
const answer = (id: string, text = 'Please write us your birthday.') =>
  harness.server.db
    .transaction()
    .execute((tx) => answerSupport(tx, id, { text, doneBy: 'cli:olga', at: harness.now }))

/** Sends the answers that wait, and returns the letters with the tokens of their links. */
async function takeAnswers() {
  const { server, box } = harness
  await box.takeNewLetters()
  for (const { payload } of await queuedJobs(server.db, 'send-support-answer'))
    await JOBS['send-support-answer'](server.context, payload)
  const letters = await box.takeNewLetters()
  return letters.map((letter) => ({
    ...letter,
    token: tokenOfLink(letter.text ?? '', 'support'),
  }))
}
const read = (token: string) => visitor(harness.server).get(`/api/support/${token}`)
const write = (token: string, text: unknown) =>
  visitor(harness.server).post(`/api/support/${token}`, { text })
const caseOf = (id: string) =>
  harness.server.db
    .selectFrom('cases')
    .select(['state', 'kind', 'number', 'due_at'])
    .where('subject_id', '=', id)
    .execute()
const resolve = (id: string) =>
  sql`update cases set state = 'resolved', outcome = 'answered', resolved_at = ${harness.now}
    where subject_id = ${id}`.execute(harness.server.db)

test('an answer is a letter in the language of the writer, and its link shows the thread', async () => {
  const thread = await contact()
  expect(await answer(thread.id)).toBe(true)
  const [letter, ...others] = await takeAnswers()
  expect(others).toEqual([])
  expect(letter?.to?.[0]?.address).toBe(BODY.email)
  expect(letter?.subject).toBe(`C-${thread.number}: Respondemos à sua mensagem`)
  expect(letter?.text).toContain('> Please write us your birthday.')
  const { status, body } = await read(letter!.token)
  expect([status, body]).toEqual([
    200,
    {
      number: `C-${thread.number}`,
      topic: 'lost_second_factor',
      messages: [
        { from: 'you', text: BODY.text, at: harness.now.toISOString() },
        {
          from: 'lustra',
          text: 'Please write us your birthday.',
          at: harness.now.toISOString(),
        },
      ],
      closed: false,
    },
  ])
  expect(await takeAnswers()).toEqual([])
})

test('what the person writes back opens the thread and the same case again', async () => {
  const thread = await contact()
  await answer(thread.id)
  const [letter] = await takeAnswers()
  await resolve(thread.id)
  expect((await read(letter!.token)).body.closed).toBe(true)
  harness.now = later(3)
  const { status, body } = await write(letter!.token, 'It was in May.')
  expect([status, body.closed, body.messages.at(-1)]).toEqual([
    200,
    false,
    { from: 'you', text: 'It was in May.', at: harness.now.toISOString() },
  ])
  expect(await caseOf(thread.id)).toEqual([
    { state: 'open', kind: 'lost_second_factor', number: thread.number, due_at: later(2) },
  ])
})

// rule: idempotency-key
test('an answer that is repeated with its key, also at the same moment, is written and mailed once', async () => {
  const { db } = harness.server
  const thread = await contact()
  await answer(thread.id)
  const [letter] = await takeAnswers()
  const send = (key: string, text: string) =>
    visitor(harness.server).post(
      `/api/support/${letter!.token}`,
      { text },
      { 'idempotency-key': key },
    )
  const posts = () =>
    db
      .selectFrom('support_posts')
      .select('text')
      .where('thread_id', '=', thread.id)
      .where('by_us', '=', false)
      .orderBy('text')
      .execute()
  const answers = await Promise.all([1, 2, 3].map(() => send('one', 'In May.')))
  // Beyond the limit of a day: repeats cost none.
  for (let time = 0; time < 12; time++) answers.push(await send('one', 'In May.'))
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  expect(await posts()).toEqual([{ text: 'In May.' }])
  const refused = [await send('one', 'In June.'), await send('with space', 'In May.')]
  expect(refused.map(({ body }) => body.code)).toEqual(['idempotency_key_reused', 'bad_request'])
  await send('two', 'In May.')
  expect(await posts()).toHaveLength(2)
})

test('a thread that we begin has no case until the person answers', async () => {
  const { db } = harness.server
  const client = await buildClient(harness.server, { first_name: 'Maya', language: 'es' })
  const text = 'Your account was used from an unknown place.'
  const facts = { subject: 'About your account', text, doneBy: 'cli:olga', at: harness.now }
  const thread = await db.transaction().execute((tx) => writeToPerson(tx, client.id, facts))
  const [letter] = await takeAnswers()
  expect(letter?.subject).toBe(`${thread!.number}: About your account`)
  expect((await read(letter!.token)).body).toMatchObject({
    number: thread!.number,
    messages: [{ from: 'lustra', text }],
    closed: true,
  })
  expect(await caseOf(thread!.id)).toEqual([])
  expect((await write(letter!.token, 'It was me.')).body.closed).toBe(false)
  expect(await caseOf(thread!.id)).toMatchObject([
    { state: 'open', number: thread!.number.slice(2) },
  ])
})

test('a link works for 90 days; an unknown one and an empty text are refused', async () => {
  const thread = await contact()
  await answer(thread.id)
  const [letter] = await takeAnswers()
  expect((await write(letter!.token, ' ')).body.code).toBe('text_too_short')
  expect((await write(letter!.token, 'x'.repeat(4001))).status).toBe(422)
  for (const token of ['unknown', thread.id])
    for (const { status, body } of [await read(token), await write(token, 'Hello')])
      expect([status, body.code]).toEqual(ENDED)
  harness.now = new Date(+later(90) - 1)
  expect((await read(letter!.token)).status).toBe(200)
  harness.now = new Date(+harness.now + 1)
  for (const { status, body } of [await read(letter!.token), await write(letter!.token, 'Hello')])
    expect([status, body.code]).toEqual(ENDED)
  expect(
    await harness.server.db
      .selectFrom('support_posts')
      .select('text')
      .where('thread_id', '=', thread.id)
      .execute(),
  ).toHaveLength(1)
  expect(await answer('00000000-0000-7000-8000-000000000000')).toBe(false)
})

test('a page shows the first message and the newest 200 posts', async () => {
  const thread = await contact()
  await answer(thread.id, 'The first answer')
  const [letter] = await takeAnswers()
  await sql`
    insert into support_posts (thread_id, by_us, text, at)
    select ${thread.id}::uuid, false, 'Post ' || n, ${harness.now}::timestamptz + make_interval(secs => n)
    from generate_series(1, 200) as n`.execute(harness.server.db)
  const { messages } = (await read(letter!.token)).body
  expect(messages).toHaveLength(201)
  expect([messages[0].text, messages[1].text, messages.at(-1).text]).toEqual([
    BODY.text,
    'Post 1',
    'Post 200',
  ])
})

test('a message names a booking of its writer only', async () => {
  const client = await buildClient(harness.server)
  const asClient = await as(harness.server, client)
  const booking_id = '00000000-0000-7000-8000-000000000000'
  expect((await asClient.post('/api/contact', { ...BODY, booking_id })).status).toBe(200)
  const stored = await harness.server.db
    .selectFrom('support_messages')
    .select('booking_id')
    .where('user_id', '=', client.id)
    .execute()
  expect(stored).toEqual([{ booking_id: null }])
})

test('a thread goes after two years, that of a deleted account after 90 days, ended links too', async () => {
  const { db, context } = harness.server
  await db.deleteFrom('support_messages').execute()
  const [kept, released] = [await contact(), await contact({ email: 'maya@example.com' })]
  await answer(kept.id)
  await takeAnswers()
  await db
    .updateTable('support_messages')
    .set({ erase_at: later(90) })
    .where('id', '=', released.id)
    .execute()
  const ids = async () =>
    (await db.selectFrom('support_messages').select('id').execute()).map(({ id }) => id)
  const forgetAt = (at: Date) =>
    JOBS['forget-support']({ ...context, clock: { now: () => at } }, {})
  await forgetAt(new Date(+later(90) - 1))
  expect(await ids()).toHaveLength(2)
  await forgetAt(later(90))
  expect(await ids()).toEqual([kept.id])
  expect(await db.selectFrom('support_links').select('thread_id').execute()).toEqual([])
  const end = new Date(+harness.now)
  end.setUTCFullYear(end.getUTCFullYear() + 2)
  await forgetAt(end)
  expect(await ids()).toEqual([kept.id])
  await forgetAt(new Date(+end + 1))
  expect(await ids()).toEqual([])
  expect(await db.selectFrom('support_posts').select('id').execute()).toEqual([])
})
