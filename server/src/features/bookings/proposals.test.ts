// rule: proposals
import ical from 'node-ical'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { buildClient, buildProfessional } from '#server/test/build.ts'
import { move, NOW, requestBooking, rowCounts } from '#server/test/booking.ts'
import { as, visitor } from '#server/test/call.ts'
import { findBroken } from '#server/test/invariants.ts'
import { testServer } from '#server/test/server.ts'
import type { TestServer } from '#server/test/server.ts'
import { runDueJobs } from '#server/worker.ts'
import { expireBookings, expireProposals } from './booking-jobs.ts'

/** The visit is on December 1 at 9:00 in Austin; this is two days later at 14:00. */
const LATER = { booking_date: '2026-12-03', booking_time: '14:00' }
const LATER_START = '2026-12-03T20:00:00.000Z'
const OLD_START = '2026-12-01T15:00:00.000Z'
const HOUR_MS = 3_600_000

let server: TestServer
let now = NOW
let client: { id: string }
let professional: { id: string }
let booking: string

beforeAll(async () => {
  server = await testServer({}, { now: () => now })
})
afterAll(() => server.close())
beforeEach(async () => {
  now = NOW
  client = await buildClient(server, { first_name: 'Maya' })
  professional = await buildProfessional(server, { full_name: 'Grace Walker' })
  booking = await requestBooking(server, client, professional)
})

type Side = 'client' | 'professional'
type Step = { what: string; by: string }
const person = (side: Side) => (side === 'client' ? client : professional)
const otherSide = (side: Side): Side => (side === 'client' ? 'professional' : 'client')

async function accept(id = booking) {
  expect((await move(server, professional, id, 'accepted')).status).toBe(200)
}

async function propose(side: Side, body: object = LATER, headers = {}) {
  return (await as(server, person(side))).post(`/api/bookings/${booking}/proposals`, body, headers)
}

async function proposed(side: Side, body: object = LATER) {
  const { status, body: answer } = await propose(side, body)
  expect({ status, code: answer.code }).toEqual({ status: 200, code: undefined })
  return answer.proposal
}

async function answer(side: Side, proposalId: string, value: string) {
  const path = `/api/bookings/${booking}/proposals/${proposalId}`
  return (await as(server, person(side))).put(path, { answer: value })
}

async function view(side: Side) {
  const caller = await as(server, person(side))
  const { body } = await caller.get(`/api/bookings/${side}/${person(side).id}`)
  return body.bookings.find(({ id }: { id: string }) => id === booking)
}

async function history() {
  const { body } = await (await as(server, client)).get(`/api/bookings/${booking}`)
  return body.booking.history
}

async function state() {
  const rows = await server.db
    .selectFrom('booking_proposals')
    .selectAll()
    .where('booking_id', '=', booking)
    .orderBy('id')
    .execute()
  const stored = await server.db
    .selectFrom('bookings')
    .selectAll()
    .where('id', '=', booking)
    .executeTakeFirstOrThrow()
  return { rows, stored, counts: await rowCounts(server) }
}

/** Makes a refused call, checks that nothing was written, and returns status and code of the answer. */
async function refusal(call: () => ReturnType<typeof propose>): Promise<string> {
  const before = await state()
  const { status, body } = await call()
  expect(await state()).toEqual(before)
  return `${status} ${body.code}`
}

async function notices(side: Side) {
  await runDueJobs(server.context)
  await runDueJobs(server.context)
  const { body } = await (await as(server, person(side))).get('/api/notices')
  return body.notices.map(({ title }: { title: string }) => title)
}

