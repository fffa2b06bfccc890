// rule: security-events
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { CURRENT_PASSWORD_HEADER } from '#contract/browser-names.ts'
import { cookieOf, PASSWORD, provedUser, registered } from '#server/test/builders/account.ts'
import { buildClient, buildProfessional } from '#server/test/builders/build.ts'
import { consumeRateLimit } from '#server/http/limits/rate-limits.ts'
import type { RateLimit } from '#server/http/limits/rate-limits.ts'
import { requestBooking } from '#server/test/builders/booking.ts'
import { as, signedIn, visitor } from '#server/test/call.ts'
import { tokenOfNewestLetter } from '#server/test/builders/letter-tokens.ts'
import { endSessions } from '#server/test/builders/operators.ts'
import { testServer } from '#server/test/server.ts'
import type { TestServer } from '#server/test/server.ts'
import { sendResetMail } from '#server/account/email/password-reset.ts'
import { operatorSecurityLog } from './security-events.ts'
import { hashOf } from './sessions.ts'
import { sendSignInLetter } from './sign-in-letter.ts'

const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 19_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.1 Mobile/15E148 Safari/604.1'
const TYPED = { [CURRENT_PASSWORD_HEADER]: encodeURIComponent(PASSWORD) }
const WRONG = 'something else'

const now = new Date('2026-12-01T12:00:00Z')
let server: TestServer
beforeAll(async () => {
  server = await testServer({}, { now: () => now })
})
afterAll(() => server.close())

const login = (email: string, password = PASSWORD, headers = {}, on = server) =>
  visitor(on).post('/api/login', { email, password }, headers)
const pathOf = ({ id }: { id: string }) => `/api/users/${id}/security-events`

async function rowsOf({ id }: { id: string }, { db } = server) {
  const rows = db.selectFrom('security_events').where('user_id', '=', id).selectAll()
  return rows.orderBy('id').execute()
}
async function kindsOf(person: { id: string }, on = server): Promise<string[]> {
  return (await rowsOf(person, on)).map(({ kind }) => kind)
}

/** Adds events of an account like its newest one, as many requests would. */
async function repeatNewest(person: { id: string }, times: number, kind: string, { db } = server) {
  await sql`
    insert into security_events (at, kind, user_id, known_device, network_tag, request_id)
    select newest.* from generate_series(1, ${times}::int), (
      select at, ${kind}::text, user_id, known_device, network_tag, request_id
      from security_events where user_id = ${person.id} order by id desc limit 1) as newest`.execute(
    db,
  )
}

test('a user reads what happened to their account: newest first, with device, and no network address', async () => {
  const ana = await registered(server)
  const from = { 'x-forwarded-for': '203.0.113.77', 'user-agent': IPHONE }
  await login(ana.email, WRONG, from)
  const cookie = cookieOf(await login(ana.email, PASSWORD, from))
  const { status, body } = await visitor(server).get(pathOf(ana), { cookie })
  expect(status).toBe(200)
  const onPhone = {
    browser: 'Safari',
    system: 'iPhone',
    known_device: false,
    by_operator: false,
  }
  expect(body).toEqual({
    events: [
      { id: expect.any(String), kind: 'new_device', at: now.toISOString(), ...onPhone },
      { id: expect.any(String), kind: 'sign_in', at: now.toISOString(), ...onPhone },
      { id: expect.any(String), kind: 'sign_in_refused', at: now.toISOString(), ...onPhone },
      expect.objectContaining({ kind: 'sign_in', browser: null, system: null }),
    ],
    has_more: false,
  })
  const rows = await rowsOf(ana)
  expect(JSON.stringify(rows)).not.toContain('203.0.113')
  expect(rows[1]!.network_tag).toMatch(/^n-[0-9a-f]{6}$/)
  expect(rows[1]!.network_tag).toBe(rows[2]!.network_tag)
  expect(rows[1]!.network_tag).not.toBe(rows[0]!.network_tag)
  expect(new Set(rows.map(({ request_id }) => request_id)).size).toBe(3)
})

test('nobody else reads them', async () => {
  const [ana, eve] = [await registered(server), await registered(server)]
  const foreign = await visitor(server).get(pathOf(ana), { cookie: eve.cookie })
  expect([foreign.status, foreign.body.code]).toEqual([403, 'not_yours'])
  expect((await visitor(server).get(pathOf(ana))).status).toBe(401)
  expect(await kindsOf(eve)).toEqual(['sign_in', 'refused'])
  expect(await kindsOf(ana)).toEqual(['sign_in'])
})

