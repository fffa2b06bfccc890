// rule: factor-removal
import PostalMime from 'postal-mime'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { JOBS } from '#server/jobs.ts'
import { visitor } from '#server/test/call.ts'
import {
  attemptOf,
  codeAt,
  eventKindsOf,
  factorUser,
  login,
  secondFactor,
  withTotp,
} from '#server/test/harness/factors-harness.ts'
import type { FactorUser } from '#server/test/harness/factors-harness.ts'
import { tokenOfLink } from '#server/test/builders/letter-tokens.ts'
import { testServer } from '#server/test/server.ts'
import type { TestServer } from '#server/test/server.ts'
import { queuedJobs } from '#server/test/queue.ts'
import {
  finishFactorRemovals,
  removeSecondFactorByOperator,
  sendFactorRemovalLetter,
} from './factor-removal.ts'

const HOUR_MS = 3_600_000

let now = new Date('2026-12-01T12:00:00Z')
let server: TestServer
beforeAll(async () => {
  server = await testServer({}, { now: () => now })
})
afterAll(() => server.close())
beforeEach(() => later(60_000))

const later = (ms: number) => {
  now = new Date(now.getTime() + ms)
}
const ask = ({ id }: { id: string }) =>
  server.db.transaction().execute((tx) => removeSecondFactorByOperator(tx, { userId: id, at: now }))
const notMe = (token: string) => visitor(server).post('/api/auth/not-me', { token })

/** An account with codes of an app whose removal an operator asked for. */
async function withRemoval(facts = {}) {
  const user = await factorUser(server, facts)
  const { secret } = await withTotp(server, user)
  later(60_000)
  const { dueAt } = await ask(user)
  return { user, secret, dueAt }
}

/** The letters of an account's removal, oldest first. */
async function lettersOf({ id }: FactorUser) {
  const jobs = await queuedJobs(server.db, 'send-factor-removal-letter')
  const removals = await server.db
    .selectFrom('factor_removals')
    .select('id')
    .where('user_id', '=', id)
    .execute()
  const letters = jobs.map(({ payload }) => payload)
  return letters.filter(({ removal_id }) => removals.some((one) => one.id === removal_id))
}
const tellingsOf = async (user: FactorUser) => (await lettersOf(user)).map(({ about }) => about)

/** Sends the account's newest letter, as the job does. */
async function sendNewest(user: FactorUser) {
  await sendFactorRemovalLetter(server.context, (await lettersOf(user)).at(-1)!)
  return PostalMime.parse((await server.letters()).at(-1)!)
}

const methodsOf = async (user: FactorUser): Promise<unknown> => {
  const { status, body } = await login(server, user)
  return status === 200 ? 'password' : body.second_factor.methods
}

test('a removal takes effect after 72 hours, with letters at 0, 24 and 72', async () => {
  const { user, dueAt } = await withRemoval()
  expect(dueAt).toEqual(new Date(now.getTime() + 72 * HOUR_MS))
  await expect(ask(user)).rejects.toMatchObject({ code: 'already_so' })
  expect(await tellingsOf(user)).toEqual(['asked'])
  const asked = await sendNewest(user)
  expect([asked.to?.[0]?.address, asked.subject]).toEqual([
    user.email,
    'Your passkeys and codes will be removed',
  ])
  expect(asked.text).toContain('Keep it')

  later(24 * HOUR_MS - 1)
  await finishFactorRemovals(server.context)
  expect(await tellingsOf(user)).toEqual(['asked'])
  later(1)
  for (let run = 0; run < 2; run++) await JOBS['finish-factor-removals'](server.context, {})
  expect(await tellingsOf(user)).toEqual(['asked', 'reminder'])

  later(48 * HOUR_MS - 1)
  await finishFactorRemovals(server.context)
  expect(await methodsOf(user)).toEqual(['totp', 'recovery_code'])
  later(1)
  for (let run = 0; run < 2; run++) await finishFactorRemovals(server.context)
  expect(await tellingsOf(user)).toEqual(['asked', 'reminder', 'removed'])
  expect((await sendNewest(user)).text).toContain('/settings/security')
  expect(await methodsOf(user)).toBe('password')
  expect(await eventKindsOf(server, user)).toContain('factor_removed')
  const codes = server.db.selectFrom('recovery_codes').where('user_id', '=', user.id).selectAll()
  expect(await codes.execute()).toEqual([])
})

test.each([
  ['en', 'Keep it'],
  ['pt', 'Manter'],
  ['es', 'Conservarlos'],
])("the letter's link stops it, once (%s)", async (language, button) => {
  const { user } = await withRemoval({ language })
  const { text = '' } = await sendNewest(user)
  expect(text).toContain(button)
  const token = tokenOfLink(text, 'not-me')
  expect(token).toMatch(/^keep-/)
  const kept = await notMe(token)
  expect([kept.status, kept.body]).toEqual([200, { message: 'Nothing will be removed.' }])
  expect((await notMe(token)).body.code).toBe('invalid_verification_token')
  later(72 * HOUR_MS)
  await finishFactorRemovals(server.context)
  expect(await methodsOf(user)).toEqual(['totp', 'recovery_code'])
  expect(await tellingsOf(user)).toEqual(['asked'])
  // It ends no session, and can be asked for again.
  expect((await visitor(server).get('/api/auth/me', { cookie: user.cookie })).status).toBe(200)
  await ask(user)
})

test('a complete sign-in stops it, the password alone does not', async () => {
  const { user, secret } = await withRemoval()
  const attempt = await attemptOf(server, user)
  expect((await removalOf(user)).outcome).toBeNull()
  await secondFactor(server, { attempt, code: codeAt(secret, now) })
  expect((await removalOf(user)).outcome).toBe('signed_in')
  const before = (await server.letters()).length
  await sendFactorRemovalLetter(server.context, (await lettersOf(user))[0]!)
  expect((await server.letters()).length).toBe(before)
  later(72 * HOUR_MS)
  await finishFactorRemovals(server.context)
  expect(await methodsOf(user)).toEqual(['totp', 'recovery_code'])
})

test('an account without a factor, or none at all, has nothing to remove', async () => {
  const user = await factorUser(server)
  const nobody = { id: '00000000-0000-7000-8000-000000000000' }
  for (const person of [user, nobody])
    await expect(ask(person)).rejects.toMatchObject({ code: 'not_found' })
  expect(await lettersOf(user)).toEqual([])
  const unknown = await notMe('keep-nothing')
  expect([unknown.status, unknown.body.code]).toEqual([400, 'invalid_verification_token'])
})

const removalOf = ({ id }: FactorUser) =>
  server.db
    .selectFrom('factor_removals')
    .where('user_id', '=', id)
    .selectAll()
    .executeTakeFirstOrThrow()
