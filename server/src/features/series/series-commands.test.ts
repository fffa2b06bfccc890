import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { buildClient, buildProfessional } from '#server/test/build.ts'
import { bookingBody, insertBooking, move, NOW, rowCounts } from '#server/test/booking.ts'
import { as } from '#server/test/call.ts'
import { testServer } from '#server/test/server.ts'
import type { TestServer } from '#server/test/server.ts'
import { runDueJobs } from '#server/worker.ts'
import { expireChanges, extendSeries } from './series-jobs.ts'

type Side = 'client' | 'professional'
type Visit = { date: string; status: string; booking_time: string; booking_id: string | null }

let server: TestServer
let now = NOW
let client: { id: string }
let professional: { id: string }
/** Every Tuesday at 9:00 from December 1 on, booked up to January 12. */
let series: string

beforeAll(async () => {
  server = await testServer({}, { now: () => now })
})
afterAll(() => server.close())
beforeEach(async () => {
  now = NOW
  client = await buildClient(server, { first_name: 'Maya' })
  professional = await buildProfessional(server, { full_name: 'Grace Walker' })
  series = await start()
})

async function start(facts: Record<string, unknown> = {}) {
  const { id, series_id } = await request(facts)
  expect((await move(server, professional, id, 'accepted')).status).toBe(200)
  return series_id
}

async function request(facts: Record<string, unknown> = {}) {
  const body = bookingBody(client, professional, {
    cleaning_frequency: 'weekly',
    series: {},
    ...facts,
  })
  const booked = await (await as(server, client)).post('/api/bookings', body)
  return booked.body as { id: string; series_id: string }
}

const person = (side: Side) => (side === 'client' ? client : professional)

async function call(side: Side, action: string, body: object = {}) {
  return (await as(server, person(side))).post(`/api/series/${series}/${action}`, body)
}

async function done(side: Side, action: string, body: object = {}) {
  const { status, body: answer } = await call(side, action, body)
  expect({ status, code: answer.code }).toEqual({ status: 200, code: undefined })
  return answer.series
}

async function answer(side: Side, changeId: string, value: string) {
  return (await as(server, person(side))).put(`/api/series/${series}/changes/${changeId}`, {
    answer: value,
  })
}

async function view() {
  return (await (await as(server, client)).get(`/api/series/${series}`)).body.series
}

async function states() {
  return ((await view()).visits as Visit[]).map(({ date, status }) => `${date} ${status}`)
}

async function standing() {
  return server.db
    .selectFrom('bookings')
    .selectAll()
    .where('series_id', '=', series)
    .where('status', 'in', ['accepted', 'completed'])
    .orderBy('series_date')
    .execute()
}

async function bookingOn(date: string) {
  return server.db
    .selectFrom('bookings')
    .selectAll()
    .where('series_id', '=', series)
    .where('series_date', '=', date)
    .orderBy('created_at', 'desc')
    .executeTakeFirstOrThrow()
}

async function refusal(run: () => ReturnType<typeof call>) {
  const before = await rowCounts(server)
  const { status, body } = await run()
  expect(await rowCounts(server)).toEqual(before)
  return `${status} ${body.code}`
}

async function titles(side: Side): Promise<string[]> {
  await runDueJobs(server.context)
  await runDueJobs(server.context)
  const { body } = await (await as(server, person(side))).get('/api/notices')
  return body.notices.map(({ title }: { title: string }) => title)
}

async function threadEvents(): Promise<string[]> {
  const { body } = await (
    await as(server, client)
  ).get(`/api/chat/messages/${client.id}/${professional.id}`)
  return body.messages.map(({ booking_event }: { booking_event: string }) => booking_event)
}

const takeTime = async (startsAt: string, endsAt: string) =>
  insertBooking(server, await buildClient(server), professional, {
    status: 'accepted',
    starts_at: startsAt,
    ends_at: endsAt,
    expires_at: startsAt,
  })

// rule: series-skip
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
        (title) => title === 'The visit of Tuesday, December 8, 2026 is skipped',
      ),
    ).toHaveLength(1)
    expect(await threadEvents()).toEqual(['requested', 'series_started', 'visit_skipped'])
    await extendSeries(server.context)
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

