// rule: absence
import { sql } from 'kysely'
import PostalMime from 'postal-mime'
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
import { lockAcceptances } from '../time/lock-acceptances.ts'

type Person = { id: string }

/** November 20, a Friday, 10:00 in Austin. */
let now = NOW
let server: TestServer
let pro: Awaited<ReturnType<typeof buildProfessional>>
beforeAll(async () => {
  server = await testServer({ RATE_LIMIT_SCALE: '1000' }, { now: () => now })
})
afterAll(() => server.close())
beforeEach(async () => {
  now = NOW
  pro = await buildProfessional(server, { full_name: 'Grace Walker' })
})

const WEEK = { kind: 'ill', from_date: '2026-11-30', to_date: '2026-12-04', message: '' }
const EVERY_DAY = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({
  weekday,
  from: '08:00',
  to: '18:00',
}))

const absent = async (person: Person, body: object = WEEK, headers?: Record<string, string>) =>
  (await as(server, person)).post(`/api/professional/absences/${person.id}`, body, headers)
const times = async (person: Person) =>
  (await as(server, person)).get(`/api/professional/time/${person.id}`)
const state = async (person: Person) =>
  (await as(server, person)).put(`/api/professional/time/${person.id}`, { plan: EVERY_DAY })
const freeDays = async ({ id }: Person) => {
  const query = 'zip_code=78701&from=2026-11-30&to=2026-12-06'
  const { body } = await visitor(server).get(`/api/professional/slots/${id}?${query}`)
  return body.days.map((day: { state: string }) => day.state)
}
async function letters() {
  for (let run = 0; run < 3; run++) await runDueJobs(server.context)
  return Promise.all((await server.letters()).map((letter) => PostalMime.parse(letter)))
}
const bookingsOf = (person: Person) =>
  server.db
    .selectFrom('bookings')
    .select([
      'id',
      'client_id',
      'status',
      'reason',
      'reason_code',
      'cancelled_by',
      'cancelled_late',
    ])
    .where('professional_id', '=', person.id)
    .orderBy('starts_at')
    .execute()

/** Accepted visits at 9, 11, 13 and 15 o'clock of five days, each of another client. */
async function buildWeek() {
  const clients: Person[] = []
  for (const date of ['30', '01', '02', '03', '04']) {
    for (const hour of ['09', '11', '13', '15']) {
      const client = await buildClient(server)
      clients.push(client)
      const day = `2026-${date === '30' ? '11' : '12'}-${date}`
      await insertBooking(server, client, pro, {
        status: 'accepted',
        booking_date: day,
        booking_time: `${hour}:00`,
        starts_at: `${day}T${hour}:00:00-06:00`,
        ends_at: `${day}T${Number(hour) + 2}:00:00-06:00`,
        expires_at: '2026-11-22T16:00:00Z',
      })
    }
  }
  return clients
}

// rule: notice-recipients
test('20 visits, one call: the days are off, and each client has one letter, with other times and other people', async () => {
  await state(pro)
  const other = await buildProfessional(server, { full_name: 'Ana Lima' })
  await state(other)
  await buildProfessional(server, { full_name: 'Never Stated' })
  await buildWeek()

  const { status, body } = await absent(pro, { ...WEEK, message: 'I have the flu. Sorry!' })
  expect(status).toBe(200)
  expect(body).toMatchObject({ told: 20, exception_id: expect.any(String) })
  expect(body.affected).toHaveLength(20)
  expect(body.affected[0]).toEqual({
    booking_id: expect.any(String),
    client_first_name: 'Pat',
    starts_at: '2026-11-30T15:00:00.000Z',
    status: 'cancelled',
    series: null,
  })
  for (const booking of await bookingsOf(pro)) {
    expect(booking).toMatchObject({
      status: 'cancelled',
      reason: 'I have the flu. Sorry!',
      reason_code: 'ill',
      cancelled_by: 'professional',
      cancelled_late: false,
    })
  }
  expect(await freeDays(pro)).toEqual(['off', 'off', 'off', 'off', 'off', 'open', 'open'])
  expect((await times(pro)).body.exceptions).toEqual([
    expect.objectContaining({ id: body.exception_id, kind: 'off', from: null }),
  ])

  const sent = await letters()
  expect(sent).toHaveLength(20)
  const first = sent.find(({ subject }) => subject?.includes('Nov 30, 2026'))!
  expect(first.subject).toBe('Grace Walker cannot come on Nov 30, 2026: choose another time')
  expect(first.text).toContain('I have the flu. Sorry!')
  for (const { text } of sent) {
    // The next free times of Grace, and Ana at the very time of the visit; each is one link.
    expect(text?.match(/^Grace Walker Cleaning: .*:$/gm)).toHaveLength(3)
    expect(text?.match(/^Ana Lima Cleaning: .*:$/gm)).toHaveLength(1)
    expect(text).not.toContain('Never')
    expect(text).toContain(
      `/professionals/${pro.id}?book=1&zip_code=78701&service_type=standard&hours=2&date=2026-11-21&time=10%3A00`,
    )
  }
})