describe.each(['client', 'professional'] as const)('the %s proposes:', (side) => {
  const other = otherSide(side)

  test('the old time stays until the other side accepts; then the booking keeps id, price and hours', async () => {
    await accept()
    const proposal = await proposed(side, { ...LATER, note: 'The painters come' })
    expect(proposal).toMatchObject({
      booking_id: booking,
      by: side,
      ...LATER,
      starts_at: LATER_START,
      ends_at: '2026-12-03T22:00:00.000Z',
      note: 'The painters come',
      outside_hours: false,
      status: 'open',
      expires_at: new Date(+NOW + 48 * HOUR_MS).toISOString(),
      may: ['withdrawn'],
    })
    const before = await view(other)
    expect(before).toMatchObject({
      starts_at: OLD_START,
      proposal: { id: proposal.id, may: ['accepted', 'declined'] },
      may_move: true,
    })
    expect((await view(side)).may_move).toBe(false)

    const moved = await answer(other, proposal.id, 'accepted')
    expect(moved).toMatchObject({
      status: 200,
      body: {
        proposal: { status: 'accepted', may: [] },
        booking: { id: booking, status: 'accepted', ...LATER, starts_at: LATER_START },
      },
    })
    const after = await view(other)
    expect(after).toMatchObject({
      ...LATER,
      preferred_date: LATER.booking_date,
      starts_at: LATER_START,
      proposal: null,
      may_move: true,
      total_amount: before.total_amount,
      estimated_hours: before.estimated_hours,
      sequence: before.sequence + 1,
    })
    expect(moved.body.booking.sequence).toBe(after.sequence)
    expect((await history()).at(-1)).toMatchObject({
      what: 'moved',
      by: other,
      from: OLD_START,
      to: LATER_START,
    })
  })

  test('a pending request is accepted with the new time, by the professional, and the author hears of it once', async () => {
    const { id } = await proposed(side)
    now = new Date(+NOW + HOUR_MS)
    expect((await answer(other, id, 'accepted')).body.booking.status).toBe('accepted')
    const { stored } = await state()
    expect(stored).toMatchObject({
      status: 'accepted',
      answered_at: side === 'client' ? now : NOW,
    })
    expect(stored.expires_at <= stored.starts_at).toBe(true)
    const events = (await history()).map(({ what, by }: Step) => `${what} by ${by}`)
    expect(events).toEqual([
      'requested by client',
      `proposed by ${side}`,
      'accepted by professional',
      `moved by ${other}`,
    ])
    expect(await notices(side)).toContain('Your visit is moved to Thu, Dec 3, 2:00 PM, Austin time')
    expect(await notices('client')).not.toContain('Grace Walker accepted your booking')
  })

  test('the other side keeps the old time, and the author hears of it', async () => {
    await accept()
    const { id } = await proposed(side)
    expect(await notices(other)).toContain(
      side === 'client' ? 'Maya proposes another time' : 'Grace Walker proposes another time',
    )
    expect((await answer(other, id, 'declined')).body).toMatchObject({
      proposal: { status: 'declined' },
      booking: { starts_at: OLD_START },
    })
    expect(await notices(side)).toContain(
      side === 'client' ? 'Grace Walker keeps the old time' : 'Maya keeps the old time',
    )
  })

  test('the author withdraws, and can propose again', async () => {
    await accept()
    const { id } = await proposed(side)
    expect((await answer(side, id, 'withdrawn')).body.proposal.status).toBe('withdrawn')
    expect((await view(side)).may_move).toBe(true)
    await proposed(side)
  })

  test('the other side answers with a time of its own: the first is closed as countered', async () => {
    await accept()
    const first = await proposed(side)
    const second = await proposed(other, { ...LATER, booking_time: '16:00', counter_to: first.id })
    const { rows } = await state()
    expect(rows.map(({ status }) => status)).toEqual(['countered', 'open'])
    expect(await refusal(() => answer(other, first.id, 'accepted'))).toBe('409 proposal_over')
    expect((await answer(side, second.id, 'accepted')).body.booking.booking_time).toBe('16:00')
  })

  test('the same answer again changes nothing', async () => {
    await accept()
    const { id } = await proposed(side)
    await answer(other, id, 'accepted')
    const before = await state()
    expect((await answer(other, id, 'accepted')).status).toBe(200)
    expect(await state()).toEqual(before)
  })

  test('at most five times for one booking', async () => {
    await accept()
    for (let n = 1; n <= 5; n++) {
      const { id } = await proposed(side, { ...LATER, booking_time: `1${n}:00` })
      await answer(side, id, 'withdrawn')
    }
    expect((await view(side)).may_move).toBe(false)
    expect(await refusal(() => propose(side))).toBe('409 too_many_proposals')
    await proposed(other)
  })

  test('refused, and nothing is written: the same time, a past one, one that does not exist, a form without date or time', async () => {
    await accept()
    const cases: [object, string][] = [
      [{ booking_date: '2026-12-01', booking_time: '09:00' }, '422 same_time'],
      [{ ...LATER, booking_date: '2026-11-20', booking_time: '09:59' }, '422 time_in_past'],
      [{ ...LATER, booking_date: '2027-11-21' }, '422 date_too_far'],
      [{ booking_date: '2027-03-14', booking_time: '02:30' }, '422 time_skipped'],
      [{ ...LATER, booking_date: '2026-13-01' }, '422 date_invalid'],
      [{ ...LATER, booking_time: '24:00' }, '422 time_invalid'],
      [{ booking_time: '14:00' }, '422 date_invalid'],
      [{ ...LATER, note: 'x'.repeat(501) }, '422 invalid_input'],
      [{ ...LATER, counter_to: 'x' }, '422 invalid_input'],
    ]
    for (const [body, expected] of cases)
      expect(await refusal(() => propose(side, body))).toBe(expected)
    await proposed(side, { ...LATER, note: 'x'.repeat(500) })
  })

  test('refused while something is proposed, with that proposal', async () => {
    await accept()
    const open = await proposed(side)
    for (const by of [side, other]) {
      const { body } = await propose(by)
      expect(body).toMatchObject({ code: 'proposal_open', proposal: { id: open.id, by: side } })
    }
    const own = { ...LATER, counter_to: open.id }
    expect(await refusal(() => propose(side, own))).toBe('409 proposal_open')
    const unknown = { ...LATER, counter_to: '0198f3a0-0000-7000-8000-000000000000' }
    expect(await refusal(() => propose(other, unknown))).toBe('409 proposal_over')
  })

  test('refused once the visit has begun, or the booking has ended', async () => {
    await accept()
    const { id } = await proposed(side, { booking_date: '2026-12-02', booking_time: '09:00' })
    await answer(side, id, 'withdrawn')
    now = new Date(OLD_START)
    expect((await view(side)).may_move).toBe(false)
    expect(await refusal(() => propose(side))).toBe('409 booking_started')
    now = NOW
    await move(server, person(side), booking, 'cancelled', 'Busy')
    expect(await refusal(() => propose(side))).toBe('409 booking_already_moved')
  })

  test('refused when one of the two has blocked the other', async () => {
    await accept()
    const caller = await as(server, person(other))
    await caller.post('/api/chat/block', { other_user_id: person(side).id })
    expect(await refusal(() => propose(side))).toBe('403 conversation_blocked')
    expect((await view(side)).may_move).toBe(false)
  })

  test('only the other side accepts or declines, only the author withdraws', async () => {
    await accept()
    const { id } = await proposed(side)
    expect(await refusal(() => answer(side, id, 'accepted'))).toBe('403 not_yours')
    expect(await refusal(() => answer(side, id, 'declined'))).toBe('403 not_yours')
    expect(await refusal(() => answer(other, id, 'withdrawn'))).toBe('403 not_yours')
    expect(await refusal(() => answer(other, id, 'countered'))).toBe('422 invalid_input')
  })

  // rule: booking-private
  test('others get the answer of a booking that does not exist, visitors 401', async () => {
    await accept()
    const { id } = await proposed(side)
    for (const stranger of [await buildClient(server), await buildProfessional(server)]) {
      const caller = await as(server, stranger)
      for (const at of [booking, '0198f3a0-0000-7000-8000-000000000000', 'x']) {
        const posted = await caller.post(`/api/bookings/${at}/proposals`, LATER)
        expect(posted).toMatchObject({ status: 404, body: { code: 'booking_not_found' } })
        const path = `/api/bookings/${at}/proposals/${id}`
        const put = await caller.put(path, { answer: 'accepted' })
        expect(put).toMatchObject({ status: 404, body: { code: 'proposal_not_found' } })
      }
    }
    expect(await refusal(() => answer(other, 'x', 'accepted'))).toBe('404 proposal_not_found')
    const none = visitor(server)
    expect((await none.post(`/api/bookings/${booking}/proposals`, LATER)).status).toBe(401)
  })
})

