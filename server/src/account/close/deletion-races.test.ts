// rule: account-deletion, booking-moves
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { CURRENT_PASSWORD_HEADER } from '#contract/browser-names.ts'
import { hashPassword } from '#server/people/passwords/passwords.ts'
import { PASSWORD } from '#server/test/builders/account.ts'
import { bookingBody, NOW, requestBooking } from '#server/test/builders/booking.ts'
import { buildClient, buildProfessional } from '#server/test/builders/build.ts'
import { as } from '#server/test/call.ts'
import type { Caller } from '#server/test/call.ts'
import { testServer } from '#server/test/server.ts'
import type { TestServer } from '#server/test/server.ts'

/** All come from one network: more calls at once than its share of the places serves would be refused. */
const PAIRS = 12

type Person = { id: string }
type Answer = { status: number; body: { code?: string } }

let server: TestServer
let password_hash: string
beforeAll(async () => {
  server = await testServer({}, { now: () => NOW })
  password_hash = await hashPassword(PASSWORD)
})
afterAll(() => server.close())

const remove = async (caller: Caller, { id }: Person) =>
  caller.delete(`/api/users/${id}`, {
    [CURRENT_PASSWORD_HEADER]: encodeURIComponent(PASSWORD),
  })

/** A client and a professional whose accounts both have PASSWORD. */
async function buildPair() {
  const client = await buildClient(server, { password_hash })
  const professional = await buildProfessional(server, { user: { password_hash } })
  return {
    client,
    professional,
    asClient: await as(server, client),
    asProfessional: await as(server, professional),
  }
}
type TestPair = Awaited<ReturnType<typeof buildPair>>

const buildPairs = async (count: number) => Promise.all(Array.from({ length: count }, buildPair))

/** Repeats a call until the deletion has ended; returns the answers to the calls, and that to the deletion. */
async function during(deletion: Promise<Answer>, call: (count: number) => Promise<Answer>) {
  const progress = { isOver: false }
  const answers: Answer[] = []
  const deleted = deletion.finally(() => {
    progress.isOver = true
  })
  while (!progress.isOver) answers.push(await call(answers.length))
  return { deleted: await deleted, answers }
}

/** Status and code of the answers that are not a success. */
const others = (answers: Answer[]) =>
  answers.filter(({ status }) => status !== 200).map(({ status, body }) => [status, body.code])

/** Pending or accepted bookings of which one side is deleted, and what is left of deleted clients' homes. */
async function leftovers() {
  const { rows } = await sql`
    select bookings.id, status, address, notes from bookings
    join users as client on client.id = client_id join users as professional on professional.id = professional_id
    where (status in ('pending', 'accepted') and coalesce(client.deleted_at, professional.deleted_at) is not null)
      or (client.deleted_at is not null and (address <> '—' or notes <> ''))`.execute(server.db)
  return rows
}

const book = ({ client, professional, asClient }: TestPair, count: number) =>
  asClient.post(
    '/api/bookings',
    bookingBody(client, professional, {
      booking_date: `2026-12-${String(10 + (count % 20))}`,
      notes: 'The key is under the mat',
    }),
  )

test('a professional deletes the account while bookings come: no error, and none stays open with them', async () => {
  const pairs = await buildPairs(PAIRS)
  const results = await Promise.all(
    pairs.map((pair) =>
      during(remove(pair.asProfessional, pair.professional), (count) => book(pair, count)),
    ),
  )
  for (const { deleted, answers } of results) {
    expect(deleted.status).toBe(200)
    expect(others(answers)).toEqual(others(answers).map(() => [409, 'professional_not_accepting']))
  }
  expect(results.some(({ answers }) => answers.some(({ status }) => status === 200))).toBe(true)
  expect(await leftovers()).toEqual([])
})

test('a client deletes the account while their own bookings are in flight: no address and no note remains', async () => {
  const pairs = await buildPairs(PAIRS)
  const results = await Promise.all(
    pairs.map((pair) => during(remove(pair.asClient, pair.client), (count) => book(pair, count))),
  )
  for (const { deleted, answers } of results) {
    expect(deleted.status).toBe(200)
    expect(others(answers)).toEqual(others(answers).map(() => [401, 'not_signed_in']))
  }
  expect(results.some(({ answers }) => answers.some(({ status }) => status === 200))).toBe(true)
  expect(await leftovers()).toEqual([])
})

test('messages, contacts, answers and reviews that come during a deletion fail with a refusal at most', async () => {
  const pairs = await buildPairs(PAIRS)
  const bookings = await Promise.all(
    pairs.map(({ client, professional }) => requestBooking(server, client, professional)),
  )
  const calls = async (pair: TestPair, booking: string, count: number): Promise<Answer> => {
    const { client, professional, asClient, asProfessional } = pair
    const ids = { client_id: client.id, professional_id: professional.id }
    switch (count % 5) {
      case 0:
        return asProfessional.put(`/api/bookings/${booking}/status`, { status: 'accepted' })
      case 1:
        return asClient.post('/api/chat/messages', {
          sender_id: client.id,
          receiver_id: professional.id,
          message: 'Hello',
        })
      case 2:
        return asClient.post('/api/chat/initiate-contact', ids)
      case 3:
        return asClient.post('/api/reviews/general', {
          ...ids,
          rating: 5,
          title: 'Good',
          comment: 'Very good.',
        })
      default:
        return asProfessional.post('/api/chat/messages', {
          sender_id: professional.id,
          receiver_id: client.id,
          message: 'Hello',
        })
    }
  }
  const results = await Promise.all(
    pairs.map((pair, index) =>
      during(
        index % 2
          ? remove(pair.asClient, pair.client)
          : remove(pair.asProfessional, pair.professional),
        (count) => calls(pair, bookings[index]!, count + index),
      ),
    ),
  )
  for (const { deleted, answers } of results) {
    expect(deleted.status).toBe(200)
    for (const { status } of answers) expect(status).toBeLessThan(500)
  }
  expect(await leftovers()).toEqual([])
})

test('both sides of a pair, and clients with the same professionals, delete their accounts at the same moment', async () => {
  const pairs = await buildPairs(PAIRS)
  await Promise.all(
    pairs.flatMap((pair, index) =>
      [0, 1, 2, 3].map((step) => {
        const { professional } = pairs[(index + step * 7) % pairs.length]!
        return requestBooking(server, pair.client, professional, {
          booking_date: `2026-12-${10 + step}`,
        })
      }),
    ),
  )
  const answers = await Promise.all(
    pairs.flatMap((pair) => [
      remove(pair.asClient, pair.client),
      remove(pair.asProfessional, pair.professional),
    ]),
  )
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
  expect(await leftovers()).toEqual([])
})
