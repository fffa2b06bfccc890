// rule: instant-booking
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { NOW, bookingBody, insertBooking, move, rowCounts } from '#server/test/builders/booking.ts'
import { buildClient, buildProfessional } from '#server/test/builders/build.ts'
import { as, visitor } from '#server/test/call.ts'
import { findBroken } from '#server/test/invariants.ts'
import { testServer } from '#server/test/server.ts'
import type { TestServer } from '#server/test/server.ts'
import { runDueJobs } from '#server/test/run-due-jobs.ts'
import { lockClient } from '#server/people/person/lock-people.ts'

type Person = { id: string }

let now = NOW
let server: TestServer
let pro: Person
let client: Person
beforeAll(async () => {
  server = await testServer({}, { now: () => now })
})
afterAll(() => server.close())
beforeEach(async () => {
  now = NOW
  pro = await buildProfessional(server, { full_name: 'Grace Walker' })
  client = await buildClient(server, { first_name: 'Maya', email_verified_at: NOW })
})

/** Mondays to Fridays from 9 to 17, on two days of notice. December 1 is a Tuesday. */
async function offer(instant_booking: 'off' | 'served' | 'verified', who = pro, rules = {}) {
  const plan = [1, 2, 3, 4, 5].map((weekday) => ({ weekday, from: '09:00', to: '17:00' }))
  const body = { plan, instant_booking, rules: { notice_hours: 48, buffer_minutes: 30, ...rules } }
  const answer = await (await as(server, who)).put(`/api/professional/time/${who.id}`, body)
  expect(answer.status).toBe(200)
}

async function book(facts: object = {}, who = client, whom = pro, headers = {}) {
  const body = bookingBody(who, whom, facts as Record<string, unknown>)
  return (await as(server, who)).post('/api/bookings', body, headers)
}

/** The status of the booking, or the refusal, with which nothing was written. */
async function outcome(facts: object = {}, who = client, whom = pro): Promise<string> {
  const before = await rowCounts(server)
  const { status, body } = await book(facts, who, whom)
  if (status === 200) return body.status
  expect(await rowCounts(server)).toEqual(before)
  return `${status} ${body.code}`
}

async function instantSlots(who: Person | null, whom = pro): Promise<string> {
  const caller = who ? await as(server, who) : visitor(server)
  return (await caller.get(`/api/professional/slots/${whom.id}?zip_code=78701`)).body.instant
}

const OTHER_TIME = { booking_time: '18:00' }

test.each([
  ['may, free time, lead opens', { instant: true }, 'accepted'],
  ['', { instant: false }, 'pending'],
  ['', {}, 'accepted'],
  ['may, other time', { instant: true, ...OTHER_TIME }, '409 slot_taken'],
  ['', { instant: false, ...OTHER_TIME }, 'pending'],
  ['', OTHER_TIME, 'pending'],
])('a client who may book at once (%s): %j is %s', async (_cell, facts, expected) => {
  await offer('verified')
  expect(await outcome(facts)).toBe(expected)
})

test.each([{ instant: true }, {}])(
  'without a credit for the lead it is a request: %j',
  async (facts) => {
    pro = await buildProfessional(server, { credits: 0 })
    await offer('verified')
    expect(await outcome(facts)).toBe('pending')
  },
)

test.each([
  [{ instant: true }, '409 instant_not_offered', '403 email_not_verified'],
  [{ instant: true, ...OTHER_TIME }, '409 instant_not_offered', '403 email_not_verified'],
  [{ instant: false }, 'pending', 'pending'],
  [{}, 'pending', 'pending'],
])(
  'who may not book at once, or has not confirmed their address: %j',
  async (facts, mayNot, noEmail) => {
    await offer('served')
    expect(await outcome(facts)).toBe(mayNot)
    await offer('verified')
    const stranger = await buildClient(server)
    expect(await outcome(facts, stranger)).toBe(noEmail)
    expect([await instantSlots(stranger), await instantSlots(null)]).toEqual([
      'verify_email',
      'log_in',
    ])
  },
)

