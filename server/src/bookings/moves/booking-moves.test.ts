// rule: booking-moves
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { buildClient, buildProfessional } from '#server/test/builders/build.ts'
import { as } from '#server/test/call.ts'
import { testServer } from '#server/test/server.ts'
import type { TestServer } from '#server/test/server.ts'
import { move, NOW, requestBooking, rowCounts } from '#server/test/builders/booking.ts'

const STARTED = new Date('2026-12-01T15:00:00Z')

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
  client = await buildClient(server)
  professional = await buildProfessional(server)
  booking = await requestBooking(server, client, professional)
})

async function stored(id = booking) {
  return server.db.selectFrom('bookings').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
}

async function accept(id = booking) {
  const { status } = await move(server, professional, id, 'accepted')
  if (status !== 200) throw new Error(`Accepting was refused: ${status}`)
}

test('the professional accepts', async () => {
  const answer = await move(server, professional, booking, 'accepted')
  expect(answer).toMatchObject({ status: 200, body: { id: booking, status: 'accepted' } })
  expect(await stored()).toMatchObject({ status: 'accepted', answered_at: NOW })
})

test('the professional declines, with or without a reason', async () => {
  expect((await move(server, professional, booking, 'declined', 'On holiday')).status).toBe(200)
  expect(await stored()).toMatchObject({ status: 'declined', reason: 'On holiday' })
})

test.each(['client', 'professional'] as const)('the %s cancels, with a reason', async (side) => {
  const mover = side === 'client' ? client : professional
  await accept()
  expect((await move(server, mover, booking, 'cancelled', 'Moving away')).status).toBe(200)
  expect(await stored()).toMatchObject({
    status: 'cancelled',
    cancelled_by: side,
    reason: 'Moving away',
  })
})

test('the same move again changes nothing and notifies nobody twice', async () => {
  await accept()
  const before = await rowCounts(server)
  await accept()
  expect(await rowCounts(server)).toEqual(before)
  await move(server, client, booking, 'cancelled', 'Moving away')
  const cancelled = await rowCounts(server)
  expect((await move(server, client, booking, 'cancelled', 'Another reason')).status).toBe(200)
  expect((await stored()).reason).toBe('Moving away')
  expect(await rowCounts(server)).toEqual(cancelled)
})

test('the professional completes a booking after its start', async () => {
  await accept()
  now = STARTED
  expect((await move(server, professional, booking, 'completed')).status).toBe(200)
  expect((await stored()).status).toBe('completed')
})

