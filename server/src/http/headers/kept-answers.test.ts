// rule: search-finds-listed, claims
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildApp } from '#server/app.ts'
import { setClaim } from '#server/trust/claims/claims.ts'
import { buildClient, buildProfessional } from '#server/test/builders/build.ts'
import { as, callerWith, visitor } from '#server/test/call.ts'
import type { Caller } from '#server/test/call.ts'
import { saveProfile, validFields } from '#server/test/harness/profile-harness.ts'
import { testServer } from '#server/test/server.ts'
import type { TestServer } from '#server/test/server.ts'
import type { Actor } from '../calls/actor.ts'
import { readForViewer } from '../calls/page-viewer.ts'

const SEARCH = '/api/professionals/search/enhanced?zip_code=59803'
const CLAIMS = '/api/claims'
const SEARCHES_MAX = 1200

let now = Date.parse('2026-11-20T16:00:00Z')
let quiet: TestServer
let server: TestServer
let professional: { id: string }
let maya: Actor
beforeAll(async () => {
  quiet = await testServer({ RATE_LIMIT_SCALE: '1' }, { now: () => new Date(now) })
  server = { ...quiet, app: await buildApp(quiet.context, { eventLoopDelayMsMax: Infinity }) }
  professional = await buildProfessional(server, { areas: ['59803'], profile_image: 'aa.webp' })
  maya = (await buildClient(server)) as unknown as Actor
})
afterAll(async () => {
  await server.app.close()
  await quiet.close()
})

/** The bio in a search, and whether the first claim is on. */
async function read(caller: Caller, headers = {}): Promise<[string, boolean]> {
  const { body } = await caller.get(SEARCH, headers)
  const { claims } = (await caller.get(CLAIMS, headers)).body
  return [body.professionals[0].bio, claims[0].enabled]
}

test('a visitor gets an answer again for five seconds; who is signed in or has just written gets a new one', async () => {
  const before = await read(visitor(server))
  const fields = { ...validFields, bio: 'Changed.', service_areas: '59803' }
  expect(await saveProfile(server, professional, fields)).toMatchObject({ status: 200 })
  await server.db.transaction().execute((tx) => setClaim(tx, 'more_bookings', false, new Date(now)))

  const changed = ['Changed.', false]
  expect(await read(await as(server, maya))).toEqual(changed)
  for (const cookie of ['lustra_written=1', 'lustra_operator=x', 'lustra_view=x'])
    expect([cookie, await read(visitor(server), { cookie })]).toEqual([cookie, changed])
  // The page of somebody who is signed in reads without a session.
  const inPage = readForViewer({ cookies: {} } as never, maya, () => read(visitor(server)))
  expect(await inPage).toEqual(changed)

  now += 4000
  expect(await read(visitor(server), { cookie: 'lustra_device=x' })).toEqual(before)
  now += 1001
  expect(await read(visitor(server))).toEqual(changed)
})

// rule: rate-limits, marketplace-health
test('an answer that is repeated counts as a search, and for the limit of its network', async () => {
  const caller = callerWith(server, {}, '203.0.113.9')
  await server.context.counts.flush()
  await server.db.deleteFrom('daily_counts').execute()
  for (let count = 0; count < SEARCHES_MAX; count++)
    expect((await caller.get(SEARCH)).status).toBe(200)
  expect((await caller.get(SEARCH)).status).toBe(429)
  await server.context.counts.flush()
  const counted = await server.db.selectFrom('daily_counts').selectAll().execute()
  expect(counted).toMatchObject([{ zip: '59803', searches: SEARCHES_MAX }])
})
