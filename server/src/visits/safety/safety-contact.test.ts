// rule: safety-contact
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { JOBS } from '#server/jobs.ts'
import { requestBooking } from '#server/test/builders/booking.ts'
import { buildProfessional } from '#server/test/builders/build.ts'
import { as, visitor } from '#server/test/call.ts'
import { findBroken } from '#server/test/invariants.ts'
import { after, CHECK_BY, START, safetyHarness } from '#server/test/harness/safety-harness.ts'
import { runDueJobs } from '#server/test/run-due-jobs.ts'
import { emptyQueue, makeJobsDue } from '#server/test/queue.ts'

const {
  harness,
  address,
  contactPath,
  saveContact,
  checkBy,
  timer,
  runAlarms,
  alarmWithoutMail,
  answerOf,
  lettersTo,
  tokenIn,
  withContact,
} = safetyHarness()

test('a new contact gets one letter, and the same address no second one', async () => {
  expect((await harness.asPro.get(contactPath())).body).toEqual({ contact: null })
  const { email, letter } = await withContact()
  expect(letter.subject).toBe('You were named as a safety contact')
  expect(letter.text).toContain('Hello Rosa, Grace cleans homes')
  expect(letter.text).toMatch(/Don't contact me:\n\S+\/safety\/[\w-]{43}\?stop=1/)
  const contact = { name: 'Rosa Lima', email: email.toUpperCase(), language: 'pt' }
  expect((await harness.asPro.put(contactPath(), { contact })).body).toEqual({ contact })
  await saveContact(null)
  await saveContact(email)
  expect(await lettersTo(email)).toEqual([])
})

// rule: letter-texts
test('no subject has a name, and a name in a letter carries neither number nor link', async () => {
  const { server, pro } = harness
  await sql`update users set first_name = 'Call: 5125550100 evil.test/pay' where id = ${pro.id}`.execute(
    server.db,
  )
  const email = address()
  await saveContact(email, { name: 'Rosa 911: win@evil.test' })
  const [invitation] = await lettersTo(email)
  await checkBy(CHECK_BY)
  harness.now = after(181)
  await runAlarms()
  const [alarm] = await lettersTo(email)
  await checkBy(null)
  const [checkIn] = await lettersTo(email)
  expect([invitation, alarm, checkIn].map((letter) => letter?.subject)).toEqual([
    'You were named as a safety contact',
    'Safety alert: someone has not checked in',
    'Safety alert: they have checked in',
  ])
  expect(invitation?.text).toContain('Hello Rosa win evil. test, Call evil. test pay cleans homes')
  expect(alarm?.text).toContain('Call evil. test pay asked us to email you')
  expect(checkIn?.text).toContain('Call evil. test pay has checked in.')
})

test('a contact that is named again before their letter was sent gets it then', async () => {
  const [first, second] = [address(), address()]
  await saveContact(first)
  await saveContact(second)
  expect(await lettersTo(first)).toEqual([])
  for (const _ of [1, 2]) await saveContact(first)
  expect(await lettersTo(first)).toHaveLength(1)
})

test('the links of all attempts to send the first letter can end the letters', async () => {
  const email = address()
  await saveContact(email)
  const sent: string[] = []
  const { send } = harness.server.context.mail
  harness.server.context.mail.send = (letter) => {
    if (letter.to === email) sent.push(letter.text)
    return Promise.reject(new Error('no answer'))
  }
  await runDueJobs(harness.server.context)
  harness.server.context.mail.send = send
  await makeJobsDue(harness.server.db)
  expect(await lettersTo(email)).toHaveLength(1)
  const stop = await visitor(harness.server).post(`/api/safety-stop/${tokenIn(sent[0]!)}`)
  expect(stop.body).toEqual({ stopped: true })
})

test('who may not name a contact, what is no contact, and the fourth new one of a day', async () => {
  const other = await buildProfessional(harness.server)
  const asClient = await as(harness.server, harness.client)
  const answers = [
    await saveContact(address(), {}, visitor(harness.server)),
    await saveContact(address(), {}, asClient),
    await saveContact(address(), {}, harness.asPro, other),
    await saveContact(address(), {}, asClient, harness.client),
    await asClient.get(contactPath()),
    await saveContact(address(), { name: ' ' }),
    await saveContact(address(), { name: 'x'.repeat(61) }),
    await saveContact(address(), { language: 'de' }),
    await saveContact('nobody'),
    await harness.asPro.put(contactPath(), {}),
  ]
  expect(answers.map(answerOf)).toEqual([
    '401 not_signed_in',
    '403 not_yours',
    '403 not_yours',
    '403 not_yours',
    '403 not_yours',
    '422 invalid_input',
    '422 invalid_input',
    '422 invalid_input',
    '422 email_invalid',
    '422 invalid_input',
  ])
  expect((await harness.asPro.get(contactPath())).body.contact).toBeNull()

  const third = address()
  const tries = await Promise.all([1, 2, 3, 4, 5].map(() => saveContact(address())))
  expect(tries.map(answerOf).toSorted()).toEqual([
    '200',
    '200',
    '200',
    '429 too_many_requests',
    '429 too_many_requests',
  ])
  const refused = await saveContact(third)
  expect([answerOf(refused), refused.headers['retry-after']]).toEqual([
    '429 too_many_requests',
    String(24 * 3600),
  ])
  harness.now = after(24 * 60)
  expect(answerOf(await saveContact(third))).toBe('200')
})

test('the limit counts an address again that has had no letter', async () => {
  const { server } = harness
  const name = (email: string) => saveContact(email)
  const addresses = Array.from({ length: 6 }, address)
  const tries = await Promise.all(addresses.map(name))
  expect(tries.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
    200, 200, 200, 429, 429, 429,
  ])
  const named = addresses.filter((_, index) => tries[index]?.status === 200)
  await emptyQueue(server.db)

  harness.now = after(25 * 60)
  for (const _ of [1, 2, 3]) expect(answerOf(await name(address()))).toBe('200')
  const answers = [await name(named[0]!), await name(named[1]!)]
  expect(answers.map(answerOf)).toEqual(Array(2).fill('429 too_many_requests'))
  const { rows: jobs } = await sql`select from graphile_worker.jobs
    where task_identifier = 'send-safety-invitation'`.execute(server.db)
  expect(jobs).toHaveLength(3)
})

