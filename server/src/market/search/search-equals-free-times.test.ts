// rule: search-by-time
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { BOOKING_HOURS } from '#contract/bookings/booking-rules.ts'
import { DAY_PARTS } from '#contract/calendar/time-rules.ts'
import { visitor } from '#server/test/call.ts'
import {
  buildRandomProfessionals,
  FIRST_DAY,
  RANDOM_HOMES,
  RANDOM_NOW,
} from '#server/test/builders/random-professionals.ts'
import { testServer } from '#server/test/server.ts'
import type { TestServer } from '#server/test/server.ts'
import { freeTimes } from '#server/calendar/free/free-times.ts'
import { loadSchedules } from '#server/calendar/free/load-schedules.ts'
import { dateOfDay, dayOfDate } from '#server/calendar/plan/zone-clock.ts'

let server: TestServer
let ids: string[]
beforeAll(async () => {
  server = await testServer({}, { now: () => RANDOM_NOW })
  ids = await buildRandomProfessionals(server)
})
afterAll(() => server.close())

async function search(query: Record<string, string>) {
  const { status, body } = await visitor(server).get(
    `/api/professionals/search/enhanced?${new URLSearchParams(query)}`,
  )
  return { status, body }
}

const idsOf = (list: { user_id: string }[]) => list.map(({ user_id }) => user_id)

describe('random professionals', () => {
  const query = fc.record({
    zip_code: fc.constantFrom(...RANDOM_HOMES),
    day: fc.oneof(
      fc.integer({ min: 0, max: 45 }),
      fc.constantFrom(dayOfDate('2026-11-01') - FIRST_DAY, dayOfDate('2027-03-14') - FIRST_DAY),
    ),
    when: fc.oneof(
      fc.constant({}),
      fc.constantFrom(...DAY_PARTS).map((part) => ({ part })),
      fc.integer({ min: 0, max: 47 }).map((cell) => ({
        time: new Date(cell * 1_800_000).toISOString().slice(11, 16),
      })),
    ),
    hours: fc.constantFrom(...BOOKING_HOURS),
  })

  type Asked = typeof query extends fc.Arbitrary<infer T> ? T : never

  /** The answer that the slots call gives for each professional. */
  function expected(
    schedules: Awaited<ReturnType<typeof loadSchedules>>,
    { zip_code, day, when, hours }: Asked,
    areas: Map<string, Set<number>>,
  ) {
    const home = server.context.places.zipOf(zip_code)!
    const date = dateOfDay(FIRST_DAY + day)
    const { time, part } = when as { time?: string; part?: string }
    const [from, to] = {
      morning: ['06:00', '12:00'],
      afternoon: ['12:00', '17:00'],
      evening: ['17:00', '22:00'],
    }[part ?? ''] ?? ['00:00', '24:00']
    const free = new Map<string, string>()
    const mayBeFree: string[] = []
    for (const { id, schedule, rules } of schedules) {
      const places = areas.get(id)!
      if (!places.has(home.placeId) && !places.has(home.cityPlaceId)) continue
      if (hours < rules.minHours) continue
      const wanted = {
        home,
        hours,
        isKnown: false,
        drive: 'public' as const,
        now: RANDOM_NOW.getTime(),
      }
      const [found] = freeTimes(schedule, wanted, { from: date, to: date })
      const slot = found!.slots.find((one) =>
        time ? one.time === time : one.time >= from! && one.time < to!,
      )
      if (slot) free.set(id, slot.time)
      if (found!.state === 'not_stated') mayBeFree.push(id)
    }
    return { date, free, mayBeFree, time, part }
  }

  test(
    'are found in 300 searches exactly when the free times say so, with the earliest one and exact totals',
    { timeout: 120_000 },
    async () => {
      const schedules = await loadSchedules(server.context, server.db, ids)
      const rows = await server.db
        .selectFrom('search_entries')
        .select(['professional_id', 'place_id'])
        .execute()
      const areas = new Map<string, Set<number>>()
      for (const { professional_id, place_id } of rows) {
        areas.set(professional_id, (areas.get(professional_id) ?? new Set()).add(place_id))
      }
      let [matches, unstated] = [0, 0]
      const expectExact = async (asked: Asked) => {
        const { date, free, mayBeFree, time, part } = expected(schedules, asked, areas)
        const { body } = await search({
          zip_code: asked.zip_code,
          date,
          hours: `${asked.hours}`,
          page_size: '50',
          ...(time ? { time } : {}),
          ...(part ? { part } : {}),
        })
        const found = body.professionals as {
          user_id: string
          free: { booking_date: string; booking_time: string }
        }[]
        expect(new Map(found.map((card) => [card.user_id, card.free.booking_time]))).toEqual(free)
        expect(body.total).toBe(free.size)
        expect(body.may_be_free.total).toBe(mayBeFree.length)
        const shown = idsOf(body.may_be_free.professionals)
        expect(shown).toHaveLength(Math.min(3, mayBeFree.length))
        expect(mayBeFree).toEqual(expect.arrayContaining(shown))
        matches += free.size
        unstated += mayBeFree.length
      }
      const together = fc.array(query, { minLength: 10, maxLength: 10 })
      const property = fc.asyncProperty(together, async (all) => {
        await Promise.all(all.map(expectExact))
      })
      await fc.assert(property, { numRuns: 30, seed: 3 })
      expect(matches).toBeGreaterThan(100)
      expect(unstated).toBeGreaterThan(100)
    },
  )
})
