// rule: search-by-time
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { BOOKING_HOURS, SORTS } from '#contract/product.ts'
import { SearchFilters } from '#contract/search.ts'
import { DAY_PARTS } from '#contract/time-rules.ts'
import { as, visitor } from '#server/test/call.ts'
import {
  buildRandomProfessionals,
  FIRST_DAY,
  RANDOM_HOMES,
  RANDOM_NOW,
} from '#server/test/random-professionals.ts'
import { testServer } from '#server/test/server.ts'
import type { TestServer } from '#server/test/server.ts'
import { freeTimes } from '../time/free-times.ts'
import { loadSchedules } from '../time/load-schedules.ts'
import { dateOfDay, dayOfDate } from '../time/zone-clock.ts'
import { CachedPlaces } from './cached-places.ts'
import { refreshSearchEntries } from './search-entries.ts'
import { refreshAllDue } from './search-times.ts'
import { findTimedPage } from './timed-search.queries.ts'
import type { TimedPage } from './timed-search.queries.ts'
import { earliestStart, wantedStarts } from './wanted-starts.ts'
import type { WantedStarts } from './wanted-starts.ts'

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

  /** What the slots call says of each professional. */
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
    'are found in 1,000 searches exactly when the free times say so, with the earliest one and exact totals',
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
      await fc.assert(property, { numRuns: 100, seed: 3 })
      expect(matches).toBeGreaterThan(100)
      expect(unstated).toBeGreaterThan(100)
    },
  )

  // rule: search-cached-answers
  test('are found in memory as in the database, and no more once one of them has changed', async () => {
    await refreshAllDue(server.context)
    const { pool, places } = server.context
    const cached = new CachedPlaces(server.context.log)
    const asked = fc.record({
      when: query,
      sort_by: fc.constantFrom(...SORTS),
      page_size: fc.integer({ min: 1, max: 5 }).map(String),
      page: fc.constantFrom(1, 1, 2).map(String),
      filters: fc.constantFrom<Record<string, string>>(
        {},
        { service_type: 'standard' },
        { max_rate: '30' },
        { min_rating: '4' },
        { availability: 'may_be_free' },
        { instant: 'true' },
        { speaks: 'en' },
        { pets_ok: 'true' },
        { cleaning_frequency: 'weekly' },
      ),
    })
    const kept = { now: RANDOM_NOW.getTime(), isDueWritten: false }
    let matches = 0
    const property = fc.asyncProperty(asked, async ({ when, filters, ...rest }) => {
      const date = dateOfDay(FIRST_DAY + when.day)
      const { zip_code, hours } = when
      const parsed = { ...rest, ...filters, ...when.when, zip_code, date, hours: String(hours) }
      const search = SearchFilters.parse(parsed)
      const home = places.zipOf(zip_code)!
      const wanted = wantedStarts(home.timeZone, { ...search, date })
      const stored = await findTimedPage(pool, home, search, wanted, RANDOM_NOW.getTime())
      // The second one reads the places into memory.
      await cached.noteMiss(pool, home, stored.version, wanted)
      await cached.noteMiss(pool, home, stored.version, wanted)
      const found = await cached.findFree(pool, home, search, wanted, kept)
      expect(shownOf(found, wanted)).toEqual(shownOf(stored, wanted))
      matches += stored.cards.length
    })
    await fc.assert(property, { numRuns: 200, seed: 9 })
    expect(matches).toBeGreaterThan(100)

    const home = places.zipOf(RANDOM_HOMES[0]!)!
    const date = dateOfDay(FIRST_DAY + 3)
    const search = SearchFilters.parse({ zip_code: RANDOM_HOMES[0], date })
    const wanted = wantedStarts(home.timeZone, { ...search, date })
    const read = async () => {
      const { version } = await findTimedPage(pool, home, search, wanted, RANDOM_NOW.getTime())
      await cached.noteMiss(pool, home, version, wanted)
      await cached.noteMiss(pool, home, version, wanted)
    }
    const find = async () => cached.findFree(pool, home, search, wanted, kept)
    await read()
    expect(await find()).toBeDefined()
    const { professional_id } = await server.db
      .selectFrom('search_entries')
      .select('professional_id')
      .where('place_id', 'in', [home.placeId, home.cityPlaceId])
      .where('stated', '=', true)
      .executeTakeFirstOrThrow()
    const change = { kind: 'off', from_date: date, to_date: date } as const
    const own = await as(server, { id: professional_id })
    const off = await own.post(`/api/professional/time/${professional_id}/exceptions`, change)
    expect(off.status).toBe(200)
    await refreshAllDue(server.context)
    expect(await find()).toBeUndefined()
    await read()
    expect(await find()).toBeDefined()
    const [exception] = off.body.exceptions.slice(-1)
    await own.delete(`/api/professional/time/${professional_id}/exceptions/${exception.id}`)
  })

  // rule: search-cached-answers
  test('have the totals of the database in memory after each change of a rate, and in each half hour', async () => {
    await refreshAllDue(server.context)
    const { pool, places } = server.context
    const cached = new CachedPlaces(server.context.log)
    const zip_code = RANDOM_HOMES[0]!
    const home = places.zipOf(zip_code)!
    const date = dateOfDay(FIRST_DAY + 1)
    const search = SearchFilters.parse({ zip_code, date, max_rate: '80' })
    const wanted = wantedStarts(home.timeZone, { ...search, date })
    const seen = new Set<string>()
    const expectSame = async (now: number) => {
      const stored = await findTimedPage(pool, home, search, wanted, now)
      const read = { now, isDueWritten: false }
      const found = await cached.findFree(pool, home, search, wanted, read)
      expect(shownOf(found, wanted)).toEqual(shownOf(stored, wanted))
      seen.add(`${stored.freeTotal} ${stored.mayBeFreeTotal}`)
    }
    const begin = RANDOM_NOW.getTime()
    const { version } = await findTimedPage(pool, home, search, wanted, begin)
    for (let time = 0; time < 2; time++) await cached.noteMiss(pool, home, version, wanted)
    for (let half = 0; half < 72; half++) await expectSame(begin + half * 1_800_000)
    expect(seen.size).toBeGreaterThan(1)
    seen.clear()
    for (const hourly_rate_cents of [3000, 9000]) {
      for (const id of ids.slice(0, 20)) {
        await server.db
          .updateTable('professionals')
          .set({ hourly_rate_cents })
          .where('user_id', '=', id)
          .execute()
        await refreshSearchEntries(server.db, [id])
        await expectSame(begin)
      }
    }
    expect(seen.size).toBeGreaterThan(2)
  })
})

/** What the client sees of a page. */
function shownOf(page: TimedPage | undefined, wanted: WantedStarts) {
  return (
    page && {
      ...page,
      cards: page.cards.map(({ card, free }) => ({
        card,
        start: free && earliestStart(wanted, free),
      })),
    }
  )
}