// rule: series-screens
test('each visit says what its reader may do: nothing once it has begun, only a skip after a block', async () => {
  await done('client', 'skip', { date: '2026-12-15' })
  const mayOf = async (side: Side) => {
    const { body } = await (await as(server, person(side))).get(`/api/series/${series}`)
    return body.series.visits.slice(0, 3).map(({ may }: { may: string[] }) => may)
  }
  expect(await mayOf('client')).toEqual([
    ['skip', 'move', 'change'],
    ['skip', 'move', 'change'],
    ['unskip'],
  ])
  expect((await mayOf('professional'))[2]).toEqual([])
  now = new Date('2026-12-01T15:10:00Z')
  expect((await mayOf('client'))[0]).toEqual([])
  await (await as(server, client)).post('/api/chat/block', { other_user_id: professional.id })
  expect(await mayOf('client')).toEqual([[], ['skip'], []])
  expect(await refusal(() => call('client', 'unskip', { date: '2026-12-15' }))).toBe(
    '403 conversation_blocked',
  )
})

// rule: series-skip
test('a skipped visit is late within the notice; one that has begun cannot be skipped, nor a date of no visit', async () => {
  now = new Date('2026-12-01T10:00:00Z')
  await done('client', 'skip', { date: '2026-12-01' })
  expect(await bookingOn('2026-12-01')).toMatchObject({ cancelled_late: true })
  now = new Date('2026-12-08T15:30:00Z')
  expect(await refusal(() => call('client', 'skip', { date: '2026-12-08' }))).toBe(
    '409 booking_started',
  )
  for (const date of ['2026-12-09', '2026-12-01', '2036-12-09', 'soon']) {
    expect(await refusal(() => call('client', 'skip', { date }))).toBe('422 series_date_invalid')
  }
})

// rule: series-skip
test('a skip cannot be undone when the time is taken meanwhile; later a conflict can be tried again', async () => {
  await done('client', 'skip', { date: '2026-12-08' })
  await takeTime('2026-12-08T16:00:00Z', '2026-12-08T18:00:00Z')
  expect(await refusal(() => call('client', 'unskip', { date: '2026-12-08' }))).toBe(
    '409 slot_taken',
  )
  await server.db
    .updateTable('bookings')
    .set({ status: 'declined' })
    .where('series_id', 'is', null)
    .where('professional_id', '=', professional.id)
    .execute()
  await done('client', 'unskip', { date: '2026-12-08' })
  expect((await states())[1]).toBe('2026-12-08 accepted')
})

// rule: series-date-once
test('the database refuses a second visit of a date, and a visit on a date that is skipped', async () => {
  await done('client', 'skip', { date: '2026-12-08' })
  const { id } = await bookingOn('2026-12-15')
  const stranger = await buildClient(server)
  const change = (values: object) =>
    server.db.transaction().execute(async (tx) => {
      await tx.updateTable('bookings').set(values).where('id', '=', id).execute()
    })
  await expect(change({ series_date: '2026-12-08' })).rejects.toThrow(/bookings_series_visit/)
  await expect(change({ series_date: '2026-12-22' })).rejects.toThrow(/bookings_series_once/)
  await expect(change({ client_id: stranger.id })).rejects.toThrow(/bookings_series/)
})

