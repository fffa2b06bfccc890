// rule: agenda
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { buildClient, buildProfessional } from '#server/test/builders/build.ts'
import { move, NOW, requestBooking } from '#server/test/builders/booking.ts'
import { as, visitor } from '#server/test/call.ts'
import { testServer } from '#server/test/server.ts'
import type { TestServer } from '#server/test/server.ts'

type Person = { id: string }

/** November 20, a Friday, 10:00 in Austin. */
let now = NOW
let server: TestServer
let pro: Person
beforeAll(async () => {
  server = await testServer({ RATE_LIMIT_SCALE: '1000' }, { now: () => now })
})
afterAll(() => server.close())
beforeEach(async () => {
  now = NOW
  pro = await buildProfessional(server, { areas: ['78701', '78702', '78613', '88901'] })
})

const agenda = async (person: Person, query = '') =>
  (await as(server, person)).get(`/api/professional/agenda/${person.id}${query}`)
const state = async (plan: object) =>
  (await as(server, pro)).put(`/api/professional/time/${pro.id}`, { plan })
const except = async (exception: object) =>
  (await as(server, pro)).post(`/api/professional/time/${pro.id}/exceptions`, exception)

// rule: visit-rules, lead-locked
test('a day has its visits by start, with the time free before each and the drive; locked leads are masked', async () => {
  const maya = await buildClient(server, { first_name: 'Maya', last_name: 'Thompson' })
  const request = (client: Person, time: string, zip: string, notes = '') =>
    requestBooking(server, client, pro, {
      booking_date: '2026-12-01',
      booking_time: time,
      zip_code: zip,
      notes,
    })
  const first = await request(maya, '09:00', '78701', 'Ring twice')
  const second = await request(maya, '11:10', '78702')
  const third = await request(maya, '14:00', '78613')
  for (const id of [first, third]) await move(server, pro, id, 'accepted')
  const declined = await request(maya, '17:00', '78701')
  await move(server, pro, declined, 'declined')
  await server.db
    .updateTable('leads')
    .set({ opened_at: null })
    .where('client_id', '=', maya.id)
    .execute()

  const { status, body } = await agenda(pro, '?from=2026-12-01&days=1')
  expect(status).toBe(200)
  expect(body.time_zone).toBe('America/Chicago')
  expect(body.days).toHaveLength(1)
  expect(body.days[0]).toMatchObject({ date: '2026-12-01', hours: null, off: false, busy: [] })
  expect(body.days[0].visits[0]).toEqual({
    booking_id: first,
    status: 'accepted',
    starts_at: '2026-12-01T15:00:00.000Z',
    ends_at: '2026-12-01T17:00:00.000Z',
    booking_time: '09:00',
    time_zone: 'America/Chicago',
    service_type: 'standard',
    reclean_of: null,
    estimated_hours: 2,
    client_name: 'Maya',
    address: '',
    city: 'Austin',
    state: 'TX',
    zip_code: '78701',
    notes: '',
    total_amount: 130,
    series: null,
    instant: false,
    outside_hours: false,
    locked: true,
    gap_minutes_before: null,
    travel_minutes_before: null,
  })
  const gaps = body.days[0].visits.map((visit: Record<string, unknown>) => [
    visit['booking_id'],
    visit['status'],
    visit['gap_minutes_before'],
    visit['travel_minutes_before'],
  ])
  expect(gaps).toEqual([
    [first, 'accepted', null, null],
    [second, 'pending', 10, 15],
    [third, 'accepted', 50, expect.any(Number)],
  ])

  await server.db
    .updateTable('leads')
    .set({ opened_at: NOW })
    .where('client_id', '=', maya.id)
    .execute()
  const [open, asked] = (await agenda(pro, '?from=2026-12-01&days=1')).body.days[0].visits
  expect(asked).toMatchObject({ status: 'pending', locked: false, address: '', zip_code: '78702' })
  expect(open).toMatchObject({
    client_name: 'Maya Thompson',
    address: '100 Congress Ave',
    notes: 'Ring twice',
    locked: false,
  })
  expect(Object.keys(open).filter((key) => /phone|email/.test(key))).toEqual([])
})

test('a visit that is completed stays on its day', async () => {
  const id = await requestBooking(server, await buildClient(server), pro)
  await move(server, pro, id, 'accepted')
  now = new Date('2026-12-02T16:00:00Z')
  await move(server, pro, id, 'completed')
  const { body } = await agenda(pro, '?from=2026-11-29&days=7')
  const visits = body.days.flatMap((day: { visits: object[] }) => day.visits)
  expect(visits).toMatchObject([{ booking_id: id, status: 'completed' }])
})

