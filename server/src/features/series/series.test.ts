import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { buildClient, buildProfessional } from '#server/test/build.ts'
import {
  bookingBody,
  insertBooking,
  move,
  NOW,
  requestBooking,
  rowCounts,
} from '#server/test/booking.ts'
import { as, visitor } from '#server/test/call.ts'
import { findBroken } from '#server/test/invariants.ts'
import { testServer } from '#server/test/server.ts'
import type { TestServer } from '#server/test/server.ts'
import { runDueJobs } from '#server/worker.ts'
import { suspendByOperator } from '../account/suspend-account.ts'
import { endSeriesOfPerson } from './end-series-of-person.ts'
import { extendSeries } from './series-jobs.ts'

/** The first 8 Tuesdays from December 1 on; today is November 20, so January 15 is 56 days ahead. */
const TUESDAYS = [
  '2026-12-01',
  '2026-12-08',
  '2026-12-15',
  '2026-12-22',
  '2026-12-29',
  '2027-01-05',
  '2027-01-12',
  '2027-01-19',
]
const WEEKDAYS = [1, 2, 3, 4, 5].map((weekday) => ({ weekday, from: '09:00', to: '17:00' }))

type Visit = {
  date: string
  status: string
  booking_time: string
  starts_at: string
  booking_id: string | null
}

let server: TestServer
let now = NOW
let client: { id: string }
let professional: { id: string }

beforeAll(async () => {
  server = await testServer({}, { now: () => now })
})
afterAll(() => server.close())
beforeEach(async () => {
  now = NOW
  client = await buildClient(server, { first_name: 'Maya' })
  professional = await buildProfessional(server, { full_name: 'Grace Walker' })
})

async function request(series: object = {}, facts: Record<string, unknown> = {}) {
  const body = bookingBody(client, professional, { cleaning_frequency: 'weekly', series, ...facts })
  return (await as(server, client)).post('/api/bookings', body)
}

async function requested(series: object = {}, facts: Record<string, unknown> = {}) {
  const { status, body } = await request(series, facts)
  expect({ status, code: body.code }).toEqual({ status: 200, code: undefined })
  return body as { id: string; series_id: string }
}

async function started(series: object = {}, facts: Record<string, unknown> = {}) {
  const { id, series_id } = await requested(series, facts)
  expect((await move(server, professional, id, 'accepted')).status).toBe(200)
  return { id, seriesId: series_id }
}

async function view(id: string, person = client) {
  return (await (await as(server, person)).get(`/api/series/${id}`)).body.series
}

async function states(id: string) {
  const { visits } = await view(id)
  return (visits as Visit[]).map(({ date, status }) => `${date} ${status}`)
}

async function standing(id: string) {
  return server.db
    .selectFrom('bookings')
    .selectAll()
    .where('series_id', '=', id)
    .where('status', 'in', ['pending', 'accepted', 'completed'])
    .orderBy('series_date')
    .execute()
}

async function stateHours(change: object = {}) {
  const caller = await as(server, professional)
  const { status } = await caller.put(`/api/professional/time/${professional.id}`, {
    plan: WEEKDAYS,
    ...change,
  })
  expect(status).toBe(200)
}

async function preview(query: Record<string, string> = {}) {
  const parameters = new URLSearchParams({
    zip_code: '78701',
    cleaning_frequency: 'weekly',
    booking_date: '2026-12-01',
    booking_time: '09:00',
    ...query,
  })
  return visitor(server).get(`/api/professional/series-preview/${professional.id}?${parameters}`)
}

async function titlesOf(person: { id: string }) {
  await runDueJobs(server.context)
  const { body } = await (await as(server, person)).get('/api/notices')
  return body.notices.map(({ title }: { title: string }) => title)
}

async function takeDecember8(facts: object = {}) {
  await insertBooking(server, await buildClient(server), professional, {
    status: 'accepted',
    booking_date: '2026-12-08',
    starts_at: '2026-12-08T15:00:00Z',
    ends_at: '2026-12-08T17:00:00Z',
    expires_at: '2026-12-08T15:00:00Z',
    ...facts,
  })
}

