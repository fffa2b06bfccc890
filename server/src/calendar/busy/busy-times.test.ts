// rule: busy-times
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { buildClient, buildProfessional } from '#server/test/builders/build.ts'
import { bookingBody, NOW, requestBooking } from '#server/test/builders/booking.ts'
import { as, visitor } from '#server/test/call.ts'
import { sendForm } from '#server/test/builders/form.ts'
import { MORNING, AFTER_NINE, busyTimesHarness } from '#server/test/harness/busy-times-harness.ts'
import type { Person } from '#server/test/harness/busy-times-harness.ts'
import { lockAcceptances } from '../free/lock-acceptances.ts'

const { harness, calendar, urlOf, answerOf, calendarsOf, upload, addFeed, freeTimes } =
  busyTimesHarness()

test('the events of a file take their time away at once, and come back when the file is replaced or removed', async () => {
  expect(await freeTimes(harness.pro)).toBe(MORNING)
  const { status, body } = await upload(harness.pro, calendar(['a', '20261201T150000Z']))
  expect(status).toBe(200)
  expect(body.calendar).toEqual({
    id: expect.any(String),
    label: 'Home',
    kind: 'file',
    host: null,
    state: 'ok',
    problem: null,
    read_at: NOW.toISOString(),
    intervals: 1,
    unread: 0,
    unsure_zones: [],
    time_zone: null,
  })
  expect(await freeTimes(harness.pro)).toBe(AFTER_NINE)
  expect(await calendarsOf(harness.pro)).toEqual([body.calendar])

  const { id } = body.calendar
  const later = calendar(['b', '20261201T170000Z'], ['c', '20261203T170000Z'])
  const replaced = await upload(harness.pro, later, { calendar_id: id })
  expect(replaced.body.calendar).toMatchObject({ id, label: 'Home', intervals: 2 })
  expect(await freeTimes(harness.pro)).toBe('09:00 09:30 10:00')

  const caller = await as(harness.server, harness.pro)
  const gone = urlOf(harness.pro, `/calendars/${id}`)
  expect((await caller.delete(gone)).body).toEqual({ calendars: [] })
  expect((await caller.delete(gone)).body).toEqual({ calendars: [] })
  expect(await freeTimes(harness.pro)).toBe(MORNING)
})

// rule: outside-hours, search-by-time, agenda
test('a busy time marks a request, hides the time from search and stands in the agenda, until it is gone', async () => {
  const { body } = await upload(harness.pro, calendar(['a', '20261201T150000Z']))
  const caller = await as(harness.server, harness.pro)
  const request = async (booking_time: string) => {
    const client = await buildClient(harness.server)
    const time = { booking_date: '2026-12-01', booking_time, estimated_hours: 1 }
    const id = await requestBooking(harness.server, client, harness.pro, time)
    const { bookings } = (await caller.get(`/api/bookings/professional/${harness.pro.id}`)).body
    return bookings.find((booking: Person) => booking.id === id).outside
  }
  expect([await request('09:00'), await request('10:00')]).toEqual([['busy'], []])
  const isFound = async (time: string) => {
    const query = `zip_code=78701&page_size=50&hours=1&date=2026-12-01&time=${time}`
    const found = await visitor(harness.server).get(`/api/professionals/search/enhanced?${query}`)
    return found.body.professionals.some(
      ({ user_id }: { user_id: string }) => user_id === harness.pro.id,
    )
  }
  expect([await isFound('09:00'), await isFound('10:00')]).toEqual([false, true])
  const busyOfDay = async () =>
    (await caller.get(`/api/professional/agenda/${harness.pro.id}?from=2026-12-01&days=1`)).body
      .days[0].busy
  expect(await busyOfDay()).toEqual([
    { starts_at: '2026-12-01T15:00:00.000Z', ends_at: '2026-12-01T16:00:00.000Z' },
  ])

  await caller.delete(urlOf(harness.pro, `/calendars/${body.calendar.id}`))
  expect([await request('09:00'), await isFound('09:00'), await busyOfDay()]).toEqual([
    [],
    true,
    [],
  ])
})