test('expires after 48 hours, at the old or the new start, or with the request, whichever is first', async () => {
  await accept()
  const expiry = async (at: string, body: object) => {
    now = new Date(at)
    const { id, expires_at } = await proposed('client', body)
    await answer('client', id, 'withdrawn')
    return expires_at
  }
  expect(await expiry('2026-11-21T16:00:00Z', LATER)).toBe('2026-11-23T16:00:00.000Z')
  expect(await expiry('2026-11-30T16:00:00Z', LATER)).toBe(OLD_START)
  const sooner = { booking_date: '2026-11-22', booking_time: '09:00' }
  expect(await expiry('2026-11-21T16:00:00Z', sooner)).toBe('2026-11-22T15:00:00.000Z')
  now = NOW
  booking = await requestBooking(server, client, professional, { booking_time: '17:00' })
  expect(await expiry('2026-11-22T16:00:00Z', LATER)).toBe('2026-11-23T16:00:00.000Z')
})

test('the job closes what has expired, once, and tells the author alone', async () => {
  await accept()
  const { id } = await proposed('client')
  now = new Date(+NOW + 48 * HOUR_MS)
  expect(await refusal(() => answer('professional', id, 'accepted'))).toBe('409 proposal_over')
  expect((await view('professional')).proposal).toBeNull()
  await Promise.all([expireProposals(server.context), expireProposals(server.context)])
  await expireProposals(server.context)
  expect((await history()).map(({ what, by }: Step) => `${what} by ${by}`).slice(2)).toEqual([
    'proposed by client',
    'proposal_expired by clock',
  ])
  expect(await notices('client')).toContain('Your proposal has ended')
  expect(await notices('professional')).not.toContain('Your proposal has ended')
})

