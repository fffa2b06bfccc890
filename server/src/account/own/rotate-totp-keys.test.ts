// rule: app-codes
import { createSecretKey, randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  attemptOf,
  codeAt,
  factorUser,
  secondFactor,
  withTotp,
} from '#server/test/harness/factors-harness.ts'
import { testServer } from '#server/test/server.ts'
import type { TestServer } from '#server/test/server.ts'
import { rotateTotpKeys } from './rotate-totp-keys.ts'

const MINUTE_MS = 60_000

let now = new Date('2026-12-01T12:00:00Z')
let server: TestServer
beforeAll(async () => {
  server = await testServer({}, { now: () => now })
})
afterAll(() => server.close())

test('after the keys were rotated, codes are still right and the old key is not needed', async () => {
  const user = await factorUser(server)
  const { secret } = await withTotp(server, user)
  const { verificationKeys: keys } = server.context
  const newKey = createSecretKey(randomBytes(32))
  const byName = new Map([...keys.byName, ['newer', newKey] as const])
  const reason = { doneBy: 'olga', reason: 'yearly' }
  const context = { ...server.context, verificationKeys: { ...keys, newest: 'newer', byName } }
  expect(await rotateTotpKeys(context, reason)).toBeGreaterThan(0)
  expect(await rotateTotpKeys(context, reason)).toBe(0)
  const { verificationKeys } = server.context
  Object.assign(verificationKeys, { newest: 'newer', byName: new Map([['newer', newKey]]) })
  now = new Date(now.getTime() + MINUTE_MS)
  const proof = { attempt: await attemptOf(server, user), code: codeAt(secret, now) }
  expect((await secondFactor(server, proof)).status).toBe(200)
})
