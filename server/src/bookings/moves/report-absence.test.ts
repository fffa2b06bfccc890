// rule: absence
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { buildClient, buildProfessional } from '#server/test/builders/build.ts'
import {
  insertBooking,
  move,
  NOW,
  requestBooking,
  rowCounts,
} from '#server/test/builders/booking.ts'
import { as, visitor } from '#server/test/call.ts'
import { WEEK, absenceHarness } from '#server/test/harness/absence-harness.ts'
import type { Person } from '#server/test/harness/absence-harness.ts'

const { harness, absent, times, state, freeDays, letters, bookingsOf } = absenceHarness()

/** Accepted visits at 9, 11, 13 and 15 o'clock of five days, each of another client. */
async function buildWeek() {
  const clients: Person[] = []
  for (const date of ['30', '01', '02', '03', '04']) {
    for (const hour of ['09', '11', '13', '15']) {
      const client = await buildClient(harness.server)
      clients.push(client)
      const day = `2026-${date === '30' ? '11' : '12'}-${date}`
      await insertBooking(harness.server, client, harness.pro, {
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

// rule: notice-kinds
test('20 visits, one call: the days are off, and each client has one letter, with other times and other people', async () => {
  await state(harness.pro)
  const other = await buildProfessional(harness.server, { full_name: 'Ana Lima' })
  await state(other)
  await buildProfessional(harness.server, { full_name: 'Never Stated' })
  await buildWeek()

  const { status, body } = await absent(harness.pro, { ...WEEK, message: 'I have the flu. Sorry!' })
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
  for (const booking of await bookingsOf(harness.pro)) {
    expect(booking).toMatchObject({
      status: 'cancelled',
      reason: 'I have the flu. Sorry!',
      reason_code: 'ill',
      cancelled_by: 'professional',
      cancelled_late: false,
    })
  }
  expect(await freeDays(harness.pro)).toEqual(['off', 'off', 'off', 'off', 'off', 'open', 'open'])
  expect((await times(harness.pro)).body.exceptions).toEqual([
    expect.objectContaining({ id: body.exception_id, kind: 'off', from: null }),
  ])

  const sent = await letters()
  expect(sent).toHaveLength(20)
  const first = sent.find(({ subject }) => subject?.includes('Nov 30, 2026'))!
  expect(first.subject).toBe("Grace can't come on Nov 30, 2026: choose another time")
  expect(first.text).toContain('I have the flu. Sorry!')
  for (const { text } of sent) {
    // The next free times of Grace, and Ana at the very time of the visit; each is one link.
    expect(text?.match(/^Grace Walker Cleaning: .*:$/gm)).toHaveLength(3)
    expect(text?.match(/^Ana Lima Cleaning: .*:$/gm)).toHaveLength(1)
    expect(text).not.toContain('Never')
    expect(text).toContain(
      `/professionals/${harness.pro.id}?book=1&zip_code=78701&service_type=standard&hours=2&date=2026-11-21&time=10%3A00`,
    )
  }
})

test('a dry run tells what would happen, and writes nothing', async () => {
  await buildWeek()
  const counts = async () => [
    await rowCounts(harness.server),
    (await times(harness.pro)).body,
    await bookingsOf(harness.pro),
  ]
  const before = await counts()
  const { body } = await absent(harness.pro, { ...WEEK, to_date: '2026-11-30', dry_run: true })
  expect(body).toMatchObject({ told: 4, exception_id: null })
  expect(body.affected.map(({ status }: { status: string }) => status)).toEqual(
    Array.from({ length: 4 }, () => 'accepted'),
  )
  expect(await counts()).toEqual(before)
})

test('a client with several visits and a request is told once, also at night; what lies outside the days stays', async () => {
  await state(harness.pro)
  const client = await buildClient(harness.server, { language: 'pt' })
  const request = (date: string, time: string) =>
    requestBooking(harness.server, client, harness.pro, { booking_date: date, booking_time: time })
  const ids = [
    await request('2026-11-29', '09:00'),
    await request('2026-11-30', '09:00'),
    await request('2026-11-30', '12:00'),
    await request('2026-12-01', '09:00'),
    await request('2026-12-02', '09:00'),
  ]
  for (const id of ids.slice(0, 4)) await move(harness.server, harness.pro, id, 'accepted')
  await letters()
  const before = (await harness.server.letters()).length
  // 23:00 in Austin.
  harness.now = new Date('2026-11-21T05:00:00Z')
  const { body } = await absent(harness.pro, { ...WEEK, kind: 'away', to_date: '2026-12-02' })
  expect(body.told).toBe(1)
  const statuses = body.affected.map(({ status }: { status: string }) => status)
  expect(statuses).toEqual(['cancelled', 'cancelled', 'cancelled', 'declined'])
  expect((await bookingsOf(harness.pro)).map(({ status }) => status)).toEqual([
    'accepted',
    ...statuses,
  ])

  const sent = (await letters()).slice(before)
  expect(sent.map(({ subject }) => subject)).toEqual([
    'Grace não pode ir em 30 de nov. de 2026: escolha outro horário',
  ])
  expect(sent[0]!.text).toContain('Motivo: Vou estar fora.')
  expect(sent[0]!.text?.match(/^Quando: /gm)).toHaveLength(4)
})

// rule: free-times-limits
test('the letter tells the drives from a home where a visit was lost, not where one was only requested', async () => {
  const grace = await buildProfessional(harness.server, { areas: ['78701', '78613'] })
  await (
    await as(harness.server, grace)
  ).put(`/api/professional/time/${grace.id}`, {
    plan: [{ weekday: 2, from: '09:00', to: '15:00' }],
    rules: { travel: true },
  })
  // A visit in 78701, an hour away. Every other drive counts as 30 minutes.
  await insertBooking(harness.server, await buildClient(harness.server), grace, {
    status: 'accepted',
    starts_at: '2026-11-24T15:00:00Z',
    ends_at: '2026-11-24T17:00:00Z',
    expires_at: '2026-11-24T15:00:00Z',
  })
  const far = { zip_code: '78613', booking_time: '12:00' }
  const accepted = await buildClient(harness.server, { first_name: 'Carlos' })
  const visit = await requestBooking(harness.server, accepted, grace, {
    ...far,
    booking_date: '2026-12-01',
  })
  await move(harness.server, grace, visit, 'accepted')
  await requestBooking(harness.server, await buildClient(harness.server), grace, {
    ...far,
    booking_date: '2026-12-02',
  })
  await sql`delete from rate_limits where key like 'slots_home%'`.execute(harness.server.db)
  await letters()
  const before = (await harness.server.letters()).length
  expect((await absent(grace)).body.told).toBe(2)
  const sent = (await letters()).slice(before)
  const firstTimeIn = (day: string) =>
    sent
      .find(({ subject }) => subject?.includes(day))
      ?.text?.match(/date=2026-11-24&time=(\d\d%3A\d\d)/)?.[1]
  expect(firstTimeIn('Dec 1')).toBe('12%3A00')
  expect(firstTimeIn('Dec 2')).toBe('11%3A30')
})

test('a visit that has begun stays, and the same call again affects only what came since', async () => {
  const [early, late, newcomer] = [
    await buildClient(harness.server),
    await buildClient(harness.server),
    await buildClient(harness.server),
  ]
  const wallTime = (instant: string) =>
    Temporal.Instant.from(instant).toZonedDateTimeISO('America/Chicago').toPlainTime().toString()
  const visit = (client: Person, starts: string, ends: string) =>
    insertBooking(harness.server, client, harness.pro, {
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
  const first = await absent(harness.pro, today, key)
  expect(first.body).toMatchObject({ told: 1, affected: [{ status: 'cancelled' }] })
  // rule: cancellation
  expect((await bookingsOf(harness.pro))[1]).toMatchObject({
    client_id: late.id,
    cancelled_late: true,
  })

  await visit(newcomer, '2026-11-20T20:00:00Z', '2026-11-20T22:00:00Z')
  expect((await absent(harness.pro, today, key)).body).toEqual(first.body)
  const second = await absent(harness.pro, today)
  expect(second.body).toMatchObject({ told: 1, exception_id: first.body.exception_id })
  expect(second.body.affected).toHaveLength(1)
  const third = await absent(harness.pro, today)
  expect(third.body).toMatchObject({ told: 0, affected: [] })
  expect((await times(harness.pro)).body).toMatchObject({
    version: 1,
    exceptions: [{ kind: 'off' }],
  })
  expect((await bookingsOf(harness.pro)).map(({ status }) => status)).toEqual([
    'accepted',
    'cancelled',
    'cancelled',
  ])
})

// rule: cancellation, reliability
test('of several late visits of one illness the one that starts first is excused, and the others count', async () => {
  const hours = [20, 18, 22]
  for (const hour of hours) {
    await insertBooking(harness.server, await buildClient(harness.server), harness.pro, {
      status: 'accepted',
      booking_date: '2026-11-20',
      booking_time: `${hour - 6}:00`,
      starts_at: `2026-11-20T${hour}:00:00Z`,
      ends_at: `2026-11-20T${hour + 2}:00:00Z`,
    })
  }
  const today = { kind: 'ill', from_date: '2026-11-20', to_date: '2026-11-20', message: '' }
  expect((await absent(harness.pro, today)).body.told).toBe(3)
  const rows = await harness.server.db
    .selectFrom('bookings')
    .select(['cancelled_late', 'late_excused'])
    .where('professional_id', '=', harness.pro.id)
    .orderBy('starts_at')
    .execute()
  expect(rows).toEqual(
    [true, false, false].map((late_excused) => ({ cancelled_late: true, late_excused })),
  )
  const { body } = await (
    await as(harness.server, harness.pro)
  ).get(`/api/users/${harness.pro.id}/reliability`)
  expect(body).toMatchObject({ visits: 2, kept: 0, late_cancellations: 2, excused: 1 })
})

// rule: working-hours, proposals
test('extra hours in the days are removed, and proposals of a time in them are withdrawn', async () => {
  await state(harness.pro)
  const url = `/api/professional/time/${harness.pro.id}/exceptions`
  const extra = {
    kind: 'extra',
    from_date: '2026-11-28',
    to_date: '2026-12-06',
    from: '19:00',
    to: '21:00',
  }
  await (await as(harness.server, harness.pro)).post(url, extra)
  const client = await buildClient(harness.server)
  const id = await requestBooking(harness.server, client, harness.pro, {
    booking_date: '2026-12-08',
  })
  await move(harness.server, harness.pro, id, 'accepted')
  const proposed = await (
    await as(harness.server, harness.pro)
  ).post(`/api/bookings/${id}/proposals`, { booking_date: '2026-12-01', booking_time: '10:00' })
  await absent(harness.pro)
  const kept = (await times(harness.pro)).body.exceptions.map(
    ({ kind, from_date, to_date }: Record<string, string>) => [kind, from_date, to_date].join(' '),
  )
  expect(kept).toEqual([
    'extra 2026-11-28 2026-11-29',
    'off 2026-11-30 2026-12-04',
    'extra 2026-12-05 2026-12-06',
  ])
  const answered = await (
    await as(harness.server, client)
  ).put(`/api/bookings/${id}/proposals/${proposed.body.proposal.id}`, { answer: 'accepted' })
  expect(answered).toMatchObject({ status: 409, body: { code: 'proposal_over' } })
  expect((await bookingsOf(harness.pro))[0]).toMatchObject({ status: 'accepted' })
})

// rule: proposals
test('proposals of a time that ends or begins with the days stay open', async () => {
  const ids: string[] = []
  for (const [booking_date, booking_time] of [
    ['2026-11-29', '22:00'],
    ['2026-11-29', '22:01'],
    ['2026-12-04', '23:59'],
    ['2026-12-05', '00:00'],
  ]) {
    const client = await buildClient(harness.server)
    const at = {
      booking_date: '2026-12-08',
      booking_time: `${9 + 2 * ids.length}:00`.padStart(5, '0'),
    }
    const id = await requestBooking(harness.server, client, harness.pro, at)
    await move(harness.server, harness.pro, id, 'accepted')
    const caller = await as(harness.server, harness.pro)
    const body = { booking_date, booking_time }
    expect((await caller.post(`/api/bookings/${id}/proposals`, body)).status).toBe(200)
    ids.push(id)
  }
  await absent(harness.pro)
  const { rows } = await sql<{ status: string }>`select status from booking_proposals
    where booking_id = any(${ids}::uuid[]) order by starts_at`.execute(harness.server.db)
  expect(rows.map(({ status }) => status)).toEqual(['open', 'withdrawn', 'withdrawn', 'open'])
})

// rule: own-ids-only
test('refused, and nothing is written: other people, days that are past, backwards, too many or no days at all', async () => {
  await buildWeek()
  const client = await buildClient(harness.server)
  const url = `/api/professional/absences/${harness.pro.id}`
  const before = await rowCounts(harness.server)
  const answer = ({ status, body }: { status: number; body: { code?: string } }) =>
    `${status} ${body.code}`
  expect(answer(await visitor(harness.server).post(url, WEEK))).toBe('401 not_signed_in')
  for (const person of [client, await buildProfessional(harness.server)]) {
    expect(answer(await (await as(harness.server, person)).post(url, {}))).toBe('403 not_yours')
  }
  const newcomer = await buildClient(harness.server, { role: 'professional' })
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
    expect(answer(await absent(harness.pro, { ...WEEK, ...period }))).toBe('422 period_invalid')
    expect(answer(await absent(newcomer, { ...WEEK, ...period }))).toBe('422 period_invalid')
    expect(answer(await absent(harness.pro, { ...WEEK, ...period, dry_run: true }))).toBe(
      '422 period_invalid',
    )
  }
  const wrong = [{ kind: 'tired' }, { message: 'x'.repeat(501) }, { message: 7 }, { dry_run: 'no' }]
  for (const field of wrong) {
    expect(answer(await absent(harness.pro, { ...WEEK, ...field }))).toBe('422 invalid_input')
  }
  const sixtyDays = { ...WEEK, to_date: '2027-01-28', dry_run: true }
  expect((await absent(harness.pro, sixtyDays)).status).toBe(200)
  expect((await times(harness.pro)).body.version).toBe(0)
  expect((await rowCounts(harness.server)).events).toBe(before['events'])
  expect((await bookingsOf(harness.pro)).every(({ status }) => status === 'accepted')).toBe(true)
})

test('an absence ends what touches its days and has not begun, to the minute', async () => {
  const at = async (starts_at: string, hours: number, facts: object = {}) => {
    const start = new Date(starts_at)
    const ends_at = new Date(+start + hours * 3_600_000)
    const client = await buildClient(harness.server)
    await insertBooking(harness.server, client, harness.pro, {
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
    const { body } = await absent(harness.pro, { ...WEEK, ...days, dry_run: true })
    return body.affected.map((one: { starts_at: string }) => +new Date(one.starts_at))
  }
  const starts = (...texts: string[]) => texts.map((text) => +new Date(text))
  expect(await affected({})).toEqual(starts(intoFirst, stillOpen, fromLast))
  const today = { from_date: '2026-11-20', to_date: '2026-11-20' }
  expect(await affected(today)).toEqual(starts(soon))
})
