// rule: search-by-time
import { afterAll, beforeAll, expect, test } from 'vitest'
import { BOOKING_HOURS } from '#contract/bookings/booking-rules.ts'
import { freeTimes } from '#server/calendar/free/free-times.ts'
import { loadSchedules } from '#server/calendar/free/load-schedules.ts'
import { dateOfDay, DAY_MS, ZoneClock } from '#server/calendar/plan/zone-clock.ts'
import { insertBooking } from '#server/test/builders/booking.ts'
import { buildClient, buildProfessional } from '#server/test/builders/build.ts'
import {
  buildRandomProfessionals,
  FIRST_DAY,
  RANDOM_HOMES,
  RANDOM_NOW,
} from '#server/test/builders/random-professionals.ts'
import { as, visitor } from '#server/test/call.ts'
import { testServer } from '#server/test/server.ts'
import type { TestServer } from '#server/test/server.ts'
import { refreshAllDue } from './search-times.ts'

let server: TestServer
let now = RANDOM_NOW
beforeAll(async () => {
  server = await testServer({}, { now: () => now })
})
afterAll(() => server.close())

type Answer = {
  professionals: { user_id: string }[]
  next_free?: Record<string, { booking_date: string; booking_time: string; starts_at: string }>
}

async function search(query: Record<string, string>): Promise<Answer> {
  const asked = new URLSearchParams({ page_size: '50', ...query })
  const { body } = await visitor(server).get(`/api/professionals/search/enhanced?${asked}`)
  return body
}

test('the next free time of each card is the first one that the free times have within a week', async () => {
  const ids = await buildRandomProfessionals(server)
  await refreshAllDue(server.context)
  const schedules = await loadSchedules(server.context, server.db, ids)
  let compared = 0
  for (const zip_code of RANDOM_HOMES) {
    const home = server.context.places.zipOf(zip_code)!
    const { professionals, next_free: nextFree = {} } = await search({ zip_code })
    const found = new Set(professionals.map(({ user_id }) => user_id))
    const expected = schedules.flatMap(({ id, schedule, rules, ownZone, plan }) => {
      if (!found.has(id) || !plan) return []
      const hours = BOOKING_HOURS.find(
        (length) =>
          length >= Math.max(2, rules.minHours) && length <= (rules.maxHoursADay ?? Infinity),
      )
      if (!hours) return []
      const wanted = {
        home,
        hours,
        isKnown: false,
        drive: 'public' as const,
        now: RANDOM_NOW.getTime(),
      }
      const dates = { from: dateOfDay(FIRST_DAY - 1), to: dateOfDay(FIRST_DAY + 8) }
      const first = freeTimes(schedule, wanted, dates)
        .flatMap(({ date, slots }) => slots.map(({ time, startsAt }) => ({ date, time, startsAt })))
        .at(0)
      const own = ZoneClock.of(ownZone)
      const last = own.dayOf(RANDOM_NOW.getTime()) + 6
      return first && own.dayOf(first.startsAt) <= last ? [[id, first] as const] : []
    })
    compared += expected.length
    expect(nextFree).toEqual(
      Object.fromEntries(
        expected.map(([id, { date, time, startsAt }]) => [
          id,
          { booking_date: date, booking_time: time, starts_at: new Date(startsAt).toISOString() },
        ]),
      ),
    )
  }
  expect(compared).toBeGreaterThan(10)
})

test('a time that was taken or is too soon is never shown as the next one', async () => {
  const [grace, client] = await Promise.all([
    buildProfessional(server, { areas: ['60606'] }),
    buildClient(server),
  ])
  const caller = await as(server, grace)
  const plan = [1, 2, 3, 4, 5].map((weekday) => ({ weekday, from: '09:00', to: '12:00' }))
  await caller.put(`/api/professional/time/${grace.id}`, { plan })
  const next = async (query = {}) =>
    (await search({ zip_code: '60606', ...query })).next_free?.[grace.id]

  // Until the job has written what changed, nothing is said.
  expect(await next()).toBeUndefined()
  await refreshAllDue(server.context)
  expect(await next()).toMatchObject({ booking_date: '2026-10-22', booking_time: '09:00' })

  await insertBooking(server, client, grace, {
    status: 'accepted',
    starts_at: new Date('2026-10-22T14:00:00Z'),
    ends_at: new Date('2026-10-22T17:00:00Z'),
  })
  expect(await next()).toBeUndefined()
  await refreshAllDue(server.context)
  expect(await next()).toMatchObject({ booking_date: '2026-10-23', booking_time: '09:00' })

  // 24 hours of notice, by the clock alone.
  now = new Date('2026-10-22T14:31:00Z')
  expect(await next()).toMatchObject({ booking_date: '2026-10-23', booking_time: '10:00' })
  now = new Date(RANDOM_NOW.getTime() + 3 * DAY_MS)
  expect(await next()).toMatchObject({ booking_date: '2026-10-26', booking_time: '09:00' })
  expect((await search({ zip_code: '60606', date: '2026-10-26' })).next_free).toBeUndefined()
})
