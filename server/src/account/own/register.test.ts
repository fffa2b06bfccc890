// rule: registration
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { registered } from '#server/test/builders/account.ts'
import { testServer } from '#server/test/server.ts'
import type { TestServer } from '#server/test/server.ts'
import { visitor } from '#server/test/call.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.close())

const ana = {
  first_name: 'Ana',
  last_name: 'Souza',
  email: 'ana@example.com',
  phone: '512-555-0100',
  password: 'polished floors 7',
  role: 'client',
}
const registerAs = (facts: object, headers = {}, path = '/api/auth/register') =>
  visitor(server).post(path, { ...ana, ...facts }, headers)
const people = async () => (await server.db.selectFrom('users').select('id').execute()).length

test('registration returns the seven user fields and signs the user in', async () => {
  const answer = await registerAs({})
  expect(answer.status).toBe(200)
  expect(Object.keys(answer.body)).toEqual([
    'id',
    'first_name',
    'last_name',
    'email',
    'phone',
    'role',
    'email_verified',
  ])
  const cookie = String([answer.headers['set-cookie']].flat()[0])
  expect(cookie).toMatch(
    /^lustra_session=[\w-]{43}; Max-Age=7776000; Path=\/; HttpOnly; SameSite=Lax$/,
  )
  const me = await visitor(server).get('/api/auth/me', { cookie: cookie.split(';')[0] ?? '' })
  expect(me.body).toEqual(answer.body)
})

test('a user has names, email, phone and a role, which is client or professional', async () => {
  const facts = { first_name: 'Ana', last_name: 'Souza', phone: '512-555-0100' }
  for (const role of ['client', 'professional']) {
    const email = `ana-${role}@example.com`
    const { status, body } = await visitor(server).post('/api/auth/register', {
      ...facts,
      email,
      role,
      password: 'polished floors 7',
    })
    expect(status).toBe(200)
    expect(body).toEqual({ id: expect.any(String), ...facts, email, role, email_verified: false })
  }
})

test('both paths are the same registration, as JSON and as a form', async () => {
  const form = (path: string, email: string) =>
    server.app.inject({
      method: 'POST',
      url: path,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams({ ...ana, email }).toString(),
    })
  const json = await registerAs({ email: 'p1@example.com' }, {}, '/api/register')
  const answers = [
    await form('/api/register', 'p2@example.com'),
    await form('/api/auth/register', 'p3@example.com'),
  ]
  for (const answer of answers) {
    const { id, email, ...rest } = answer.json()
    expect(id).not.toBe(json.body.id)
    expect({ ...rest, email }).toMatchObject({ first_name: 'Ana', role: 'client' })
    expect(Object.keys(answer.json())).toEqual(Object.keys(json.body))
  }
  const empty = [
    await visitor(server).post('/api/register', {}),
    await visitor(server).post('/api/auth/register', {}),
  ]
  expect(empty[0]?.body).toEqual(empty[1]?.body)
})

// rule: text-input
test('a first name of several lines is stored as one line, and the database accepts no other', async () => {
  const { id } = await registered(server, {
    first_name: 'Ana\n\nYour payout is blocked.\u2028Confirm at',
    last_name: '\u202ESouza\r\n',
    phone: '512-555\n0100',
  })
  const saved = await server.db
    .selectFrom('users')
    .where('id', '=', id)
    .select(['first_name', 'last_name', 'phone'])
    .executeTakeFirstOrThrow()
  expect(saved).toEqual({
    first_name: 'Ana Your payout is blocked. Confirm at',
    last_name: 'Souza',
    phone: '512-555 0100',
  })
  for (const lines of ['Ana\nSouza', 'Ana\u2028Souza', 'Ana\u0085Souza']) {
    const change = server.db.updateTable('users').set({ first_name: lines }).where('id', '=', id)
    await expect(change.execute()).rejects.toThrow('users_names_one_line')
  }
})

/** Names of things, ids, or copies from a table that has the check. */
const WITHOUT_CHECK = [
  'booking_lines.name',
  'cities.name',
  'home_rooms.name',
  'migrations.name',
  'offer_extras.name',
  'provider_tasks.subject',
  'safety_timers.address',
  'safety_timers.contact_name',
  'unused_files.name',
  'zips.city',
]

// rule: text-input
test('the database accepts no name and no address of several lines', async () => {
  const { rows } = await sql<{ name: string }>`
    select attrelid::regclass || '.' || attname as name from pg_attribute
    join pg_class on pg_class.oid = attrelid
    where relkind = 'r' and relnamespace = 'public'::regnamespace and atttypid = 'text'::regtype
      and attname ~ '^((first_|last_|full_|business_|contact_)?name|phone|address|city|insurer|subject)$'
      and not exists (
        select from pg_constraint
        where conrelid = attrelid and attnum = any(conkey) and conname like '%_one_line')
    order by 1`.execute(server.db)
  expect(rows.map(({ name }) => name)).toEqual(WITHOUT_CHECK)
})

