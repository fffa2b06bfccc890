import { suspendByOperator } from '#server/test/builders/by-operator.ts'
import { expect, test } from 'vitest'
import type { SeriesVisit } from '#contract/bookings/series.ts'
import { JOBS } from '#server/jobs.ts'
import { buildClient } from '#server/test/builders/build.ts'
import { as } from '#server/test/call.ts'
import { findBroken } from '#server/test/invariants.ts'
import { runningSeriesHarness } from '#server/test/harness/running-series-harness.ts'
import type { Side } from '#server/test/harness/running-series-harness.ts'
import { extendSeries } from '../series/series-jobs.ts'

const {
  harness,
  request,
  person,
  call,
  done,
  answer,
  view,
  states,
  standing,
  bookingOn,
  refusal,
  titles,
  threadEvents,
  takeTime,
} = runningSeriesHarness()

// rule: series-breaks
test.each(['client', 'professional'] as const)(
  'the %s skips a visit, once, and only that side puts it back',
  async (side) => {
    const other = side === 'client' ? 'professional' : 'client'
    await done(side, 'skip', { date: '2026-12-08' })
    await done(side, 'skip', { date: '2026-12-08' })
    expect((await states()).slice(0, 3)).toEqual([
      '2026-12-01 accepted',
      '2026-12-08 skipped',
      '2026-12-15 accepted',
    ])
    expect(await bookingOn('2026-12-08')).toMatchObject({
      status: 'cancelled',
      reason_code: 'skipped',
      cancelled_by: side,
      cancelled_late: false,
    })
    expect(
      (await titles(other)).filter(
        (title) => title === 'The visit on Tuesday, December 8, 2026 is skipped',
      ),
    ).toHaveLength(1)
    expect(await threadEvents()).toEqual(['requested', 'series_started', 'visit_skipped'])
    await extendSeries(harness.server.context)
    expect((await states())[1]).toBe('2026-12-08 skipped')

    expect((await view()).visits[1].skipped_by).toBe(side)
    expect(await refusal(() => call(other, 'unskip', { date: '2026-12-08' }))).toBe('403 not_yours')
    await done(side, 'unskip', { date: '2026-12-08' })
    await done(side, 'unskip', { date: '2026-12-08' })
    expect((await states())[1]).toBe('2026-12-08 accepted')
    expect((await view()).visits[1].skipped_by).toBeNull()
    expect(await standing()).toHaveLength(7)
  },
)

// rule: series
test('each visit says what its reader may do: nothing once it has begun, only a skip after a block', async () => {
  await done('client', 'skip', { date: '2026-12-15' })
  const mayOf = async (side: Side) => {
    const { body } = await (
      await as(harness.server, person(side))
    ).get(`/api/series/${harness.series}`)
    return body.series.visits.slice(0, 3).map(({ may }: { may: string[] }) => may)
  }
  expect(await mayOf('client')).toEqual([
    ['skip', 'move', 'change'],
    ['skip', 'move', 'change'],
    ['unskip'],
  ])
  expect((await mayOf('professional'))[2]).toEqual([])
  harness.now = new Date('2026-12-01T15:10:00Z')
  expect((await mayOf('client'))[0]).toEqual([])
  await (
    await as(harness.server, harness.client)
  ).post('/api/chat/block', { other_user_id: harness.professional.id })
  expect(await mayOf('client')).toEqual([[], ['skip'], []])
  expect(await refusal(() => call('client', 'unskip', { date: '2026-12-15' }))).toBe(
    '403 conversation_blocked',
  )
})

// rule: series-breaks, cancellation
test('a skipped visit is late within the notice; one that has begun cannot be skipped, nor a date of no visit', async () => {
  harness.now = new Date('2026-12-01T10:00:00Z')
  const { visits } = await done('client', 'skip', { date: '2026-12-01' })
  expect(visits.map((visit: SeriesVisit) => visit.notice_hours)).toEqual([
    null,
    ...Array(6).fill(24),
    null,
  ])
  expect(await bookingOn('2026-12-01')).toMatchObject({ cancelled_late: true })
  harness.now = new Date('2026-12-08T15:30:00Z')
  expect(await refusal(() => call('client', 'skip', { date: '2026-12-08' }))).toBe(
    '409 booking_started',
  )
  for (const date of ['2026-12-09', '2026-12-01', '2036-12-09', 'soon']) {
    expect(await refusal(() => call('client', 'skip', { date }))).toBe('422 series_date_invalid')
  }
})

