// rule: booking-once
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { bookingBody, move, NOW, rowCounts } from '#server/test/builders/booking.ts'
import { buildClient, buildProfessional } from '#server/test/builders/build.ts'
import { as } from '#server/test/call.ts'
import { testServer } from '#server/test/server.ts'
import type { TestServer } from '#server/test/server.ts'

let server: TestServer
let client: { id: string }
let pro: { id: string }
beforeAll(async () => {
  server = await testServer({}, { now: () => NOW })
})
afterAll(() => server.close())
beforeEach(async () => {
  client = await buildClient(server, { email_verified_at: NOW })
  pro = await buildProfessional(server)
})

const send = async (facts: Record<string, unknown> = {}, key?: string) =>
  (await as(server, client)).post(
    '/api/bookings',
    bookingBody(client, pro, facts),
    key === undefined ? {} : { 'idempotency-key': key },
  )
const bookings = async () => {
  const rows = server.db.selectFrom('bookings').select('id').where('client_id', '=', client.id)
  return (await rows.execute()).map(({ id }) => id)
}
const statedHours = async (instant_booking = 'off') => {
  const plan = [1, 2, 3, 4, 5].map((weekday) => ({ weekday, from: '08:00', to: '18:00' }))
  const times = { plan, instant_booking }
  const caller = await as(server, pro)
  expect((await caller.put(`/api/professional/time/${pro.id}`, times)).status).toBe(200)
}
const WEEKLY = { cleaning_frequency: 'weekly', series: {} }

describe.each([
  ['a single visit', {}, async () => {}],
  ['a visit of stated hours', {}, () => statedHours()],
  ['an instant booking', { instant: true }, () => statedHours('verified')],
  ['an instant booking of whoever does not say so', {}, () => statedHours('verified')],
  ['regular visits', WEEKLY, async () => {}],
] as const)('%s', (_name, facts, prepare) => {
  test('from two tabs, with other keys or none, is one booking with one answer', async () => {
    await prepare()
    const first = await send(facts, 'tab-1')
    expect(first.status).toBe(200)
    const before = await rowCounts(server)
    for (const key of ['tab-2', undefined, 'tab-1', 'tab-2']) {
      const again = await send(facts, key)
      expect([again.status, again.body]).toEqual([200, first.body])
    }
    expect(await bookings()).toEqual([first.body.id])
    expect(await rowCounts(server)).toEqual(before)
  })

  test('six times at the same moment is one booking', async () => {
    await prepare()
    const answers = await Promise.all(
      [undefined, 'a', 'b', 'a', undefined, 'c'].map((key) => send(facts, key)),
    )
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
    expect(await bookings()).toEqual([answers[0]!.body.id])
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1)
  })
})

test.each([
  { booking_time: '10:00' },
  { booking_date: '2026-12-02' },
  { service_type: 'deep' },
  { cleaning_frequency: 'weekly' },
  { estimated_hours: 3 },
  { address: '200 Congress Ave' },
  { notes: 'Ring twice.' },
  WEEKLY,
])('a request that differs in %o is another booking', async (facts) => {
  await send()
  expect((await send(facts)).status).toBe(200)
  expect(await bookings()).toHaveLength(2)
})

test.each(['accepted', 'declined'] as const)(
  'after the professional has %s the request, the client can ask for the same again',
  async (status) => {
    const { body } = await send()
    await move(server, pro, body.id, status)
    const again = await send()
    expect(again.body).toMatchObject({ status: 'pending' })
    expect(again.body.id).not.toBe(body.id)
    expect((await send()).body.id).toBe(again.body.id)
  },
)

test('another client or another professional with the same wishes has a booking of their own', async () => {
  const first = await send()
  pro = await buildProfessional(server)
  const other = await send()
  client = await buildClient(server)
  const third = await send()
  expect(new Set([first.body.id, other.body.id, third.body.id]).size).toBe(3)
})

// rule: booking-request
test('repeats cost no limit: after forty of them the client can still book', async () => {
  for (let count = 0; count < 40; count++) expect((await send()).status).toBe(200)
  expect((await send({ booking_date: '2026-12-03' })).status).toBe(200)
  expect(await bookings()).toHaveLength(2)
})