test('a dry run tells what would happen, and writes nothing', async () => {
  await buildWeek()
  const counts = async () => [
    await rowCounts(server),
    (await times(pro)).body,
    await bookingsOf(pro),
  ]
  const before = await counts()
  const { body } = await absent(pro, { ...WEEK, to_date: '2026-11-30', dry_run: true })
  expect(body).toMatchObject({ told: 4, exception_id: null })
  expect(body.affected.map(({ status }: { status: string }) => status)).toEqual(
    Array.from({ length: 4 }, () => 'accepted'),
  )
  expect(await counts()).toEqual(before)
})

test('a client with several visits and a request is told once, also at night; what lies outside the days stays', async () => {
  await state(pro)
  const client = await buildClient(server, { language: 'pt' })
  const request = (date: string, time: string) =>
    requestBooking(server, client, pro, { booking_date: date, booking_time: time })
  const ids = [
    await request('2026-11-29', '09:00'),
    await request('2026-11-30', '09:00'),
    await request('2026-11-30', '12:00'),
    await request('2026-12-01', '09:00'),
    await request('2026-12-02', '09:00'),
  ]
  for (const id of ids.slice(0, 4)) await move(server, pro, id, 'accepted')
  await letters()
  const before = (await server.letters()).length
  // 23:00 in Austin.
  now = new Date('2026-11-21T05:00:00Z')
  const { body } = await absent(pro, { ...WEEK, kind: 'away', to_date: '2026-12-02' })
  expect(body.told).toBe(1)
  const statuses = body.affected.map(({ status }: { status: string }) => status)
  expect(statuses).toEqual(['cancelled', 'cancelled', 'cancelled', 'declined'])
  expect((await bookingsOf(pro)).map(({ status }) => status)).toEqual(['accepted', ...statuses])

  const sent = (await letters()).slice(before)
  expect(sent.map(({ subject }) => subject)).toEqual([
    'Grace Walker não pode ir em 30 de nov. de 2026: escolha outro horário',
  ])
  expect(sent[0]!.text).toContain('Motivo: Estou fora.')
  expect(sent[0]!.text?.match(/^Quando: /gm)).toHaveLength(4)
})

test('a visit that has begun stays, and the same call again affects only what came since', async () => {
  const [early, late, newcomer] = [
    await buildClient(server),
    await buildClient(server),
    await buildClient(server),
  ]
  const wallTime = (instant: string) =>
    Temporal.Instant.from(instant).toZonedDateTimeISO('America/Chicago').toPlainTime().toString()
  const visit = (client: Person, starts: string, ends: string) =>
    insertBooking(server, client, pro, {
      status: 'accepted',
      booking_date: '2026-11-20',
      booking_time: wallTime(starts),
      starts_at: starts,
      ends_at: ends,
    })
  await visit(early, '2026-11-20T15:30:00Z', '2026-11-20T17:30:00Z')
  await visit(late, '2026-11-20T20:00:00Z', '2026-11-20T22:00:00Z')
  const today = { kind: 'ill', from_date: '2026-11-20', to_date: '2026-11-20' }
  const key = { 'idempotency-key': 'today' }
  const first = await absent(pro, today, key)
  expect(first.body).toMatchObject({ told: 1, affected: [{ status: 'cancelled' }] })
  // rule: late-cancellation
  expect((await bookingsOf(pro))[1]).toMatchObject({ client_id: late.id, cancelled_late: true })

  await visit(newcomer, '2026-11-20T20:00:00Z', '2026-11-20T22:00:00Z')
  expect((await absent(pro, today, key)).body).toEqual(first.body)
  const second = await absent(pro, today)
  expect(second.body).toMatchObject({ told: 1, exception_id: first.body.exception_id })
  expect(second.body.affected).toHaveLength(1)
  const third = await absent(pro, today)
  expect(third.body).toMatchObject({ told: 0, affected: [] })
  expect((await times(pro)).body).toMatchObject({ version: 1, exceptions: [{ kind: 'off' }] })
  expect((await bookingsOf(pro)).map(({ status }) => status)).toEqual([
    'accepted',
    'cancelled',
    'cancelled',
  ])
})