test('the modes: off, served clients, clients with a confirmed address', async () => {
  const served = await buildClient(server)
  await insertBooking(server, served, pro)
  const cases = [
    ['off', 'no', 'no', 'no'],
    ['served', 'yes', 'no', 'no'],
    ['verified', 'verify_email', 'yes', 'log_in'],
  ] as const
  for (const [mode, ofServed, ofVerified, ofVisitor] of cases) {
    await offer(mode)
    const answers = [served, client, null, pro].map((who) => instantSlots(who))
    expect(await Promise.all(answers)).toEqual([ofServed, ofVerified, ofVisitor, 'no'])
  }
  expect(await outcome({ instant: true, booking_date: '2026-12-02' })).toBe('accepted')
})

test('it is accepted with its lead, two events and one message; both sides are told, and nobody answered', async () => {
  await offer('verified')
  const { body } = await book({ instant: true })
  expect(body).toMatchObject({ status: 'accepted', instant: true, expires_at: null })
  const row = await server.db
    .selectFrom('bookings')
    .selectAll()
    .where('id', '=', body.id)
    .executeTakeFirstOrThrow()
  expect(row).toMatchObject({
    status: 'accepted',
    instant: true,
    answered_at: null,
    sequence: 1,
    buffer_minutes: 30,
    notice_hours: 48,
    outside_hours: false,
  })
  const lead = await server.db
    .selectFrom('leads')
    .select('opened_at')
    .where('professional_id', '=', pro.id)
    .where('client_id', '=', client.id)
    .executeTakeFirstOrThrow()
  expect(lead.opened_at).not.toBeNull()
  const events = await server.db
    .selectFrom('events')
    .select(['kind', 'actor_id', 'data', 'at'])
    .where('subject_id', '=', body.id)
    .where('kind', 'like', 'booking.%')
    .orderBy('id')
    .execute()
  expect(events).toEqual([
    { kind: 'booking.requested', actor_id: client.id, data: {}, at: NOW },
    { kind: 'booking.accepted', actor_id: pro.id, data: { instant: true }, at: NOW },
  ])
  const messages = await server.db
    .selectFrom('messages')
    .select('event')
    .where('booking_id', '=', body.id)
    .execute()
  expect(messages).toEqual([{ event: 'requested' }])

  await runDueJobs(server.context)
  const titles = async (who: Person) =>
    (await (await as(server, who)).get('/api/notices')).body.notices.map(
      ({ title }: { title: string }) => title,
    )
  expect(await titles(client)).toContain('Grace accepted your booking')
  expect(await titles(pro)).toContain('Maya booked Tue, Dec 1, 9:00 AM, Austin time')
  expect((await titles(pro)).join()).not.toContain('asks you')

  const own = await (await as(server, client)).get(`/api/bookings/${body.id}`)
  expect(own.body.booking).toMatchObject({ instant: true, expires_at: null })
  expect(own.body.booking.history.map(({ what }: { what: string }) => what)).toEqual([
    'requested',
    'accepted',
  ])
  expect((await move(server, pro, body.id, 'cancelled', 'My car broke down')).status).toBe(200)
})

test('of thirty clients who book one free time at the same moment one gets it, and the others are told the next ones', async () => {
  await offer('verified')
  const clients = await Promise.all(
    Array.from({ length: 30 }, () => buildClient(server, { email_verified_at: NOW })),
  )
  const answers = await Promise.all(clients.map((who) => book({ instant: true }, who)))
  const codes = answers.map(({ body }): string => body.code ?? body.status).toSorted()
  expect(codes).toEqual(['accepted', ...Array<string>(29).fill('slot_taken')])
  const taken = answers.find(({ status }) => status === 409)!
  expect(taken.body.next_slots).toHaveLength(6)
  expect(taken.body.next_slots[0]).toEqual({
    booking_date: '2026-12-01',
    booking_time: '11:30',
    starts_at: '2026-12-01T17:30:00.000Z',
  })
  const rows = await server.db
    .selectFrom('bookings')
    .select('id')
    .where('professional_id', '=', pro.id)
    .execute()
  expect(rows).toHaveLength(1)
  expect(await findBroken(server)).toEqual({})
})

