import { suspendByOperator } from '#server/test/builders/by-operator.ts'
import { expect, test } from 'vitest'
import { buildClient } from '#server/test/builders/build.ts'
import { move } from '#server/test/builders/booking.ts'
import { as, visitor } from '#server/test/call.ts'
import { findBroken } from '#server/test/invariants.ts'
import { COMMAND_MS, runProgram } from '#server/test/processes/run-program.ts'
import { TUESDAYS, seriesHarness } from '#server/test/harness/series-harness.ts'
import { endSeriesOfPerson } from '../change-series/end-series-of-person.ts'
import { extendSeries } from './series-jobs.ts'

const { harness, requested, started, view, states, standing, stateHours, titlesOf, takeDecember8 } =
  seriesHarness()

// rule: series-request, series
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
  harness.now = new Date('2026-11-24T05:10:00Z')
  await extendSeries(harness.server.context)
  expect(await standing(seriesId)).toHaveLength(7)
  harness.now = new Date('2026-11-25T05:10:00Z')
  await Promise.all([extendSeries(harness.server.context), extendSeries(harness.server.context)])
  expect((await standing(seriesId)).map((one) => one.series_date)).toEqual(TUESDAYS)
  expect(await findBroken(harness.server)).toEqual({})
})

// rule: booking-lists
test('a visit that came with regular visits was added, and nobody is said to have requested it', async () => {
  const { seriesId, id } = await started()
  const caller = await as(harness.server, harness.client)
  const historyOf = async (bookingId: string) => {
    const { booking } = (await caller.get(`/api/bookings/${bookingId}`)).body
    return [booking.requested, booking.history.map(({ what }: { what: string }) => what)]
  }
  const [, later] = await standing(seriesId)
  expect(await historyOf(id)).toEqual([true, ['requested', 'accepted']])
  expect(await historyOf(later!.id)).toEqual([false, ['added']])
})

// rule: series
test('a date whose time is taken or off when it is booked is a conflict, and both sides are told once', async () => {
  const { id, series_id } = await requested()
  await takeDecember8()
  await (
    await as(harness.server, harness.professional)
  ).post(`/api/professional/time/${harness.professional.id}/exceptions`, {
    kind: 'off',
    from_date: '2026-12-15',
    to_date: '2026-12-15',
  })
  await move(harness.server, harness.professional, id, 'accepted')
  expect((await states(series_id)).slice(0, 4)).toEqual([
    '2026-12-01 accepted',
    '2026-12-08 conflict',
    '2026-12-15 conflict',
    '2026-12-22 accepted',
  ])
  const conflict = 'No regular visit on Tuesday, December 8, 2026; Tuesday, December 15, 2026'
  expect((await titlesOf(harness.client)).toSorted()).toEqual([
    conflict,
    'Your regular visits begin',
    'Your work agreement is ready',
  ])
  expect(
    (await titlesOf(harness.professional)).filter((title: string) => title === conflict),
  ).toHaveLength(1)
  const { body } = await (
    await as(harness.server, harness.client)
  ).get(`/api/chat/messages/${harness.client.id}/${harness.professional.id}`)
  expect(
    body.messages.map(({ booking_event }: { booking_event: string }) => booking_event),
  ).toEqual(['requested', 'series_started'])
  const { body: list } = await (await as(harness.server, harness.client)).get('/api/series')
  expect(body.messages[0].booking.series_id).toBe(list.series[0].id)
})

// rule: series, series-breaks
test('a date that is skipped while the job runs has no visit that stands', async () => {
  const { seriesId } = await started()
  harness.now = new Date('2026-11-25T05:10:00Z')
  const caller = await as(harness.server, harness.client)
  const [skipped] = await Promise.all([
    caller.post(`/api/series/${seriesId}/skip`, { date: '2027-01-19' }),
    extendSeries(harness.server.context),
    extendSeries(harness.server.context),
  ])
  expect(skipped.status).toBe(200)
  await extendSeries(harness.server.context)
  expect((await states(seriesId)).at(-1)).toBe('2027-01-19 skipped')
  expect(await standing(seriesId)).toHaveLength(7)
  expect(await findBroken(harness.server)).toEqual({})
})