// rule: series-preview
test('a preview tells of each of the next 8 dates whether it fits, and free times near a conflict', async () => {
  await stateHours()
  await takeDecember8()
  const { status, body } = await preview()
  expect(status).toBe(200)
  expect(body.time_zone).toBe('America/Chicago')
  expect(body.visits.map(({ date }: Visit) => date)).toEqual(TUESDAYS)
  expect(body.visits[0]).toEqual({
    date: '2026-12-01',
    booking_time: '09:00',
    starts_at: '2026-12-01T15:00:00.000Z',
    state: 'free',
    why: null,
    alternatives: [],
  })
  expect(body.visits[1]).toMatchObject({ state: 'conflict', why: 'taken' })
  expect(body.visits[1].alternatives).toHaveLength(3)
  expect(body.visits[1].alternatives[0]).toEqual({
    booking_date: '2026-12-08',
    booking_time: '11:00',
    starts_at: '2026-12-08T17:00:00.000Z',
  })
  expect(body.visits[7].state).toBe('free')
  expect((await preview({ booking_time: '08:00' })).body.visits[2].state).toBe('request')
})

// rule: series-preview
test('a preview without stated hours knows days off and taken times only; wrong questions are refused', async () => {
  await takeDecember8()
  const { body } = await preview()
  expect(body.visits.map(({ state }: { state: string }) => state)).toEqual([
    'not_stated',
    'conflict',
    'not_stated',
    'not_stated',
    'not_stated',
    'not_stated',
    'not_stated',
    'not_stated',
  ])
  const refusals: [Record<string, string>, string][] = [
    [{ cleaning_frequency: 'one_time' }, '422 frequency_invalid'],
    [{ booking_date: '2026-11-01' }, '422 time_in_past'],
    [{ zip_code: '10001' }, '422 home_not_served'],
    [{ hours: '5' }, '422 hours_invalid'],
  ]
  for (const [query, code] of refusals) {
    const { status, body: answer } = await preview(query)
    expect(`${status} ${answer.code}`).toBe(code)
  }
})

// rule: series-request
test('a request for regular visits is one pending booking and one lead, and the dates take no time away yet', async () => {
  await stateHours()
  const { id, series_id } = await requested({ choices: [{ date: '2026-12-15', action: 'skip' }] })
  expect(await view(series_id)).toMatchObject({
    status: 'requested',
    cleaning_frequency: 'weekly',
    weekday: 2,
    booking_time: '09:00',
    time_zone: 'America/Chicago',
    estimated_hours: 2,
    hourly_rate: 65,
    total_amount: 130,
    until: null,
    paused: null,
    change: null,
    may: [],
    professional: { full_name: 'Grace Walker' },
  })
  expect((await states(series_id)).slice(0, 3)).toEqual([
    '2026-12-01 planned',
    '2026-12-08 planned',
    '2026-12-15 skipped',
  ])
  expect((await standing(series_id)).map((one) => one.id)).toEqual([id])
  const slots = await visitor(server).get(
    `/api/professional/slots/${professional.id}?zip_code=78701&from=2026-12-01&to=2026-12-08`,
  )
  expect(
    slots.body.days.map(({ slots: free }: { slots: { time: string }[] }) => free[0]?.time),
  ).toContain('09:00')
  const { body } = await (await as(server, client)).get(`/api/bookings/${id}`)
  expect(body.booking.series).toEqual({
    id: series_id,
    date: '2026-12-01',
    cleaning_frequency: 'weekly',
  })
})

// rule: series-request
test('without stated hours a visit moves neither to a time that the clock skips nor years ahead', async () => {
  for (const [booking_date, booking_time] of [
    ['2027-03-14', '02:30'],
    ['9999-12-31', '09:00'],
  ]) {
    const { status, body } = await request({
      choices: [{ date: '2026-12-08', action: 'move', booking_date, booking_time }],
    })
    expect({ status, code: body.code }).toEqual({ status: 409, code: 'series_conflicts' })
  }
})

