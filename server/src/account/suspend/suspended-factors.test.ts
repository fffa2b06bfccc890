// rule: suspension, second-factor
import { suspendByOperator } from '#server/test/builders/by-operator.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cookieOf } from '#server/test/builders/account.ts'
import { Authenticator } from '#server/test/builders/authenticator.ts'
import {
  attemptOf,
  codeAt,
  confirmed,
  factorUser,
  secondFactor,
  withTotp,
} from '#server/test/harness/factors-harness.ts'
import { addPasskey, passkeyCallsOf } from '#server/test/harness/passkey-harness.ts'
import { testServer } from '#server/test/server.ts'
import type { TestServer } from '#server/test/server.ts'

const MINUTE_MS = 60_000

let now = new Date('2026-12-01T12:00:00Z')
let server: TestServer
beforeAll(async () => {
  server = await testServer({}, { now: () => now })
})
afterAll(() => server.close())

test('a suspended person signs in with a second factor, and can confirm and change their factors', async () => {
  const user = await factorUser(server)
  const { secret, recoveryCodes } = await withTotp(server, user)
  const why = { reason: 'Two people told us the same.', doneBy: 'olga' }
  await suspendByOperator(server.context, user.id, why, 'keep')
  now = new Date(now.getTime() + MINUTE_MS)
  const proof = { attempt: await attemptOf(server, user), code: codeAt(secret, now) }
  const answer = await secondFactor(server, proof)
  expect([answer.status, answer.body.suspended]).toEqual([200, true])
  user.cookie = cookieOf(answer)
  await confirmed(server, user, recoveryCodes[0])
  const added = await addPasskey(server, user, new Authenticator())
  expect(added.status).toBe(200)
  const { remove, security } = passkeyCallsOf(server, user)
  expect((await remove(added.body.passkey.id)).status).toBe(200)
  expect((await security()).body).toMatchObject({ totp: true, passkeys: [] })
})
