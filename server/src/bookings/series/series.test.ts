import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { buildClient, buildProfessional } from '#server/test/builders/build.ts'
import { move, requestBooking, rowCounts } from '#server/test/builders/booking.ts'
import { as, visitor } from '#server/test/call.ts'
import { TUESDAYS, seriesHarness } from '#server/test/harness/series-harness.ts'
import type { Visit } from '#server/test/harness/series-harness.ts'

const {
  harness,
  request,
  requested,
  started,
  view,
  states,
  standing,
  stateHours,
  preview,
  takeDecember8,
} = seriesHarness()

// rule: series-request
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

// rule: series-request
test('the free times near a first visit that does not fit are within the limits of a day', async () => {
  await stateHours({ rules: { max_visits_a_day: 1 } })
  await takeDecember8()
  const datesNear = async (booking_date: string, index: number) => {
    const { alternatives } = (await preview({ booking_date })).body.visits[index]
    return alternatives.map((one: { booking_date: string }) => one.booking_date)
  }
  expect(await datesNear('2026-12-08', 0)).not.toContain('2026-12-08')
  expect(await datesNear('2026-12-01', 1)).toContain('2026-12-08')
})

// rule: series-request
test('the professional sees which dates of a request do not fit, also when no visitor could ask any more', async () => {
  await stateHours()
  const { series_id } = await requested()
  await takeDecember8()
  await harness.server.db
    .updateTable('professionals')
    .set({ services: ['deep'] })
    .where('user_id', '=', harness.professional.id)
    .execute()
  expect((await preview({ service_type: 'standard' })).body.code).toBe('service_not_offered')
  const misfits = async (person: { id: string }) =>
    (await view(series_id, person)).visits.map(({ misfit }: { misfit: string | null }) => misfit)
  expect(await misfits(harness.professional)).toEqual([null, 'taken', ...Array(6).fill(null)])
  expect(new Set(await misfits(harness.client))).toEqual(new Set([null]))
})

