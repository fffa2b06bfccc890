// rule: passkeys
import { afterAll, beforeAll, expect, test } from 'vitest'
import { CURRENT_PASSWORD_HEADER } from '#contract/browser-names.ts'
import { PASSWORD } from '#server/test/builders/account.ts'
import { Authenticator } from '#server/test/builders/authenticator.ts'
import { visitor } from '#server/test/call.ts'
import {
  confirmed,
  eventKindsOf,
  factorLettersOf,
  factorUser,
  withTotp,
} from '#server/test/harness/factors-harness.ts'
import type { FactorUser } from '#server/test/harness/factors-harness.ts'
import { addPasskey, passkeyCallsOf } from '#server/test/harness/passkey-harness.ts'
import { testServer } from '#server/test/server.ts'
import type { TestServer } from '#server/test/server.ts'

const MINUTE_MS = 60_000
const UNKNOWN_ID = '0198aaaa-0000-7000-8000-000000000000'

let now = new Date('2026-12-01T12:00:00Z')
let server: TestServer
beforeAll(async () => {
  server = await testServer({}, { now: () => now })
})
afterAll(() => server.close())

const later = (ms: number) => {
  now = new Date(now.getTime() + ms)
}
const calls = (user: FactorUser) => passkeyCallsOf(server, user)
const passkeyRows = () => server.db.selectFrom('passkeys').selectAll().orderBy('id').execute()

async function confirmedUser() {
  const user = await factorUser(server)
  await confirmed(server, user)
  return user
}

test('a passkey is discoverable, verifies its user, and is asked for no attestation', async () => {
  const user = await confirmedUser()
  const { options } = (await calls(user).options()).body
  expect(options).toMatchObject({
    rp: { id: 'localhost', name: 'Lustra' },
    user: { name: user.email, id: Buffer.from(user.id).toString('base64url') },
    attestation: 'none',
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    excludeCredentials: [],
  })
})

test('the first passkey gives recovery codes, the next one none, and each is told by a letter', async () => {
  const user = await confirmedUser()
  const first = await addPasskey(server, user, new Authenticator(), 'My phone')
  expect(first.status).toBe(200)
  expect(first.body.recovery_codes).toHaveLength(10)
  const { passkey } = first.body
  expect(passkey).toEqual({
    id: expect.any(String),
    name: 'My phone',
    created_at: now.toISOString(),
    last_used_at: null,
    synced: false,
  })
  const second = await addPasskey(server, user, new Authenticator(), 'My key')
  expect(Object.keys(second.body)).toEqual(['passkey'])
  const { body } = await calls(user).security()
  expect(body).toMatchObject({ passkeys_available: true, recovery_codes_left: 10, totp: false })
  expect(body.passkeys).toEqual([passkey, second.body.passkey])
  const { options } = (await calls(user).options()).body
  expect(options.excludeCredentials).toHaveLength(2)
  expect(await factorLettersOf(server, user)).toEqual(['passkey_added', 'passkey_added'])
  expect(await eventKindsOf(server, user)).toContain('factor_added')
})

test.each([
  ['of another origin', { origin: 'https://evil.test' }],
  ['without user verification', { verified: false }],
])('a passkey %s is refused', async (_what, damage) => {
  const user = await confirmedUser()
  const before = await passkeyRows()
  const { options } = (await calls(user).options()).body
  const response = new Authenticator().create(options, damage)
  const { status, body } = await calls(user).add({ name: 'x', response })
  expect([status, body]).toEqual([
    401,
    {
      code: 'passkey_refused',
      detail: 'This passkey could not be used here. Please try another way.',
    },
  ])
  expect(await passkeyRows()).toEqual(before)
})

test("a challenge works once, for five minutes, and not for another person's account", async () => {
  const [user, other] = [await confirmedUser(), await confirmedUser()]
  const made = async () => new Authenticator().create((await calls(user).options()).body.options)
  const foreign = await made()
  expect((await calls(other).add({ name: 'x', response: foreign })).body.code).toBe(
    'passkey_refused',
  )
  expect((await calls(user).add({ name: 'x', response: foreign })).status).toBe(200)
  expect((await calls(user).add({ name: 'x', response: foreign })).body.code).toBe(
    'passkey_refused',
  )
  const late = await made()
  later(5 * MINUTE_MS)
  expect((await calls(user).add({ name: 'x', response: late })).body.code).toBe('passkey_refused')
  expect((await calls(user).security()).body.passkeys).toHaveLength(1)
})

test('a passkey that an account has already is refused', async () => {
  const [user, other] = [await confirmedUser(), await confirmedUser()]
  const authenticator = new Authenticator()
  await addPasskey(server, user, authenticator)
  expect((await addPasskey(server, other, authenticator)).body.code).toBe('passkey_refused')
})

test.each([
  ['a name without letters', { name: ' ' }, 'invalid_input'],
  ['a name that is too long', { name: 'x'.repeat(61) }, 'invalid_input'],
  ['no answer of the browser', { name: 'x' }, 'passkey_refused'],
  [
    'an unreadable answer',
    { name: 'x', response: { id: 'x', response: { clientDataJSON: '!' } } },
    'passkey_refused',
  ],
])('adding with %s is refused', async (_what, facts, code) => {
  const user = await confirmedUser()
  const { options } = (await calls(user).options()).body
  const body = { response: new Authenticator().create(options), ...facts }
  if (facts.name === 'x' && !('response' in facts)) delete (body as { response?: unknown }).response
  expect((await calls(user).add(body)).body.code).toBe(code)
})