// rule: series-request
test('a conflict has to be skipped or moved to a free time; a refused request writes nothing', async () => {
  await stateHours()
  await takeDecember8()
  const before = await rowCounts(server)
  const choice = { date: '2026-12-08', action: 'move', booking_date: '2026-12-09' }
  const refused: [object, Record<string, unknown>, string][] = [
    [{}, {}, '409 series_conflicts'],
    [{ choices: [{ ...choice, booking_time: '18:00' }] }, {}, '409 series_conflicts'],
    // The first visit keeps the notice of 24 hours, also when it is moved.
    [
      {
        choices: [
          { date: '2026-12-01', action: 'move', booking_date: '2026-11-20', booking_time: '14:00' },
          { date: '2026-12-08', action: 'skip' },
        ],
      },
      {},
      '409 series_conflicts',
    ],
    [{ choices: [{ date: '2026-12-09', action: 'skip' }] }, {}, '422 series_invalid'],
    [{ choices: [{ date: '2026-12-01', action: 'skip' }] }, {}, '422 series_invalid'],
    [{ until: '2026-11-30' }, {}, '422 series_invalid'],
    [{}, { cleaning_frequency: 'one_time' }, '422 series_invalid'],
    [{ choices: [{ date: '2026-12-08' }] }, {}, '422 series_invalid'],
  ]
  const conflicts: unknown[] = []
  for (const [series, facts, code] of refused) {
    const { status, body } = await request(series, facts)
    expect(`${status} ${body.code}`).toBe(code)
    conflicts.push(body.visits?.[1].state)
  }
  expect(conflicts.slice(0, 4)).toEqual(['conflict', 'conflict', 'conflict', undefined])
  expect(await rowCounts(server)).toEqual(before)
  const { seriesId } = await started({ choices: [{ ...choice, booking_time: '10:00' }] })
  const visit = (await view(seriesId)).visits[1]
  expect(visit).toMatchObject({
    date: '2026-12-08',
    booking_date: '2026-12-09',
    booking_time: '10:00',
    status: 'accepted',
    moved: true,
  })
})

// rule: series-accept, series-visits
test('accepting books the dates of 56 days; the rest comes with the daily job, once, also when it runs twice at once', async () => {
  const { seriesId, id } = await started()
  expect(await states(seriesId)).toEqual([
    ...TUESDAYS.slice(0, 7).map((date) => `${date} accepted`),
    '2027-01-19 planned',
  ])
  const booked = await standing(seriesId)
  expect(booked).toHaveLength(7)
  expect(booked[0]!.id).toBe(id)
  expect(booked[6]).toMatchObject({
    booking_time: '09:00',
    hourly_rate_cents: 6500,
    total_cents: 13_000,
    address: '100 Congress Ave',
    series_date: '2027-01-12',
  })

  // In Austin it is still November 23.
  now = new Date('2026-11-24T05:10:00Z')
  await extendSeries(server.context)
  expect(await standing(seriesId)).toHaveLength(7)
  now = new Date('2026-11-25T05:10:00Z')
  await Promise.all([extendSeries(server.context), extendSeries(server.context)])
  expect((await standing(seriesId)).map((one) => one.series_date)).toEqual(TUESDAYS)
  expect(await findBroken(server)).toEqual({})
})

// rule: series-visits
test('a date whose time is taken or off when it is booked is a conflict, and both sides are told once', async () => {
  const { id, series_id } = await requested()
  await takeDecember8()
  await (
    await as(server, professional)
  ).post(`/api/professional/time/${professional.id}/exceptions`, {
    kind: 'off',
    from_date: '2026-12-15',
    to_date: '2026-12-15',
  })
  await move(server, professional, id, 'accepted')
  expect((await states(series_id)).slice(0, 4)).toEqual([
    '2026-12-01 accepted',
    '2026-12-08 conflict',
    '2026-12-15 conflict',
    '2026-12-22 accepted',
  ])
  const conflict = 'The visit of Tuesday, December 8, 2026; Tuesday, December 15, 2026 does not fit'
  expect((await titlesOf(client)).toSorted()).toEqual([
    conflict,
    'Your regular visits begin',
    'Your work agreement is ready',
  ])
  expect((await titlesOf(professional)).filter((title: string) => title === conflict)).toHaveLength(
    1,
  )
  const { body } = await (
    await as(server, client)
  ).get(`/api/chat/messages/${client.id}/${professional.id}`)
  expect(
    body.messages.map(({ booking_event }: { booking_event: string }) => booking_event),
  ).toEqual(['requested', 'series_started'])
  const { body: list } = await (await as(server, client)).get('/api/series')
  expect(body.messages[0].booking.series_id).toBe(list.series[0].id)
})

// rule: series-accept
test('accepting the first visit alone ends the series, and so does a declined request', async () => {
  const first = await requested()
  const caller = await as(server, professional)
  const path = `/api/bookings/${first.id}/status`
  expect((await caller.put(path, { status: 'accepted', series: 'some' })).body.code).toBe(
    'invalid_input',
  )
  expect((await caller.put(path, { status: 'accepted', series: 'first_only' })).status).toBe(200)
  expect((await view(first.series_id)).status).toBe('ended')
  expect(await standing(first.series_id)).toHaveLength(1)
  const second = await requested({}, { booking_time: '13:00' })
  await move(server, professional, second.id, 'declined')
  expect((await view(second.series_id)).status).toBe('ended')
})