// rule: free-times-limits
test('a taken time tells the free times from five homes of a client a day, however they book', async () => {
  const limited = await testServer({ RATE_LIMIT_SCALE: '1' }, { now: () => NOW })
  try {
    const grace = await buildProfessional(limited, { areas: ['Austin, TX'] })
    const maya = await buildClient(limited, { first_name: 'Maya', email_verified_at: NOW })
    const own = await as(limited, grace)
    const plan = [{ weekday: 2, from: '09:00', to: '17:00' }]
    const hours = { plan, instant_booking: 'verified', rules: { only_inside_hours: true } }
    await own.put(`/api/professional/time/${grace.id}`, hours)
    const caller = await as(limited, maya)
    const codes: string[] = []
    for (const zip_code of ['78701', '78702', '78703', '78704', '78705', '78731']) {
      const instant = codes.length % 2 === 0 ? true : undefined
      const body = bookingBody(maya, grace, { ...OTHER_TIME, zip_code, instant })
      const answer = await caller.post('/api/bookings', body)
      codes.push(answer.body.code)
      expect(answer.body.next_slots?.length).toBe(codes.length > 5 ? undefined : 6)
    }
    const five = ['slot_taken', 'outside_hours', 'slot_taken', 'outside_hours', 'slot_taken']
    expect(codes).toEqual([...five, 'too_many_requests'])
  } finally {
    await limited.close()
  }
})

// rule: idempotency-key
test('a repeated key books once and gets the first answer, also when both arrive at the same moment', async () => {
  await offer('verified')
  const headers = { 'idempotency-key': 'once' }
  const both = await Promise.all([0, 1].map(() => book({ instant: true }, client, pro, headers)))
  const later = await book({ instant: true }, client, pro, headers)
  expect(new Set([...both, later].map(({ body }) => JSON.stringify(body))).size).toBe(1)
  expect(later.body).toMatchObject({ status: 'accepted', instant: true, expires_at: null })
})

test('a newcomer has three coming instant bookings at most, also with several professionals at once; a completed visit ends that', async () => {
  const pros = await Promise.all(Array.from({ length: 5 }, () => buildProfessional(server)))
  for (const each of pros) await offer('verified', each)
  const answers = await Promise.all(pros.map((whom) => book({ instant: true }, client, whom)))
  const codes = answers.map(({ body }): string => body.code ?? body.status).toSorted()
  expect(codes).toEqual([
    ...Array<string>(3).fill('accepted'),
    ...Array<string>(2).fill('instant_not_offered'),
  ])
  expect(await instantSlots(client, pros[0])).toBe('no')
  await insertBooking(server, client, pro)
  const last = pros[answers.findIndex(({ status }) => status === 409)]!
  expect(await outcome({ instant: true }, client, last)).toBe('accepted')
})

test('three late cancellations in 180 days end it; excused ones and earlier ones do not count', async () => {
  await offer('verified')
  const DAY_MS = 86_400_000
  const cancelled = (daysAgo: number, facts = {}) =>
    insertBooking(server, client, pro, {
      status: 'cancelled',
      cancelled_by: 'client',
      cancelled_late: true,
      cancelled_at: new Date(+NOW - daysAgo * DAY_MS),
      ...facts,
    })
  await cancelled(10)
  await cancelled(20)
  await cancelled(30, { late_excused: true })
  await cancelled(30, { cancelled_by: 'professional' })
  await cancelled(180)
  expect(await instantSlots(client)).toBe('yes')
  await cancelled(180 - 1 / DAY_MS)
  expect(await instantSlots(client)).toBe('no')
  expect(await outcome({ instant: true })).toBe('409 instant_not_offered')
  expect(await outcome()).toBe('pending')
})

test('an instant booking waits for an acceptance at the same moment, and one of them is refused', async () => {
  await offer('verified')
  const other = await buildClient(server)
  const { body: request } = await book({ booking_time: '10:00' }, other)
  const [accepted, booked] = await Promise.all([
    move(server, pro, request.id, 'accepted'),
    book({ instant: true }),
  ])
  const codes = [accepted, booked].map(({ body }) => body.code ?? body.status)
  expect([
    ['accepted', 'slot_taken'],
    ['booking_overlap', 'accepted'],
  ]).toContainEqual(codes)
})