test('an account has ten passkeys at most, also when two are added at once', async () => {
  const user = await confirmedUser()
  for (let count = 0; count < 9; count++) await addPasskey(server, user, new Authenticator())
  const responses = []
  for (let count = 0; count < 2; count++) {
    const { options } = (await calls(user).options()).body
    responses.push(new Authenticator().create(options))
  }
  const answers = await Promise.all(
    responses.map((response) => calls(user).add({ name: 'tenth', response })),
  )
  const codes = answers
    .map(({ body }) => body.code ?? 'added')
    .toSorted((a, b) => a.localeCompare(b))
  expect(codes).toEqual(['added', 'too_many_passkeys'])
  expect((await calls(user).options()).body.code).toBe('too_many_passkeys')
})

test('a user renames and removes their passkey, and the last one takes the recovery codes with it', async () => {
  const user = await confirmedUser()
  const { id } = (await addPasskey(server, user, new Authenticator())).body.passkey
  const renamed = await calls(user).rename(id, ' My  tablet ')
  expect([renamed.status, renamed.body.passkey.name]).toEqual([200, 'My tablet'])
  expect((await calls(user).remove(id)).status).toBe(200)
  expect((await calls(user).remove(id)).status).toBe(404)
  expect((await calls(user).security()).body).toMatchObject({
    passkeys: [],
    recovery_codes_left: 0,
  })
  expect(await factorLettersOf(server, user)).toEqual(['passkey_added', 'passkey_removed'])
})

test('recovery codes stay while another factor is on', async () => {
  const user = await factorUser(server)
  await withTotp(server, user)
  const added = await addPasskey(server, user, new Authenticator())
  expect(added.body.recovery_codes).toBeUndefined()
  await calls(user).remove(added.body.passkey.id)
  expect((await calls(user).security()).body.recovery_codes_left).toBe(10)
})

test("another person's passkey cannot be seen, renamed or removed", async () => {
  const [user, other] = [await confirmedUser(), await confirmedUser()]
  const { id } = (await addPasskey(server, user, new Authenticator())).body.passkey
  const before = await passkeyRows()
  for (const unknown of [id, UNKNOWN_ID, 'x']) {
    expect((await calls(other).rename(unknown, 'mine')).status).toBe(404)
    expect((await calls(other).remove(unknown)).status).toBe(404)
  }
  const asOther = calls({ ...user, cookie: other.cookie })
  const asVisitor = calls({ ...user, cookie: '' })
  for (const call of ['options', 'security'] as const) {
    expect((await asOther[call]()).body.code).toBe('not_yours')
    expect((await asVisitor[call]()).body.code).toBe('not_signed_in')
  }
  expect((await asOther.remove(id)).body.code).toBe('not_yours')
  expect((await asVisitor.remove(id)).body.code).toBe('not_signed_in')
  expect(await passkeyRows()).toEqual(before)
})

// rule: confirmation
test('adding and removing need a confirmed session', async () => {
  const user = await confirmedUser()
  const { id } = (await addPasskey(server, user, new Authenticator())).body.passkey
  later(10 * MINUTE_MS)
  expect((await calls(user).options()).body.code).toBe('confirm_first')
  expect((await calls(user).remove(id)).body.code).toBe('confirm_first')
  expect((await calls(user).security()).body.passkeys).toHaveLength(1)
})

test('an address with an IP address has no passkeys', async () => {
  const local = await testServer({ PUBLIC_ORIGIN: 'http://127.0.0.1:3000' }, { now: () => now })
  try {
    const user = await factorUser(local)
    await confirmed(local, user)
    const { options, security } = passkeyCallsOf(local, user)
    const refused = await options()
    expect([refused.status, refused.body]).toEqual([
      409,
      { code: 'passkeys_unavailable', detail: 'Passkeys cannot be used at this address.' },
    ])
    expect((await security()).body.passkeys_available).toBe(false)
    const signIn = await visitor(local).post('/api/login/passkey/options')
    expect([signIn.status, signIn.body.code]).toEqual([409, 'passkeys_unavailable'])
  } finally {
    await local.close()
  }
})

// rule: account-export, account-deletion
test('the download has names and dates of passkeys, and the deletion of the account removes them', async () => {
  const user = await confirmedUser()
  await addPasskey(server, user, new Authenticator(), 'My phone')
  await calls(user).options()
  const headers = {
    cookie: user.cookie,
    [CURRENT_PASSWORD_HEADER]: encodeURIComponent(PASSWORD),
  }
  const { body } = await visitor(server).get(`/api/users/${user.id}/export`, headers)
  expect(body.passkeys).toEqual([
    { name: 'My phone', created_at: expect.any(String), last_used_at: null, synced: false },
  ])
  expect((await visitor(server).delete(`/api/users/${user.id}`, headers)).status).toBe(200)
  for (const table of ['passkeys', 'webauthn_challenges', 'recovery_codes'] as const) {
    const rows = await server.db
      .selectFrom(table)
      .select('user_id')
      .where('user_id', '=', user.id)
      .execute()
    expect(rows).toEqual([])
  }
})
