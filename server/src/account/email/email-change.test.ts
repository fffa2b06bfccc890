// rule: email-change
import PostalMime from 'postal-mime'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { meStatus, PASSWORD, registered } from '#server/test/builders/account.ts'
import { as, visitor } from '#server/test/call.ts'
import { buildClient, buildProfessional } from '#server/test/builders/build.ts'
import { askForEmail, codeOf, letterTo, tokenTo } from '#server/test/harness/email-harness.ts'
import { move, requestBooking } from '#server/test/builders/booking.ts'
import { confirmed, eventKindsOf, withTotp } from '#server/test/harness/factors-harness.ts'
import { tokenOfLink, visitTokens } from '#server/test/builders/letter-tokens.ts'
import { runDueJobs } from '#server/test/run-due-jobs.ts'
import { testServer } from '#server/test/server.ts'
import type { TestServer } from '#server/test/server.ts'

const HOUR_MS = 3_600_000

let now = new Date('2026-11-20T16:00:00Z')
let server: TestServer
beforeAll(async () => {
  server = await testServer({}, { now: () => now })
})
afterAll(() => server.close())

type Person = { id: string; email: string; cookie: string }

const ask = (person: Person, new_email: string) => askForEmail(server, person, new_email)
const verify = (token: string, headers = {}) =>
  visitor(server).post('/api/auth/verify-email', { token }, headers)
const notMe = (token: string) => visitor(server).post('/api/auth/not-me', { token })
const settingsOf = async ({ id, cookie }: Person) =>
  (await visitor(server).get(`/api/users/${id}/settings`, { cookie })).body