test('a proposal that has expired does not hinder the next one, before the job ran', async () => {
  await accept()
  await proposed('client')
  now = new Date(+NOW + 48 * HOUR_MS)
  await proposed('professional')
  expect((await state()).rows.map(({ status }) => status)).toEqual(['expired', 'open'])
})

test.each(['declined', 'cancelled', 'expired'])(
  'the open proposal of a booking that is %s becomes void',
  async (end) => {
    const { id } = await proposed('client')
    if (end === 'expired') {
      now = new Date('2026-11-23T16:00:00Z')
      await expireBookings(server.context)
    } else await move(server, professional, booking, end, 'Busy')
    expect((await state()).rows).toMatchObject([{ status: 'void' }])
    expect(await refusal(() => answer('professional', id, 'accepted'))).toBe('409 proposal_over')
  },
)

// rule: booking-conflict
describe('a time at which the professional has another accepted visit:', () => {
  beforeEach(async () => {
    await accept()
    const other = await buildClient(server)
    await accept(await requestBooking(server, other, professional, LATER))
  })

  test('the professional cannot propose it', async () => {
    const touching = { ...LATER, booking_time: '12:00' }
    expect(await refusal(() => propose('professional'))).toBe('409 booking_overlap')
    await proposed('professional', touching)
  })

  test('the client can, and the professional cannot accept it', async () => {
    const { id } = await proposed('client')
    expect(await refusal(() => answer('professional', id, 'accepted'))).toBe('409 booking_overlap')
    expect((await view('professional')).proposal.status).toBe('open')
  })
})

// rule: visit-buffer
test('a move into the pause beside another visit is refused; a moved visit keeps the present pause', async () => {
  await accept()
  await accept(await requestBooking(server, client, professional, LATER))
  const caller = await as(server, professional)
  const rules = { rules: { buffer_minutes: 60 } }
  expect((await caller.put(`/api/professional/time/${professional.id}`, rules)).status).toBe(200)
  const near = await proposed('client', { ...LATER, booking_time: '16:30' })
  expect(await refusal(() => answer('professional', near.id, 'accepted'))).toBe(
    '409 booking_too_close',
  )
  await answer('client', near.id, 'withdrawn')
  const far = await proposed('client', { ...LATER, booking_time: '17:00' })
  await answer('professional', far.id, 'accepted')
  expect((await state()).stored.buffer_minutes).toBe(60)
})

// rule: booking-conflict
test('a time that was taken after the professional proposed it is refused to the client, and the old time stays', async () => {
  await accept()
  const { id } = await proposed('professional')
  await accept(await requestBooking(server, await buildClient(server), professional, LATER))
  expect(await refusal(() => answer('client', id, 'accepted'))).toBe('409 slot_taken')
})