// rule: working-hours
test('hours that change at the same moment: the visit is agreed and named as outside of them, or its time is gone', async () => {
  await offer('verified')
  const caller = await as(server, pro)
  await insertBooking(server, client, pro)
  const agreed: string[] = []
  for (const booking_date of ['2026-12-01', '2026-12-02', '2026-12-03', '2026-12-04']) {
    const off = { kind: 'off', from_date: booking_date, to_date: booking_date }
    const [saved, booked] = await Promise.all([
      caller.post(`/api/professional/time/${pro.id}/exceptions`, off),
      book({ instant: true, booking_date }),
    ])
    expect(['accepted', 'slot_taken']).toContain(booked.body.code ?? booked.body.status)
    if (booked.status === 200) agreed.push(booked.body.id)
    const affected = saved.body.affected as { booking_id: string }[]
    expect(affected.map(({ booking_id }) => booking_id)).toEqual(agreed)
  }
})

// rule: proposals
test('a client who may book at once moves an accepted visit to a free time at once; else it is a proposal', async () => {
  await offer('verified')
  const { body: visit } = await book({ instant: true })
  const propose = async (booking_time: string, id = visit.id, who = client) => {
    const time = { booking_date: '2026-12-01', booking_time }
    return (await as(server, who)).post(`/api/bookings/${id}/proposals`, time)
  }
  const moved = await propose('10:00')
  expect(moved.body.proposal).toMatchObject({ status: 'accepted', may: [], outside_hours: false })
  const read = async () => (await (await as(server, client)).get(`/api/bookings/${visit.id}`)).body
  const { booking } = await read()
  expect(booking).toMatchObject({
    status: 'accepted',
    instant: true,
    booking_time: '10:00',
    sequence: 2,
    proposal: null,
  })
  expect(booking.history.at(-1)).toMatchObject({ what: 'moved', by: 'client' })
  await runDueJobs(server.context)
  const { body } = await (await as(server, pro)).get('/api/notices')
  expect(body.notices).toContainEqual(
    expect.objectContaining({
      title: 'Your visit has moved to Tue, Dec 1, 10:00 AM, Austin time',
      text: "Maya moved this visit to another free time of yours. You don't need to do anything.",
    }),
  )

  const unconfirmed = await buildClient(server)
  const { body: request } = await book({ booking_time: '13:00' }, unconfirmed)
  await move(server, pro, request.id, 'accepted')
  expect((await propose('14:30', request.id, unconfirmed)).body.proposal.status).toBe('open')

  expect((await propose('07:00')).body.proposal).toMatchObject({
    status: 'open',
    outside_hours: true,
  })
  // The notice is 48 hours.
  now = new Date('2026-11-29T16:00:00Z')
  expect((await propose('10:30')).body.proposal).toMatchObject({ status: 'accepted' })
  now = new Date('2026-11-29T16:30:00.001Z')
  // Free and far enough away; but the visit is not.
  const late = await (
    await as(server, client)
  ).post(`/api/bookings/${visit.id}/proposals`, {
    booking_date: '2026-12-02',
    booking_time: '10:30',
  })
  expect(late.body.proposal).toMatchObject({ status: 'open', outside_hours: false })
})

test('a form with another value than true or false is refused', async () => {
  await offer('verified')
  expect(await outcome({ instant: 'yes' })).toBe('422 invalid_input')
})

test('it locks the accounts first, then the client, then the professional', async () => {
  await offer('verified')
  const holder = await server.db.startTransaction().execute()
  await lockClient(holder, client.id)
  const booking = outcome({ instant: true })
  try {
    const waiting = async () => {
      const { rows } = await sql`
        select from pg_locks where locktype = 'advisory' and not granted
          and database = (select oid from pg_database where datname = current_database())`.execute(
        holder,
      )
      return rows.length
    }
    await expect.poll(waiting, { timeout: 10_000 }).toBe(1)
    const { rows: freeAccounts } = await sql`
      select from users where id in (${client.id}, ${pro.id}) for update skip locked`.execute(
      holder,
    )
    expect(freeAccounts).toEqual([])
    const { rows: professional } = await sql`
      select pg_try_advisory_xact_lock(hashtextextended('accept ' || ${pro.id}, 0)) as "isFree"`.execute(
      holder,
    )
    expect(professional).toEqual([{ isFree: true }])
  } finally {
    await holder.commit().execute()
  }
  expect(await booking).toBe('accepted')
})
