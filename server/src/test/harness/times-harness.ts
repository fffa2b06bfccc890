import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import { buildClient, buildProfessional } from '../builders/build.ts'
import { NOW, insertBooking } from '../builders/booking.ts'
import { as } from '../call.ts'
import { testServer } from '../server.ts'
import type { TestServer } from '../server.ts'

export const interval = (weekday: number, from: string, to: string) => ({ weekday, from, to })
export const DAY_OFF = { kind: 'off', from_date: '2026-12-24', to_date: '2026-12-26' }

type Person = { id: string }
type Professional = Awaited<ReturnType<typeof buildProfessional>>
type Harness = { server: TestServer; now: Date; pro: Professional }

/**
 * A server for all tests of a file, with a clock that a test moves: it begins on November 20, a Friday, at 10:00 in
 * Austin. Each test begins with a professional; the helpers save and read their hours and the exceptions of them.
 */
export function timesHarness() {
  const harness = { now: NOW } as Harness
  beforeAll(async () => {
    harness.server = await testServer({}, { now: () => harness.now })
  })
  afterAll(() => harness.server.close())
  beforeEach(async () => {
    harness.now = NOW
    harness.pro = await buildProfessional(harness.server)
  })

  const urlOf = ({ id }: Person) => `/api/professional/time/${id}`
  const read = async (person: Person) => (await as(harness.server, person)).get(urlOf(person))
  const save = async (person: Person, change: object) =>
    (await as(harness.server, person)).put(urlOf(person), change)
  const except = async (person: Person, exception: object) =>
    (await as(harness.server, person)).post(`${urlOf(person)}/exceptions`, exception)
  const answer = ({ status, body }: { status: number; body: { code?: string } }) =>
    `${status} ${body.code}`

  /** The rows of this professional in the tables of hours, to see that a refusal wrote nothing. */
  async function stored({ id }: Person) {
    const table = async (name: 'working_hours' | 'time_exceptions' | 'professional_times') =>
      harness.server.db.selectFrom(name).selectAll().where('professional_id', '=', id).execute()
    const events = await harness.server.db
      .selectFrom('events')
      .select('id')
      .where('subject_id', '=', id)
      .where('kind', 'like', 'time.%')
      .execute()
    return [
      await table('working_hours'),
      await table('time_exceptions'),
      await table('professional_times'),
      events.length,
    ]
  }

  async function expectRefused(person: Person, refused: () => Promise<string>, expected: string) {
    const before = await stored(person)
    expect(await refused()).toBe(expected)
    expect(await stored(person)).toEqual(before)
  }

  /** An accepted visit that starts at this instant. */
  async function visit(starts_at: string, hours: 1 | 2 | 4 = 2, status = 'accepted') {
    const client = await buildClient(harness.server)
    const ends_at = new Date(Date.parse(starts_at) + hours * 3_600_000)
    await insertBooking(harness.server, client, harness.pro, {
      status,
      starts_at,
      ends_at,
      estimated_hours: hours,
    })
  }
  const startsOf = (body: { affected: { starts_at: string }[] }) =>
    body.affected.map(({ starts_at }) => starts_at)

  return { harness, urlOf, read, save, except, answer, stored, expectRefused, visit, startsOf }
}