test('sign-in from a known device, sign-out here and offline, and the next sign-in of a browser are recorded', async () => {
  const ana = await registered(server)
  const device = /lustra_device=[\w-]+/.exec(ana.setCookie)![0]
  const second = cookieOf(await login(ana.email, PASSWORD, { cookie: `${ana.cookie}; ${device}` }))
  await visitor(server).post('/api/auth/logout', undefined, { cookie: second })
  await visitor(server).post('/api/auth/logout', undefined, { cookie: second })
  const third = cookieOf(await login(ana.email, PASSWORD, { cookie: device }))
  await visitor(server).get('/api/service-types', { cookie: `${third}; lustra_logged_out=1` })
  const rows = await rowsOf(ana)
  expect(rows.map(({ kind, known_device }) => [kind, known_device])).toEqual([
    ['sign_in', false],
    ['sign_out', true],
    ['sign_in', true],
    ['sign_out', false],
    ['sign_in', true],
    ['sign_out', false],
  ])
})

test('passwords and ended sessions are recorded, refused ones too', async () => {
  const ana = await registered(server)
  const { cookie } = ana
  const headers = { cookie, ...TYPED }
  const sessions = `/api/users/${ana.id}/sessions`
  const change = (current_password: string) =>
    visitor(server).post(
      '/api/auth/change-password',
      { current_password, new_password: 'clear windows 8' },
      { cookie },
    )
  await visitor(server).get(`/api/users/${ana.id}/export`, headers)
  await visitor(server).delete(sessions, { cookie, [CURRENT_PASSWORD_HEADER]: WRONG })
  await visitor(server).delete(`${sessions}/${ana.id}`, headers)
  await login(ana.email)
  const { body } = await visitor(server).get(sessions, { cookie })
  await visitor(server).delete(`${sessions}/${body.sessions[1].id}`, headers)
  expect((await change(WRONG)).status).toBe(403)
  expect((await change(PASSWORD)).status).toBe(200)
  await sendResetMail(server.context, { user_id: ana.id })
  const token = await tokenOfNewestLetter(server, 'reset-password')
  const reset = { token, new_password: PASSWORD }
  expect((await visitor(server).post('/api/auth/reset-password', reset)).status).toBe(200)
  const again = cookieOf(await login(ana.email))
  await visitor(server).delete(sessions, { cookie: again, ...TYPED })
  expect(await kindsOf(ana)).toEqual([
    'sign_in',
    'confirmed',
    'confirm_refused',
    'confirmed',
    'refused',
    'sign_in',
    'new_device',
    'confirmed',
    'session_ended',
    'confirm_refused',
    'password_changed',
    'email_verified',
    'session_ended',
    'password_reset',
    'sign_in',
    'new_device',
    'confirmed',
    'session_ended',
  ])
})

test('taking back a sign-in is recorded as the end of the sessions', async () => {
  const ana = await provedUser(server)
  await login(ana.email)
  const letters = server.db.selectFrom('sign_in_letters').where('user_id', '=', ana.id)
  const { id: letter_id } = await letters.select('id').executeTakeFirstOrThrow()
  await sendSignInLetter(server.context, { letter_id })
  const token = await tokenOfNewestLetter(server, 'not-me')
  await visitor(server).post('/api/auth/not-me', { token })
  await visitor(server).post('/api/auth/not-me', { token })
  expect(await kindsOf(ana)).toEqual(['sign_in', 'sign_in', 'new_device', 'session_ended'])
})

test('the end of the least used session by a twenty-first sign-in is recorded, and no other sign-in ends one', async () => {
  const ana = await registered(server)
  for (let count = 1; count < 19; count++) await signedIn(server, ana)
  await login(ana.email)
  expect(await kindsOf(ana)).toEqual(['sign_in', 'sign_in', 'new_device'])
  await login(ana.email, PASSWORD, { 'user-agent': IPHONE })
  expect((await kindsOf(ana)).slice(3)).toEqual(['sign_in', 'new_device', 'session_ended'])
  expect((await rowsOf(ana)).at(-1)).toMatchObject({ system: 'iPhone', user_id: ana.id })
})

test('a device is known in an event until it expires, to the millisecond', async () => {
  const ana = await registered(server)
  const device = /lustra_device=[\w-]+/.exec(ana.setCookie)![0]
  for (const left of [1, 0]) {
    await server.db
      .updateTable('known_devices')
      .set({ expires_at: new Date(+now + left) })
      .where('user_id', '=', ana.id)
      .execute()
    await login(ana.email, WRONG, { cookie: device })
  }
  const known = (await rowsOf(ana)).map(({ known_device }) => known_device)
  expect(known.slice(-2)).toEqual([true, false])
})

