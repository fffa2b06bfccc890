// rule: search-by-time
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildClient, buildProfessional } from '#server/test/builders/build.ts'
import { move, NOW, requestBooking } from '#server/test/builders/booking.ts'
import { as, visitor } from '#server/test/call.ts'
import { sendForm } from '#server/test/builders/form.ts'
import { poison } from '#server/test/poison.ts'
import { testServer } from '#server/test/server.ts'
import type { TestServer } from '#server/test/server.ts'
import { dateOfDay } from '#server/calendar/plan/zone-clock.ts'
import { refreshSearchEntries } from '#server/people/listing/search-entries.ts'
import { clearPastDays, refreshAllDue } from './search-times.ts'
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

  test('shows an accepted booking at once', async () => {
    const grace = await buildProfessional(server, { areas: ['60601'] })
    await saveTimes(grace, { plan: MORNINGS })
    const client = await buildClient(server)
    const query = { zip_code: '60601', date: '2026-12-01', time: '09:00' }
    expect((await search(query)).body.total).toBe(1)
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

    expect((await move(server, client, id, 'cancelled', 'Our plans changed.')).status).toBe(200)
    expect((await search(query)).body.total).toBe(1)
  })

  test('changes with the half hour, when the notice ends the first time', async () => {
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

// rule: search-by-time
test('finds who is free where the own day is already the next one', async () => {
  const grace = await buildProfessional(server, { areas: ['96813'] })
  await saveTimes(grace, { plan: [{ weekday: 3, from: '12:00', to: '15:00' }] })
  // Guam is 20 hours ahead of Honolulu.
  await server.db
    .updateTable('professional_times')
    .set({ base_zip: '96910' })
    .where('professional_id', '=', grace.id)
    .execute()
  const tuesday = { zip_code: '96813', date: '2026-12-01' }
  const { body } = await search({ ...tuesday, part: 'evening' })
  expect(body.professionals.map(({ free }: { free: object }) => free)).toEqual([
    { booking_date: '2026-12-01', booking_time: '17:00', starts_at: '2026-12-02T03:00:00.000Z' },
  ])
  expect((await search({ ...tuesday, date: '2026-12-02', part: 'evening' })).body.total).toBe(0)
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
  await clearPastDays(server.context)
  now = NOW
  expect((await days()).map(({ day }) => dateOfDay(day))).toEqual(['2026-12-02', '2026-12-02'])
})

// rule: scheduled-jobs
test('a professional whose days cannot be written stops no search, and stays due', async () => {
  const [grace, failing] = await Promise.all(
    [1, 2].map(() => buildProfessional(server, { areas: ['60608'] })),
  )
  for (const one of [grace!, failing!]) await saveTimes(one, { plan: MORNINGS })
  const query = { zip_code: '60608', date: '2026-12-01', time: '09:00' }
  const cure = await poison(
    server.db,
    'update',
    'search_entries',
    sql`old.professional_id = ${sql.lit(failing!.id)}`,
  )
  const found = [await search(query), await search(query)]
  await cure()
  expect(found.map(({ status, body }) => [status, idsOf(body.professionals)])).toEqual([
    [200, [grace!.id]],
    [200, [grace!.id]],
  ])
  const { body } = await search(query)
  expect(idsOf(body.professionals).toSorted()).toEqual([grace!.id, failing!.id].toSorted())
})

test('every time zone of the table of places has a number', async () => {
  const rows = await server.db.selectFrom('zips').select('time_zone').distinct().execute()
  expect(ZONES).toEqual(expect.arrayContaining(rows.map(({ time_zone }) => time_zone)))
})