test('a contact who stops the letters after or during an alarm is forgotten, and the professional is notified', async () => {
  const { email, stopToken } = await withContact()
  await checkBy(CHECK_BY)
  harness.now = after(181)
  const alarm = await alarmWithoutMail()
  await visitor(harness.server).post(`/api/safety-stop/${stopToken}`)
  await JOBS['send-safety-letter'](harness.server.context, alarm)
  expect(await lettersTo(email)).toEqual([])
  const answer = { check_by: null, told_at: null, told_contact: null, contact_stopped: false }
  expect(await timer()).toMatchObject({ ...answer, is_untold: true })

  const other = await withContact()
  await checkBy(after(240))
  harness.now = after(240)
  await runAlarms()
  const token = tokenIn((await lettersTo(other.email))[0]!.text)
  await visitor(harness.server).post(`/api/safety-stop/${token}`)
  const told = { ...answer, told_at: harness.now.toISOString(), contact_stopped: true }
  expect(await timer()).toMatchObject({ ...told, is_untold: false })
  await checkBy(null)
  expect(await lettersTo(other.email)).toEqual([])
  const { notices } = (await harness.asPro.get('/api/notices')).body
  const title = 'Your safety contact does not want to be written to'
  expect(notices.filter((notice: { title: string }) => notice.title === title)).toHaveLength(2)
  expect(await findBroken(harness.server)).toEqual({})
})

test("“Don't contact me” holds for every professional, and only its button presses it", async () => {
  const { email, stopToken } = await withContact()
  harness.now = new Date('2026-11-20T16:00:00Z')
  const later = await requestBooking(harness.server, harness.client, harness.pro, {
    booking_date: '2026-12-02',
  })
  harness.now = START
  await checkBy(CHECK_BY)
  // A timer of another visit: one notice tells of both.
  await sql`insert into safety_timers (booking_id, check_by, state, created_at)
    select ${later}, check_by + interval '1 day', state, created_at from safety_timers where booking_id = ${harness.id}`.execute(
    harness.server.db,
  )
  expect(answerOf(await visitor(harness.server).get(`/api/safety/${stopToken}`))).toBe(
    '404 not_found',
  )
  expect((await harness.asPro.get(contactPath())).body.contact.email).toBe(email)
  const stop = (token: string) => visitor(harness.server).post(`/api/safety-stop/${token}`)
  expect(answerOf(await stop('none'))).toBe('404 not_found')
  for (const _ of [1, 2]) expect((await stop(stopToken)).body).toEqual({ stopped: true })

  expect((await harness.asPro.get(contactPath())).body).toEqual({ contact: null })
  expect((await timer()).check_by).toBeNull()
  const declined = '409 safety_contact_declined'
  expect(answerOf(await saveContact(email))).toBe(declined)
  const other = await buildProfessional(harness.server)
  const asOther = await as(harness.server, other)
  expect(answerOf(await saveContact(email.toUpperCase(), {}, asOther, other))).toBe(declined)
  expect((await asOther.get(contactPath(other))).body.contact).toBeNull()
  expect(await lettersTo(email)).toEqual([])
  const { notices } = (await harness.asPro.get('/api/notices')).body
  expect(notices[0]).toMatchObject({
    title: 'Your safety contact does not want to be written to',
    href: '/settings/safety',
  })
  expect(notices[1]?.title).not.toBe(notices[0].title)

  // The next contact declines too, while the visit has a timer to the same moment again.
  harness.now = after(1)
  const next = await withContact()
  await checkBy(CHECK_BY)
  harness.now = after(2)
  await stop(next.stopToken)
  await runDueJobs(harness.server.context)
  const both = (await harness.asPro.get('/api/notices')).body.notices.slice(0, 2)
  expect(both.map(({ title }: { title: string }) => title)).toEqual([
    notices[0].title,
    notices[0].title,
  ])
})