// rule: series-pause, series-notices
test('a pause cancels the visits of its days, resuming brings them back, and one action is one entry and one notice', async () => {
  const paused = await done('client', 'pause', { from_date: '2026-12-07', to_date: '2026-12-20' })
  expect(paused.paused).toEqual({ from_date: '2026-12-07', to_date: '2026-12-20' })
  await done('client', 'pause', { from_date: '2026-12-07', to_date: '2026-12-20' })
  await extendSeries(server.context)
  expect((await states()).slice(0, 4)).toEqual([
    '2026-12-01 accepted',
    '2026-12-08 paused',
    '2026-12-15 paused',
    '2026-12-22 accepted',
  ])
  expect(await threadEvents()).toEqual(['requested', 'series_started', 'series_paused'])
  expect(
    (await titles('professional')).filter((title) => title === 'Your regular visits have changed'),
  ).toHaveLength(1)
  expect((await done('professional', 'resume')).paused).toBeNull()
  await done('professional', 'resume')
  expect((await states()).slice(0, 4)).toEqual([
    '2026-12-01 accepted',
    '2026-12-08 accepted',
    '2026-12-15 accepted',
    '2026-12-22 accepted',
  ])
  const refused: object[] = [
    { from_date: '2026-11-19', to_date: '2026-12-01' },
    { from_date: '2026-12-02', to_date: '2026-12-01' },
    { from_date: '2026-12-01', to_date: '2027-02-23' },
    { from_date: '2026-12-01' },
  ]
  for (const period of refused) {
    expect(await refusal(() => call('client', 'pause', period))).toBe('422 pause_invalid')
  }
})

// rule: series-pause
test('a holiday pauses all running series of a client', async () => {
  const other = await start({ booking_time: '13:00' })
  const caller = await as(server, client)
  const { body } = await caller.post('/api/series/pause', {
    from_date: '2026-12-07',
    to_date: '2026-12-13',
  })
  expect(body.series.map(({ id }: { id: string }) => id).toSorted()).toEqual(
    [series, other].toSorted(),
  )
  expect((await states())[1]).toBe('2026-12-08 paused')
  const { body: refused } = await (
    await as(server, professional)
  ).post('/api/series/pause', { from_date: '2026-12-07', to_date: '2026-12-13' })
  expect(refused.code).toBe('clients_only')
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
  now = new Date('2026-12-17T05:10:00Z')
  await extendSeries(server.context)
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
  series = asked.series_id
  // The first visit is on that day, so its request stays, for one visit.
  expect(await done(side, 'end', { last_date: '2026-12-01' })).toMatchObject({
    status: 'requested',
    until: '2026-12-01',
  })
  expect(await bookingOn('2026-12-01')).toMatchObject({ status: 'pending' })
  expect((await done(side, 'end')).status).toBe('ended')
  expect(await bookingOn('2026-12-01')).toMatchObject({ id: asked.id, status, reason_code })
  await done(side, 'end')
  expect(await bookingOn('2026-12-01')).toMatchObject({ status })
})

// rule: idempotency-key, series-skip, series-pause
test('a repeated key changes a series once, also after somebody else changed it back', async () => {
  const key = { 'idempotency-key': 'skip-once' }
  const caller = await as(server, client)
  const skip = () => caller.post(`/api/series/${series}/skip`, { date: '2026-12-08' }, key)
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

// rule: order-of-refusal, series-changes
test('a change that does not exist is not found, also for a series that has ended', async () => {
  await done('client', 'end')
  expect((await answer('client', client.id, 'accepted')).body.code).toBe('series_not_found')
})

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
  now = new Date('2026-11-20T17:00:00Z')
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
  // rule: calendar-sequence
  const file = await (await as(server, client)).get(`/api/bookings/${after[1]!.id}/calendar.ics`)
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
  now = new Date('2026-12-07T16:00:00Z')
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
  const cancelled = await server.db
    .selectFrom('bookings')
    .select(['reason_code', 'cancelled_late'])
    .where('series_id', '=', series)
    .where('status', '=', 'cancelled')
    .execute()
  expect(cancelled).toEqual([{ reason_code: 'series_changed', cancelled_late: false }])
  await answer('professional', (await propose('weekly')).change.id, 'accepted')
  expect(await standing()).toHaveLength(9)
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
  expect(await titles('client')).toContain('The visit of Tuesday, December 15, 2026 does not fit')
})

