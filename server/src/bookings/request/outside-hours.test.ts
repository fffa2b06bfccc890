// rule: outside-hours
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { NOW, bookingBody, move, requestBooking, rowCounts } from '#server/test/builders/booking.ts'
import { buildClient, buildProfessional } from '#server/test/builders/build.ts'
import { as } from '#server/test/call.ts'
import { testServer } from '#server/test/server.ts'
import type { TestServer } from '#server/test/server.ts'

type Person = { id: string }

let server: TestServer
let pro: Person
let client: Person
beforeAll(async () => {
  server = await testServer({}, { now: () => NOW })
})
afterAll(() => server.close())
beforeEach(async () => {
  pro = await buildProfessional(server)
  client = await buildClient(server)
})

/** Tuesdays from 9 to 17, with half an hour between visits. December 1 is a Tuesday. */
async function state(change: object = {}) {
  const plan = [{ weekday: 2, from: '09:00', to: '17:00' }]
  const body = { plan, rules: { buffer_minutes: 30 }, ...change }
  const answer = await (await as(server, pro)).put(`/api/professional/time/${pro.id}`, body)
  expect(answer.status).toBe(200)
}

async function bookingOf(side: 'client' | 'professional', id: string) {
  const person = side === 'client' ? client : pro
  const { body } = await (await as(server, person)).get(`/api/bookings/${side}/${person.id}`)
  return body.bookings.find((booking: Person) => booking.id === id)
}

async function propose(who: Person, id: string, time: object) {
  return (await as(server, who)).post(`/api/bookings/${id}/proposals`, time)
}

const at = (booking_time: string, booking_date = '2026-12-01') => ({ booking_date, booking_time })

test('a request keeps why its time was not free: both sides see that it was not, the professional the reasons', async () => {
  await state()
  const visit = await requestBooking(server, client, pro, at('11:00'))
  expect((await move(server, pro, visit, 'accepted')).status).toBe(200)
  const off = { kind: 'off', from_date: '2026-12-08', to_date: '2026-12-08' }
  await (await as(server, pro)).post(`/api/professional/time/${pro.id}/exceptions`, off)
  const cases: [Record<string, string>, boolean, string[]][] = [
    [at('14:00'), false, []],
    [at('07:00'), true, ['hours']],
    [at('10:00'), true, ['overlap']],
    [at('13:00'), true, ['gap']],
    [at('14:10'), true, []],
    [at('09:00', '2026-12-08'), true, ['off']],
    [at('18:00', '2026-11-20'), true, ['hours', 'notice']],
    [at('09:00', '2027-03-02'), true, ['horizon']],
  ]
  for (const [time, outside_hours, outside] of cases) {
    const id = await requestBooking(server, client, pro, time)
    expect([time, await bookingOf('professional', id)]).toMatchObject([
      time,
      { status: 'pending', outside_hours, outside },
    ])
    const own = await bookingOf('client', id)
    expect(own.outside_hours).toBe(outside_hours)
    expect(own).not.toHaveProperty('outside')
  }
})

test('nothing is outside the hours of a professional who has not stated them', async () => {
  const id = await requestBooking(server, client, pro, at('03:00'))
  expect(await bookingOf('professional', id)).toMatchObject({ outside_hours: false, outside: [] })
})

test("a proposal tells that it is outside the hours, and the moved visit why; the visit itself is in nobody's way", async () => {
  await state()
  const id = await requestBooking(server, client, pro, at('11:00'))
  await move(server, pro, id, 'accepted')
  const inside = (await propose(client, id, at('12:00'))).body.proposal
  expect(inside.outside_hours).toBe(false)
  const outside = (await propose(pro, id, { ...at('18:00'), counter_to: inside.id })).body.proposal
  expect(outside.outside_hours).toBe(true)
  const caller = await as(server, client)
  const path = `/api/bookings/${id}/proposals/${outside.id}`
  expect((await caller.put(path, { answer: 'accepted' })).status).toBe(200)
  expect(await bookingOf('professional', id)).toMatchObject({
    booking_time: '18:00',
    outside_hours: true,
    outside: ['hours'],
  })
})