// rule: series-breaks, series-end, series-changes, proposals
test('a visit that the professional has begun before its time stays, whatever happens to its series', async () => {
  harness.now = new Date('2026-12-08T14:00:00Z')
  const { id } = await bookingOn('2026-12-08')
  const asked = { booking_date: '2026-12-09', booking_time: '10:00' }
  const asClient = await as(harness.server, harness.client)
  const propose = () => asClient.post(`/api/bookings/${id}/proposals`, asked)
  expect((await propose()).status).toBe(200)
  const asPro = await as(harness.server, harness.professional)
  const pressed = await asPro.post(`/api/bookings/${id}/stages`, { stage: 'started' })
  expect(pressed.status).toBe(200)
  const { visits } = (await asClient.get(`/api/series/${harness.series}`)).body.series
  expect(visits[0]).toMatchObject({ date: '2026-12-08', may: [] })
  const { booking } = (await asClient.get(`/api/bookings/${id}`)).body
  expect([booking.may, booking.may_move]).toEqual([[], false])
  const cancel = () =>
    asClient.put(`/api/bookings/${id}/status`, { status: 'cancelled', reason: 'Ill' })
  const answerIt = () =>
    asPro.put(`/api/bookings/${id}/proposals/${booking.proposal.id}`, { answer: 'accepted' })
  const skip = () => call('client', 'skip', { date: '2026-12-08' })
  const change = () => call('client', 'changes', { from_date: '2026-12-08', booking_time: '15:00' })
  for (const refused of [cancel, answerIt, skip, change]) {
    expect(await refusal(refused)).toBe('409 booking_started')
  }
  await done('client', 'pause', { from_date: '2026-12-08', to_date: '2026-12-15' })
  await done('client', 'end')
  expect((await bookingOn('2026-12-08')).status).toBe('accepted')
  expect((await bookingOn('2026-12-15')).status).toBe('cancelled')
  expect(await findBroken(harness.server)).toEqual({})
})

// rule: suspension, series-end, booking-moves, settle-hours
test('a suspension cancels the visits of a series, but not the one at which the professional works', async () => {
  harness.now = new Date('2026-12-08T14:50:00Z')
  const { id } = await bookingOn('2026-12-08')
  const asPro = await as(harness.server, harness.professional)
  const pressed = await asPro.post(`/api/bookings/${id}/stages`, { stage: 'started' })
  expect(pressed.status).toBe(200)
  const why = { reason: 'Reports', doneBy: 'olga' }
  await suspendByOperator(harness.server.context, harness.client.id, why, 'cancel')
  expect((await bookingOn('2026-12-08')).status).toBe('accepted')
  expect((await bookingOn('2026-12-15')).status).toBe('cancelled')
  expect(await findBroken(harness.server)).toEqual({})
  harness.now = new Date('2026-12-09T17:00:00Z')
  await JOBS['complete-bookings'](harness.server.context, {})
  await JOBS['settle-hours'](harness.server.context, {})
  const visit = await harness.server.db
    .selectFrom('bookings')
    .innerJoin('receipts', 'booking_id', 'bookings.id')
    .select(['status', 'final_cents'])
    .where('bookings.id', '=', id)
    .executeTakeFirst()
  expect(visit).toEqual({ status: 'completed', final_cents: 13_000 })
  expect(await findBroken(harness.server)).toEqual({})
})

// rule: series-breaks
test('a skip cannot be undone when the time is taken meanwhile; later a conflict can be tried again', async () => {
  await done('client', 'skip', { date: '2026-12-08' })
  await takeTime('2026-12-08T16:00:00Z', '2026-12-08T18:00:00Z')
  expect(await refusal(() => call('client', 'unskip', { date: '2026-12-08' }))).toBe(
    '409 slot_taken',
  )
  await harness.server.db
    .updateTable('bookings')
    .set({ status: 'declined' })
    .where('series_id', 'is', null)
    .where('professional_id', '=', harness.professional.id)
    .execute()
  await done('client', 'unskip', { date: '2026-12-08' })
  expect((await states())[1]).toBe('2026-12-08 accepted')
})

// rule: series
test('the database refuses a second visit of a date, and a visit on a date that is skipped', async () => {
  await done('client', 'skip', { date: '2026-12-08' })
  const { id } = await bookingOn('2026-12-15')
  const stranger = await buildClient(harness.server)
  const change = (values: object) =>
    harness.server.db.transaction().execute(async (tx) => {
      await tx.updateTable('bookings').set(values).where('id', '=', id).execute()
    })
  await expect(change({ series_date: '2026-12-08' })).rejects.toThrow(/bookings_series_visit/)
  await expect(change({ series_date: '2026-12-22' })).rejects.toThrow(/bookings_series_once/)
  await expect(change({ client_id: stranger.id })).rejects.toThrow(/bookings_series/)
})