// rule: series-changes
test('the price is locked: a lower rate holds at once, a higher one needs 30 days and the yes of the client', async () => {
  expect(
    await refusal(() => call('client', 'changes', { from_date: '2026-12-08', hourly_rate: 60 })),
  ).toBe('403 not_yours')
  const lower = await done('professional', 'changes', { from_date: '2026-12-08', hourly_rate: 60 })
  expect(lower.change).toBeNull()
  expect((await standing()).map((one) => one.hourly_rate_cents)).toEqual([
    6500, 6000, 6000, 6000, 6000, 6000, 6000,
  ])
  expect(
    await refusal(() =>
      call('professional', 'changes', { from_date: '2026-12-19', hourly_rate: 70 }),
    ),
  ).toBe('422 rate_notice')
  expect(
    await refusal(() =>
      call('professional', 'changes', { from_date: '2026-12-22', hourly_rate: 201 }),
    ),
  ).toBe('422 hourly_rate_invalid')
  const { change } = await done('professional', 'changes', {
    from_date: '2026-12-22',
    hourly_rate: 70,
  })
  expect(change.hourly_rate).toBe(70)
  expect((await standing())[3]!.hourly_rate_cents).toBe(6000)
  await answer('client', change.id, 'accepted')
  expect((await standing()).map((one) => one.total_cents)).toEqual([
    13_000, 12_000, 12_000, 14_000, 14_000, 14_000, 14_000,
  ])
})

// rule: series-changes
test('a change ends after 7 days or when its first visit begins; wrong ones are refused', async () => {
  const { change } = await done('client', 'changes', { from_date: '2026-12-08', weekday: 3 })
  expect(change.expires_at).toBe('2026-11-27T16:00:00.000Z')
  now = new Date('2026-11-27T16:00:00Z')
  expect((await answer('professional', change.id, 'accepted')).body.code).toBe('change_over')
  await expireChanges(server.context)
  expect(await titles('client')).toContain('Your proposal has ended')
  const refused: [object, string][] = [
    [{ from_date: '2026-11-26', weekday: 3 }, '422 series_date_invalid'],
    [{ from_date: '2026-12-08' }, '422 invalid_input'],
    [{ from_date: '2026-12-08', weekday: 2 }, '422 invalid_input'],
    [{ from_date: '2026-12-08', weekday: 8 }, '422 invalid_input'],
    [{ from_date: '2026-12-08', booking_time: '25:00' }, '422 time_invalid'],
    [{ from_date: '2026-12-08', estimated_hours: 5 }, '422 hours_invalid'],
    [{ from_date: '2026-12-08', cleaning_frequency: 'one_time' }, '422 frequency_invalid'],
  ]
  for (const [wish, code] of refused) {
    expect(await refusal(() => call('client', 'changes', wish))).toBe(code)
  }
})

// rule: series-changes
test('of two first changes at the same moment one is refused', async () => {
  const answers = await Promise.all([
    call('client', 'changes', { from_date: '2026-12-08', weekday: 3 }),
    call('professional', 'changes', { from_date: '2026-12-08', weekday: 4 }),
  ])
  expect(answers.map(({ status, body }) => `${status} ${body.code}`).toSorted()).toEqual([
    '200 undefined',
    '409 change_open',
  ])
})

// rule: series-date-once
test('moving one visit by a proposal keeps its date and the other visits', async () => {
  const { id } = await bookingOn('2026-12-08')
  const { body } = await (
    await as(server, client)
  ).post(`/api/bookings/${id}/proposals`, { booking_date: '2026-12-10', booking_time: '11:00' })
  const moved = await (
    await as(server, professional)
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
})

// rule: proposals, series
test('an open proposal shows at its visit, with what each side can answer', async () => {
  const { id } = await bookingOn('2026-12-08')
  const proposed = await (
    await as(server, client)
  ).post(`/api/bookings/${id}/proposals`, { booking_date: '2026-12-09', booking_time: '10:00' })
  expect(proposed.status).toBe(200)
  const proposalFor = async (side: Side, date: string) => {
    const { body } = await (await as(server, person(side))).get(`/api/series/${series}`)
    return body.series.visits.find((visit: Visit) => visit.date === date).proposal
  }
  expect(await proposalFor('client', '2026-12-08')).toEqual(proposed.body.proposal)
  expect(await proposalFor('professional', '2026-12-08')).toMatchObject({
    by: 'client',
    booking_date: '2026-12-09',
    may: ['accepted', 'declined'],
  })
  expect(await proposalFor('client', '2026-12-15')).toBeNull()
})
