import { expect, test } from 'vitest'
import { as } from '#server/test/call.ts'
import { findBroken } from '#server/test/invariants.ts'
import { runningSeriesHarness } from '#server/test/harness/running-series-harness.ts'
import { extendSeries } from '../series/series-jobs.ts'

const {
  harness,
  call,
  done,
  answer,
  states,
  standing,
  bookingOn,
  refusal,
  titles,
  threadEvents,
  takeTime,
} = runningSeriesHarness()

// rule: series-changes
test('this and following: the visits move in order, keep their ids, and what is skipped stays skipped', async () => {
  await done('client', 'skip', { date: '2026-12-15' })
  const before = await standing()
  const proposed = await done('client', 'changes', {
    from_date: '2026-12-08',
    weekday: 4,
    booking_time: '14:00',
  })
  expect(proposed.change).toMatchObject({
    by: 'client',
    status: 'open',
    from_date: '2026-12-08',
    weekday: 4,
    booking_time: '14:00',
  })
  expect(proposed.may).toContain('withdrawn')
  expect(await standing()).toEqual(before)
  expect(await titles('professional')).toContain('Maya proposes a change')
  expect(
    await refusal(() => call('professional', 'changes', { from_date: '2026-12-08', weekday: 3 })),
  ).toBe('409 change_open')
  const { id } = proposed.change
  expect((await answer('client', id, 'accepted')).body.code).toBe('not_yours')
  harness.now = new Date('2026-11-20T17:00:00Z')
  expect((await answer('professional', id, 'accepted')).status).toBe(200)
  expect((await answer('professional', id, 'accepted')).status).toBe(200)
  expect((await answer('professional', id, 'declined')).body.code).toBe('change_over')
  expect((await states()).slice(0, 4)).toEqual([
    '2026-12-01 accepted',
    '2026-12-10 accepted',
    '2026-12-17 skipped',
    '2026-12-24 accepted',
  ])
  const after = await standing()
  const idsOf = (rows: typeof after) => rows.slice(0, 6).map((one) => one.id)
  expect(idsOf(after)).toEqual(idsOf(before))
  expect(after[1]).toMatchObject({
    booking_date: '2026-12-10',
    booking_time: '14:00',
    sequence: before[1]!.sequence + 1,
  })
  // rule: visit-calendar
  const file = await (
    await as(harness.server, harness.client)
  ).get(`/api/bookings/${after[1]!.id}/calendar.ics`)
  expect(String(file.body)).toContain('DTSTAMP:20261120T170000Z')
  expect(await threadEvents()).toEqual([
    'requested',
    'series_started',
    'visit_skipped',
    'series_proposed',
    'series_changed',
  ])
})

// rule: series-changes
test('less often: visits that are left over are cancelled, never late; more often: dates that are missing are booked', async () => {
  harness.now = new Date('2026-12-07T16:00:00Z')
  const propose = (cleaning_frequency: string) =>
    done('client', 'changes', { from_date: '2026-12-15', cleaning_frequency })
  await answer('professional', (await propose('biweekly')).change.id, 'accepted')
  expect((await standing()).map((one) => one.series_date)).toEqual([
    '2026-12-01',
    '2026-12-08',
    '2026-12-15',
    '2026-12-29',
    '2027-01-12',
    '2027-01-26',
  ])
  const cancelled = await harness.server.db
    .selectFrom('bookings')
    .select(['reason_code', 'cancelled_late'])
    .where('series_id', '=', harness.series)
    .where('status', '=', 'cancelled')
    .execute()
  expect(cancelled).toEqual([{ reason_code: 'series_changed', cancelled_late: false }])
  await answer('professional', (await propose('weekly')).change.id, 'accepted')
  expect(await standing()).toHaveLength(9)
})

// rule: series-changes
test('another frequency keeps a skip on its date, also if later terms have that frequency already', async () => {
  const biweekly = async (from_date: string) => {
    const asked = { from_date, cleaning_frequency: 'biweekly' }
    const { change } = await done('client', 'changes', asked)
    expect((await answer('professional', change.id, 'accepted')).status).toBe(200)
  }
  await biweekly('2027-01-05')
  await done('client', 'skip', { date: '2026-12-22' })
  await biweekly('2026-12-08')
  expect((await states()).slice(0, 4)).toEqual([
    '2026-12-01 accepted',
    '2026-12-08 accepted',
    '2026-12-22 skipped',
    '2027-01-05 accepted',
  ])
})

/** The client proposes a change, and the professional accepts it. */
async function agreeTo(terms: object) {
  const { change } = await done('client', 'changes', terms)
  expect((await answer('professional', change.id, 'accepted')).status).toBe(200)
}

/** Moves one visit to another time; its date stays. */
async function moveAlone(date: string, booking_date: string, booking_time: string) {
  const path = `/api/bookings/${(await bookingOn(date)).id}/proposals`
  const time = { booking_date, booking_time }
  const { proposal } = (await (await as(harness.server, harness.client)).post(path, time)).body
  const asPro = await as(harness.server, harness.professional)
  expect((await asPro.put(`${path}/${proposal.id}`, { answer: 'accepted' })).status).toBe(200)
}

// rule: series-changes, series
test('a date before a change that has no visit yet is still booked', async () => {
  harness.now = new Date('2026-11-24T16:00:00Z')
  await agreeTo({ from_date: '2027-01-26', booking_time: '14:00' })
  await extendSeries(harness.server.context)
  expect((await states()).slice(-2)).toEqual(['2027-01-12 accepted', '2027-01-19 accepted'])
  expect(await bookingOn('2027-01-19')).toMatchObject({ booking_time: '09:00' })
})

