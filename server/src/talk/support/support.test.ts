// rule: contact-page
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { REFUSALS } from '#contract/refusals.ts'
import { JOBS, jobsOfLane } from '#server/jobs.ts'
import { buildClient } from '#server/test/builders/build.ts'
import { as, visitor } from '#server/test/call.ts'
import { letterBox } from '#server/test/builders/letters.ts'
import type { LetterBox } from '#server/test/builders/letters.ts'
import { testServer } from '#server/test/server.ts'
import type { TestServer } from '#server/test/server.ts'
import { emptyQueue, queuedJobs } from '#server/test/queue.ts'

const SUPPORT_MAIL = 'help@lustra.example'
const BODY = {
  topic: 'booking',
  name: 'Noor Haddad',
  email: 'noor@example.com',
  text: 'My visit of last Friday is still open.\n\nWhat should I do?',
}

let server: TestServer
let box: LetterBox
beforeAll(async () => {
  box = await letterBox()
  server = await testServer({ MAIL_URL: box.url, SUPPORT_MAIL })
})
afterAll(async () => {
  await server.close()
  await box.close()
})
beforeEach(async () => {
  await server.db.deleteFrom('support_messages').execute()
  await emptyQueue(server.db)
})

const contact = (body: object = {}) => visitor(server).post('/api/contact', { ...BODY, ...body })
const stored = () =>
  server.db.selectFrom('support_messages').selectAll().orderBy('number').execute()

/** Runs the jobs that send messages to us, as the worker does. */
async function sendMail(context = server.context): Promise<void> {
  for (const { payload } of await queuedJobs(server.db, 'send-support-mail'))
    await JOBS['send-support-mail'](context, payload)
}

test('a visitor writes to us: it is stored and mailed once, and an answer reaches them', async () => {
  const { status, body } = await contact()
  expect([status, body.message]).toEqual([
    200,
    'We got your message. We answer by email within 2 working days.',
  ])
  const [row] = await stored()
  expect(body.number).toBe(`C-${row?.number}`)
  expect(row).toMatchObject({ ...BODY, user_id: null, mailed_at: null, closed_at: null })

  await sendMail()
  await sendMail()
  const letters = await box.takeNewLetters()
  expect(letters).toHaveLength(1)
  const [letter] = letters
  expect(letter?.subject).toBe(`${body.number}: booking`)
  expect(letter?.to?.[0]?.address).toBe(SUPPORT_MAIL)
  expect(letter?.replyTo?.[0]?.address).toBe(BODY.email)
  expect(letter?.text).toContain(
    '> My visit of last Friday is still open.\n> \n> What should I do?',
  )
  expect((await stored())[0]?.mailed_at).not.toBeNull()
})

test('for a signed-in user the name and email of the account count', async () => {
  const client = await buildClient(server, { first_name: 'Maya', last_name: 'Thompson' })
  const asClient = await as(server, client)
  expect((await asClient.post('/api/contact', BODY)).status).toBe(200)
  const about = { name: 'Maya Thompson', email: client.email, user_id: client.id }
  expect(await stored()).toMatchObject([about])
})

// rule: contact-page, idempotency-key
test('a signed-in user who sends the same message with one key twice has written once', async () => {
  const asClient = await as(server, await buildClient(server))
  const key = { 'idempotency-key': 'one' }
  const [first, second] = [
    await asClient.post('/api/contact', BODY, key),
    await asClient.post('/api/contact', BODY, key),
  ]
  expect(second.body).toEqual(first.body)
  expect(await stored()).toHaveLength(1)
})

// rule: contact-page, idempotency-key
test('a visitor who repeats a message with its key, also at the same moment, has written once', async () => {
  const send = (key: string, body = {}) =>
    visitor(server).post('/api/contact', { ...BODY, ...body }, { 'idempotency-key': key })
  const answers = await Promise.all([send('one'), send('one'), send('one')])
  answers.push(await send('one'))
  const [row, ...others] = await stored()
  expect(answers.map(({ body }) => body.number)).toEqual(Array(4).fill(`C-${row?.number}`))
  expect(others).toEqual([])
  await sendMail()
  expect(await box.takeNewLetters()).toHaveLength(1)

  const refused = [await send('one', { topic: 'safety' }), await send('with space')]
  expect(refused.map(({ body }) => body.code)).toEqual(['idempotency_key_reused', 'bad_request'])
  expect(await stored()).toHaveLength(1)
  // A key of another writer, and another key, each begin a new message.
  await send('one', { email: 'other@example.com' })
  await send('two')
  expect(await stored()).toHaveLength(3)
})