// rule: outside-hours, free-times-limits
test('a client proposes free times only where requests for others are refused; the professional proposes any time', async () => {
  await state({ rules: { only_inside_hours: true } })
  const id = await requestBooking(server, client, pro, at('11:00'))
  await sql`delete from rate_limits where key like 'slots_home%'`.execute(server.db)
  const before = await rowCounts(server)
  const refused = await propose(client, id, at('18:00'))
  const counted = await sql`select from rate_limits where key like 'slots_home:%'`.execute(
    server.db,
  )
  expect(counted.rows).toHaveLength(1)
  expect([refused.status, refused.body.code]).toEqual([409, 'outside_hours'])
  expect(refused.body.next_slots[0]).toEqual({
    ...at('09:00'),
    starts_at: '2026-12-01T15:00:00.000Z',
  })
  expect(await rowCounts(server)).toEqual(before)
  expect((await propose(client, id, at('12:00'))).status).toBe(200)
  const other = await requestBooking(server, client, pro, at('14:00'))
  expect((await propose(pro, other, at('18:00'))).status).toBe(200)
})

// rule: free-times-limits, idempotency-key
test('of two refused proposals and a question that come at once for the fifth home, one passes, and a refusal keeps no key', async () => {
  const strict = await testServer({ RATE_LIMIT_SCALE: '1' }, { now: () => NOW })
  try {
    const grace = await buildProfessional(strict, { areas: ['Austin, TX'] })
    const person = await buildClient(strict)
    const plan = [{ weekday: 2, from: '09:00', to: '17:00' }]
    const times = { plan, rules: { only_inside_hours: true } }
    await (await as(strict, grace)).put(`/api/professional/time/${grace.id}`, times)
    const caller = await as(strict, person)
    const ask = (zip: string) =>
      caller.get(`/api/professional/slots/${grace.id}?zip_code=${zip}&hours=2`)
    const bookings = [
      await requestBooking(strict, person, grace, { ...at('09:00'), zip_code: '78721' }),
      await requestBooking(strict, person, grace, { ...at('11:00'), zip_code: '78722' }),
    ]
    await sql`delete from rate_limits where key like 'slots_home%'`.execute(strict.db)
    for (const zip of ['78701', '78702', '78703', '78704'])
      expect((await ask(zip)).status).toBe(200)
    const before = await rowCounts(strict)
    const post = (id: string, time: string) =>
      caller.post(`/api/bookings/${id}/proposals`, at(time), { 'idempotency-key': `move-${id}` })
    const answers = await Promise.all([...bookings.map((id) => post(id, '18:00')), ask('78723')])
    const passed = answers.filter(({ status }) => status !== 429)
    expect(passed).toHaveLength(1)
    expect([409, 200]).toContain(passed[0]!.status)
    expect(await rowCounts(strict)).toEqual(before)
    const kept = strict.db.selectFrom('idempotency_keys').where('call', 'like', '%proposals')
    expect(await kept.select('key').execute()).toEqual([])
    // The home of the request that passed is known from then on, and the homes of the others are too many.
    const again = await Promise.all(bookings.map((id) => post(id, '18:00')))
    expect(again.map(({ status }) => status)).toEqual(
      answers.slice(0, 2).map(({ status }) => status),
    )
    const counted = await sql`select from rate_limits where key like 'slots_home:%'`.execute(
      strict.db,
    )
    expect(counted.rows).toHaveLength(5)
  } finally {
    await strict.close()
  }
})

// rule: paused-clients
test('a client who is not known proposes no time before the end of a pause', async () => {
  const id = await requestBooking(server, client, pro, at('11:00'))
  await state({ paused_until: '2026-12-10' })
  const before = await rowCounts(server)
  const refused = await propose(client, id, at('12:00', '2026-12-08'))
  expect([refused.status, refused.body.code]).toEqual([409, 'professional_paused'])
  expect(refused.body.params).toEqual({ paused_until: '2026-12-10' })
  expect(await rowCounts(server)).toEqual(before)
  expect((await propose(client, id, at('12:00', '2026-12-15'))).status).toBe(200)
  const body = bookingBody(client, pro, at('12:00', '2026-12-08'))
  expect((await (await as(server, client)).post('/api/bookings', body)).status).toBe(409)
})