// rule: series
test('each coming date of a running series takes time away, booked or not', async () => {
  await stateHours({ rules: { horizon_days: 120 } })
  const timesOn = async (date: string) => {
    const { body } = await visitor(harness.server).get(
      `/api/professional/slots/${harness.professional.id}?zip_code=78701&from=${date}&to=${date}`,
    )
    return body.days[0].slots.map(({ time }: { time: string }) => time)
  }
  expect(await timesOn('2027-02-16')).toContain('09:00')
  const { seriesId } = await started()
  expect(await timesOn('2027-02-16')).not.toContain('10:30')
  expect(await timesOn('2027-02-16')).toContain('11:00')
  expect(
    (
      await (
        await as(harness.server, harness.client)
      ).post(`/api/series/${seriesId}/skip`, { date: '2027-02-16' })
    ).status,
  ).toBe(200)
  expect(await timesOn('2027-02-16')).toContain('09:00')
})

// rule: series, operator-commands
test(
  'over both clock changes the wall time stays, and the instants follow, also if the job runs by hand as of a date',
  async () => {
    harness.now = new Date('2027-01-04T12:00:00Z')
    const { seriesId } = await started({}, { booking_date: '2027-01-12' })
    const extendAt = async (at: string) => {
      const { code, output } = await runProgram(harness.server, 'job.ts', [
        'extend-series',
        '--at',
        at,
      ])
      expect([code, output]).toEqual([0, `Done: extend-series as of ${at}\n`])
    }
    await extendAt('2027-02-10T05:10:00.000Z')
    await extendAt('2027-10-01T05:10:00.000Z')
    const visits = await standing(seriesId)
    expect(new Set(visits.map(({ booking_time }) => booking_time))).toEqual(new Set(['09:00']))
    const startOn = (date: string) =>
      visits.find((one) => one.series_date === date)!.starts_at.toISOString()
    expect(startOn('2027-03-09')).toBe('2027-03-09T15:00:00.000Z')
    expect(startOn('2027-03-16')).toBe('2027-03-16T14:00:00.000Z')
    expect(startOn('2027-11-02')).toBe('2027-11-02T14:00:00.000Z')
    expect(startOn('2027-11-09')).toBe('2027-11-09T15:00:00.000Z')
  },
  2 * COMMAND_MS,
)

// rule: series
test('while the professional is not reachable no visit is made, and dates that pass meanwhile are conflicts', async () => {
  const { seriesId } = await started()
  await harness.server.db
    .updateTable('subscriptions')
    .set({ status: 'lapsed' })
    .where('professional_id', '=', harness.professional.id)
    .execute()
  await harness.server.db
    .updateTable('lead_credits')
    .set({ balance: 0 })
    .where('professional_id', '=', harness.professional.id)
    .execute()
  harness.now = new Date('2027-01-21T05:10:00Z')
  await extendSeries(harness.server.context)
  expect(await standing(seriesId)).toHaveLength(7)
  expect((await states(seriesId)).at(0)).toBe('2027-01-26 planned')
  const rows = await harness.server.db
    .selectFrom('series_visits')
    .select(['date', 'status'])
    .where('series_id', '=', seriesId)
    .where('date', '=', '2027-01-19')
    .execute()
  expect(rows).toEqual([{ date: '2027-01-19', status: 'conflict' }])
  harness.now = new Date('2027-01-28T05:10:00Z')
  await extendSeries(harness.server.context)
  const stopped = 'No regular visit on Tuesday, January 19, 2027'
  for (const person of [harness.client, harness.professional]) {
    const titles: string[] = await titlesOf(person)
    expect(titles.filter((title) => title.startsWith('No regular visit'))).toEqual([stopped])
  }
  await harness.server.db
    .updateTable('subscriptions')
    .set({ status: 'active' })
    .where('professional_id', '=', harness.professional.id)
    .execute()
  await extendSeries(harness.server.context)
  expect((await states(seriesId)).at(0)).toBe('2027-02-02 accepted')
})