describe('refused, and nothing is written:', () => {
  type Case = [title: string, by: 'client' | 'professional', to: string, refusal: string]

  /** Makes a refused move, checks that nothing changed, and returns status and code of the answer. */
  async function refusal(by: string, to: string, reason?: string): Promise<string> {
    const [rows, row] = [await rowCounts(server), await stored()]
    const mover = by === 'client' ? client : professional
    const { status, body } = await move(server, mover, booking, to, reason)
    expect(await rowCounts(server)).toEqual(rows)
    expect(await stored()).toEqual(row)
    return `${status} ${body.code}`
  }

  test.each<Case>([
    ['a client accepts', 'client', 'accepted', '403 only_professional_updates'],
    ['a client declines', 'client', 'declined', '403 only_professional_updates'],
    ['a client completes', 'client', 'completed', '403 only_professional_updates'],
    ['a client cancels without a reason', 'client', 'cancelled', '422 reason_required'],
    ['a professional cancels without a reason', 'professional', 'cancelled', '422 reason_required'],
    [
      'a professional completes a pending booking',
      'professional',
      'completed',
      '409 booking_already_moved',
    ],
    ['a professional moves back to pending', 'professional', 'pending', '422 status_invalid'],
  ])('%s', async (_title, by, to, expected) => {
    expect(await refusal(by, to)).toBe(expected)
  })

  test('a blank reason', async () => {
    expect(await refusal('client', 'cancelled', '  ')).toBe('422 reason_required')
  })

  test('a reason of more than 500 characters', async () => {
    expect(await refusal('client', 'cancelled', 'x'.repeat(501))).toBe('422 invalid_input')
    expect((await move(server, client, booking, 'cancelled', 'x'.repeat(500))).status).toBe(200)
  })

  test('declining an accepted booking, and accepting a cancelled one', async () => {
    await accept()
    expect(await refusal('professional', 'declined')).toBe('409 booking_already_moved')
    await move(server, professional, booking, 'cancelled', 'Ill')
    expect(await refusal('professional', 'accepted')).toBe('409 booking_already_moved')
    expect(await refusal('client', 'cancelled', 'Me too')).toBe('409 booking_already_moved')
  })

  test('completing before the start', async () => {
    await accept()
    now = new Date(STARTED.getTime() - 1)
    expect(await refusal('professional', 'completed')).toBe('409 booking_not_started')
  })

  test.each(['client', 'professional'] as const)(
    'the %s cancels a request or an accepted visit at its start or later; a millisecond before it is possible',
    async (side) => {
      now = STARTED
      expect(await refusal(side, 'cancelled', 'Too late')).toBe('409 booking_started')
      now = NOW
      await accept()
      const other = await requestBooking(server, client, professional, { booking_time: '11:00' })
      await accept(other)
      for (const later of [0, 1, 3_600_000, 86_400_000]) {
        now = new Date(+STARTED + later)
        expect(await refusal(side, 'cancelled', 'Too late')).toBe('409 booking_started')
      }
      now = new Date(+STARTED - 1)
      const mover = side === 'client' ? client : professional
      expect((await move(server, mover, booking, 'cancelled', 'In time')).status).toBe(200)
    },
  )

  // rule: booking-expires
  test('a move after 72 hours, although the job has not run yet; a millisecond before, accepting is possible', async () => {
    now = new Date('2026-11-23T16:00:00Z')
    for (const [by, to] of [
      ['professional', 'accepted'],
      ['professional', 'declined'],
      ['professional', 'cancelled'],
      ['client', 'cancelled'],
    ] as const) {
      expect(await refusal(by, to, 'Too late')).toBe('409 booking_already_moved')
    }
    now = new Date(+now - 1)
    expect((await move(server, professional, booking, 'accepted')).status).toBe(200)
  })

  // rule: booking-roles
  test('a booking of others, like one that does not exist', async () => {
    const others = [await buildClient(server), await buildProfessional(server)]
    for (const other of others) {
      const unknown = ['0198f3a0-0000-7000-8000-000000000000', 'not-an-id', 'x'.repeat(80)]
      for (const id of [booking, ...unknown]) {
        const answer = await move(server, other, id, 'accepted')
        expect(answer).toMatchObject({ status: 404, body: { detail: 'Booking not found' } })
      }
    }
    expect((await stored()).status).toBe('pending')
  })

  test('accepting without a subscription, while declining is allowed', async () => {
    await server.db
      .deleteFrom('subscriptions')
      .where('professional_id', '=', professional.id)
      .execute()
    expect(await refusal('professional', 'accepted')).toBe('403 activate_to_accept')
    expect((await move(server, professional, booking, 'declined')).status).toBe(200)
  })

  // rule: booking-conflict
  test('accepting a second booking at the same time, and the request stays pending', async () => {
    await accept()
    booking = await requestBooking(server, await buildClient(server), professional, {
      booking_time: '10:59',
    })
    expect(await refusal('professional', 'accepted')).toBe('409 booking_overlap')
  })
})

// rule: booking-conflict
test('one booking may begin when another ends, and a cancelled one frees its time', async () => {
  await accept()
  await accept(await requestBooking(server, client, professional, { booking_time: '11:00' }))
  const same = await requestBooking(server, client, professional)
  await move(server, client, booking, 'cancelled', 'Moving away')
  await accept(same)
  expect((await stored(same)).status).toBe('accepted')
})

// rule: booking-conflict
test('of fifty requests for the same hour accepted at once, one is accepted and 49 are refused with the reason', async () => {
  const clients = await Promise.all(Array.from({ length: 50 }, () => buildClient(server)))
  const bookings = []
  for (const each of clients) {
    bookings.push(await requestBooking(server, each, professional, { booking_date: '2026-12-02' }))
  }
  const caller = await as(server, professional)
  const answers = await Promise.all(
    bookings.map((id) => caller.put(`/api/bookings/${id}/status`, { status: 'accepted' })),
  )
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  const refused = answers.filter(({ status }) => status === 409)
  expect(refused).toHaveLength(49)
  for (const { body } of refused) {
    expect(body.detail).toBe('You already accepted another booking at that time.')
  }
  const { rows } = await sql<{ accepted: number }>`
    select count(*)::int as accepted from bookings
    where professional_id = ${professional.id} and status = 'accepted'`.execute(server.db)
  expect(rows[0]!.accepted).toBe(1)
})

test('when both sides move at the same time, one of them is refused', async () => {
  const answers = await Promise.all([
    move(server, client, booking, 'cancelled', 'Moving away'),
    move(server, professional, booking, 'declined'),
  ])
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
})