// rule: series-changes
test.each([
  [{ booking_time: '14:00' }, ['2026-12-01', '2026-12-08', '2026-12-15', '2026-12-22']],
  [{ weekday: 4 }, ['2026-12-01', '2026-12-10', '2026-12-17', '2026-12-24']],
  [{ cleaning_frequency: 'biweekly' }, ['2026-12-01', '2026-12-08', '2026-12-22']],
])('a visit that was cancelled alone does not come back with %o', async (terms, dates) => {
  const { id } = await bookingOn('2026-12-15')
  const asClient = await as(harness.server, harness.client)
  const cancelled = { status: 'cancelled', reason_code: 'plans_changed' }
  expect((await asClient.put(`/api/bookings/${id}/status`, cancelled)).status).toBe(200)
  await agreeTo({ from_date: '2026-12-08', ...terms })
  expect((await states()).slice(0, dates.length)).toEqual(
    dates.map((date, index) => `${date} ${index === 2 && dates[3] ? 'cancelled' : 'accepted'}`),
  )
  const back = { weekday: 2, cleaning_frequency: 'weekly', booking_time: '10:00' }
  await agreeTo({ from_date: '2026-12-08', ...back })
  expect((await states())[2]).toBe('2026-12-15 cancelled')
  expect(await standing()).toHaveLength(6)
})

// rule: series-changes
test('a skip that moves to the date of a visit that was cancelled alone stays a skip', async () => {
  const asClient = await as(harness.server, harness.client)
  const { id } = await bookingOn('2026-12-15')
  const cancelled = { status: 'cancelled', reason_code: 'plans_changed' }
  expect((await asClient.put(`/api/bookings/${id}/status`, cancelled)).status).toBe(200)
  // The cancelled visit has no place among the dates of every second week, and keeps its own.
  await agreeTo({ from_date: '2026-12-08', cleaning_frequency: 'biweekly' })
  await agreeTo({ from_date: '2026-12-08', weekday: 1 })
  await done('client', 'skip', { date: '2026-12-14' })
  await agreeTo({ from_date: '2026-12-14', weekday: 2 })
  expect((await states()).slice(0, 3)).toEqual([
    '2026-12-01 accepted',
    '2026-12-15 skipped',
    '2026-12-29 accepted',
  ])
  expect(await findBroken(harness.server)).toEqual({})
})

// rule: series-changes, series-breaks
test('a pause that begins after the booked visits stays over a change', async () => {
  const asPro = await as(harness.server, harness.professional)
  const plan = [2, 3, 4].map((weekday) => ({ weekday, from: '09:00', to: '17:00' }))
  const times = { plan, rules: { horizon_days: 120 } }
  await asPro.put(`/api/professional/time/${harness.professional.id}`, times)
  await done('client', 'pause', { from_date: '2027-02-01', to_date: '2027-02-13' })
  await agreeTo({ from_date: '2026-12-08', weekday: 4 })
  const path = `/api/professional/slots/${harness.professional.id}`
  const timesOn = async (date: string) =>
    (await asPro.get(`${path}?zip_code=78701&from=${date}&to=${date}`)).body.days[0].slots.map(
      ({ time }: { time: string }) => time,
    )
  expect(await timesOn('2027-02-11')).toContain('09:00')
  expect(await timesOn('2027-02-18')).not.toContain('09:00')
  expect(await findBroken(harness.server)).toEqual({})
})

// rule: series-changes, outside-hours
test('a visit that a change moves says whether its new time lies outside the hours', async () => {
  const asPro = await as(harness.server, harness.professional)
  const plan = [{ weekday: 2, from: '09:00', to: '17:00' }]
  const times = { plan, rules: { horizon_days: 14 } }
  await asPro.put(`/api/professional/time/${harness.professional.id}`, times)
  const second = async () => (await standing())[1]
  await agreeTo({ from_date: '2026-12-08', booking_time: '16:00' })
  expect(await second()).toMatchObject({ outside_hours: true, outside: ['hours'] })
  await agreeTo({ from_date: '2026-12-08', booking_time: '10:00' })
  expect(await second()).toMatchObject({ outside_hours: false, outside: [], sequence: 3 })
})

// rule: series-changes
test('visits move to their dates, however far one of them was moved alone', async () => {
  await moveAlone('2026-12-22', '2027-01-06', '11:00')
  await agreeTo({ from_date: '2026-12-08', cleaning_frequency: 'biweekly' })
  expect((await standing()).map((one) => one.series_date).slice(0, 4)).toEqual([
    '2026-12-01',
    '2026-12-08',
    '2026-12-22',
    '2027-01-05',
  ])
  // It stands at the new time of the one before until it moves itself.
  await moveAlone('2026-12-22', '2026-12-08', '13:00')
  await agreeTo({ from_date: '2026-12-08', booking_time: '13:00' })
  expect((await states()).slice(0, 3)).toEqual([
    '2026-12-01 accepted',
    '2026-12-08 accepted',
    '2026-12-22 accepted',
  ])
})

// rule: series-changes, series-notices
test('a change whose new time is taken leaves a conflict, and both sides are told', async () => {
  await takeTime('2026-12-15T18:00:00Z', '2026-12-15T20:00:00Z')
  const { change } = await done('client', 'changes', {
    from_date: '2026-12-08',
    booking_time: '13:00',
  })
  await answer('professional', change.id, 'accepted')
  expect((await states()).slice(0, 4)).toEqual([
    '2026-12-01 accepted',
    '2026-12-08 accepted',
    '2026-12-15 conflict',
    '2026-12-22 accepted',
  ])
  expect(await titles('client')).toContain('No regular visit on Tuesday, December 15, 2026')
})
