// rule: search-by-time, search-time-entries
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { BOOKING_HOURS, SORTS } from '#contract/product.ts'
import { SearchFilters } from '#contract/search.ts'
import { DAY_PARTS } from '#contract/time-rules.ts'
import { buildClient, buildProfessional } from '#server/test/build.ts'
import { insertBooking, NOW } from '#server/test/booking.ts'
import { as, visitor } from '#server/test/call.ts'
import { testServer } from '#server/test/server.ts'
import type { TestServer } from '#server/test/server.ts'
import { freeTimes } from '../time/free-times.ts'
import { loadSchedules } from '../time/load-schedules.ts'
import { dateOfDay, dayOfDate } from '../time/zone-clock.ts'
import { CachedPlaces } from './cached-places.ts'
import { refreshAllDue } from './search-times.ts'
import { ZONES } from './time-keys.ts'
import { findTimedPage } from './timed-search.queries.ts'
import type { TimedPage } from './timed-search.queries.ts'
import { earliestStart, wantedStarts } from './wanted-starts.ts'
import type { WantedStarts } from './wanted-starts.ts'

let server: TestServer
let now = NOW
beforeAll(async () => {
  server = await testServer({}, { now: () => now })
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
  const HOMES = ['78701', '79901', '85001', '02118', '96813']
  const BASES = ['78701', '79901', '85001', '10001', '90001', null]
  const minute = fc.integer({ min: 0, max: 48 }).map((cell) => cell * 30)
  const interval = fc
    .tuple(minute, minute)
    .filter(([from, to]) => from !== to)
    .map(([a, b]) => ({ from: Math.min(a, b), to: Math.max(a, b) }))
  const weekday = fc.integer({ min: 1, max: 7 })
  const fact = fc.record({
    base_zip: fc.constantFrom(...BASES),
    areas: fc.subarray(HOMES, { minLength: 2 }),
    stated: fc.constantFrom(true, true, true, false),
    whole: fc.subarray([1, 2, 3, 4, 5, 6, 7]),
    plan: fc.uniqueArray(fc.record({ weekday, interval }), {
      selector: (one) => one.weekday,
      maxLength: 7,
    }),
    rules: fc.record({
      buffer_minutes: fc.constantFrom(0, 0, 15, 240),
      travel: fc.boolean(),
      notice_hours: fc.constantFrom(0, 24, 24, 336),
      horizon_days: fc.constantFrom(1, 60, 365),
      max_visits_a_day: fc.constantFrom(null, null, 1),
      max_hours_a_day: fc.constantFrom(null, null, 3, 8),
      min_hours: fc.constantFrom(1, 1, 1, 3),
      instant_booking: fc.constantFrom('off', 'verified'),
    }),
    paused: fc.option(fc.integer({ min: 0, max: 40 })),
    exceptions: fc.array(
      fc.record({
        kind: fc.constantFrom('off', 'extra'),
        day: fc.integer({ min: -1, max: 40 }),
        days: fc.integer({ min: 0, max: 3 }),
        interval: fc.option(interval),
      }),
      { maxLength: 4 },
    ),
    visits: fc.uniqueArray(fc.integer({ min: -1, max: 30 }), { maxLength: 6 }),
    visitHour: fc.integer({ min: 0, max: 23 }),
    visitHours: fc.constantFrom(...BOOKING_HOURS),
    busy: fc.uniqueArray(fc.integer({ min: -24, max: 30 * 24 }), { maxLength: 4 }),
  })
  // The autumn and the spring clock change are both near.
  const FIRST_DAY = dayOfDate('2026-10-20')
  let ids: string[]

  beforeAll(async () => {
    now = new Date('2026-10-20T16:10:00Z')
    const client = await buildClient(server)
    ids = []
    for (const one of fc.sample(fact, { numRuns: 40, seed: 5 })) {
      const { id } = await buildProfessional(server, { areas: one.areas })
      ids.push(id)
      const { instant_booking, ...rules } = one.rules
      await server.db
        .insertInto('professional_times')
        .values({
          professional_id: id,
          base_zip: one.base_zip,
          stated: one.stated,
          ...rules,
          instant_booking: one.stated ? instant_booking : 'off',
          paused_until: one.paused === null ? null : dateOfDay(FIRST_DAY + one.paused),
        })
        .execute()
      const whole = one.whole.map((day) => ({ weekday: day, interval: { from: 0, to: 1440 } }))
      const part = one.plan.filter((day) => !one.whole.includes(day.weekday))
      const plan = [...whole, ...part].map((day) => ({
        professional_id: id,
        weekday: day.weekday,
        from_minute: day.interval.from,
        to_minute: day.interval.to,
      }))
      if (one.stated && plan.length > 0) {
        await server.db.insertInto('working_hours').values(plan).execute()
      }
      for (const exception of one.exceptions) {
        const hours =
          exception.interval ?? (exception.kind === 'extra' ? { from: 0, to: 300 } : null)
        await server.db
          .insertInto('time_exceptions')
          .values({
            professional_id: id,
            kind: exception.kind,
            from_date: dateOfDay(FIRST_DAY + exception.day),
            to_date: dateOfDay(FIRST_DAY + exception.day + exception.days),
            from_minute: hours?.from ?? null,
            to_minute: hours?.to ?? null,
          })
          .execute()
      }
      for (const day of one.visits) {
        const starts_at = new Date((FIRST_DAY + day) * 86_400_000 + one.visitHour * 3_600_000)
        await insertBooking(
          server,
          client,
          { id },
          {
            status: 'accepted',
            estimated_hours: one.visitHours,
            starts_at,
            ends_at: new Date(starts_at.getTime() + one.visitHours * 3_600_000),
          },
        )
      }
      await insertBusyTimes(
        id,
        one.busy.map((hour) => FIRST_DAY * 86_400_000 + hour * 3_600_000),
      )
    }
  })
  afterAll(() => {
    now = NOW
  })

  const query = fc.record({
    zip_code: fc.constantFrom(...HOMES),
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
      const wanted = { home, hours, isKnown: false, drive: 'public' as const, now: now.getTime() }
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
    const cached = new CachedPlaces(pool)
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
    let matches = 0
    const property = fc.asyncProperty(asked, async ({ when, filters, ...rest }) => {
      const date = dateOfDay(FIRST_DAY + when.day)
      const { zip_code, hours } = when
      const parsed = { ...rest, ...filters, ...when.when, zip_code, date, hours: String(hours) }
      const search = SearchFilters.parse(parsed)
      const home = places.zipOf(zip_code)!
      const wanted = wantedStarts(home.timeZone, { ...search, date })
      const stored = await findTimedPage(pool, home, search, wanted, now.getTime())
      // The second one reads the places into memory.
      await cached.noteMiss(home, wanted, stored.version)
      await cached.noteMiss(home, wanted, stored.version)
      const found = await cached.find(home, search, wanted, now.getTime())
      expect(shownOf(found, wanted)).toEqual(shownOf(stored, wanted))
      matches += stored.cards.length
    })
    await fc.assert(property, { numRuns: 200, seed: 9 })
    expect(matches).toBeGreaterThan(100)

    const home = places.zipOf(HOMES[0]!)!
    const date = dateOfDay(FIRST_DAY + 3)
    const search = SearchFilters.parse({ zip_code: HOMES[0], date })
    const wanted = wantedStarts(home.timeZone, { ...search, date })
    const read = async () => {
      const { version } = await findTimedPage(pool, home, search, wanted, now.getTime())
      await cached.noteMiss(home, wanted, version)
      await cached.noteMiss(home, wanted, version)
    }
    const find = async () => cached.find(home, search, wanted, now.getTime())
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

  test('have stored what SQL computes from hours, gaps, visits, busy times and day maxima', async () => {
    await refreshAllDue(server.context)
    const days = { first: FIRST_DAY, last: FIRST_DAY + 45 }
    const { rows } = await storedStarts(days).execute(server.db)
    // 40 professionals and 6 lengths, on all days but the clock change and the day before it.
    expect(rows.length).toBeGreaterThan(5000)
    expect(rows.filter(({ stored, computed }) => stored !== computed)).toEqual([])
    expect(rows.filter(({ stored }) => stored !== '0').length).toBeGreaterThan(1000)
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

/** Busy times of an hour, in milliseconds. */
async function insertBusyTimes(professional_id: string, starts: number[]) {
  const { id } = await server.db
    .insertInto('busy_calendars')
    .values({ professional_id, label: 'Home', kind: 'file', created_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  for (const start of starts) {
    await server.db
      .insertInto('busy_times')
      .values({
        professional_id,
        calendar_id: id,
        uid_hash: Buffer.from(String(start)),
        starts_at: new Date(start),
        ends_at: new Date(start + 3_600_000),
      })
      .execute()
  }
}

/**
 * For each professional, day and length: the bits that search by time stores, and the same computed in SQL alone, half
 * hour by half hour. Days around a clock change are left out.
 */
function storedStarts({ first, last }: { first: number; last: number }) {
  const zones = sql`${ZONES}::text[]`
  const plans = sql.raw(`array[${[1, 2, 3, 4, 5, 6, 7].map((day) => `plan_${day}`).join()}]`)
  const starts = sql.raw(`array[${BOOKING_HOURS.map((hours) => `starts_${hours}`).join()}]`)
  return sql<{ person: string; day: number; hours: number; stored: string; computed: string }>`
    with own as (
      select distinct on (professional_id) professional_id as person, (${zones})[zone] as zone, ${plans} as plans, lengths,
        case when travel then greatest(buffer_minutes, 30) else buffer_minutes end * interval '1 minute' as gap,
        min_hours, coalesce(max_hours_a_day, 99) as max_hours, coalesce(max_visits_a_day, 99) as max_visits, place_id
      from search_entries join professional_times using (professional_id)
      where search_entries.stated order by professional_id, place_id
    ), days as (
      select own.*, day, (date '1970-01-01' + day)::timestamp at time zone zone as midnight,
        (date '1970-01-01' + day + 1)::timestamp at time zone zone as next_midnight
      from own cross join generate_series(${first}::integer, ${last + 1}::integer) as day
    ), halves as materialized (
      select days.*, at, cell, (
        exists (
          select from working_hours where professional_id = person
            and weekday = extract(isodow from wall) and minute >= from_minute and minute < to_minute
        ) and not exists (
          select from time_exceptions where professional_id = person and kind = 'off' and wall::date between from_date and to_date
            and (from_minute is null or minute >= from_minute and minute < to_minute)
        ) or exists (
          select from time_exceptions where professional_id = person and kind = 'extra' and wall::date between from_date and to_date
            and minute >= from_minute and minute < to_minute
        )
      ) as is_open
      from days cross join lateral generate_series(midnight, next_midnight - interval '1 second', interval '30 minutes')
          with ordinality as half (at, cell),
        lateral (select at at time zone zone as wall) as own_wall,
        lateral (select extract(hour from wall) * 60 + extract(minute from wall) as minute) as own_minute
    ), open_until as materialized (
      select *, min(at) filter (where not is_open)
        over (partition by person order by at desc) as closes_at
      from halves
    ), computed as materialized (
      select person, day, hours, bit_or(1::bigint << (cell - 1)::integer) as bits
      from open_until cross join unnest(${BOOKING_HOURS}::integer[]) as hours,
        lateral (select at + hours * interval '1 hour' as ends) as visit
      where hours >= min_hours and coalesce(closes_at, 'infinity') >= ends
        and not exists (select from busy_times where professional_id = person and starts_at < ends and ends_at > at)
        and not exists (
          select from bookings where professional_id = person and status in ('accepted', 'completed')
            and starts_at < ends + gap and ends_at + gap > at)
        and (
          select count(*) < max_visits and hours + coalesce(sum(extract(epoch from ends_at - starts_at)) / 3600, 0) <= max_hours
          from bookings where professional_id = person and status in ('accepted', 'completed')
            and starts_at >= midnight and starts_at < next_midnight
        )
      group by person, day, hours
    ), stored as (
      select person, days.day, hours, case when lengths >> (position - 1)::integer & 1 = 0 then 0 else coalesce(
        (${starts})[position], (
          select bit_or(1::bigint << cell) from generate_series(0, 47) as cell
          where plans[(days.day + 3) % 7 + 1] >> cell & ((1::bigint << hours * 2) - 1) = (1::bigint << hours * 2) - 1
        ), 0) end as bits
      from days cross join unnest(${BOOKING_HOURS}::integer[]) with ordinality as length (hours, position)
        left join search_days
          on search_days.place_id = days.place_id and search_days.day = days.day and professional_id = person
      where next_midnight - midnight = interval '24 hours' and days.day <= ${last}::integer
        and (date '1970-01-01' + days.day + 2)::timestamp at time zone zone - next_midnight = interval '24 hours'
    )
    select person::text, day, hours, stored.bits as stored, coalesce(computed.bits, 0)::text as computed
    from stored left join computed using (person, day, hours)`
}
