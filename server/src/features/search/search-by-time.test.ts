// rule: search-by-time, search-time-entries
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { BOOKING_HOURS } from '#contract/product.ts'
import { DAY_PARTS } from '#contract/time-rules.ts'
import { buildClient, buildProfessional } from '#server/test/build.ts'
import { insertBooking, move, NOW, requestBooking } from '#server/test/booking.ts'
import { as, visitor } from '#server/test/call.ts'
import { sendForm } from '#server/test/form.ts'
import { testServer } from '#server/test/server.ts'
import type { TestServer } from '#server/test/server.ts'
import { freeTimes } from '../time/free-times.ts'
import { loadSchedules } from '../time/load-schedules.ts'
import { dateOfDay, dayOfDate } from '../time/zone-clock.ts'
import { refreshSearchEntries } from './search-entries.ts'
import { forgetPastDays, refreshAllDue } from './search-times.ts'
import { ZONES } from './time-keys.ts'

let server: TestServer
let now = NOW
beforeAll(async () => {
  server = await testServer({}, { now: () => now })
})
afterAll(() => server.close())

type Person = { id: string }

async function search(query: Record<string, string>) {
  const { status, body } = await visitor(server).get(
    `/api/professionals/search/enhanced?${new URLSearchParams(query)}`,
  )
  return { status, body }
}

const idsOf = (list: { user_id: string }[]) => list.map(({ user_id }) => user_id)

async function saveTimes(professional: Person, change: Record<string, unknown>) {
  const caller = await as(server, professional)
  const answer = await caller.put(`/api/professional/time/${professional.id}`, change)
  expect(answer.status).toBe(200)
}

