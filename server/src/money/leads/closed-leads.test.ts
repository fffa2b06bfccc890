import { describe, expect, test } from 'vitest'
import { as } from '#server/test/call.ts'
import { move, requestBooking } from '#server/test/builders/booking.ts'
import { leadsHarness } from '#server/test/harness/leads-harness.ts'

const { harness, contact, write, answer, isOpen, credits, after } = leadsHarness()

// rule: lead-locked
describe('a lead whose credit came back', () => {
  const closedThread = async () => {
    const { client, professional } = harness
    const caller = await as(harness.server, professional)
    const thread = await caller.get(`/api/chat/messages/${professional.id}/${client.id}`)
    const list = await caller.get(`/api/chat/conversations/${professional.id}`)
    return { thread, closed: list.body.conversations[0].closed }
  }

  test('is closed after a contact without a word, and says so instead of selling a credit', async () => {
    await contact()
    await after(72)
    const { thread, closed } = await closedThread()
    expect(thread).toMatchObject({ status: 402, body: { code: 'lead_closed_no_word' } })
    expect(closed).toBe('no_word')
  })

  test('is closed after silence, and opens again when the client writes', async () => {
    await write()
    await after(24)
    await answer()
    await after(24 + 72)
    const { thread, closed } = await closedThread()
    expect(thread.body.code).toBe('lead_closed_silent')
    expect(closed).toBe('silent')
    await write()
    expect(await isOpen()).toBe(true)
    expect((await closedThread()).closed).toBeUndefined()
  })

  test('is closed after an early cancellation: thread, agreement and message name it with credits in hand', async () => {
    const { client, professional } = harness
    const id = await requestBooking(harness.server, client, professional)
    await move(harness.server, professional, id, 'accepted')
    await move(harness.server, client, id, 'cancelled', 'We are moving')
    expect(await credits()).toBe(1)
    const caller = await as(harness.server, professional)
    const { thread, closed } = await closedThread()
    const detail =
      'This client canceled, and you got your credit back. The conversation opens again if they write or book.'
    const closedAnswer = { status: 402, body: { code: 'lead_closed_cancelled', detail } }
    expect(thread).toMatchObject(closedAnswer)
    expect(closed).toBe('cancelled_early')
    expect(await caller.get(`/api/bookings/${id}/agreement`)).toMatchObject(closedAnswer)
    const data = { sender_id: professional.id, receiver_id: client.id, message: 'Hello' }
    expect(await caller.post('/api/chat/messages', data)).toMatchObject(closedAnswer)
  })

  test('is closed for a request that still waits too: the dashboard and the agenda say why, and accepting names it', async () => {
    const { client, professional, server } = harness
    const first = await requestBooking(server, client, professional)
    const facts = { booking_date: '2026-12-04' }
    const second = await requestBooking(server, client, professional, facts)
    await move(server, professional, first, 'accepted')
    await move(server, client, first, 'cancelled', 'We are moving')
    const caller = await as(server, professional)
    const { body: list } = await caller.get(`/api/bookings/professional/${professional.id}`)
    const { body: dashboard } = await caller.get(`/api/professional/dashboard/${professional.id}`)
    const closed = { locked: true, closed: 'cancelled_early' }
    for (const id of [first, second])
      expect(list.bookings).toContainEqual(expect.objectContaining({ id, ...closed }))
    expect(dashboard.recent_bookings).toContainEqual(
      expect.objectContaining({ id: second, ...closed }),
    )
    const agenda = await caller.get(
      `/api/professional/agenda/${professional.id}?from=${facts.booking_date}`,
    )
    expect(agenda.body.days[0].visits).toMatchObject([{ booking_id: second, ...closed }])
    expect(await move(server, professional, second, 'accepted')).toMatchObject({
      status: 402,
      body: { code: 'lead_closed_cancelled' },
    })
  })
})
