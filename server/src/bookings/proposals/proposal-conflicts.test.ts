// rule: proposals
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { buildClient, buildProfessional } from '#server/test/builders/build.ts'
import { move, NOW, requestBooking } from '#server/test/builders/booking.ts'
import { as } from '#server/test/call.ts'
import { findBroken } from '#server/test/invariants.ts'
import { LATER, proposalHarness } from '#server/test/harness/proposal-harness.ts'

const { harness, accept, propose, proposed, answer, view, state, refusal } = proposalHarness()

// rule: booking-conflict
describe('a time at which the professional has another accepted visit:', () => {
  beforeEach(async () => {
    await accept()
    const other = await buildClient(harness.server)
    await accept(await requestBooking(harness.server, other, harness.professional, LATER))
  })

  test('the professional cannot propose it', async () => {
    expect(await refusal(() => propose('professional'))).toBe('409 booking_overlap')
    for (const booking_time of ['12:00', '16:00']) {
      const { id } = await proposed('professional', { ...LATER, booking_time })
      await answer('professional', id, 'withdrawn')
    }
  })

  test('the client can, and the professional cannot accept it', async () => {
    const { id } = await proposed('client')
    expect(await refusal(() => answer('professional', id, 'accepted'))).toBe('409 booking_overlap')
    expect((await view('professional')).proposal.status).toBe('open')
  })
})

// rule: visit-rules
test('a move into the pause beside another visit is refused; a moved visit keeps the present pause', async () => {
  await accept()
  await accept(await requestBooking(harness.server, harness.client, harness.professional, LATER))
  const caller = await as(harness.server, harness.professional)
  const rules = { rules: { buffer_minutes: 60 } }
  expect(
    (await caller.put(`/api/professional/time/${harness.professional.id}`, rules)).status,
  ).toBe(200)
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
  await accept(
    await requestBooking(
      harness.server,
      await buildClient(harness.server),
      harness.professional,
      LATER,
    ),
  )
  expect(await refusal(() => answer('client', id, 'accepted'))).toBe('409 slot_taken')
})

// rule: slot-picker
test('a visit can move to a time that overlaps its own old time, which its client alone reads as free', async () => {
  await accept()
  const { server, client, professional, booking } = harness
  const grace = await as(server, professional)
  const plan = [{ weekday: 2, from: '09:00', to: '12:00' }]
  await grace.put(`/api/professional/time/${professional.id}`, { plan })
  const day = '&from=2026-12-01&to=2026-12-01'
  const times = async (caller: { id: string }, moved: string) => {
    const path = `/api/professional/slots/${professional.id}?zip_code=78701${day}${moved}`
    const { body } = await (await as(server, caller)).get(path)
    return body.days[0].slots.map(({ time }: { time: string }) => time)
  }
  const moving = `&booking_id=${booking}`
  expect(await times(client, moving)).toEqual(['09:00', '09:30', '10:00'])
  const others = [
    times(client, ''),
    times(await buildClient(server), moving),
    times(professional, moving),
  ]
  for (const taken of await Promise.all(others)) expect(taken).toEqual([])
  const { id } = await proposed('client', { booking_date: '2026-12-01', booking_time: '10:00' })
  expect((await answer('professional', id, 'accepted')).status).toBe(200)
})

// rule: booking-moves, lead-locked
describe('with a locked lead the professional', () => {
  let id: string
  beforeEach(async () => {
    harness.professional = await buildProfessional(harness.server, { credits: 0 })
    harness.booking = await requestBooking(harness.server, harness.client, harness.professional)
    id = (await proposed('client', { ...LATER, note: 'Ring 737 555 0199' })).id
  })

  test('cannot propose or accept, and can decline', async () => {
    expect(await refusal(() => answer('professional', id, 'accepted'))).toBe('402 lead_locked')
    const counter = { ...LATER, booking_time: '16:00', counter_to: id }
    expect(await refusal(() => propose('professional', counter))).toBe('402 lead_locked')
    expect((await answer('professional', id, 'declined')).body.proposal.note).toBe('')
  })

  // rule: lead-locked
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

// rule: booking-moves
test('a professional without a subscription neither proposes for a request nor accepts', async () => {
  const { id } = await proposed('client')
  await harness.server.db
    .deleteFrom('subscriptions')
    .where('professional_id', '=', harness.professional.id)
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
    harness.booking = await requestBooking(harness.server, harness.client, harness.professional, {
      booking_time: `1${n}:30`,
    })
    const { id } = await proposed('professional', {
      ...LATER,
      booking_time: `0${n}:30`,
      booking_date: `2026-12-1${n}`,
    })
    const [accepted, cancelled] = await Promise.all([
      answer('client', id, 'accepted'),
      move(harness.server, harness.professional, harness.booking, 'cancelled', 'Busy'),
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
  const other = await buildClient(harness.server)
  for (let n = 0; n < 5; n++) {
    const time = { booking_date: `2026-12-1${n}`, booking_time: '14:00' }
    const request = await requestBooking(harness.server, other, harness.professional, time)
    const { id } = await proposed(n % 2 ? 'client' : 'professional', time)
    const answers = await Promise.all([
      answer(n % 2 ? 'professional' : 'client', id, 'accepted'),
      move(harness.server, harness.professional, request, 'accepted'),
    ])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    if (answers[0].status !== 200) await answer(n % 2 ? 'client' : 'professional', id, 'withdrawn')
  }
})

test('the same Idempotency-Key proposes once, and counts once', async () => {
  await accept()
  const headers = { 'idempotency-key': 'one-proposal' }
  const counted = async () => {
    const { rows } = await harness.server.context.pool.query(
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

test('after all of this, and the races above, the invariants hold', async () => {
  expect(await findBroken(harness.server)).toEqual({})
})

// rule: proposals, booking-moves
test('a client cannot accept a time for a request whose lead has closed, or whose professional lost the subscription', async () => {
  const first = await requestBooking(harness.server, harness.client, harness.professional, {
    booking_time: '13:00',
  })
  await accept(first)
  const proposal = await proposed('professional')
  const cancelled = { status: 'cancelled', reason: 'We are ill.' }
  const caller = await as(harness.server, harness.client)
  // The credit returns and the lead closes.
  expect((await caller.put(`/api/bookings/${first}/status`, cancelled)).status).toBe(200)
  expect(await refusal(() => answer('client', proposal.id, 'accepted'))).toBe('409 proposal_over')

  harness.client = await buildClient(harness.server)
  harness.booking = await requestBooking(harness.server, harness.client, harness.professional)
  const late = await proposed('professional')
  await harness.server.db
    .deleteFrom('subscriptions')
    .where('professional_id', '=', harness.professional.id)
    .execute()
  expect(await refusal(() => answer('client', late.id, 'accepted'))).toBe('409 proposal_over')
})

// rule: proposals, suspension
test('nobody proposes a time to a suspended person', async () => {
  await accept()
  await sql`
    with suspension as (
      insert into suspensions (user_id, reason, keeps_visits, began_at)
      values (${harness.professional.id}::uuid, 'Reports', true, ${NOW}) returning id
    ) update users set suspension_id = (select id from suspension) where id = ${harness.professional.id}::uuid`.execute(
    harness.server.db,
  )
  expect(await refusal(() => propose('client'))).toBe('403 conversation_blocked')
})