const MORNINGS = [1, 2, 3, 4, 5].map((weekday) => ({ weekday, from: '09:00', to: '12:00' }))

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

  /** What the slots call says of each professional. */
  function expected(
    schedules: Awaited<ReturnType<typeof loadSchedules>>,
    { zip_code, day, when, hours }: typeof query extends fc.Arbitrary<infer T> ? T : never,
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

  test('are found exactly when the free times say so, with the earliest one and exact totals', async () => {
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
    await fc.assert(
      fc.asyncProperty(query, async (asked) => {
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
      }),
      { numRuns: Number(process.env['RANDOM_SEARCHES'] ?? 150), seed: 3 },
    )
    expect(matches).toBeGreaterThan(100)
    expect(unstated).toBeGreaterThan(100)
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

test('each change of time shows in the next search, also of those not written yet', async () => {
  const areas = ['60606']
  const query = { zip_code: '60606', date: '2026-12-01', time: '09:00' }
  const total = async () => (await search(query)).body.total
  const [grace, client] = await Promise.all([
    buildProfessional(server, { areas }),
    buildClient(server, { email_verified_at: NOW }),
  ])
  await saveTimes(grace, { plan: MORNINGS, instant_booking: 'verified' })
  expect(await total()).toBe(1)
  const caller = await as(server, grace)
  const own = (path: string) => `/api/professional/${path}`

  const home = { zip_code: '60606', city: 'Chicago', state: 'IL', instant: true }
  const id = await requestBooking(server, client, grace, home)
  expect(await total()).toBe(0)
  await move(server, client, id, 'cancelled', 'Our plans changed.')
  expect(await total()).toBe(1)

  const day = { from_date: '2026-12-01', to_date: '2026-12-01' }
  const off = await caller.post(own(`time/${grace.id}/exceptions`), { kind: 'off', ...day })
  expect(await total()).toBe(0)
  await caller.delete(own(`time/${grace.id}/exceptions/${off.body.exceptions[0].id}`))
  expect(await total()).toBe(1)

  const file = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'BEGIN:VEVENT',
    'UID:a',
    'DTSTART:20261201T150000Z',
  ]
  const read = await sendForm(server, grace, 'POST', own(`busy/${grace.id}/files`), {
    label: 'Home',
    file: new File(
      [[...file, 'DURATION:PT1H', 'END:VEVENT', 'END:VCALENDAR'].join('\r\n')],
      'a.ics',
    ),
  })
  expect(await total()).toBe(0)
  await caller.delete(own(`busy/${grace.id}/calendars/${read.body.calendar.id}`))
  expect(await total()).toBe(1)

  const absence = { kind: 'ill', ...day, message: 'I am ill.' }
  await caller.post(own(`absences/${grace.id}`), absence)
  expect(await total()).toBe(0)
})

test('a search is exact while very many are due, also two at once', async () => {
  const count = 2100
  const first = await buildProfessional(server, { areas: ['60607'] })
  await saveTimes(first, { plan: MORNINGS })
  await insertLike(first.id, count - 1)
  const query = { zip_code: '60607', date: '2026-12-01', hours: '3' }
  const answers = await Promise.all([search(query), search({ ...query, sort_by: 'price' })])
  expect(answers.map(({ body }) => body.total)).toEqual([count, count])
  expect(await server.db.selectFrom('search_times_due').selectAll().execute()).toEqual([])
})

/** Inserts professionals with the areas and the plan of this one. */
async function insertLike(id: string, count: number) {
  const copies = sql`(select n, md5('copy' || n)::uuid as id from generate_series(1, ${count}::integer) as n)`
  const { db } = server
  await sql`
    insert into users (id, role, email, first_name, last_name, phone, password_hash)
    select copy.id, role, n || '@copies.example', first_name, last_name, phone, password_hash
    from users cross join ${copies} as copy where users.id = ${id}::uuid`.execute(db)
  await sql`
    insert into professionals (user_id, slug, full_name, bio, hourly_rate_cents, services)
    select copy.id, 'copy-' || n, full_name, bio, hourly_rate_cents, services
    from professionals cross join ${copies} as copy where user_id = ${id}::uuid`.execute(db)
  await sql`insert into subscriptions (professional_id, status) select id, 'active' from ${copies} as copy`.execute(
    db,
  )
  for (const [table, columns] of [
    ['professional_areas', 'place_id, label, position'],
    ['professional_times', 'stated'],
    ['working_hours', 'weekday, from_minute, to_minute'],
  ] as const) {
    await sql`
      insert into ${sql.table(table)} (professional_id, ${sql.raw(columns)})
      select copy.id, ${sql.raw(columns)} from ${sql.table(table)} cross join ${copies} as copy
      where professional_id = ${id}::uuid`.execute(db)
  }
  const { rows } = await sql<{ id: string }>`select id from ${copies} as copy`.execute(db)
  await refreshSearchEntries(
    db,
    rows.map((copy) => copy.id),
  )
}

describe('a search with a date', () => {
  const AUSTIN = { zip_code: '78701', date: '2026-12-01' }

  test('lists who is free with the earliest time, then who has not stated hours and is not off or paused', async () => {
    const areas = ['33101']
    const query = { zip_code: '33101', date: '2026-12-01' }
    const [morning, evening, unstated, off, paused, elsewhere] = await Promise.all(
      ['Morning', 'Evening', 'Unstated', 'Off', 'Paused', 'Other day'].map((full_name) =>
        buildProfessional(server, { areas, full_name }),
      ),
    )
    await saveTimes(morning!, { plan: MORNINGS })
    await saveTimes(evening!, { plan: [{ weekday: 2, from: '17:30', to: '22:00' }] })
    await saveTimes(elsewhere!, { plan: [{ weekday: 3, from: '09:00', to: '12:00' }] })
    await saveTimes(paused!, { paused_until: '2026-12-02' })
    const exception = { kind: 'off', from_date: '2026-12-01', to_date: '2026-12-01' }
    const caller = await as(server, off!)
    await caller.post(`/api/professional/time/${off!.id}/exceptions`, exception)

    const { body } = await search(query)
    expect(idsOf(body.professionals).toSorted()).toEqual([morning!.id, evening!.id].toSorted())
    expect(body.total).toBe(2)
    expect(body.may_be_free).toMatchObject({ total: 1, professionals: [{ user_id: unstated!.id }] })
    expect(body.may_be_free.professionals[0].free).toBeUndefined()

    const part = await search({ ...query, part: 'evening' })
    expect(part.body.professionals).toMatchObject([
      {
        user_id: evening!.id,
        times_stated: true,
        free: {
          booking_date: '2026-12-01',
          booking_time: '17:30',
          starts_at: '2026-12-01T22:30:00.000Z',
        },
      },
    ])
    expect((await search({ ...query, time: '11:00' })).body.total).toBe(0)
    expect((await search({ ...query, time: '11:00', hours: '1' })).body.total).toBe(1)
    expect((await search({ ...query, availability: 'may_be_free' })).body).toMatchObject({
      total: 1,
      professionals: [{ user_id: unstated!.id }],
    })
    expect((await search({ ...query, zip_code: '33101', date: '2026-11-29' })).body).toMatchObject({
      professionals: [],
      total: 0,
    })
    expect((await search({ zip_code: '33101' })).body.professionals[0].free).toBeUndefined()
  })

  test('shows a booking at once, without making cached searches without a time stale', async () => {
    const grace = await buildProfessional(server, { areas: ['60601'] })
    await saveTimes(grace, { plan: MORNINGS })
    const client = await buildClient(server)
    const query = { zip_code: '60601', date: '2026-12-01', time: '09:00' }
    const versions = () =>
      server.db.selectFrom('place_changes').select('number').orderBy('number').execute()
    expect((await search(query)).body.total).toBe(1)
    const before = await versions()

    const id = await requestBooking(server, client, grace, {
      zip_code: '60601',
      city: 'Chicago',
      state: 'IL',
    })
    expect((await search(query)).body.total).toBe(1)
    expect((await move(server, grace, id, 'accepted')).status).toBe(200)
    expect((await search(query)).body.total).toBe(0)
    expect((await search({ ...query, time: '10:30', hours: '1' })).body.total).toBe(0)
    expect((await search({ ...query, time: '11:00', hours: '1' })).body.total).toBe(1)
    expect(await versions()).toEqual(before)

    expect((await move(server, client, id, 'cancelled', 'Our plans changed.')).status).toBe(200)
    expect((await search(query)).body.total).toBe(1)
  })

  // rule: search-cached-answers
  test('is answered from the cache until the next half hour, when the notice ends the first time', async () => {
    const grace = await buildProfessional(server, { areas: ['60602'] })
    await saveTimes(grace, { plan: MORNINGS })
    const query = { zip_code: '60602', date: '2026-12-01', time: '10:00' }
    const total = async (at: string) => {
      now = new Date(at)
      return (await search(query)).body.total
    }
    expect(await total('2026-11-30T15:59:59Z')).toBe(1)
    expect(await total('2026-11-30T16:00:00Z')).toBe(1)
    expect(await total('2026-11-30T16:00:01Z')).toBe(0)
    now = NOW
  })

  test.each<Record<string, string>>([
    { time: '09:00' },
    { part: 'morning' },
    { hours: '2' },
    { availability: 'free' },
    { date: '2026-12-01', time: '09:00', part: 'morning' },
    { date: '2026-12-01', time: '09:15' },
    { date: '2026-12-01', time: '24:00' },
    { date: '2026-12-01', part: 'night' },
    { date: '2026-12-01', hours: '5' },
    { date: '2026-12-01', availability: 'maybe' },
    { date: '2026-13-01' },
    { date: '2026-11-19' },
    { date: '2027-11-21' },
    { instant: 'yes' },
  ])('is refused with %j', async (query) => {
    const { status, body } = await search({ zip_code: '78701', ...query })
    expect([status, body.code]).toEqual([422, 'search_filter_invalid'])
  })

  test('takes dates from today to 365 days ahead, and names served ZIPs near an unserved one', async () => {
    await buildProfessional(server)
    for (const date of ['2026-11-20', '2027-11-20']) {
      expect((await search({ ...AUSTIN, date })).status).toBe(200)
    }
    const { body } = await search({ ...AUSTIN, zip_code: '99501' })
    expect(body.total).toBe(0)
    expect(body.nearby.length).toBeGreaterThan(0)
  })
})

test('instant booking is a filter with and without a date', async () => {
  const areas = ['60603']
  const [instant, other] = await Promise.all([
    buildProfessional(server, { areas }),
    buildProfessional(server, { areas }),
  ])
  await saveTimes(instant, { plan: MORNINGS, instant_booking: 'verified' })
  await saveTimes(other, { plan: MORNINGS, instant_booking: 'served' })
  for (const date of [undefined, '2026-12-01']) {
    const { body } = await search({
      zip_code: '60603',
      instant: 'true',
      ...(date ? { date } : {}),
    })
    expect(idsOf(body.professionals)).toEqual([instant.id])
    expect(body.total).toBe(1)
  }
})

test('what is due is written by the job too, once, and days that are over are deleted', async () => {
  const grace = await buildProfessional(server, { areas: ['60604', '60605'] })
  await saveTimes(grace, { plan: MORNINGS })
  const caller = await as(server, grace)
  const exception = { kind: 'off', from_date: '2026-12-01', to_date: '2026-12-02' }
  await caller.post(`/api/professional/time/${grace.id}/exceptions`, exception)
  const days = () =>
    server.db
      .selectFrom('search_days')
      .selectAll()
      .where('professional_id', '=', grace.id)
      .orderBy('place_id')
      .orderBy('day')
      .execute()
  await Promise.all([refreshAllDue(server.context), refreshAllDue(server.context)])
  const written = await days()
  expect(written.map(({ place_id, day }) => [place_id, dateOfDay(day)])).toEqual([
    [60_604, '2026-12-01'],
    [60_604, '2026-12-02'],
    [60_605, '2026-12-01'],
    [60_605, '2026-12-02'],
  ])
  expect(await server.db.selectFrom('search_times_due').selectAll().execute()).toEqual([])

  now = new Date('2026-12-03T12:00:00Z')
  await forgetPastDays(server.context)
  now = NOW
  expect((await days()).map(({ day }) => dateOfDay(day))).toEqual(['2026-12-02', '2026-12-02'])
})

test('every time zone of the table of places has a number', async () => {
  const rows = await server.db.selectFrom('zips').select('time_zone').distinct().execute()
  expect(ZONES).toEqual(expect.arrayContaining(rows.map(({ time_zone }) => time_zone)))
})