const emailOf = async ({ id }: { id: string }) =>
  server.db
    .selectFrom('users')
    .select(['email', 'email_verified_at'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
const signIn = (email: string) => visitor(server).post('/api/login', { email, password: PASSWORD })
const changes = () => server.db.selectFrom('email_changes').selectAll().execute()

test('the old address stays until the code of the new one is entered, and both are told', async () => {
  const ana = await registered(server)
  const other = (await signIn(ana.email)).headers['set-cookie']
  const elsewhere = /lustra_session=[^;]*/.exec(String(other))![0]
  const asked = await ask(ana, ' Ana.New@Example.com ')
  expect([asked.status, asked.body]).toEqual([
    200,
    { message: 'We sent a code to the new address.', pending_email: 'Ana.New@Example.com' },
  ])
  expect(await settingsOf(ana)).toMatchObject({
    email: ana.email,
    pending_email: 'Ana.New@Example.com',
  })
  await runDueJobs(server.context)
  const told = await letterTo(server, ana.email)
  expect(told.subject).toBe('Someone asked to change your email address')
  expect(told.text).toContain('A•••@Example.com')
  const proof = await letterTo(server, 'Ana.New@Example.com')
  expect([proof.subject, proof.text?.includes('Account: Ana.New@Example.com')]).toEqual([
    'Confirm your email address',
    true,
  ])
  const { cookie } = ana
  const entered = await visitor(server).post(
    '/api/auth/verify-email/code',
    { code: codeOf(proof) },
    { cookie },
  )
  expect([entered.status, entered.body]).toEqual([200, { email_verified: true, released: 0 }])
  expect(await settingsOf(ana)).toMatchObject({
    email: 'Ana.New@Example.com',
    email_verified: true,
    pending_email: null,
  })
  expect(await meStatus(server, elsewhere)).toBe(401)
  await runDueJobs(server.context)
  const subjects = [
    (await letterTo(server, ana.email)).subject,
    (await letterTo(server, 'Ana.New@Example.com')).subject,
  ]
  expect(subjects).toEqual(['Your email address was changed', 'This is your new email address'])
  expect((await eventKindsOf(server, ana)).slice(-5)).toEqual([
    'confirmed',
    'email_change_asked',
    'session_ended',
    'email_verified',
    'email_changed',
  ])
  expect([(await signIn(ana.email)).status, (await signIn('ana.new@example.com')).status]).toEqual([
    401, 200,
  ])
})

test('the link proves the new address without a session, in which the asking one goes on', async () => {
  const ana = await registered(server)
  await ask(ana, 'by-link@example.com')
  const token = await tokenTo(server, 'by-link@example.com', 'verify-email')
  const read = await visitor(server).post('/api/auth/verify-email/address', { token })
  expect(read.body).toEqual({ email: 'by-link@example.com' })
  const stranger = await visitor(server).post('/api/auth/verify-email/address', { token: 'none' })
  expect([stranger.status, stranger.body.code]).toEqual([400, 'invalid_verification_token'])
  for (let time = 1; time <= 2; time++)
    expect((await verify(token)).body).toEqual({ email_verified: true, released: 0 })
  expect([(await emailOf(ana)).email, await meStatus(server, ana.cookie)]).toEqual([
    'by-link@example.com',
    200,
  ])
})

test('who asks for the address of another account gets the same answer, and its owner a letter', async () => {
  const [ana, owner] = [await registered(server), await registered(server)]
  const taken = await ask(ana, owner.email.toUpperCase())
  expect(taken.body).toEqual({
    message: 'We sent a code to the new address.',
    pending_email: owner.email.toUpperCase(),
  })
  await runDueJobs(server.context)
  const letter = await letterTo(server, owner.email)
  expect(letter.subject).toBe('Someone tried to use your email address')
  expect(letter.text).not.toMatch(/verify-email|not-me|\b\d{6}\b/)
  expect((await letterTo(server, ana.email)).subject).toBe(
    'Someone asked to change your email address',
  )
})

test('of two who prove one address at once, the later gets email_taken and keeps theirs', async () => {
  const people = [await registered(server), await registered(server)]
  const tokens: string[] = []
  for (const person of people) {
    await ask(person, 'both@example.com')
    tokens.push(await tokenTo(server, 'both@example.com', 'verify-email'))
  }
  const answers = await Promise.all(tokens.map((token) => verify(token)))
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  const loser = answers.findIndex(({ status }) => status === 409)
  expect(answers[loser]?.body.code).toBe('email_taken')
  expect((await emailOf(people[loser]!)).email).toBe(people[loser]!.email)
  expect(await eventKindsOf(server, people[loser]!)).not.toContain('email_changed')
  expect((await verify(tokens[loser]!)).status).toBe(409)
})

test('a newer request and a withdrawal end the code and the link of an earlier one', async () => {
  const ana = await registered(server)
  await ask(ana, 'first@example.com')
  const first = await tokenTo(server, 'first@example.com', 'verify-email')
  await ask(ana, 'second@example.com')
  const second = await tokenTo(server, 'second@example.com', 'verify-email')
  expect((await verify(first)).status).toBe(400)
  const { cookie } = ana
  for (let time = 1; time <= 2; time++) {
    const gone = await visitor(server).delete(`/api/users/${ana.id}/email`, { cookie })
    expect([gone.status, gone.body]).toEqual([200, { pending_email: null }])
  }
  expect((await verify(second)).status).toBe(400)
  expect(await settingsOf(ana)).toMatchObject({ email: ana.email, pending_email: null })
})

test('a new letter goes to the new address, which can be proved for 72 hours', async () => {
  const ana = await registered(server)
  await ask(ana, 'slow@example.com')
  now = new Date(+now + 72 * HOUR_MS - 1)
  const { cookie } = ana
  const again = () =>
    visitor(server).post(`/api/users/${ana.id}/email-verification`, {}, { cookie })
  expect((await again()).body).toMatchObject({ sent: true })
  const token = await tokenTo(server, 'slow@example.com', 'verify-email')
  now = new Date(+now + 1)
  expect((await settingsOf(ana)).pending_email).toBeNull()
  const late = await verify(token)
  expect([late.status, late.body.code]).toEqual([400, 'invalid_verification_token'])
  expect((await emailOf(ana)).email).toBe(ana.email)
})

test('the link to the old address takes the change back, with sessions and factors, once', async () => {
  const ana = await registered(server)
  await ask(ana, 'thief@example.com')
  await verify(await tokenTo(server, 'thief@example.com', 'verify-email'))
  await runDueJobs(server.context)
  now = new Date(+now + HOUR_MS)
  await withTotp(server, ana)
  const again = { new_email: 'thief-2@example.com' }
  await visitor(server).post(`/api/users/${ana.id}/email`, again, { cookie: ana.cookie })
  await runDueJobs(server.context)
  const { text = '' } = await letterTo(server, ana.email)
  const token = tokenOfLink(text, 'not-me')
  expect(token).toMatch(/^email-/)
  now = new Date(+now + 71 * HOUR_MS - 1)
  const answers = await Promise.all([notMe(token), notMe(token)])
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400])
  expect(answers.find(({ status }) => status === 200)?.body).toEqual({
    message: 'Your address is r•••@example.com again. Every device is signed out.',
    address: 'r•••@example.com',
  })
  expect(await emailOf(ana)).toEqual({ email: ana.email, email_verified_at: now })
  expect(await meStatus(server, ana.cookie)).toBe(401)
  expect((await signIn(ana.email)).status).toBe(200)
  await runDueJobs(server.context)
  const letters = await Promise.all((await server.letters()).map((raw) => PostalMime.parse(raw)))
  const reset = letters.findLast(({ subject }) => subject === 'Set a new password')
  expect(reset?.to?.[0]?.address).toBe(ana.email)
  expect(await eventKindsOf(server, ana)).toEqual(
    expect.arrayContaining(['factor_removed', 'session_ended', 'email_change_undone']),
  )
  const states = (await changes()).filter(({ user_id }) => user_id === ana.id)
  expect(states.map(({ state }) => state)).toEqual(['undone', 'undone'])
})