test('an email has one account in any letter case, also when two registrations arrive at once', async () => {
  const before = await people()
  const race = await Promise.all(
    ['Race@example.com', 'race@example.com', 'RACE@EXAMPLE.COM'].map((email) =>
      registerAs({ email }),
    ),
  )
  expect(race.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409])
  expect(race.find(({ status }) => status === 409)?.body).toEqual({
    detail: 'An account with this email already exists.',
    code: 'email_taken',
  })
  expect(race.filter(({ headers }) => headers['set-cookie'])).toHaveLength(1)
  expect(await people()).toBe(before + 1)
})

// rule: registration, password-rules
test('invalid input answers a list of problems, and nothing is written', async () => {
  const before = await people()
  const short = await registerAs({ email: 'short@example.com', password: '1234567' })
  expect(short.status).toBe(422)
  expect(short.body).toEqual({
    code: 'invalid_input',
    detail: [
      {
        msg: 'Password must be at least 8 characters long.',
        loc: ['body', 'password'],
        type: 'password_too_short',
      },
    ],
  })
  const common = await registerAs({ email: 'common@example.com', password: 'Sunshine1' })
  expect(common.status).toBe(422)
  expect(common.body.detail[0]).toMatchObject({ type: 'password_too_common' })
  const empty = await visitor(server).post('/api/register', {})
  expect(empty.body.detail.map((fieldProblem: { type: string }) => fieldProblem.type)).toEqual([
    'first_name_required',
    'last_name_required',
    'email_invalid',
    'phone_required',
    'password_required',
  ])
  for (const wrong of [
    { email: 'not an email' },
    { email: 'nul\0@example.com' },
    { role: 'operator' },
    { phone: 'call me' },
    { password: 'x'.repeat(201) },
    { first_name: ' \u0000 ' },
  ]) {
    const answer = await registerAs({ email: 'wrong@example.com', ...wrong })
    expect([wrong, answer.status]).toEqual([wrong, 422])
    expect(answer.headers['set-cookie']).toBeUndefined()
  }
  expect(await people()).toBe(before)
})

// rule: text-input
test.each([
  ['a&b@example.com', '512-555-0100 ext. 12'],
  ['sales/office@example.com', '+1 512 555 0100;ext=12'],
  ['x=y@example.com', '512.555.0100#12'],
  ['#1@example.com', 'tel:+15125550100'],
  ['wow!@example.com', '512‑555–0100'],
  ['someone@example.xn--p1ai', '512/555-0100, 12'],
])('%s with %s registers, and the user reads both as they were written', async (email, phone) => {
  expect((await registerAs({ email, phone })).body).toMatchObject({ email, phone })
})

// rule: password-rules
test('a password is used exactly as typed, with its spaces', async () => {
  await registerAs({ email: 'spaces@example.com', password: '  açaí e mel  ' })
  const login = (password: string) =>
    visitor(server).post('/api/login', { email: 'spaces@example.com', password })
  expect((await login('açaí e mel')).status).toBe(401)
  expect((await login('  açaí e mel  ')).status).toBe(200)
})

test('a second registration in one browser ends its previous session', async () => {
  const first = await registerAs({ email: 'first@example.com' })
  const cookie = String(first.headers['set-cookie']).split(';')[0] ?? ''
  expect((await registerAs({ email: 'first@example.com' }, { cookie })).status).toBe(409)
  expect((await visitor(server).get('/api/auth/me', { cookie })).status).toBe(200)
  expect((await registerAs({ email: 'second@example.com' }, { cookie })).status).toBe(200)
  expect((await visitor(server).get('/api/auth/me', { cookie })).status).toBe(401)
})

// rule: language-choice
test('an account has the requested language, or else the browser’s', async () => {
  const languageOf = async (email: string) =>
    (await server.db.selectFrom('users').where('email', '=', email).select('language').execute())[0]
      ?.language
  await registerAs({ email: 'es@example.com', language: 'es' }, { 'accept-language': 'pt-BR' })
  await registerAs(
    { email: 'pt@example.com' },
    { 'accept-language': 'fr-FR, en;q=0.5, pt-BR;q=0.9' },
  )
  await registerAs({ email: 'en@example.com' }, { 'accept-language': 'fr' })
  expect(await languageOf('es@example.com')).toBe('es')
  expect(await languageOf('pt@example.com')).toBe('pt')
  expect(await languageOf('en@example.com')).toBe('en')
})

// rule: password-rules
test('a password is stored only as a hash', async () => {
  const { password_hash } = await server.db
    .selectFrom('users')
    .select('password_hash')
    .limit(1)
    .executeTakeFirstOrThrow()
  expect(password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
})