// rule: instant-booking, booking-conflict
test.each([
  ['import', 409, 'slot_taken', []],
  ['booking', 200, 'accepted', [{ status: 'accepted' }]],
] as const)(
  'of an import and an instant booking at the same moment the first wins: the %s',
  async (first, status, answer, written) => {
    const owner = await as(harness.server, harness.pro)
    await owner.put(`/api/professional/time/${harness.pro.id}`, { instant_booking: 'verified' })
    const client = await buildClient(harness.server, { email_verified_at: NOW })
    const booker = await as(harness.server, client)
    const visit = { booking_date: '2026-12-01', booking_time: '09:00', instant: true }
    const commands = {
      import: () => upload(harness.pro, calendar(['a', '20261201T150000Z'])),
      booking: () => booker.post('/api/bookings', bookingBody(client, harness.pro, visit)),
    }
    const second = first === 'import' ? 'booking' : 'import'
    const [isLocked, mayEnd] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const acceptance = harness.server.db.transaction().execute(async (tx) => {
      await lockAcceptances(tx, harness.pro.id)
      isLocked.resolve()
      await mayEnd.promise
    })
    await isLocked.promise
    const waiting = sql`
      select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    const countWaiting = async () => (await waiting.execute(harness.server.db)).rows.length
    const started = { [first]: commands[first]() }
    await expect.poll(countWaiting).toBe(1)
    started[second] = commands[second]()
    await expect.poll(countWaiting).toBe(2)
    mayEnd.resolve()
    await acceptance
    expect(answerOf(await started['import']!)).toBe('200')
    const { status: bookedStatus, body } = await started['booking']!
    expect([bookedStatus, body.code ?? body.status]).toEqual([status, answer])
    const bookings = await harness.server.db
      .selectFrom('bookings')
      .select('status')
      .where('professional_id', '=', harness.pro.id)
      .execute()
    expect(bookings).toEqual(written)
  },
)

test('the database keeps times and hashes of a calendar, and no words', async () => {
  const { body } = await upload(harness.pro, calendar(['anna@example.com', '20261201T150000Z']))
  const rows = await harness.server.db
    .selectFrom('busy_times')
    .selectAll()
    .where('calendar_id', '=', body.calendar.id)
    .execute()
  expect(rows).toEqual([
    {
      professional_id: harness.pro.id,
      calendar_id: body.calendar.id,
      uid_hash: expect.any(Buffer),
      starts_at: new Date('2026-12-01T15:00:00Z'),
      ends_at: new Date('2026-12-01T16:00:00Z'),
    },
  ])
  expect(rows[0]!.uid_hash).toHaveLength(32)
})

test('what is no calendar, is too large or too much is refused, and the busy times stay', async () => {
  const { body } = await upload(harness.pro, calendar(['a', '20261201T150000Z']))
  const { id } = body.calendar
  const again = async (text: string) =>
    answerOf(await upload(harness.pro, text, { calendar_id: id }))
  expect(await again('hello')).toBe('422 calendar_unreadable')
  expect(await again('x'.repeat(2 * 1024 * 1024 + 1))).toBe('422 calendar_too_large')
  const many = Array.from({ length: 5001 }, (_, index): [string, string] => [
    `b${index}`,
    '20261201T150000Z',
  ])
  expect(await again(calendar(...many))).toBe('422 calendar_too_large')
  expect(answerOf(await upload(harness.pro, calendar(), {}))).toBe('422 invalid_input')
  expect(answerOf(await upload(harness.pro, calendar(), { label: 'x'.repeat(61) }))).toBe(
    '422 invalid_input',
  )
  const formWithoutFile = sendForm(
    harness.server,
    harness.pro,
    'POST',
    urlOf(harness.pro, '/files'),
    { label: 'Home' },
  )
  expect(answerOf(await formWithoutFile)).toBe('422 calendar_unreadable')
  const newcomer = await buildClient(harness.server, { role: 'professional' })
  expect(answerOf(await upload(newcomer, 'hello'))).toBe('422 calendar_unreadable')
  expect(answerOf(await upload(newcomer, calendar()))).toBe('409 complete_profile_first')
  expect(await freeTimes(harness.pro)).toBe(AFTER_NINE)
  expect(await calendarsOf(harness.pro)).toHaveLength(1)
})

test('at most 3 calendars are kept, also when they are added at the same moment', async () => {
  await upload(harness.pro, calendar())
  const added = await Promise.all(
    [1, 2, 3, 4].map(async () => answerOf(await upload(harness.pro, calendar()))),
  )
  expect(added.toSorted()).toEqual([
    '200',
    '200',
    '409 too_many_calendars',
    '409 too_many_calendars',
  ])
  expect(answerOf(await addFeed(harness.pro, `${harness.origin}/more.ics`))).toBe(
    '409 too_many_calendars',
  )
  expect(await calendarsOf(harness.pro)).toHaveLength(3)
})

test('a repeated upload with the same key adds one calendar', async () => {
  const send = () =>
    sendForm(
      harness.server,
      harness.pro,
      'POST',
      urlOf(harness.pro, '/files'),
      { file: new File([calendar()], 'a.ics'), label: 'Home' },
      { 'idempotency-key': 'once' },
    )
  expect((await send()).body).toEqual((await send()).body)
  expect(await calendarsOf(harness.pro)).toHaveLength(1)
})

test('calendars are only for their professional', async () => {
  const { body } = await upload(harness.pro, calendar(['a', '20261201T150000Z']))
  const other = await buildProfessional(harness.server)
  const caller = await as(harness.server, other)
  expect(answerOf(await visitor(harness.server).get(urlOf(harness.pro)))).toBe('401 not_signed_in')
  expect(answerOf(await caller.get(urlOf(harness.pro)))).toBe('403 not_yours')
  expect(answerOf(await upload(other, calendar(), { calendar_id: body.calendar.id }))).toBe(
    '404 calendar_not_found',
  )
  const theirs = `/calendars/${body.calendar.id}`
  expect(answerOf(await caller.post(urlOf(other, `${theirs}/read`)))).toBe('404 calendar_not_found')
  expect((await caller.delete(urlOf(other, theirs))).body).toEqual({ calendars: [] })
  expect(
    answerOf(
      await (await as(harness.server, harness.pro)).post(urlOf(harness.pro, `${theirs}/read`)),
    ),
  ).toBe('404 calendar_not_found')
  expect(await calendarsOf(harness.pro)).toHaveLength(1)
})
