// rule: booking-moves
import { expect, test } from 'vitest'
import { buildClient, buildProfessional } from '#server/test/builders/build.ts'
import { as } from '#server/test/call.ts'
import { messagingHarness } from '#server/test/harness/messaging-harness.ts'
import type { Person } from '#server/test/harness/messaging-harness.ts'
import { move, NOW, requestBooking } from '#server/test/builders/booking.ts'

const { harness, thread } = messagingHarness()

async function buildPair() {
  harness.now = NOW
  const client = await buildClient(harness.server)
  const professional = await buildProfessional(harness.server)
  const id = await requestBooking(harness.server, client, professional)
  return { client, professional, id }
}

/** The moves that the newest card of the thread with `other` offers to its reader. */
async function movesInThread(reader: Person, other: Person): Promise<unknown> {
  const { status, body } = await thread(reader, other)
  expect(status).toBe(200)
  return body.messages.at(-1).booking.may
}

async function movesInProfessionalsList(professional: Person): Promise<unknown> {
  const caller = await as(harness.server, professional)
  const { body } = await caller.get(`/api/bookings/professional/${professional.id}`)
  return body.bookings[0].may
}

test('a booking in a thread lists what each side may do with it', async () => {
  const { client, professional, id } = await buildPair()
  expect(await movesInThread(professional, client)).toEqual(['accepted', 'declined', 'cancelled'])
  expect(await movesInThread(client, professional)).toEqual(['cancelled'])
  await move(harness.server, professional, id, 'accepted')
  expect(await movesInThread(professional, client)).toEqual(['cancelled'])
  harness.now = new Date('2026-12-01T15:00:00Z')
  expect(await movesInThread(professional, client)).toEqual(['completed'])
  expect(await movesInThread(client, professional)).toEqual([])
  await move(harness.server, professional, id, 'completed')
  expect(await movesInThread(professional, client)).toEqual([])
})

test('an inactive professional is not offered to accept in the thread, and the server refuses it', async () => {
  const { client, professional, id } = await buildPair()
  await harness.server.db
    .deleteFrom('subscriptions')
    .where('professional_id', '=', professional.id)
    .execute()
  expect(await movesInThread(professional, client)).toEqual(['declined', 'cancelled'])
  expect(await movesInProfessionalsList(professional)).toEqual(['declined', 'cancelled'])
  expect(await move(harness.server, professional, id, 'accepted')).toMatchObject({
    status: 403,
    body: { code: 'activate_to_accept' },
  })
})

test('an expired request offers nothing in the thread, to neither side', async () => {
  const { client, professional } = await buildPair()
  harness.now = new Date('2026-11-23T16:00:00Z')
  expect(await movesInThread(professional, client)).toEqual([])
  expect(await movesInThread(client, professional)).toEqual([])
})

// rule: conversation-list
test('the list of conversations says what happened to a booking, and who did it', async () => {
  const { client, professional, id } = await buildPair()
  const lastEventOf = async (reader: Person) => {
    const caller = await as(harness.server, reader)
    const { body } = await caller.get(`/api/chat/conversations/${reader.id}`)
    return body.conversations[0].last_event
  }
  const asked = { event: 'requested', instant: false, reclean_of: null, booking_time: '09:00:00' }
  expect(await lastEventOf(client)).toMatchObject({ ...asked, mine: true })
  expect(await lastEventOf(professional)).toMatchObject({ ...asked, mine: false })
  await move(harness.server, professional, id, 'accepted')
  expect(await lastEventOf(client)).toMatchObject({ event: 'accepted', mine: false })
})