test('a visit can move to a time that overlaps its own old time', async () => {
  await accept()
  const { id } = await proposed('client', { booking_date: '2026-12-01', booking_time: '10:00' })
  expect((await answer('professional', id, 'accepted')).status).toBe(200)
})

// rule: booking-accept, lead-locked
describe('with a locked lead the professional', () => {
  let id: string
  beforeEach(async () => {
    professional = await buildProfessional(server, { credits: 0 })
    booking = await requestBooking(server, client, professional)
    id = (await proposed('client', { ...LATER, note: 'Ring 737 555 0199' })).id
  })

  test('cannot propose or accept, and can decline', async () => {
    expect(await refusal(() => answer('professional', id, 'accepted'))).toBe('402 lead_locked')
    const counter = { ...LATER, booking_time: '16:00', counter_to: id }
    expect(await refusal(() => propose('professional', counter))).toBe('402 lead_locked')
    expect((await answer('professional', id, 'declined')).body.proposal.note).toBe('')
  })

  // rule: client-contact-hidden
  test('does not read the note, and is offered to decline alone', async () => {
    const { proposal, may_move } = await view('professional')
    expect({ note: proposal.note, may: proposal.may, may_move }).toEqual({
      note: '',
      may: ['declined'],
      may_move: false,
    })
    expect((await view('client')).proposal.note).toBe('Ring 737 555 0199')
  })
})

// rule: booking-accept
test('a professional without a subscription neither proposes for a request nor accepts', async () => {
  const { id } = await proposed('client')
  await server.db
    .deleteFrom('subscriptions')
    .where('professional_id', '=', professional.id)
    .execute()
  expect(await refusal(() => answer('professional', id, 'accepted'))).toBe('403 activate_to_accept')
  const counter = { ...LATER, booking_time: '16:00', counter_to: id }
  expect(await refusal(() => propose('professional', counter))).toBe('403 activate_to_accept')
})

test('of two first proposals at the same moment, one is refused', async () => {
  await accept()
  const answers = await Promise.all([propose('client'), propose('professional'), propose('client')])
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409])
  expect((await state()).rows).toHaveLength(1)
})

test('accepting against cancelling: the booking has one end, and no open proposal', async () => {
  for (let n = 0; n < 5; n++) {
    booking = await requestBooking(server, client, professional, { booking_time: `1${n}:30` })
    const { id } = await proposed('professional', {
      ...LATER,
      booking_time: `0${n}:30`,
      booking_date: `2026-12-1${n}`,
    })
    const [accepted, cancelled] = await Promise.all([
      answer('client', id, 'accepted'),
      move(server, professional, booking, 'cancelled', 'Busy'),
    ])
    expect(cancelled.status).toBe(200)
    const { stored, rows } = await state()
    expect(stored.status).toBe('cancelled')
    expect(rows.map(({ status }) => status)).toEqual([
      accepted.status === 200 ? 'accepted' : 'void',
    ])
    const code = accepted.status === 200 ? undefined : 'proposal_over'
    expect(accepted.body.code).toBe(code)
  }
})

// rule: booking-conflict
test('accepting a request and a move into its time at once: one of them wins, without a deadlock', async () => {
  await accept()
  const other = await buildClient(server)
  for (let n = 0; n < 5; n++) {
    const time = { booking_date: `2026-12-1${n}`, booking_time: '14:00' }
    const request = await requestBooking(server, other, professional, time)
    const { id } = await proposed(n % 2 ? 'client' : 'professional', time)
    const answers = await Promise.all([
      answer(n % 2 ? 'professional' : 'client', id, 'accepted'),
      move(server, professional, request, 'accepted'),
    ])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    if (answers[0].status !== 200) await answer(n % 2 ? 'client' : 'professional', id, 'withdrawn')
  }
})

