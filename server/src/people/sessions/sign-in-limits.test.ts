// rule: login-guesses, recovery-codes
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sendResetMail } from '#server/account/email/password-reset.ts'
import { PASSWORD, provedUser, registered } from '#server/test/builders/account.ts'
import { visitor } from '#server/test/call.ts'
import { factorLettersOf, factorUser, withTotp } from '#server/test/harness/factors-harness.ts'
import { tokenOfNewestLetter } from '#server/test/builders/letter-tokens.ts'
import { testServer } from '#server/test/server.ts'
import type { TestServer } from '#server/test/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer({ RATE_LIMIT_SCALE: '1' })
})
afterAll(() => server.close())

const login = (email: string, network = '2001:db8:1::1', password = PASSWORD) =>
  visitor(server).post('/api/login', { email, password }, { 'x-forwarded-for': network })
const sessionsOf = ({ id }: { id: string }) =>
  server.db.selectFrom('sessions').where('user_id', '=', id).select('session_id').execute()

test(
  'an account has thirty sign-ins an hour, and none more starts a session until a reset',
  { timeout: 120_000 },
  async () => {
    const ana = await provedUser(server)
    for (let at = 0; at < 30; at++) expect((await login(ana.email)).status).toBe(200)
    const before = await sessionsOf(ana)
    const refused = await login(ana.email, '2001:db8:2::1')
    expect([refused.status, refused.body.code]).toEqual([429, 'too_many_requests'])
    expect(refused.headers['set-cookie']).toBeUndefined()
    expect(await sessionsOf(ana)).toEqual(before)
    const letters = server.db.selectFrom('sign_in_letters').where('user_id', '=', ana.id)
    expect(await letters.select('id').execute()).toHaveLength(1)
    await sendResetMail(server.context, { user_id: ana.id })
    const token = await tokenOfNewestLetter(server, 'reset-password')
    const reset = { token, new_password: 'clear windows 8' }
    expect((await visitor(server).post('/api/auth/reset-password', reset)).status).toBe(200)
    expect((await login(ana.email, '2001:db8:2::1', reset.new_password)).status).toBe(200)
  },
)

test('a wrong password counts as no sign-in', { timeout: 120_000 }, async () => {
  const ana = await registered(server)
  const network = '2001:db8:3::1'
  for (let at = 0; at < 9; at++)
    expect((await login(ana.email, network, 'not my password')).status).toBe(401)
  for (let at = 0; at < 30; at++) expect((await login(ana.email, network)).status).toBe(200)
  expect((await login(ana.email, network)).status).toBe(429)
})

test('recovery codes are made three times a day, and the fourth changes and writes nothing', async () => {
  const user = await factorUser(server)
  await withTotp(server, user)
  const renew = () =>
    visitor(server).post(`/api/users/${user.id}/recovery-codes`, undefined, {
      cookie: user.cookie,
    })
  for (let at = 0; at < 3; at++) expect((await renew()).status).toBe(200)
  const codes = server.db.selectFrom('recovery_codes').where('user_id', '=', user.id).selectAll()
  const [before, letters] = [await codes.execute(), await factorLettersOf(server, user)]
  const refused = await renew()
  expect([refused.status, refused.body.code]).toEqual([429, 'too_many_requests'])
  expect(await codes.execute()).toEqual(before)
  expect(await factorLettersOf(server, user)).toEqual(letters)
})