// rule: working-hours
test('days are own dates from today: hours, days off, and a visit in another zone on the own date of its start', async () => {
  await state([
    { weekday: 5, from: '08:00', to: '12:00' },
    { weekday: 5, from: '13:00', to: '17:00' },
    { weekday: 6, from: '09:00', to: '13:00' },
  ])
  await except({
    kind: 'off',
    from_date: '2026-11-20',
    to_date: '2026-11-20',
    from: '10:00',
    to: '11:00',
  })
  await except({ kind: 'off', from_date: '2026-11-21', to_date: '2026-11-21' })
  const { body } = await agenda(pro)
  expect(body.days).toEqual([
    {
      date: '2026-11-20',
      hours: [
        { from: '08:00', to: '10:00' },
        { from: '11:00', to: '12:00' },
        { from: '13:00', to: '17:00' },
      ],
      off: false,
      busy: [],
      visits: [],
    },
    { date: '2026-11-21', hours: [], off: true, busy: [], visits: [] },
  ])
  // 23:00 in Las Vegas is 1:00 of the next day in Austin.
  const client = await buildClient(server)
  const id = await requestBooking(server, client, pro, {
    booking_date: '2026-12-01',
    booking_time: '23:00',
    city: 'Las Vegas',
    state: 'NV',
    zip_code: '88901',
  })
  const late = await agenda(pro, '?from=2026-12-01&days=14')
  const withVisits = late.body.days.filter(({ visits }: { visits: unknown[] }) => visits.length > 0)
  expect(withVisits).toMatchObject([
    {
      date: '2026-12-02',
      visits: [{ booking_id: id, booking_time: '23:00', time_zone: 'America/Los_Angeles' }],
    },
  ])
  expect(late.body.days).toHaveLength(14)
})

// rule: working-hours
test('extra hours before those of the day stand first', async () => {
  await state([{ weekday: 5, from: '13:00', to: '17:00' }])
  const day = { from_date: '2026-11-20', to_date: '2026-11-20' }
  await except({ kind: 'extra', ...day, from: '06:00', to: '08:00' })
  await except({ kind: 'extra', ...day, from: '19:00', to: '20:00' })
  const { body } = await agenda(pro, '?days=1')
  expect(body.days[0].hours).toEqual([
    { from: '06:00', to: '08:00' },
    { from: '13:00', to: '17:00' },
    { from: '19:00', to: '20:00' },
  ])
})

// rule: busy-times
test('busy times of another calendar stand on each day that they touch, joined', async () => {
  const { id: calendar_id } = await server.db
    .insertInto('busy_calendars')
    .values({ professional_id: pro.id, label: 'Home', kind: 'file', state: 'ok', created_at: NOW })
    .returning('id')
    .executeTakeFirstOrThrow()
  const busy = (starts_at: string, ends_at: string) => ({
    professional_id: pro.id,
    calendar_id,
    uid_hash: Buffer.from(starts_at),
    starts_at,
    ends_at,
  })
  await server.db
    .insertInto('busy_times')
    .values([
      busy('2026-12-02T04:00:00Z', '2026-12-02T08:00:00Z'),
      busy('2026-12-02T07:00:00Z', '2026-12-02T09:00:00Z'),
      busy('2026-12-05T18:00:00Z', '2026-12-05T19:00:00Z'),
    ])
    .execute()
  const { body } = await agenda(pro, '?from=2026-12-01&days=3')
  const night = { starts_at: '2026-12-02T04:00:00.000Z', ends_at: '2026-12-02T09:00:00.000Z' }
  expect(body.days.map((day: { busy: unknown }) => day.busy)).toEqual([[night], [night], []])
})

// rule: free-times
test('a day on which the clock changes has its visits and no others', async () => {
  const client = await buildClient(server)
  for (const booking_date of ['2027-03-13', '2027-03-14', '2027-03-15']) {
    await requestBooking(server, client, pro, { booking_date, booking_time: '00:00' })
  }
  const { body } = await agenda(pro, '?from=2027-03-13&days=3')
  expect(body.days.map(({ visits }: { visits: unknown[] }) => visits.length)).toEqual([1, 1, 1])
})

// rule: own-ids-only
test('only the professional reads their agenda, at most 14 days of it', async () => {
  const url = `/api/professional/agenda/${pro.id}`
  expect(await visitor(server).get(url)).toMatchObject({ status: 401 })
  for (const person of [await buildClient(server), await buildProfessional(server)]) {
    expect(await (await as(server, person)).get(url)).toMatchObject({
      status: 403,
      body: { code: 'not_yours' },
    })
  }
  const newcomer = await buildClient(server, { role: 'professional' })
  expect(await agenda(newcomer)).toMatchObject({
    status: 409,
    body: { code: 'complete_profile_first' },
  })
  for (const query of [
    'days=15',
    'days=0',
    'days=x',
    'from=today',
    'from=2026-02-30',
    'from=9999-12-31',
  ]) {
    expect(await agenda(pro, `?${query}`)).toMatchObject({
      status: 422,
      body: { code: 'invalid_input' },
    })
  }
})
