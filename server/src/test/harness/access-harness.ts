import { afterAll, beforeAll, beforeEach } from 'vitest'
import { CURRENT_PASSWORD_HEADER } from '#contract/browser-names.ts'
import { hashPassword } from '#server/people/passwords/passwords.ts'
import { PASSWORD } from '../builders/account.ts'
import { AUSTIN_HOME, move, NOW, requestBooking } from '../builders/booking.ts'
import { buildClient } from '../builders/build.ts'
import { as } from '../call.ts'
import type { Caller } from '../call.ts'
import { testServer } from '../server.ts'
import type { TestServer } from '../server.ts'

export const VALUES = {
  door_code: 'Gate 4711#',
  key_place: 'Under the blue pot',
  alarm: '0815',
  wifi: 'Casa / limpeza&paz',
}
export const NOTHING = { door_code: null, key_place: null, alarm: null, wifi: null }
export const HOUR_MS = 3_600_000
/** The times of the visit that `requestBooking` asks for: December 1, 9:00 to 11:00 in Austin. */
export const STARTS_AT = new Date('2026-12-01T15:00:00Z')
export const ENDS_AT = new Date('2026-12-01T17:00:00Z')
export const OPENS_AT = new Date(+STARTS_AT - 24 * HOUR_MS)
export const CLOSES_AT = new Date(+ENDS_AT + 2 * HOUR_MS)

type Person = { id: string }
type Answer = { status: number; body: { code?: string } }
type Harness = {
  server: TestServer
  now: Date
  password_hash: string
  client: Person
  caller: Caller
  homeId: string
}

/**
 * A server for all tests of a file, with a clock that a test moves. Each test begins with a client and their home; the
 * helpers save its access details, and look at them as the client or as the professional of a visit.
 */
export function accessHarness() {
  const harness = { now: NOW } as Harness

  beforeAll(async () => {
    harness.server = await testServer({ RATE_LIMIT_SCALE: '2' }, { now: () => harness.now })
    harness.password_hash = await hashPassword(PASSWORD)
  })
  afterAll(() => harness.server.close())
  beforeEach(async () => {
    harness.now = NOW
    harness.client = await buildClient(harness.server, {
      password_hash: harness.password_hash,
      first_name: 'Ana',
    })
    harness.caller = await as(harness.server, harness.client)
    harness.homeId = (await harness.caller.post('/api/homes', AUSTIN_HOME)).body.home.id
  })

  const save = (values: object, who = harness.caller, id = harness.homeId) =>
    who.put(`/api/homes/${id}/access`, values)
  const confirmed = (password = PASSWORD) => ({
    [CURRENT_PASSWORD_HEADER]: encodeURIComponent(password),
  })
  const reveal = (headers: Record<string, string> = confirmed(), who = harness.caller) =>
    who.post(`/api/homes/${harness.homeId}/access/reveal`, {}, headers)
  const views = async () =>
    (await harness.caller.get(`/api/homes/${harness.homeId}/access/views`)).body.views
  const answerOf = ({ status, body }: Answer) => (status === 200 ? '200' : `${status} ${body.code}`)
  const count = async (table: 'access_values' | 'access_views' | 'home_access') =>
    (
      await harness.server.db
        .selectFrom(table)
        .selectAll()
        .where('home_id', '=', harness.homeId)
        .execute()
    ).length

  /** An accepted visit at the home, and calls about its access. */
  async function visit(pro: Person, facts: object = {}) {
    const id = await requestBooking(harness.server, harness.client, pro, {
      home_id: harness.homeId,
      ...facts,
    })
    await move(harness.server, pro, id, 'accepted')
    const asPro = await as(harness.server, pro)
    return {
      id,
      view: (who: Caller = asPro) => who.post(`/api/bookings/${id}/access/view`, {}),
      open: (open: unknown, who: Caller = harness.caller) =>
        who.put(`/api/bookings/${id}/access`, { open }),
      seen: async (who: Caller) => {
        const { access, may } = (await who.get(`/api/bookings/${id}/visit`)).body.visit
        return { ...access, may: may.filter((one: string) => one.includes('access')) }
      },
      asPro,
    }
  }

  return { harness, save, confirmed, reveal, views, answerOf, count, visit }
}