// rule: series-notices, series-end, suspension
test.each(['client', 'professional'] as const)(
  'a suspended %s whose visits are cancelled ends the regular visits: the other side is told once, and nothing is late',
  async (role) => {
    const { seriesId } = await started()
    const { seriesId: second } = await started({}, { booking_time: '13:00' })
    const [side, other] =
      role === 'client'
        ? [harness.client, harness.professional]
        : [harness.professional, harness.client]
    const before = (await titlesOf(other)).length
    harness.now = new Date('2026-11-30T16:00:00Z')
    const why = { reason: 'Reports', doneBy: 'olga' }
    const outcome = await suspendByOperator(harness.server.context, side.id, why, 'cancel')
    expect(outcome).toMatchObject({ kept: 0, ended: 14 })
    const titles: string[] = await titlesOf(other)
    expect(titles).toHaveLength(before + 1)
    expect(titles).toContain('Your regular visits end on Monday, November 30, 2026')
    const visits = await harness.server.db
      .selectFrom('bookings')
      .select(['status', 'cancelled_by', 'cancelled_late'])
      .where('series_id', 'in', [seriesId, second])
      .execute()
    expect(visits).toEqual(
      visits.map(() => ({ status: 'cancelled', cancelled_by: role, cancelled_late: false })),
    )
    expect((await view(seriesId, other)).status).toBe('ended')
  },
)

test('of two series that want the same time, one run of the job gives each date to one, and the other is told', async () => {
  const { seriesId: first } = await started()
  harness.client = await buildClient(harness.server)
  const { seriesId: second } = await started({}, { booking_time: '11:00' })
  await harness.server.db
    .updateTable('series_terms')
    .set({ booking_time: '10:00' })
    .where('series_id', '=', second)
    .execute()
  harness.now = new Date('2026-12-04T05:10:00Z')
  await extendSeries(harness.server.context)
  const datesOf = async (id: string) =>
    (await standing(id)).map(({ series_date }) => series_date).slice(7)
  const dates = ['2027-01-19', '2027-01-26']
  expect([...(await datesOf(first)), ...(await datesOf(second))]).toEqual(dates)
  const conflicts = await harness.server.db
    .selectFrom('events')
    .select(['data'])
    .where('kind', '=', 'series.conflict')
    .where('subject_id', 'in', [first, second])
    .execute()
  expect(conflicts).toMatchObject([{ data: { dates: dates.join() } }])
})

// rule: earnings, series-end
test('figures count the request and visits that have begun; deleting an account ends its series', async () => {
  const { seriesId } = await started()
  const figures = async () => {
    const { body } = await (
      await as(harness.server, harness.professional)
    ).get(`/api/professional/dashboard/${harness.professional.id}`)
    return {
      total: body.stats.total_bookings,
      booked: body.earnings.booked,
      recent: body.recent_bookings.map(
        ({ booking_date }: { booking_date: string }) => booking_date,
      ),
    }
  }
  expect(await figures()).toEqual({ total: 1, booked: 7 * 130, recent: ['2026-12-01'] })
  harness.now = new Date('2026-12-08T16:59:59.999Z')
  expect((await figures()).recent).toEqual(['2026-12-08'])
  harness.now = new Date('2026-12-08T17:00:00Z')
  expect((await figures()).recent).toEqual(['2026-12-15'])
  harness.now = new Date('2026-12-08T16:00:00Z')
  await (
    await as(harness.server, harness.client)
  ).post(`/api/series/${seriesId}/skip`, { date: '2026-12-15' })
  expect(await figures()).toEqual({ total: 2, booked: 6 * 130, recent: ['2026-12-08'] })
  await endSeriesOfPerson(
    harness.server.db,
    { id: harness.client.id, role: 'client' },
    { en: 'Gone.', pt: 'Foi.', es: 'Se fue.' },
    harness.now,
  )
  expect((await view(seriesId)).status).toBe('ended')
  expect(await figures()).toMatchObject({ booked: 2 * 130 })
})
