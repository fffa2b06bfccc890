// rule: expired-data
import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildClient, buildProfessional } from '#server/test/build.ts'
import { testServer } from '#server/test/server.ts'
import type { TestServer } from '#server/test/server.ts'
import { requestBooking } from '#server/test/booking.ts'
import { deleteExpired } from './delete-expired.ts'

const NOW = new Date('2026-11-20T16:00:00Z')
const HOUR_MS = 3_600_000

let server: TestServer
beforeAll(async () => {
  server = await testServer({}, { now: () => NOW })
})
afterAll(() => server.close())

const hoursFromNow = (hours: number) => new Date(NOW.getTime() + hours * HOUR_MS)
const hash = (text: string) => createHash('sha256').update(text).digest()

test('the clean-up job deletes expired rows and nothing else', async () => {
  const { db } = server
  const { id: user_id } = await buildClient(server)
  const session = (name: string, hours: number) => ({
    user_id,
    token_hash: hash(name),
    expires_at: hoursFromNow(hours),
  })
  await db
    .insertInto('sessions')
    .values([session('expired', 0), session('valid', 1)])
    .execute()
  const idempotencyKey = (key: string, hours: number) => ({
    user_id,
    call: 'POST /api/bookings',
    key,
    body_hash: hash(key),
    created_at: hoursFromNow(hours),
  })
  await db
    .insertInto('idempotency_keys')
    .values([idempotencyKey('expired', -25), idempotencyKey('valid', -23)])
    .execute()
  await db
    .insertInto('rate_limits')
    .values([
      { key: 'past', points: 1, expire: hoursFromNow(-1).getTime() },
      { key: 'counting', points: 1, expire: hoursFromNow(1).getTime() },
    ])
    .execute()

  const booking_id = await requestBooking(server, { id: user_id }, await buildProfessional(server))
  const link = (name: string, hours: number) => ({
    token_hash: hash(name),
    booking_id,
    expires_at: hoursFromNow(hours),
  })
  await db
    .insertInto('answer_links')
    .values([link('expired', 0), link('valid', 1)])
    .execute()

  await deleteExpired(server.context)
  await deleteExpired(server.context)

  const links = await db.selectFrom('answer_links').select('token_hash').execute()
  expect(links.map(({ token_hash }) => token_hash)).toEqual([hash('valid')])

  const sessions = await db.selectFrom('sessions').select('token_hash').execute()
  expect(sessions.map(({ token_hash }) => token_hash)).toContainEqual(hash('valid'))
  expect(sessions.map(({ token_hash }) => token_hash)).not.toContainEqual(hash('expired'))
  const keys = await db.selectFrom('idempotency_keys').select('key').execute()
  expect(keys).toEqual([{ key: 'valid' }])
  const limits = await db.selectFrom('rate_limits').select('key').execute()
  expect(limits).toEqual([{ key: 'counting' }])
})
