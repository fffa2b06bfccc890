import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildClient, buildProfessional } from '#server/test/builders/build.ts'
import { bookingBody, NOW, rowCounts } from '#server/test/builders/booking.ts'
import { as, visitor } from '#server/test/call.ts'
import { testServer } from '#server/test/server.ts'
import type { TestServer } from '#server/test/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer({}, { now: () => NOW })
})
afterAll(() => server.close())

/** Mornings and afternoons of four hours, with a break at noon. */
const PLAN = [1, 2, 3, 4, 5].flatMap((weekday) => [
  { weekday, from: '08:00', to: '12:00' },
  { weekday, from: '13:00', to: '17:00' },
])

// rule: slot-picker
test('a visit that is longer than every stretch of hours is said to be so, and no day is called full', async () => {
  const grace = await buildProfessional(server, { areas: ['78701'] })
  const saved = await (
    await as(server, grace)
  ).put(`/api/professional/time/${grace.id}`, { plan: PLAN })
  expect(saved.status).toBe(200)
  const slots = `/api/professional/slots/${grace.id}?zip_code=78701&hours=`
  const long = await visitor(server).get(`${slots}6`)
  expect(long.body).toMatchObject({ too_long: 'stretch', next_slot: null })
  const states = new Set(long.body.days.map(({ state }: { state: string }) => state))
  expect(states).toEqual(new Set(['short', 'off']))
  const four = await visitor(server).get(`${slots}4`)
  expect(four.body.too_long).toBeUndefined()
})

// rule: free-times, instant-booking, working-hours
test('where visits may run over breaks, a long one is booked at once, and is outside the hours once they may not', async () => {
  const grace = await buildProfessional(server, { areas: ['78701'] })
  const own = await as(server, grace)
  const save = (over_breaks: boolean) =>
    own.put(`/api/professional/time/${grace.id}`, {
      plan: PLAN,
      instant_booking: 'verified',
      rules: { over_breaks },
    })
  const client = await buildClient(server, { email_verified_at: NOW })
  const caller = await as(server, client)
  const book = (booking_time: string) =>
    caller.post(
      '/api/bookings',
      bookingBody(client, grace, {
        booking_time,
        estimated_hours: 8,
        total_amount: 520,
        instant: true,
      }),
    )
  const refused = async (booking_time: string) => {
    const before = await rowCounts(server)
    const { status, body } = await book(booking_time)
    expect(await rowCounts(server)).toEqual(before)
    return `${status} ${body.code}`
  }
  await save(false)
  expect(await refused('08:30')).toBe('409 slot_taken')

  expect((await save(true)).body.rules.over_breaks).toBe(true)
  const slots = `/api/professional/slots/${grace.id}?zip_code=78701&hours=8&from=2026-12-01`
  const { body } = await visitor(server).get(slots)
  expect(body.days[0].slots.map(({ time }: { time: string }) => time)).toEqual([
    '08:00',
    '08:30',
    '09:00',
  ])
  // The whole break of the plan, on the clock of Austin.
  const lunch = { starts_at: '2026-12-01T18:00:00.000Z', ends_at: '2026-12-01T19:00:00.000Z' }
  const slot = body.days[0].slots[1]
  expect(slot).toMatchObject({ time: '08:30', breaks: [lunch] })
  const short = await visitor(server).get(slots.replace('hours=8', 'hours=4'))
  expect(short.body.days[0].slots[0]).not.toHaveProperty('breaks')
  expect(await refused('07:30')).toBe('409 slot_taken')
  const booked = await book('08:30')
  expect(booked.body).toMatchObject({ status: 'accepted' })

  expect(booked.body).not.toHaveProperty('outside_hours')
  for (const side of [caller, own]) {
    const visit = (await side.get(`/api/bookings/${booked.body.id}/visit`)).body.visit
    expect(visit.breaks).toEqual([lunch])
  }

  expect((await save(true)).body.affected).toEqual([])
  const outside = [expect.objectContaining({ booking_id: booked.body.id })]
  expect((await save(false)).body.affected).toEqual(outside)
})

// rule: search-by-time
test('search finds a visit over a break at the times at which it is free, as the plan of the week tells', async () => {
  const grace = await buildProfessional(server, { areas: ['78613'] })
  const plan = [
    { weekday: 2, from: '08:00', to: '10:30' },
    { weekday: 2, from: '12:00', to: '13:00' },
  ]
  const own = await as(server, grace)
  await own.put(`/api/professional/time/${grace.id}`, { plan, rules: { over_breaks: true } })
  const search = '/api/professionals/search/enhanced?zip_code=78613&date=2026-12-01'
  const found: string[] = []
  for (const hours of [2, 3]) {
    for (let half = 15; half < 27; half++) {
      const time = new Date(half * 1_800_000).toISOString().slice(11, 16)
      const { body } = await visitor(server).get(`${search}&hours=${hours}&time=${time}`)
      if (body.total === 1) found.push(`${hours} h ${time}`)
    }
  }
  expect(found).toEqual(['2 h 08:00', '2 h 08:30', '3 h 09:30', '3 h 10:00'])
})