test.each([
  [{ topic: 'weather' }, 'topic_required'],
  [{ name: ' \u200b ' }, 'name_required'],
  [{ email: 'noor' }, 'email_invalid'],
  [{ email: 'noor@example.com\nBcc: eve@example.com' }, 'email_invalid'],
  [{ text: 'Help me, please!  ' }, 'text_too_short'],
  [{ text: 'a'.repeat(4001) }, 'support_text_too_long'],
] as const)('%j is refused with its field, and nothing is stored', async (wrong, code) => {
  const { status, body } = await contact(wrong)
  expect(status).toBe(422)
  const loc = ['body', ...Object.keys(wrong)]
  expect(body).toEqual({
    code: 'invalid_input',
    detail: [{ msg: REFUSALS[code].detail, loc, type: code }],
  })
  expect(await stored()).toEqual([])
})

// rule: text-input
test("a stranger's lines stay marked as theirs, and their name is one line", async () => {
  await contact({
    name: 'Noor\n\nYour payout is blocked.',
    text: 'Line one of the message\u2028Confirm at https://evil.test <b>now</b>',
  })
  await sendMail()
  const [letter] = await box.takeNewLetters()
  expect(letter?.text).not.toMatch(/^(Your payout|Confirm at)/m)
  expect(letter?.text).toContain('> Confirm at https://evil.test <b>now</b>')
  expect(letter?.html).toContain('&lt;b&gt;now&lt;/b&gt;')
})

// rule: contact-page
test('without SUPPORT_MAIL a message is only stored', async () => {
  await contact()
  const config = { ...server.context.config, supportMail: undefined }
  await sendMail({ ...server.context, config })
  expect(await box.takeNewLetters()).toEqual([])
  expect(await stored()).toMatchObject([{ mailed_at: null }])
})

// rule: scheduled-jobs, contact-page
test('messages to us are sent in the lane of the mail', () => {
  expect(jobsOfLane('mail')).toContain('send-support-mail')
})

// rule: rate-limits
describe('limits', () => {
  let strict: TestServer
  beforeAll(async () => {
    strict = await testServer({ RATE_LIMIT_SCALE: '1' })
  })
  afterAll(() => strict.close())
  const statuses = (answers: { status: number }[]) => answers.map(({ status }) => status)
  const count = async () =>
    (await strict.db.selectFrom('support_messages').select('id').execute()).length

  test('one email writes five times a day, whatever its spelling, also at the same moment', async () => {
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        visitor(strict).post('/api/contact', {
          ...BODY,
          email: index % 2 === 0 ? 'Noor@Example.com' : 'noor@example.com',
        }),
      ),
    )
    expect(statuses(answers).toSorted((one, other) => one - other)).toEqual([
      200, 200, 200, 200, 200, 429, 429, 429,
    ])
    const refused = answers.find(({ status }) => status === 429)
    expect(Number(refused?.headers['retry-after'])).toBeGreaterThan(0)
    expect(await count()).toBe(5)
  })

  test('who writes with the email of somebody else does not keep them from writing', async () => {
    const email = 'noor@example.com'
    const owner = await as(strict, await buildClient(strict, { email }))
    const elsewhere = await strict.app.inject({
      method: 'POST',
      url: '/api/contact',
      remoteAddress: '10.1.1.1',
      payload: { ...BODY, email },
    })
    expect(elsewhere.statusCode).toBe(200)
    const own = await Promise.all([1, 2, 3, 4, 5, 6].map(() => owner.post('/api/contact', BODY)))
    expect(statuses(own).toSorted((a, b) => a - b)).toEqual([200, 200, 200, 200, 200, 429])
  })

  test('one network writes twenty times a day, whatever the emails', async () => {
    const before = await count()
    const send = (index: number) => {
      const body = { ...BODY, email: `a${index}@example.com` }
      return visitor(strict).post('/api/contact', body, { 'idempotency-key': 'one' })
    }
    const answers = []
    for (let index = 0; index < 20; index++) answers.push(await send(index))
    // Eight of the network's twenty were used by the test before.
    expect(statuses(answers).filter((status) => status === 200)).toHaveLength(12)
    expect(statuses(answers).slice(12)).toEqual(Array(8).fill(429))
    // A repeated message costs nothing. rule: idempotency-key
    expect((await send(0)).body).toEqual(answers[0]!.body)
    expect(await count()).toBe(before + 12)
  })

  // rule: idempotency-key
  test("a user's repeated message costs nothing", async () => {
    const user = await as(strict, await buildClient(strict))
    const answers = []
    for (const key of ['1', '2', '3', '4', '5', '1', '6']) {
      answers.push(await user.post('/api/contact', BODY, { 'idempotency-key': key }))
    }
    expect(statuses(answers)).toEqual([...Array(6).fill(200), 429])
    expect(answers[5]!.body).toEqual(answers[0]!.body)
  })
})