// rule: series-accept
test('a proposal that is accepted for the request moves the whole series to its weekday and time', async () => {
  const { id, series_id } = await requested({ choices: [{ date: '2026-12-15', action: 'skip' }] })
  const { body } = await (
    await as(server, professional)
  ).post(`/api/bookings/${id}/proposals`, {
    booking_date: '2026-12-02',
    booking_time: '14:00',
  })
  const answered = await (
    await as(server, client)
  ).put(`/api/bookings/${id}/proposals/${body.proposal.id}`, { answer: 'accepted' })
  expect(answered.status).toBe(200)
  expect(await view(series_id)).toMatchObject({
    status: 'active',
    weekday: 3,
    booking_time: '14:00',
  })
  expect((await states(series_id)).slice(0, 3)).toEqual([
    '2026-12-02 accepted',
    '2026-12-09 accepted',
    '2026-12-16 skipped',
  ])
})

// rule: series-visits
test('each coming date of a running series takes time away, booked or not', async () => {
  await stateHours({ rules: { horizon_days: 120 } })
  const timesOn = async (date: string) => {
    const { body } = await visitor(server).get(
      `/api/professional/slots/${professional.id}?zip_code=78701&from=${date}&to=${date}`,
    )
    return body.days[0].slots.map(({ time }: { time: string }) => time)
  }
  expect(await timesOn('2027-02-16')).toContain('09:00')
  const { seriesId } = await started()
  expect(await timesOn('2027-02-16')).not.toContain('10:30')
  expect(await timesOn('2027-02-16')).toContain('11:00')
  expect(
    (await (await as(server, client)).post(`/api/series/${seriesId}/skip`, { date: '2027-02-16' }))
      .status,
  ).toBe(200)
  expect(await timesOn('2027-02-16')).toContain('09:00')
})

// rule: series-visits
test('over both clock changes the wall time stays, and the instants follow', async () => {
  now = new Date('2027-01-20T12:00:00Z')
  const { seriesId } = await started({}, { booking_date: '2027-03-02' })
  for (let month = 2; month <= 11; month++) {
    now = new Date(Date.UTC(2027, month, 1, 5, 10))
    await extendSeries(server.context)
  }
  const visits = await standing(seriesId)
  expect(new Set(visits.map(({ booking_time }) => booking_time))).toEqual(new Set(['09:00']))
  const startOn = (date: string) =>
    visits.find((one) => one.series_date === date)!.starts_at.toISOString()
  expect(startOn('2027-03-09')).toBe('2027-03-09T15:00:00.000Z')
  expect(startOn('2027-03-16')).toBe('2027-03-16T14:00:00.000Z')
  expect(startOn('2027-11-09')).toBe('2027-11-09T15:00:00.000Z')
})

// rule: series-visits
test('while the professional is not reachable no visit is made, and dates that pass meanwhile are conflicts', async () => {
  const { seriesId } = await started()
  await server.db
    .updateTable('subscriptions')
    .set({ status: 'lapsed' })
    .where('professional_id', '=', professional.id)
    .execute()
  await server.db
    .updateTable('lead_credits')
    .set({ balance: 0 })
    .where('professional_id', '=', professional.id)
    .execute()
  now = new Date('2027-01-21T05:10:00Z')
  await extendSeries(server.context)
  expect(await standing(seriesId)).toHaveLength(7)
  expect((await states(seriesId)).at(0)).toBe('2027-01-26 planned')
  const rows = await server.db
    .selectFrom('series_visits')
    .select(['date', 'status'])
    .where('series_id', '=', seriesId)
    .where('date', '=', '2027-01-19')
    .execute()
  expect(rows).toEqual([{ date: '2027-01-19', status: 'conflict' }])
  now = new Date('2027-01-28T05:10:00Z')
  await extendSeries(server.context)
  const stopped = 'The visit of Tuesday, January 19, 2027 does not fit'
  for (const person of [client, professional]) {
    const titles: string[] = await titlesOf(person)
    expect(titles.filter((title) => title.endsWith('does not fit'))).toEqual([stopped])
  }
  await server.db
    .updateTable('subscriptions')
    .set({ status: 'active' })
    .where('professional_id', '=', professional.id)
    .execute()
  await extendSeries(server.context)
  expect((await states(seriesId)).at(0)).toBe('2027-02-02 accepted')
})

