// rule: none, protects the invariants: each query finds a row that was damaged where the database did not refuse it.
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildClient, buildProfessional } from './builders/build.ts'
import { move, NOW, requestBooking } from './builders/booking.ts'
import { as } from './call.ts'
import { DAMAGED_OPERATORS } from './damages/operators.ts'
import { DAMAGED_PRICES } from './damages/prices.ts'
import { DAMAGED_RECORDS } from './damages/records.ts'
import { DAMAGED_TIMES } from './damages/times.ts'
import { DAMAGED_VISITS } from './damages/visits.ts'
import { brokenInvariants, findBroken, INVARIANTS } from './invariants.ts'
import { testServer } from './server.ts'
import type { TestServer } from './server.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer({}, { now: () => NOW })
  const client = await buildClient(server, { email_verified_at: NOW })
  const professional = await buildProfessional(server)
  const caller = await as(server, professional)
  const plan = [1, 2, 3, 4, 5].map((weekday) => ({ weekday, from: '09:00', to: '17:00' }))
  const path = `/api/professional/time/${professional.id}`
  await caller.put(path, { plan, instant_booking: 'verified' })
  await requestBooking(server, client, professional, { instant: true })
  const weekly = { booking_date: '2026-12-02', cleaning_frequency: 'weekly', series: {} }
  const first = await requestBooking(server, client, professional, weekly)
  await move(server, professional, first, 'accepted')
})
afterAll(() => server.close())

const DAMAGES = [
  ...DAMAGED_PRICES,
  ...DAMAGED_VISITS,
  ...DAMAGED_TIMES,
  ...DAMAGED_RECORDS,
  ...DAMAGED_OPERATORS,
]

test('they hold, and each of them is damaged below', async () => {
  const { rows } = await sql`select from bookings where status = 'accepted'`.execute(server.db)
  expect(rows.length).toBeGreaterThan(5)
  expect(await findBroken(server)).toEqual({})
  expect(new Set(DAMAGES.map(([name]) => name))).toEqual(new Set(INVARIANTS.keys()))
})

test.for(DAMAGES)('%s finds %s', async ([name, , statements]) => {
  const rolledBack = new Error('rolled back')
  const damaged = server.db.transaction().execute(async (tx) => {
    await sql`savepoint damage`.execute(tx)
    for (const statement of statements) await sql.raw(statement).execute(tx)
    // An invariant of search ignores professionals whose times are due to be written.
    await sql`delete from search_times_due`.execute(tx)
    expect(Object.keys(await brokenInvariants(tx, NOW, [name]))).toEqual([name])
    throw rolledBack
  })
  await expect(damaged).rejects.toBe(rolledBack)
})