test('the end of sessions by an operator is recorded as theirs, and without a session nothing is', async () => {
  const ana = await registered(server)
  const why = { reason: 'A lost phone.', doneBy: 'olga' }
  const { context } = server
  expect(await endSessions(context, ana.id, why)).toBe(1)
  expect(await endSessions(context, ana.id, why)).toBe(0)
  const cookie = cookieOf(await login(ana.email))
  const { body } = await visitor(server).get(pathOf(ana), { cookie })
  expect(body.events.slice(2)).toEqual([
    {
      id: expect.any(String),
      kind: 'session_ended',
      at: now.toISOString(),
      browser: null,
      system: null,
      known_device: false,
      by_operator: true,
    },
    expect.objectContaining({ kind: 'sign_in', by_operator: false }),
  ])
  expect(await rowsOf(ana)).toMatchObject([
    {},
    { request_id: null, network_tag: null },
    { request_id: expect.any(String) },
    {},
  ])
})

test('the booking of another client is refused and recorded; a page that does not exist is not', async () => {
  const [owner, other] = [await buildClient(server), await buildClient(server)]
  const booking = await requestBooking(server, owner, await buildProfessional(server))
  const asOther = await as(server, other)
  expect((await asOther.get(`/api/bookings/${booking}`)).status).toBe(404)
  expect((await asOther.get('/api/public/professional/nobody-at-all')).status).toBe(404)
  expect(await kindsOf(other)).toEqual(['refused'])
  expect(await kindsOf(owner)).toEqual([])
})

test('of an email without an account only a keyed hash is kept, the same for each spelling', async () => {
  const email = 'Nobody.Knows@example.com'
  await login(email, WRONG)
  await login(email.toUpperCase(), WRONG)
  await login('somebody.else@example.com', WRONG)
  const rows = await server.db
    .selectFrom('security_events')
    .where('email_hash', 'is not', null)
    .selectAll()
    .execute()
  expect(rows.map(({ kind, user_id }) => [kind, user_id])).toEqual(
    Array.from({ length: 3 }, () => ['sign_in_refused', null]),
  )
  const [first, second, third] = rows.map(({ email_hash }) => email_hash!.toString('hex'))
  expect(first).toBe(second)
  expect(first).not.toBe(third)
  const { rows: plain } = await sql<{ hash: string }>`
    select encode(sha256(convert_to(lower(${email}), 'UTF8')), 'hex') as hash`.execute(server.db)
  expect(first).not.toBe(plain[0]!.hash)
  expect(JSON.stringify(rows).toLowerCase()).not.toContain('nobody.knows')
})

test('limits are recorded, of one network a hundred an hour of a kind', async () => {
  const strict = await testServer({ RATE_LIMIT_SCALE: '1' }, { now: () => now })
  try {
    const ana = await registered(strict)
    const guess = () => login(ana.email, WRONG, {}, strict)
    const use = async (kind: RateLimit, key: string) => {
      for (let time = 0; time < 10; time++) await consumeRateLimit(strict.context, kind, key)
    }
    await use('login_by_email_and_network', `${ana.email} 127.0.0.1`)
    await use('confirm_by_session', hashOf(ana.cookie.split('=')[1]!).toString('hex'))
    expect((await guess()).status).toBe(429)
    await repeatNewest(ana, 98, 'sign_in_limited', strict)
    for (let time = 0; time < 4; time++) expect((await guess()).status).toBe(429)
    const confirm = () =>
      visitor(strict).get(`/api/users/${ana.id}/export`, {
        cookie: ana.cookie,
        [CURRENT_PASSWORD_HEADER]: WRONG,
      })
    expect((await confirm()).status).toBe(429)
    for (let time = 0; time < 6; time++) {
      await visitor(strict).post('/api/auth/forgot-password', { email: ana.email })
    }
    expect(await kindsOf(ana, strict)).toEqual([
      'sign_in',
      ...Array(100).fill('sign_in_limited'),
      'limit',
      'limit',
      'limit',
    ])
    const visitors = async () => {
      const events = strict.db.selectFrom('security_events').where('user_id', 'is', null)
      return (await events.select('kind').execute()).map(({ kind }) => kind)
    }
    for (let time = 0; time < 22; time++) {
      await visitor(strict).post('/api/auth/not-me', { token: 'x' })
    }
    expect(await visitors()).toEqual(['limit', 'limit'])
    await visitor(strict).post(
      '/api/login',
      { email: ana.email, password: WRONG },
      { 'x-forwarded-for': '203.0.113.9' },
    )
    expect((await kindsOf(ana, strict)).at(-1)).toBe('sign_in_refused')
  } finally {
    await strict.close()
  }
})