// rule: late-cancellation, reliability
test('of several late visits of one illness the one that starts first is excused, and the others count', async () => {
  const hours = [20, 18, 22]
  for (const hour of hours) {
    await insertBooking(server, await buildClient(server), pro, {
      status: 'accepted',
      booking_date: '2026-11-20',
      booking_time: `${hour - 6}:00`,
      starts_at: `2026-11-20T${hour}:00:00Z`,
      ends_at: `2026-11-20T${hour + 2}:00:00Z`,
    })
  }
  const today = { kind: 'ill', from_date: '2026-11-20', to_date: '2026-11-20', message: '' }
  expect((await absent(pro, today)).body.told).toBe(3)
  const rows = await server.db
    .selectFrom('bookings')
    .select(['cancelled_late', 'late_excused'])
    .where('professional_id', '=', pro.id)
    .orderBy('starts_at')
    .execute()
  expect(rows).toEqual(
    [true, false, false].map((late_excused) => ({ cancelled_late: true, late_excused })),
  )
  const { body } = await (await as(server, pro)).get(`/api/users/${pro.id}/reliability`)
  expect(body).toMatchObject({ visits: 2, kept: 0, late_cancellations: 2, excused: 1 })
})

// rule: time-exceptions, proposals
test('extra hours in the days are removed, and proposals of a time in them are withdrawn', async () => {
  await state(pro)
  const url = `/api/professional/time/${pro.id}/exceptions`
  const extra = {
    kind: 'extra',
    from_date: '2026-11-28',
    to_date: '2026-12-06',
    from: '19:00',
    to: '21:00',
  }
  await (await as(server, pro)).post(url, extra)
  const client = await buildClient(server)
  const id = await requestBooking(server, client, pro, { booking_date: '2026-12-08' })
  await move(server, pro, id, 'accepted')
  const proposed = await (
    await as(server, pro)
  ).post(`/api/bookings/${id}/proposals`, { booking_date: '2026-12-01', booking_time: '10:00' })
  await absent(pro)
  const kept = (await times(pro)).body.exceptions.map(
    ({ kind, from_date, to_date }: Record<string, string>) => [kind, from_date, to_date].join(' '),
  )
  expect(kept).toEqual([
    'extra 2026-11-28 2026-11-29',
    'off 2026-11-30 2026-12-04',
    'extra 2026-12-05 2026-12-06',
  ])
  const answered = await (
    await as(server, client)
  ).put(`/api/bookings/${id}/proposals/${proposed.body.proposal.id}`, { answer: 'accepted' })
  expect(answered).toMatchObject({ status: 409, body: { code: 'proposal_over' } })
  expect((await bookingsOf(pro))[0]).toMatchObject({ status: 'accepted' })
})

// rule: booking-conflict, instant-booking
test('who is accepted or books at once at the same moment is cancelled and told, or comes too late', async () => {
  await state(pro)
  await (
    await as(server, pro)
  ).put(`/api/professional/time/${pro.id}`, { instant_booking: 'verified' })
  const times = ['08:00', '11:00', '14:00', '16:00']
  const days = ['2026-12-01', '2026-12-02', '2026-12-03']
  const wishes = days.flatMap((booking_date) =>
    times.map((booking_time) => ({ booking_date, booking_time })),
  )
  const clients = await Promise.all(
    wishes.map(() => buildClient(server, { email_verified_at: NOW })),
  )
  const requested = await Promise.all(
    wishes
      .slice(0, 6)
      .map((wish, index) =>
        requestBooking(server, clients[index]!, pro, { ...wish, instant: false }),
      ),
  )
  const before = (await letters()).length
  const caller = await as(server, pro)
  const accept = (id: string) => caller.put(`/api/bookings/${id}/status`, { status: 'accepted' })
  const bookAtOnce = async (wish: object, index: number) => {
    const client = clients[index + 6]!
    const body = bookingBody(client, pro, { ...wish, instant: true })
    return (await as(server, client)).post('/api/bookings', body)
  }
  const [absence, ...others] = await Promise.all([
    absent(pro),
    ...requested.map(accept),
    ...wishes.slice(6).map(bookAtOnce),
  ])
  for (const { status, body } of others) {
    expect(['200 undefined', '409 booking_already_moved', '409 slot_taken']).toContain(
      `${status} ${body.code}`,
    )
  }
  const bookings = await bookingsOf(pro)
  expect(bookings.filter(({ status }) => !['cancelled', 'declined'].includes(status))).toEqual([])
  expect(absence.body.told).toBe(bookings.length)
  const told = (await letters())
    .slice(before)
    .filter(({ subject }) => subject?.includes('cannot come on'))
  expect(told).toHaveLength(bookings.length)
  expect(await findBroken(server)).toEqual({})
})

