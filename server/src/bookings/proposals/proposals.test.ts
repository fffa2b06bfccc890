// rule: proposals
import ical from 'node-ical'
import { describe, expect, test } from 'vitest'
import { buildClient, buildProfessional } from '#server/test/builders/build.ts'
import { move, NOW, requestBooking } from '#server/test/builders/booking.ts'
import { as, visitor } from '#server/test/call.ts'
import { findBroken } from '#server/test/invariants.ts'
import {
  LATER,
  LATER_START,
  OLD_START,
  HOUR_MS,
  proposalHarness,
} from '#server/test/harness/proposal-harness.ts'
import { waitForNewPair } from '#server/money/leads/lead-limits.ts'
import { expireBookings, expireProposals } from '../lists/booking-jobs.ts'

const {
  harness,
  person,
  otherSide,
  accept,
  propose,
  proposed,
  answer,
  view,
  history,
  state,
  refusal,
  notices,
} = proposalHarness()
type Step = { what: string; by: string }

describe.each(['client', 'professional'] as const)('the %s proposes:', (side) => {
  const other = otherSide(side)

  test('the old time stays until the other side accepts; then the booking keeps id, price and hours', async () => {
    await accept()
    const proposal = await proposed(side, { ...LATER, note: 'The painters come' })
    expect(proposal).toMatchObject({
      booking_id: harness.booking,
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
        booking: { id: harness.booking, status: 'accepted', ...LATER, starts_at: LATER_START },
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

  test('a pending request is accepted with the new time, by the professional, and the author is notified once', async () => {
    const { id } = await proposed(side)
    harness.now = new Date(+NOW + HOUR_MS)
    expect((await answer(other, id, 'accepted')).body.booking.status).toBe('accepted')
    const { stored } = await state()
    expect(stored).toMatchObject({
      status: 'accepted',
      answered_at: side === 'client' ? harness.now : NOW,
    })
    expect(stored.expires_at <= stored.starts_at).toBe(true)
    const events = (await history()).map(({ what, by }: Step) => `${what} by ${by}`)
    expect(events).toEqual([
      'requested by client',
      `proposed by ${side}`,
      'accepted by professional',
      `moved by ${other}`,
    ])
    expect(await notices(side)).toContain(
      'Your visit has moved to Thu, Dec 3, 2:00 PM, Austin time',
    )
    expect(await notices('client')).not.toContain('Grace accepted your booking')
  })

  test('the other side keeps the old time, and the author is notified', async () => {
    await accept()
    const { id } = await proposed(side)
    expect(await notices(other)).toContain(
      side === 'client' ? 'Maya proposes another time' : 'Grace proposes another time',
    )
    expect((await answer(other, id, 'declined')).body).toMatchObject({
      proposal: { status: 'declined' },
      booking: { starts_at: OLD_START },
    })
    expect(await notices(side)).toContain(
      side === 'client' ? 'Grace keeps the original time' : 'Maya keeps the original time',
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
    harness.now = new Date(OLD_START)
    expect((await view(side)).may_move).toBe(false)
    expect(await refusal(() => propose(side))).toBe('409 booking_started')
    harness.now = NOW
    await move(harness.server, person(side), harness.booking, 'cancelled', 'Busy')
    expect(await refusal(() => propose(side))).toBe('409 booking_already_moved')
  })

  test('refused when one of the two has blocked the other', async () => {
    await accept()
    const caller = await as(harness.server, person(other))
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

  // rule: booking-roles
  test('others get the answer of a booking that does not exist, visitors 401', async () => {
    await accept()
    const { id } = await proposed(side)
    for (const stranger of [
      await buildClient(harness.server),
      await buildProfessional(harness.server),
    ]) {
      const caller = await as(harness.server, stranger)
      for (const at of [harness.booking, '0198f3a0-0000-7000-8000-000000000000', 'x']) {
        const posted = await caller.post(`/api/bookings/${at}/proposals`, LATER)
        expect(posted).toMatchObject({ status: 404, body: { code: 'booking_not_found' } })
        const path = `/api/bookings/${at}/proposals/${id}`
        const put = await caller.put(path, { answer: 'accepted' })
        expect(put).toMatchObject({ status: 404, body: { code: 'proposal_not_found' } })
      }
    }
    expect(await refusal(() => answer(other, 'x', 'accepted'))).toBe('404 proposal_not_found')
    const none = visitor(harness.server)
    expect((await none.post(`/api/bookings/${harness.booking}/proposals`, LATER)).status).toBe(401)
  })
})

test('expires after 48 hours, at the old or the new start, or with the request, whichever is first', async () => {
  await accept()
  const expiry = async (at: string, body: object) => {
    harness.now = new Date(at)
    const { id, expires_at } = await proposed('client', body)
    await answer('client', id, 'withdrawn')
    return expires_at
  }
  expect(await expiry('2026-11-21T16:00:00Z', LATER)).toBe('2026-11-23T16:00:00.000Z')
  expect(await expiry('2026-11-30T16:00:00Z', LATER)).toBe(OLD_START)
  const sooner = { booking_date: '2026-11-22', booking_time: '09:00' }
  expect(await expiry('2026-11-21T16:00:00Z', sooner)).toBe('2026-11-22T15:00:00.000Z')
  harness.now = NOW
  harness.booking = await requestBooking(harness.server, harness.client, harness.professional, {
    booking_time: '17:00',
  })
  expect(await expiry('2026-11-22T16:00:00Z', LATER)).toBe('2026-11-23T16:00:00.000Z')
})

test('the job closes what has expired, once, and tells the author alone', async () => {
  await accept()
  const { id } = await proposed('client')
  harness.now = new Date(+NOW + 48 * HOUR_MS)
  expect(await refusal(() => answer('professional', id, 'accepted'))).toBe('409 proposal_over')
  expect((await view('professional')).proposal).toBeNull()
  await Promise.all([
    expireProposals(harness.server.context),
    expireProposals(harness.server.context),
  ])
  await expireProposals(harness.server.context)
  expect((await history()).map(({ what, by }: Step) => `${what} by ${by}`).slice(2)).toEqual([
    'proposed by client',
    'proposal_expired by clock',
  ])
  expect(await notices('client')).toContain('Your proposal expired')
  expect(await notices('professional')).not.toContain('Your proposal expired')
})

test('a proposal that has expired does not hinder the next one, before the job ran', async () => {
  await accept()
  await proposed('client')
  harness.now = new Date(+NOW + 48 * HOUR_MS)
  await proposed('professional')
  expect((await state()).rows.map(({ status }) => status)).toEqual(['expired', 'open'])
})

test('a proposal is shown and can be accepted until the millisecond before it expires', async () => {
  await accept()
  const { id, expires_at } = await proposed('client')
  harness.now = new Date(Date.parse(expires_at) - 1)
  expect((await view('professional')).proposal).toMatchObject({ id })
  harness.now = new Date(expires_at)
  expect((await view('professional')).proposal).toBeNull()
  expect(await refusal(() => answer('professional', id, 'accepted'))).toBe('409 proposal_over')
  harness.now = new Date(Date.parse(expires_at) - 1)
  expect((await answer('professional', id, 'accepted')).status).toBe(200)
})

test('another time can be proposed for a request until the millisecond before it expires', async () => {
  const { expires_at } = await view('client')
  harness.now = new Date(expires_at)
  expect((await view('client')).may_move).toBe(false)
  expect(await refusal(() => propose('client'))).toBe('409 booking_already_moved')
  harness.now = new Date(Date.parse(expires_at) - 1)
  expect((await view('client')).may_move).toBe(true)
  await proposed('client')
})

test.each(['declined', 'cancelled', 'expired'])(
  'the open proposal of a booking that is %s becomes void',
  async (end) => {
    const { id } = await proposed('client')
    if (end === 'expired') {
      harness.now = new Date('2026-11-23T16:00:00Z')
      await expireBookings(harness.server.context)
    } else await move(harness.server, harness.professional, harness.booking, end, 'Busy')
    expect((await state()).rows).toMatchObject([{ status: 'void' }])
    expect(await refusal(() => answer('professional', id, 'accepted'))).toBe('409 proposal_over')
  },
)

// rule: visit-calendar
test('the calendar file of a moved visit has the same UID, the new time and a higher SEQUENCE', async () => {
  await accept()
  const event = async () => {
    const caller = await as(harness.server, harness.client)
    const { body } = await caller.get(`/api/bookings/${harness.booking}/calendar.ics`)
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
    const caller = await as(harness.server, harness.client)
    const path = `/api/chat/messages/${harness.client.id}/${harness.professional.id}`
    return (await caller.get(path)).body.messages
  }
  expect((await thread()).at(-1)).toMatchObject({
    booking_event: 'proposed',
    sender_id: harness.professional.id,
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

// rule: contact-limits
test('a proposal that expires is no answer of the professional', async () => {
  const proposal = await proposed('client')
  harness.now = new Date(Date.parse(proposal.expires_at) + 1)
  await expireProposals(harness.server.context)
  const { context, db } = harness.server
  const [one, two, other] = await Promise.all(
    [1, 2, 3].map(() => buildProfessional(harness.server)),
  )
  const client = await as(harness.server, harness.client)
  for (const { id } of [one!, two!]) {
    const ids = { client_id: harness.client.id, professional_id: id }
    expect((await client.post('/api/chat/initiate-contact', ids)).status).toBe(200)
  }
  const pair = {
    clientId: harness.client.id,
    professionalId: other!.id,
    network: 'one',
    at: new Date(+NOW + HOUR_MS),
  }
  // Three leads without an answer are the most then, instead of fifteen.
  const strict = { config: { ...context.config, rateLimitScale: 1 / 5 } }
  const wait = await db.transaction().execute((tx) => waitForNewPair(strict, tx, pair))
  expect(wait).toBeGreaterThan(0)
})

test('after all of this the invariants hold', async () => {
  expect(await findBroken(harness.server)).toEqual({})
})