test('the same Idempotency-Key proposes once, and counts once', async () => {
  await accept()
  const headers = { 'idempotency-key': 'one-proposal' }
  const counted = async () => {
    const { rows } = await server.context.pool.query(
      `select sum(points)::integer as points from rate_limits where key like 'free_time_by_client%'`,
    )
    return rows[0].points
  }
  const first = await propose('client', LATER, headers)
  const before = await counted()
  const second = await propose('client', LATER, headers)
  expect(second).toMatchObject({ status: 200, body: first.body })
  expect(await counted()).toBe(before)
  expect((await state()).rows).toHaveLength(1)
})

// rule: calendar-sequence
test('the calendar file of a moved visit has the same UID, the new time and a higher SEQUENCE', async () => {
  await accept()
  const event = async () => {
    const caller = await as(server, client)
    const { body } = await caller.get(`/api/bookings/${booking}/calendar.ics`)
    const parts = Object.values(ical.sync.parseICS(body))
    return parts.find((part) => part?.type === 'VEVENT') as ical.VEvent
  }
  const before = await event()
  const { id } = await proposed('client')
  expect(Number((await event()).sequence)).toBe(Number(before.sequence))
  await answer('professional', id, 'accepted')
  const after = await event()
  expect(after.uid).toBe(before.uid)
  expect(after.start.toISOString()).toBe(LATER_START)
  expect(Number(after.sequence)).toBe(Number(before.sequence) + 1)
})

// rule: booking-cards
test('each step is a card in the thread, and the cards show the open proposal', async () => {
  await accept()
  const { id } = await proposed('professional')
  const thread = async () => {
    const caller = await as(server, client)
    const path = `/api/chat/messages/${client.id}/${professional.id}`
    return (await caller.get(path)).body.messages
  }
  expect((await thread()).at(-1)).toMatchObject({
    booking_event: 'proposed',
    sender_id: professional.id,
    booking: { proposal: { id, may: ['accepted', 'declined'] } },
  })
  await answer('client', id, 'accepted')
  const messages = await thread()
  expect(messages.map(({ booking_event }: { booking_event: string }) => booking_event)).toEqual([
    'requested',
    'accepted',
    'proposed',
    'moved',
  ])
  expect(messages.at(-1).booking).toMatchObject({ ...LATER, proposal: null })
})

test('after all of this, and the races above, the invariants hold', async () => {
  expect(await findBroken(server)).toEqual({})
})

// rule: proposals, booking-accept
test('a client cannot accept a time for a request whose lead has closed, or whose professional lost the subscription', async () => {
  const first = await requestBooking(server, client, professional, { booking_time: '13:00' })
  await accept(first)
  const proposal = await proposed('professional')
  const cancelled = { status: 'cancelled', reason: 'We are ill.' }
  const caller = await as(server, client)
  // The credit returns and the lead closes.
  expect((await caller.put(`/api/bookings/${first}/status`, cancelled)).status).toBe(200)
  expect(await refusal(() => answer('client', proposal.id, 'accepted'))).toBe('409 proposal_over')

  client = await buildClient(server)
  booking = await requestBooking(server, client, professional)
  const late = await proposed('professional')
  await server.db
    .deleteFrom('subscriptions')
    .where('professional_id', '=', professional.id)
    .execute()
  expect(await refusal(() => answer('client', late.id, 'accepted'))).toBe('409 proposal_over')
})

// rule: contact-limits
test('a proposal that expires is no answer of the professional', async () => {
  const proposal = await proposed('client')
  now = new Date(Date.parse(proposal.expires_at) + 1)
  await expireProposals(server.context)
  const { rows } = await sql<{ wait: number | null }>`
    select wait_for_new_pair(${client.id}::uuid, ${(await buildProfessional(server)).id}::uuid, null, ${NOW}::timestamptz + interval '1 hour', 1, 60) as wait`.execute(
    server.db,
  )
  expect(rows[0]!.wait).toBeGreaterThan(0)
})

// rule: proposals, suspension
test('nobody proposes a time to a suspended person', async () => {
  await accept()
  await sql`
    with suspension as (
      insert into suspensions (user_id, reason, keeps_visits, began_at)
      values (${professional.id}::uuid, 'Reports', true, ${NOW}) returning id
    ) update users set suspension_id = (select id from suspension) where id = ${professional.id}::uuid`.execute(
    server.db,
  )
  expect(await refusal(() => propose('client'))).toBe('403 conversation_blocked')
})
