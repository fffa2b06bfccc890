// rule: claims
import { afterAll, beforeAll, expect, test } from 'vitest'
import { CLAIMS } from '#contract/trust/claim-rules.ts'
import { insertBooking } from '#server/test/builders/booking.ts'
import { buildClient, buildProfessional } from '#server/test/builders/build.ts'
import { visitor } from '#server/test/call.ts'
import { testServer } from '#server/test/server.ts'
import type { TestServer } from '#server/test/server.ts'
import { setClaim } from './claims.ts'

let now = new Date('2026-12-01T12:00:00Z')
let server: TestServer
beforeAll(async () => {
  server = await testServer({}, { now: () => now })
})
afterAll(() => server.close())

type Claim = {
  id: string
  basis: string
  measured: { value: number; sample: number } | null
  contradicted: boolean
  switched_on: boolean
  enabled: boolean
}
async function readClaims(): Promise<Claim[]> {
  const { status, body } = await visitor(server).get('/api/claims')
  expect(status).toBe(200)
  return body.claims
}
const claim = async (id: string) => (await readClaims()).find((one) => one.id === id)!
const set = (id: string, enabled: boolean) =>
  server.db.transaction().execute((tx) => setClaim(tx, id, enabled, now))

test('every claim is on at first, with what it rests on, and nothing measured', async () => {
  const all = await readClaims()
  expect(all.map(({ id }) => id)).toEqual(CLAIMS)
  for (const { enabled, measured } of all) expect([enabled, measured]).toEqual([true, null])
  expect(all.find(({ id }) => id === 'saving_75')!.basis).toContain('$55.10')
})

test('a claim is switched off at once; the same again, or an unknown one, changes nothing', async () => {
  expect(await set('saving_75', false)).toBe('done')
  expect(await set('saving_75', false)).toBe('already_so')
  expect(await set('best_in_town', false)).toBeUndefined()
  const off = (await readClaims()).filter(({ enabled }) => !enabled)
  expect(off.map(({ id }) => id)).toEqual(['saving_75'])
  expect(await set('saving_75', true)).toBe('done')
  expect((await claim('saving_75')).enabled).toBe(true)
})

test('a share is measured from 30 professionals on, again after an hour', async () => {
  for (let count = 0; count < 29; count++)
    await buildProfessional(server, {
      areas: [],
      background_check_status: count < 6 ? 'approved' : 'not_submitted',
    })
  now = new Date('2026-12-01T14:00:00Z')
  expect((await claim('background_checked')).measured).toBeNull()
  await buildProfessional(server, { areas: [] })
  expect((await claim('background_checked')).measured).toBeNull()
  now = new Date('2026-12-01T15:00:00Z')
  expect((await claim('background_checked')).measured).toBeNull()
  now = new Date('2026-12-01T15:00:00.001Z')
  expect((await claim('background_checked')).measured).toEqual({
    value: 20,
    sample: 30,
    as_of: now.toISOString(),
  })
})

const hour = (count: number) => new Date(+now + count * 3_600_000)

test("'Responds within 2 hours' is off while most of 30 answers came later", async () => {
  const [client, grace] = [await buildClient(server), await buildProfessional(server)]
  const answer = (afterHours: number) =>
    insertBooking(server, client, grace, {
      status: 'declined',
      created_at: hour(-10),
      answered_at: hour(-10 + afterHours),
    })
  for (let count = 0; count < 14; count++) await answer(1)
  for (let count = 0; count < 15; count++) await answer(3)
  now = hour(2)
  expect(await claim('responds_2h')).toMatchObject({ measured: null, enabled: true })
  await answer(1)
  await answer(3)
  now = hour(2)
  const contradicted = { contradicted: true, switched_on: true, enabled: false }
  expect(await claim('responds_2h')).toMatchObject({ measured: { sample: 31 }, ...contradicted })
  await answer(1)
  now = hour(2)
  const half = { measured: { value: 50, sample: 32 }, contradicted: false, enabled: true }
  expect(await claim('responds_2h')).toMatchObject(half)
})

test("'60% more bookings' is off while badges bring fewer, and no operator can switch it on", async () => {
  const client = await buildClient(server)
  const visitOf = (professional: { id: string }) =>
    insertBooking(server, client, professional, { status: 'accepted', created_at: now })
  for (let count = 0; count < 30; count++) {
    await buildProfessional(server, { areas: [], background_check_status: 'approved' })
    await visitOf(await buildProfessional(server, { areas: [] }))
  }
  now = hour(2)
  const contradicted = { contradicted: true, switched_on: true, enabled: false }
  const found = await claim('more_bookings')
  expect(found).toMatchObject({ ...contradicted, measured: { value: -100 } })
  expect(found.measured!.sample).toBeGreaterThanOrEqual(30)
  expect(await set('more_bookings', true)).toBe('already_so')
  expect(await claim('more_bookings')).toMatchObject(contradicted)
})

test('a claim with 30 cases that nobody fulfils is off', async () => {
  expect(await claim('instant_booking')).toMatchObject({ measured: { value: 0 }, enabled: false })
  expect(await claim('background_checked')).toMatchObject({ contradicted: false, enabled: true })
})