test('links of letters that went to a stranger open nothing once the change is taken back', async () => {
  const ana = await registered(server)
  const grace = await buildProfessional(server)
  const id = await requestBooking(server, ana, grace)
  await move(server, grace, id, 'accepted')
  await ask(ana, 'reads-letters@example.com')
  await verify(await tokenTo(server, 'reads-letters@example.com', 'verify-email'))
  const later = { booking_date: '2026-12-10', booking_time: '14:00' }
  await (await as(server, grace)).post(`/api/bookings/${id}/proposals`, later)
  await runDueJobs(server.context)
  await runDueJobs(server.context)
  const [link = ''] = visitTokens((await letterTo(server, 'reads-letters@example.com')).text ?? '')
  const open = () => visitor(server).get(`/api/visit-links/${link}`)
  expect((await open()).status).toBe(200)
  const { text = '' } = await letterTo(server, ana.email)
  expect((await notMe(tokenOfLink(text, 'not-me'))).status).toBe(200)
  expect((await open()).body.code).toBe('answer_link_ended')
})

test('the link of a change that was only asked for ends it, for 72 hours', async () => {
  const [ana, late] = [await registered(server), await registered(server)]
  const tokens: string[] = []
  for (const person of [ana, late]) {
    await ask(person, `never-${person.email}`)
    tokens.push(await tokenTo(server, person.email, 'not-me'))
  }
  const { body } = await notMe(tokens[0]!)
  expect(body.address).toBe('r•••@example.com')
  expect([(await emailOf(ana)).email, await meStatus(server, ana.cookie)]).toEqual([ana.email, 401])
  now = new Date(+now + 72 * HOUR_MS)
  const refused = await notMe(tokens[1]!)
  expect([refused.status, refused.body.code]).toEqual([400, 'invalid_verification_token'])
  expect(await meStatus(server, late.cookie)).toBe(200)
  expect(JSON.stringify(await changes())).not.toContain(tokens[1]!)
})

test('nobody else takes an address while its owner may get it back', async () => {
  const [ana, other] = [await registered(server), await registered(server)]
  await ask(ana, 'moved@example.com')
  await verify(await tokenTo(server, 'moved@example.com', 'verify-email'))
  const join = () =>
    visitor(server).post('/api/auth/register', {
      first_name: 'Eve',
      last_name: 'Jones',
      email: ana.email,
      phone: '512-555-0100',
      password: PASSWORD,
    })
  const refused = await join()
  expect([refused.status, refused.body.code]).toEqual([409, 'email_taken'])
  await ask(other, ana.email)
  const token = await tokenTo(server, ana.email, 'verify-email')
  expect((await verify(token)).body.code).toBe('email_taken')
  expect((await emailOf(other)).email).toBe(other.email)
  now = new Date(+now + 72 * HOUR_MS)
  expect((await join()).status).toBe(200)
})

test('only the owner asks and withdraws, confirmed, with an address, three times a day', async () => {
  const strict = await testServer({ RATE_LIMIT_SCALE: '1' }, { now: () => now })
  try {
    const ana = await registered(strict)
    const path = `/api/users/${ana.id}/email`
    const body = { new_email: 'strict@example.com' }
    const others = [await buildClient(strict), await buildProfessional(strict)]
    for (const { id } of others) {
      const caller = await as(strict, { id })
      const answers = [await caller.post(path, body), await caller.delete(path)]
      expect(answers.map((answer) => answer.body.code)).toEqual(['not_yours', 'not_yours'])
    }
    const nobody = [await visitor(strict).post(path, body), await visitor(strict).delete(path)]
    expect(nobody.map(({ status }) => status)).toEqual([401, 401])
    const mine = (email: unknown) =>
      visitor(strict).post(path, { new_email: email }, { cookie: ana.cookie })
    expect((await mine(body.new_email)).body.code).toBe('confirm_first')
    await confirmed(strict, ana)
    for (const wrong of ['', 'no address', undefined, 7, `${'a'.repeat(300)}@example.com`])
      expect([(await mine(wrong)).status, (await mine(wrong)).body.code]).toEqual([
        422,
        'email_invalid',
      ])
    expect(await strict.db.selectFrom('email_changes').select('id').execute()).toEqual([])
    const statuses: number[] = []
    for (let time = 1; time <= 4; time++) statuses.push((await mine(body.new_email)).status)
    expect(statuses).toEqual([200, 200, 200, 429])
    await strict.db
      .updateTable('sessions')
      .set({ confirmed_until: new Date(+now) })
      .where('user_id', '=', ana.id)
      .execute()
    expect((await mine(body.new_email)).body.code).toBe('confirm_first')
  } finally {
    await strict.close()
  }
})
