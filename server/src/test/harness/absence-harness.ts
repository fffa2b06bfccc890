import PostalMime from 'postal-mime'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import { runDueJobs } from '#server/test/run-due-jobs.ts'
import { buildProfessional } from '../builders/build.ts'
import { NOW } from '../builders/booking.ts'
import { as, visitor } from '../call.ts'
import { testServer } from '../server.ts'
import type { TestServer } from '../server.ts'

export type Person = { id: string }

export const WEEK = { kind: 'ill', from_date: '2026-11-30', to_date: '2026-12-04', message: '' }
const EVERY_DAY = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({
  weekday,
  from: '08:00',
  to: '18:00',
}))

type Harness = {
  server: TestServer
  now: Date
  pro: Awaited<ReturnType<typeof buildProfessional>>
}

/**
 * A server for all tests of a file, with a clock that a test moves: it begins on November 20, a Friday, at 10:00 in
 * Austin. Each test begins with a professional; the helpers report absences and read what they left behind.
 */
export function absenceHarness() {
  const harness = { now: NOW } as Harness
  beforeAll(async () => {
    harness.server = await testServer({ RATE_LIMIT_SCALE: '1000' }, { now: () => harness.now })
  })
  afterAll(() => harness.server.close())
  beforeEach(async () => {
    harness.now = NOW
    harness.pro = await buildProfessional(harness.server, { full_name: 'Grace Walker' })
  })

  const absent = async (person: Person, body: object = WEEK, headers?: Record<string, string>) =>
    (await as(harness.server, person)).post(
      `/api/professional/absences/${person.id}`,
      body,
      headers,
    )
  const times = async (person: Person) =>
    (await as(harness.server, person)).get(`/api/professional/time/${person.id}`)
  const state = async (person: Person) =>
    (await as(harness.server, person)).put(`/api/professional/time/${person.id}`, {
      plan: EVERY_DAY,
    })
  const freeDays = async ({ id }: Person) => {
    const query = 'zip_code=78701&from=2026-11-30&to=2026-12-06'
    const { body } = await visitor(harness.server).get(`/api/professional/slots/${id}?${query}`)
    return body.days.map((day: { state: string }) => day.state)
  }
  async function letters() {
    for (let run = 0; run < 3; run++) await runDueJobs(harness.server.context)
    return Promise.all((await harness.server.letters()).map((letter) => PostalMime.parse(letter)))
  }
  const bookingsOf = (person: Person) =>
    harness.server.db
      .selectFrom('bookings')
      .select([
        'id',
        'client_id',
        'status',
        'reason',
        'reason_code',
        'cancelled_by',
        'cancelled_late',
      ])
      .where('professional_id', '=', person.id)
      .orderBy('starts_at')
      .execute()

  return { harness, absent, times, state, freeDays, letters, bookingsOf }
}