test('the hundred of an hour are those of the last 60 minutes, to the millisecond', async () => {
  let at = now
  const strict = await testServer({ RATE_LIMIT_SCALE: '1' }, { now: () => at })
  const refuse = async () => (await visitor(strict).post('/api/auth/not-me', { token: 'x' })).status
  const countEvents = async () =>
    (await strict.db.selectFrom('security_events').select('id').execute()).length
  for (let time = 0; time < 20; time++) expect(await refuse()).toBe(400)
  for (let time = 0; time < 101; time++) expect(await refuse()).toBe(429)
  expect(await countEvents()).toBe(100)
  at = new Date(+now + 3_600_000 - 1)
  expect(await refuse()).toBe(429)
  expect(await countEvents()).toBe(100)
  at = new Date(+now + 3_600_000)
  expect(await refuse()).toBe(429)
  expect(await countEvents()).toBe(101)
  await strict.close()
})

test('refused requests at the same moment all leave their event, and no connection is missing', async () => {
  const ana = await registered(server)
  const answers = await Promise.all(
    Array.from({ length: 60 }, () =>
      visitor(server).delete(`/api/users/${ana.id}/sessions/${ana.id}`, {
        cookie: ana.cookie,
        ...TYPED,
      }),
    ),
  )
  expect(answers.every(({ status }) => status === 404)).toBe(true)
  const kinds = await kindsOf(ana)
  expect(kinds.filter((kind) => kind === 'confirmed')).toHaveLength(60)
  expect(kinds.filter((kind) => kind === 'refused')).toHaveLength(60)
})

test('the list has fifty events a page, and the next, if there is one, begins before the last of them', async () => {
  const ana = await registered(server)
  await repeatNewest(ana, 60, 'limit')
  const headers = { cookie: ana.cookie }
  const first = (await visitor(server).get(pathOf(ana), headers)).body
  expect([first.events.length, first.has_more]).toEqual([50, true])
  const before = first.events.at(-1).id
  const second = (await visitor(server).get(`${pathOf(ana)}?before=${before}`, headers)).body
  expect([second.events.length, second.has_more]).toEqual([11, false])
  const ids = [...first.events, ...second.events].map(({ id }) => BigInt(id))
  expect(ids).toEqual(ids.toSorted((one, other) => Number(other - one)))
  expect(new Set(ids).size).toBe(61)
  const exactly = (await visitor(server).get(`${pathOf(ana)}?before=${ids[10]}`, headers)).body
  expect([exactly.events.length, exactly.has_more]).toEqual([50, false])
  const wrong = await visitor(server).get(`${pathOf(ana)}?before=x`, headers)
  expect([wrong.status, wrong.body.code]).toEqual([422, 'invalid_input'])
})

test.for([
  ['client', 'get', '/api/homes/ID', 'home_not_found'],
  ['client', 'get', '/api/series/ID', 'series_not_found'],
  ['client', 'get', '/api/bookings/ID/visit', 'booking_not_found'],
  ['client', 'get', '/api/bookings/ID/agreement', 'booking_not_found'],
  ['client', 'get', '/api/problems/ID', 'not_found'],
  ['client', 'get', '/api/chat/pictures/ID', 'image_not_found'],
  ['client', 'put', '/api/bookings/ID/proposals/ID', 'proposal_not_found', { answer: 'accepted' }],
  ['professional', 'put', '/api/reviews/ID/answer', 'review_not_found', { text: 'Thanks.' }],
  ['professional', 'post', '/api/professional/busy/OWN/calendars/ID/read', 'calendar_not_found'],
] as const)('%s %s %s: %s is recorded', async ([role, method, path, code, body]) => {
  const person = role === 'client' ? await buildClient(server) : await buildProfessional(server)
  const caller = await as(server, person)
  const url = path.replaceAll('ID', randomUUID()).replace('OWN', person.id)
  const answer = await (method === 'get' ? caller.get(url) : caller[method](url, body ?? {}))
  expect([answer.body.code, await kindsOf(person)]).toEqual([code, ['refused']])
})

test('a public picture that is gone is not recorded', async () => {
  const client = await buildClient(server)
  const caller = await as(server, client)
  expect((await caller.get(`/api/uploads/${randomUUID()}.webp`)).status).toBe(404)
  expect(await kindsOf(client)).toEqual([])
})

// rule: security-events, log-lines
test('each event is also a line of the log, which is sent to another system', async () => {
  const client = await buildClient(server)
  const lines: object[] = []
  const log = pino({}, { write: (line: string) => void lines.push(JSON.parse(line) as object) })
  const event = { kind: 'restored', account: { id: client.id } } as const
  await operatorSecurityLog({ ...server.context, log })(server.db, event)
  expect(lines).toMatchObject([{ security: 'restored', account: client.id, network: null }])
})