// rule: series-request
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
  const asked =
    '/api/professional/series-preview/nobody?cleaning_frequency=weekly&booking_time=09:00&zip_code='
  for (const [query, code] of [
    ['00000&booking_date=2026-12-01', 'zip_unknown'],
    ['78701&booking_date=2026-11-01', 'time_in_past'],
    ['78701&booking_date=2026-12-01', 'professional_not_found'],
  ] as const) {
    expect((await visitor(harness.server).get(asked + query)).body.code).toBe(code)
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
    may: ['end'],
    professional: { full_name: 'Grace Walker' },
  })
  expect((await states(series_id)).slice(0, 3)).toEqual([
    '2026-12-01 planned',
    '2026-12-08 planned',
    '2026-12-15 skipped',
  ])
  expect((await standing(series_id)).map((one) => one.id)).toEqual([id])
  const slots = await visitor(harness.server).get(
    `/api/professional/slots/${harness.professional.id}?zip_code=78701&from=2026-12-01&to=2026-12-08`,
  )
  expect(
    slots.body.days.map(({ slots: free }: { slots: { time: string }[] }) => free[0]?.time),
  ).toContain('09:00')
  const { body } = await (await as(harness.server, harness.client)).get(`/api/bookings/${id}`)
  expect(body.booking.series).toEqual({
    id: series_id,
    date: '2026-12-01',
    cleaning_frequency: 'weekly',
    status: 'requested',
    until: null,
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
  const before = await rowCounts(harness.server)
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
    // Each of them is free, but not together with another one.
    [
      {
        choices: [
          { ...choice, booking_time: '10:00' },
          { ...choice, date: '2026-12-15', booking_time: '10:00' },
        ],
      },
      {},
      '409 series_conflicts',
    ],
    [
      { choices: [{ ...choice, booking_date: '2026-12-15', booking_time: '10:00' }] },
      {},
      '409 series_conflicts',
    ],
    [{ choices: [{ date: '2026-12-09', action: 'skip' }] }, {}, '422 series_invalid'],
    [{ choices: [{ date: '2026-12-01', action: 'skip' }] }, {}, '422 series_invalid'],
    [{ until: '2026-11-30' }, {}, '422 series_invalid'],
    [{}, { cleaning_frequency: 'one_time' }, '422 series_invalid'],
    [{ choices: [{ date: '2026-12-08' }] }, {}, '422 series_invalid'],
    // The series itself begins in the past, and its first visit does not.
    [
      { choices: [{ ...choice, date: '2026-11-17', booking_time: '10:00' }] },
      { booking_date: '2026-11-17' },
      '422 time_in_past',
    ],
  ]
  const conflicts: unknown[] = []
  for (const [series, facts, code] of refused) {
    const { status, body } = await request(series, facts)
    expect(`${status} ${body.code}`).toBe(code)
    conflicts.push(body.visits?.[1].state)
  }
  expect(conflicts.slice(0, 6)).toEqual([...Array(5).fill('conflict'), undefined])
  expect(await rowCounts(harness.server)).toEqual(before)
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

// rule: series-request
test('accepting the first visit alone ends the series, and so does a declined request', async () => {
  const first = await requested()
  const caller = await as(harness.server, harness.professional)
  const path = `/api/bookings/${first.id}/status`
  expect((await caller.put(path, { status: 'accepted', series: 'some' })).body.code).toBe(
    'invalid_input',
  )
  expect((await caller.put(path, { status: 'accepted', series: 'first_only' })).status).toBe(200)
  expect((await view(first.series_id)).status).toBe('ended')
  expect(await standing(first.series_id)).toHaveLength(1)
  const second = await requested({}, { booking_time: '13:00' })
  await move(harness.server, harness.professional, second.id, 'declined')
  expect((await view(second.series_id)).status).toBe('ended')
})

// rule: series-end, booking-expires
test('ending a request declines it until the millisecond before it expires, and then leaves it to the job', async () => {
  const requestedAt = harness.now
  const expires = +requestedAt + 72 * 3_600_000
  for (const [ms, status] of [
    [0, 'pending'],
    [-1, 'declined'],
  ] as const) {
    harness.now = requestedAt
    const { id, series_id } = await requested({}, { booking_time: ms ? '09:00' : '13:00' })
    harness.now = new Date(expires + ms)
    const caller = await as(harness.server, harness.professional)
    expect((await caller.post(`/api/series/${series_id}/end`, {})).status).toBe(200)
    const booking = harness.server.db.selectFrom('bookings').where('id', '=', id)
    expect((await booking.select('status').executeTakeFirstOrThrow()).status).toBe(status)
  }
})

// rule: series-request
test('dates after the eighth can be skipped or moved too, the first 58 of them', async () => {
  await stateHours()
  const later = { date: '2027-01-26', action: 'move', booking_date: '2027-01-27' }
  const last = { date: '2028-01-04', action: 'skip' }
  for (const [choices, code] of [
    [[{ ...later, booking_time: '18:00' }], 'series_conflicts'],
    [[{ ...later, date: '2027-01-27', booking_time: '10:00' }], 'series_invalid'],
    [[{ ...last, date: '2028-01-11' }], 'series_invalid'],
  ] as const) {
    expect((await request({ choices })).body.code).toBe(code)
  }
  const { seriesId } = await started({ choices: [{ ...later, booking_time: '10:00' }, last] })
  const rows = await harness.server.db
    .selectFrom('series_visits')
    .where('series_id', '=', seriesId)
    .where('status', '<>', 'booked')
    .select(['status', sql<string>`date::text`.as('date'), 'moved_time'])
    .orderBy('date')
    .execute()
  expect(rows).toEqual([
    { date: '2027-01-26', status: 'planned', moved_time: '10:00' },
    { date: '2028-01-04', status: 'skipped', moved_time: null },
  ])
})

// rule: series-request
test('a proposal that is accepted for the request moves the whole series to its weekday and time', async () => {
  const { id, series_id } = await requested({ choices: [{ date: '2026-12-15', action: 'skip' }] })
  const { body } = await (
    await as(harness.server, harness.professional)
  ).post(`/api/bookings/${id}/proposals`, {
    booking_date: '2026-12-02',
    booking_time: '14:00',
  })
  const answered = await (
    await as(harness.server, harness.client)
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

// rule: series
test('series belong to their two sides: 401 for a visitor, 404 for others, and a locked lead hides the client', async () => {
  const { series_id } = await requested()
  expect((await visitor(harness.server).get(`/api/series/${series_id}`)).status).toBe(401)
  const own = await as(harness.server, harness.client)
  for (const [date, code] of [
    ['2026-12-08', '409 series_not_active'],
    ['2026-12-09', '422 series_date_invalid'],
  ]) {
    const { status, body } = await own.post(`/api/series/${series_id}/skip`, { date })
    expect(`${status} ${body.code}`).toBe(code)
  }
  for (const stranger of [
    await buildClient(harness.server),
    await buildProfessional(harness.server),
  ]) {
    const caller = await as(harness.server, stranger)
    expect((await caller.get(`/api/series/${series_id}`)).body.code).toBe('series_not_found')
    expect(
      (await caller.post(`/api/series/${series_id}/skip`, { date: TUESDAYS[0] })).body.code,
    ).toBe('series_not_found')
    expect((await caller.get('/api/series')).body).toEqual({ series: [], total: 0 })
  }
  expect((await (await as(harness.server, harness.client)).get('/api/series')).body).toMatchObject({
    total: 1,
    series: [{ id: series_id }],
  })
  expect((await view(series_id, harness.professional)).client_details.last_name).not.toBe('')
  const poor = await buildProfessional(harness.server, { credits: 0 })
  harness.professional = poor
  const locked = await view((await requested()).series_id, poor)
  expect(locked).toMatchObject({
    locked: true,
    address: '',
    client_details: { first_name: 'Maya', last_name: '', email: '' },
  })
  await requestBooking(harness.server, harness.client, poor)
})