// rule: series-notices, series-end, suspension
test.each(['client', 'professional'] as const)(
  'a suspended %s whose visits are cancelled ends the regular visits: the other side is told once, and nothing is late',
  async (role) => {
    const { seriesId } = await started()
    const [side, other] = role === 'client' ? [client, professional] : [professional, client]
    const before = (await titlesOf(other)).length
    now = new Date('2026-11-30T16:00:00Z')
    const why = { reason: 'Reports', doneBy: 'olga' }
    const outcome = await suspendByOperator(server.context, side.id, why, 'cancel')
    expect(outcome).toMatchObject({ kept: 0, ended: 7 })
    const titles: string[] = await titlesOf(other)
    expect(titles).toHaveLength(before + 1)
    expect(titles).toContain('Your regular visits end on Monday, November 30, 2026')
    const visits = await server.db
      .selectFrom('bookings')
      .select(['status', 'cancelled_by', 'cancelled_late'])
      .where('series_id', '=', seriesId)
      .execute()
    expect(visits).toEqual(
      visits.map(() => ({ status: 'cancelled', cancelled_by: role, cancelled_late: false })),
    )
    expect((await view(seriesId, other)).status).toBe('ended')
  },
)

test('of two series that want the same time, one run of the job gives each date to one, and the other is told', async () => {
  const { seriesId: first } = await started()
  client = await buildClient(server)
  const { seriesId: second } = await started({}, { booking_time: '11:00' })
  await server.db
    .updateTable('series_terms')
    .set({ booking_time: '10:00' })
    .where('series_id', '=', second)
    .execute()
  now = new Date('2026-12-04T05:10:00Z')
  await extendSeries(server.context)
  const datesOf = async (id: string) =>
    (await standing(id)).map(({ series_date }) => series_date).slice(7)
  const dates = ['2027-01-19', '2027-01-26']
  expect([...(await datesOf(first)), ...(await datesOf(second))]).toEqual(dates)
  const conflicts = await server.db
    .selectFrom('events')
    .select(['data'])
    .where('kind', '=', 'series.conflict')
    .where('subject_id', 'in', [first, second])
    .execute()
  expect(conflicts).toMatchObject([{ data: { dates: dates.join() } }])
})

// rule: series
test('series belong to their two sides: 401 for a visitor, 404 for others, and a locked lead hides the client', async () => {
  const { series_id } = await requested()
  expect((await visitor(server).get(`/api/series/${series_id}`)).status).toBe(401)
  for (const stranger of [await buildClient(server), await buildProfessional(server)]) {
    const caller = await as(server, stranger)
    expect((await caller.get(`/api/series/${series_id}`)).body.code).toBe('series_not_found')
    expect(
      (await caller.post(`/api/series/${series_id}/skip`, { date: TUESDAYS[0] })).body.code,
    ).toBe('series_not_found')
    expect((await caller.get('/api/series')).body).toEqual({ series: [], total: 0 })
  }
  expect((await (await as(server, client)).get('/api/series')).body).toMatchObject({
    total: 1,
    series: [{ id: series_id }],
  })
  expect((await view(series_id, professional)).client_details.last_name).not.toBe('')
  const poor = await buildProfessional(server, { credits: 0 })
  professional = poor
  const locked = await view((await requested()).series_id, poor)
  expect(locked).toMatchObject({
    locked: true,
    address: '',
    client_details: { first_name: 'Maya', last_name: '', email: '' },
  })
  await requestBooking(server, client, poor)
})

// rule: series-figures, series-end
test('figures count the request and visits that have begun; deleting an account ends its series', async () => {
  const { seriesId } = await started()
  const figures = async () => {
    const { body } = await (
      await as(server, professional)
    ).get(`/api/professional/dashboard/${professional.id}`)
    return {
      total: body.stats.total_bookings,
      booked: body.earnings.booked,
      recent: body.recent_bookings.map(
        ({ booking_date }: { booking_date: string }) => booking_date,
      ),
    }
  }
  expect(await figures()).toEqual({ total: 1, booked: 7 * 130, recent: ['2026-12-01'] })
  now = new Date('2026-12-08T16:00:00Z')
  await (await as(server, client)).post(`/api/series/${seriesId}/skip`, { date: '2026-12-15' })
  expect(await figures()).toEqual({ total: 2, booked: 6 * 130, recent: ['2026-12-08'] })
  await endSeriesOfPerson(
    server.db,
    { id: client.id, role: 'client' },
    { en: 'Gone.', pt: 'Foi.', es: 'Se fue.' },
    now,
  )
  expect((await view(seriesId)).status).toBe('ended')
  expect(await figures()).toMatchObject({ booked: 2 * 130 })
})