// rule: series, lead-locked
test('while the lead of running visits is locked, the professional skips, declines and ends, and nothing else', async () => {
  const { change } = await done('client', 'changes', { from_date: '2026-12-08', weekday: 4 })
  await harness.server.db
    .updateTable('leads')
    .set({ opened_at: null })
    .where('professional_id', '=', harness.professional.id)
    .execute()
  await done('professional', 'skip', { date: '2026-12-15' })
  const period = { from_date: '2026-12-07', to_date: '2026-12-13' }
  const refused = [
    () => call('professional', 'unskip', { date: '2026-12-15' }),
    () => call('professional', 'changes', { from_date: '2026-12-08', weekday: 3 }),
    () => answer('professional', change.id, 'accepted'),
    () => call('professional', 'pause', period),
    () => call('professional', 'resume'),
  ]
  for (const run of refused) expect(await refusal(run)).toBe('402 lead_locked')
  await done('client', 'skip', { date: '2026-12-22' })
  const ofClient = [
    () => call('professional', 'unskip', { date: '2026-12-22' }),
    () => answer('professional', change.id, 'withdrawn'),
  ]
  for (const run of ofClient) expect(await refusal(run)).toBe('403 not_yours')
  // The input is checked before the lead.
  const wrong: [string, object, string][] = [
    ['unskip', { date: '2026-12-16' }, 'series_date_invalid'],
    ['changes', { from_date: '2026-11-01', weekday: 3 }, 'series_date_invalid'],
    ['pause', { ...period, from_date: '2026-11-19' }, 'pause_invalid'],
  ]
  for (const [action, body, code] of wrong) {
    expect(await refusal(() => call('professional', action, body))).toBe(`422 ${code}`)
  }
  expect((await answer('professional', change.id, 'declined')).status).toBe(200)
  expect((await done('professional', 'end')).status).toBe('ended')
})

// rule: series
test('while one side has blocked the other no visit is made', async () => {
  const caller = await as(harness.server, harness.client)
  await caller.post('/api/chat/block', { other_user_id: harness.professional.id })
  harness.now = new Date('2026-11-25T05:10:00Z')
  await extendSeries(harness.server.context)
  expect(await standing()).toHaveLength(7)
  await caller.delete(`/api/chat/block/${harness.professional.id}`)
  await extendSeries(harness.server.context)
  expect(await standing()).toHaveLength(8)
})

// rule: series-end
test('ending cancels all later visits; again it changes nothing, and nothing else can be done', async () => {
  const ended = await done('professional', 'end', { reason: 'I move away' })
  expect(ended).toMatchObject({ status: 'ended', until: '2026-11-20', visits: [], may: [] })
  expect(await standing()).toEqual([])
  expect(await bookingOn('2026-12-08')).toMatchObject({
    reason_code: 'series_changed',
    reason: 'I move away',
    cancelled_late: false,
  })
  await done('client', 'end')
  expect(await titles('client')).toContain('Your regular visits end on Friday, November 20, 2026')
  expect(await threadEvents()).toEqual(['requested', 'series_started', 'series_ended'])
  expect(await refusal(() => call('client', 'skip', { date: '2026-12-08' }))).toBe(
    '409 series_not_active',
  )
  expect(
    await refusal(() =>
      call('client', 'pause', { from_date: '2026-12-01', to_date: '2026-12-02' }),
    ),
  ).toBe('409 series_not_active')
})

// rule: series-end
test('a series can end later: the visits until then take place', async () => {
  expect(await done('client', 'end', { last_date: '2026-12-15' })).toMatchObject({
    status: 'active',
    until: '2026-12-15',
  })
  expect(await states()).toEqual([
    '2026-12-01 accepted',
    '2026-12-08 accepted',
    '2026-12-15 accepted',
  ])
  harness.now = new Date('2026-12-17T05:10:00Z')
  await extendSeries(harness.server.context)
  expect((await view()).status).toBe('ended')
  expect(await refusal(() => call('client', 'end', { last_date: '2026-12-01' }))).toBe(
    '422 series_date_invalid',
  )
})