test('an absence waits for an acceptance that has not ended, and then cancels the visit', async () => {
  const client = await buildClient(server)
  const [isWritten, mayEnd] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const acceptance = server.db.transaction().execute(async (tx) => {
    await lockAcceptances(tx, pro.id)
    await insertBooking({ ...server, db: tx }, client, pro, {
      status: 'accepted',
      booking_date: '2026-12-01',
      starts_at: '2026-12-01T15:00:00Z',
      ends_at: '2026-12-01T17:00:00Z',
    })
    isWritten.resolve()
    await mayEnd.promise
  })
  await isWritten.promise
  const answer = absent(pro)
  const waiting = sql`
    select from pg_locks join pg_database on pg_database.oid = database
    where datname = current_database() and locktype = 'advisory' and not granted`
  await expect.poll(async () => (await waiting.execute(server.db)).rows.length).toBe(1)
  mayEnd.resolve()
  await acceptance
  expect((await answer).body).toMatchObject({ told: 1, affected: [{ status: 'cancelled' }] })
})

// rule: own-ids-only
test('refused, and nothing is written: other people, days that are past, backwards, too many or no days at all', async () => {
  await buildWeek()
  const client = await buildClient(server)
  const url = `/api/professional/absences/${pro.id}`
  const before = await rowCounts(server)
  const answer = ({ status, body }: { status: number; body: { code?: string } }) =>
    `${status} ${body.code}`
  expect(answer(await visitor(server).post(url, WEEK))).toBe('401 not_signed_in')
  for (const person of [client, await buildProfessional(server)]) {
    expect(answer(await (await as(server, person)).post(url, {}))).toBe('403 not_yours')
  }
  const newcomer = await buildClient(server, { role: 'professional' })
  expect(answer(await absent(newcomer))).toBe('409 complete_profile_first')
  const periods = [
    { from_date: '2026-11-19' },
    { from_date: '2026-12-05' },
    { to_date: '2027-01-29' },
    { from_date: '2029-01-01', to_date: '2029-01-02' },
    { from_date: '2026-02-30' },
    { from_date: '0000-01-01', to_date: '0000-01-02' },
    { to_date: undefined },
  ]
  for (const period of periods) {
    expect(answer(await absent(pro, { ...WEEK, ...period }))).toBe('422 period_invalid')
    expect(answer(await absent(pro, { ...WEEK, ...period, dry_run: true }))).toBe(
      '422 period_invalid',
    )
  }
  const wrong = [{ kind: 'tired' }, { message: 'x'.repeat(501) }, { message: 7 }, { dry_run: 'no' }]
  for (const field of wrong) {
    expect(answer(await absent(pro, { ...WEEK, ...field }))).toBe('422 invalid_input')
  }
  const sixtyDays = { ...WEEK, to_date: '2027-01-28', dry_run: true }
  expect((await absent(pro, sixtyDays)).status).toBe(200)
  expect((await times(pro)).body.version).toBe(0)
  expect((await rowCounts(server)).events).toBe(before['events'])
  expect((await bookingsOf(pro)).every(({ status }) => status === 'accepted')).toBe(true)
})

test('an absence ends what touches its days and has not begun, to the minute', async () => {
  const at = async (starts_at: string, hours: number, facts: object = {}) => {
    const start = new Date(starts_at)
    const ends_at = new Date(+start + hours * 3_600_000)
    const client = await buildClient(server)
    await insertBooking(server, client, pro, {
      status: 'accepted',
      starts_at: start,
      ends_at,
      expires_at: '2026-11-22T16:00:00Z',
      ...facts,
    })
    return starts_at
  }
  const pending = { status: 'pending' }
  await at('2026-11-29T22:00:00-06:00', 2)
  const intoFirst = await at('2026-11-29T22:01:00-06:00', 2, pending)
  await at('2026-12-01T09:00:00-06:00', 2, { ...pending, expires_at: NOW })
  const stillOpen = await at('2026-12-01T12:00:00-06:00', 2, {
    ...pending,
    expires_at: new Date(+NOW + 1),
  })
  const fromLast = await at('2026-12-04T23:59:00-06:00', 1, pending)
  await at('2026-12-05T00:00:00-06:00', 2)
  await at('2026-11-20T10:00:00-06:00', 2)
  const soon = await at('2026-11-20T10:01:00-06:00', 2, pending)

  const affected = async (days: object) => {
    const { body } = await absent(pro, { ...WEEK, ...days, dry_run: true })
    return body.affected.map((one: { starts_at: string }) => +new Date(one.starts_at))
  }
  const starts = (...texts: string[]) => texts.map((text) => +new Date(text))
  expect(await affected({})).toEqual(starts(intoFirst, stillOpen, fromLast))
  const today = { from_date: '2026-11-20', to_date: '2026-11-20' }
  expect(await affected(today)).toEqual(starts(soon))
})