// rule: series-end
test.each([
  ['client', 'cancelled', 'series_changed'],
  ['professional', 'declined', null],
] as const)('the %s ends a series before it was accepted', async (side, status, reason_code) => {
  const asked = await request({ booking_time: '14:00' })
  harness.series = asked.series_id
  // The first visit is on that day, so its request stays, for one visit.
  expect(await done(side, 'end', { last_date: '2026-12-01' })).toMatchObject({
    status: 'requested',
    until: '2026-12-01',
  })
  expect(await bookingOn('2026-12-01')).toMatchObject({ status: 'pending' })
  const other = side === 'client' ? 'professional' : 'client'
  expect(await titles(other)).toContain('Your regular visits have changed')
  expect((await done(side, 'end')).status).toBe('ended')
  expect(await bookingOn('2026-12-01')).toMatchObject({ id: asked.id, status, reason_code })
  await done(side, 'end')
  expect(await bookingOn('2026-12-01')).toMatchObject({ status })
})

// rule: idempotency-key, series-breaks
test('a repeated key changes a series once, also after somebody else changed it back', async () => {
  const key = { 'idempotency-key': 'skip-once' }
  const caller = await as(harness.server, harness.client)
  const skip = () => caller.post(`/api/series/${harness.series}/skip`, { date: '2026-12-08' }, key)
  expect((await skip()).status).toBe(200)
  await done('client', 'unskip', { date: '2026-12-08' })
  expect((await skip()).status).toBe(200)
  expect((await states())[1]).toBe('2026-12-08 accepted')
  const pause = () =>
    caller.post('/api/series/pause', { from_date: '2026-12-07', to_date: '2026-12-13' }, key)
  expect((await pause()).body.series).toHaveLength(1)
  await done('client', 'resume')
  expect((await pause()).body.series).toHaveLength(1)
  expect((await states())[1]).toBe('2026-12-08 accepted')
})

// rule: series, series-breaks, series-end
test('moving one visit by a proposal keeps its date and the other visits; undoing a skip or a pause keeps its time', async () => {
  const { id } = await bookingOn('2026-12-08')
  const { body } = await (
    await as(harness.server, harness.client)
  ).post(`/api/bookings/${id}/proposals`, { booking_date: '2026-12-10', booking_time: '11:00' })
  const moved = await (
    await as(harness.server, harness.professional)
  ).put(`/api/bookings/${id}/proposals/${body.proposal.id}`, { answer: 'accepted' })
  expect(moved.status).toBe(200)
  expect((await view()).visits.slice(1, 3)).toMatchObject([
    {
      date: '2026-12-08',
      booking_id: id,
      booking_date: '2026-12-10',
      booking_time: '11:00',
      moved: true,
      status: 'accepted',
    },
    { date: '2026-12-15', booking_date: '2026-12-15', booking_time: '09:00', moved: false },
  ])
  const present = { booking_date: '2026-12-10', booking_time: '11:00', status: 'accepted' }
  await done('client', 'skip', { date: '2026-12-08' })
  await done('client', 'unskip', { date: '2026-12-08' })
  expect((await view()).visits[1]).toMatchObject(present)
  await done('client', 'pause', { from_date: '2026-12-07', to_date: '2026-12-20' })
  await done('client', 'resume')
  expect((await view()).visits[1]).toMatchObject(present)
  // The last day counts for the day on which a visit is.
  await done('client', 'end', { last_date: '2026-12-09' })
  expect((await standing()).map(({ series_date }) => series_date)).toEqual(['2026-12-01'])
  expect(await findBroken(harness.server)).not.toHaveProperty('series-date-once')
})

// rule: series, series-end
test('a booking says to both sides whether its regular visits go on, and until when', async () => {
  const { id } = await bookingOn('2026-12-01')
  const shown = async () => {
    const { body: own } = await (
      await as(harness.server, harness.client)
    ).get(`/api/bookings/${id}`)
    const { body: list } = await (
      await as(harness.server, harness.professional)
    ).get(`/api/bookings/professional/${harness.professional.id}`)
    const same = list.bookings.find((one: { id: string }) => one.id === id)
    expect(same.series).toEqual(own.booking.series)
    const { status, until } = own.booking.series
    return { status, until }
  }
  expect(await shown()).toEqual({ status: 'active', until: null })
  await done('client', 'end', { last_date: '2026-12-10' })
  expect(await shown()).toEqual({ status: 'active', until: '2026-12-10' })
  await done('professional', 'end')
  expect(await shown()).toEqual({ status: 'ended', until: '2026-11-20' })
})
