// rule: booking-extras, price-lines
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { bookingBody, move, NOW, rowCounts } from '#server/test/builders/booking.ts'
import { buildClient, buildProfessional } from '#server/test/builders/build.ts'
import { as } from '#server/test/call.ts'
import { testServer } from '#server/test/server.ts'
import type { TestServer } from '#server/test/server.ts'

let server: TestServer
let pro: { id: string }
let client: { id: string }
beforeAll(async () => {
  server = await testServer({}, { now: () => NOW })
})
afterAll(() => server.close())
beforeEach(async () => {
  client = await buildClient(server)
  pro = await buildProfessional(server, { hourly_rate_cents: 4200 })
  await save({
    services: [
      { type: 'standard', hourly_rate: 45, minimum_hours: 2, included: [] },
      { type: 'deep', hourly_rate: 30, minimum_hours: 1, included: [] },
    ],
    extras: [{ code: 'oven', minutes: 30, price: 25 }],
    discounts: { weekly: 10, biweekly: 0, monthly: 0 },
  })
})

async function save(offer: object) {
  const asPro = await as(server, pro)
  const path = `/api/professional/offer/${pro.id}`
  const { version } = (await asPro.get(path)).body
  return asPro.put(path, { offer, version })
}
const request = async (facts: Record<string, unknown>) =>
  (await as(server, client)).post('/api/bookings', bookingBody(client, pro, facts))
const own = async () =>
  (await (await as(server, client)).get(`/api/bookings/client/${client.id}`)).body.bookings

test('a request keeps the rate of the service, its extras and supplies, also when the offer changes', async () => {
  await save({ supplies: { brings: 'priced', price: 15 } })
  const { body } = await request({
    estimated_hours: 3,
    extras: ['oven'],
    supplies: 'professional',
    total_amount: 152.5,
  })
  expect(body).toMatchObject({ total_amount: 152.5, price_changed: false })
  await save({ extras: [{ code: 'oven', minutes: 60, price: 99 }] })
  const [booking] = await own()
  expect(booking).toMatchObject({
    hourly_rate: 45,
    total_amount: 152.5,
    lines: [
      { kind: 'labour', hours: 2.5, rate: 45, amount: 112.5 },
      { kind: 'extra', extra: 'oven', name: null, minutes: 30, amount: 25 },
      { kind: 'supplies', amount: 15 },
    ],
    extras: ['oven'],
    supplies: 'professional',
  })
})

test('a request that names nothing costs the effective rate times the hours; included supplies come with it', async () => {
  await save({ supplies: { brings: 'included', price: null } })
  const { body } = await request({ service_type: 'deep', total_amount: 60 })
  expect(body).toMatchObject({ total_amount: 84, price_changed: true })
  expect((await own())[0]).toMatchObject({
    hourly_rate: 42,
    supplies: 'professional',
    lines: [{ kind: 'labour', hours: 2, rate: 42, amount: 84 }],
  })
})

test('what the offer lacks is refused, and nothing is written', async () => {
  const before = await rowCounts(server)
  const refused: [Record<string, unknown>, string][] = [
    [{ estimated_hours: 1 }, '422 hours_below_minimum'],
    [{ extras: ['fridge'] }, '422 extra_not_offered'],
    [{ extras: ['oven', 'oven'] }, '422 invalid_input'],
    [{ estimated_hours: 1, extras: ['fridge'] }, '422 extra_not_offered'],
    [{ supplies: 'professional' }, '422 supplies_not_offered'],
    [{ estimated_hours: 1, supplies: 'professional' }, '422 supplies_not_offered'],
    [{ service_type: 'office', extras: ['fridge'] }, '422 service_not_offered'],
  ]
  for (const [facts, code] of refused) {
    const { status, body } = await request(facts)
    expect([facts, `${status} ${body.code}`]).toEqual([facts, code])
  }
  await save({ extras: [{ code: 'oven', minutes: 95, price: 25 }] })
  const saved = await rowCounts(server)
  expect((await request({ extras: ['oven'] })).body.code).toBe('extras_too_long')
  expect(await rowCounts(server)).toEqual(saved)
  expect(saved).toMatchObject({ bookings: before['bookings'], leads: before['leads'] })
})

test('an offer that changes between quote and confirmation: the new price is written, and the answer says so', async () => {
  const caller = await as(server, client)
  const asked = {
    professional_id: pro.id,
    service_type: 'standard',
    cleaning_frequency: 'one_time',
  }
  const { body: quote } = await caller.post('/api/bookings/quote', asked)
  const answers = await Promise.all([
    request({ total_amount: quote.total_amount }),
    save({ services: [{ type: 'standard', hourly_rate: 60, minimum_hours: 1, included: [] }] }),
    request({ total_amount: quote.total_amount, booking_time: '13:00' }),
  ])
  for (const { body } of [answers[0], answers[2]]) {
    expect([90, 120]).toContain(body.total_amount)
    expect(body.price_changed).toBe(body.total_amount !== quote.total_amount)
  }
  for (const { hourly_rate, total_amount, lines } of await own()) {
    expect(total_amount).toBe(hourly_rate * 2)
    expect(lines).toEqual([{ kind: 'labour', hours: 2, rate: hourly_rate, amount: total_amount }])
  }
  const after = await request({ total_amount: quote.total_amount, booking_date: '2026-12-02' })
  expect(after.body).toMatchObject({ total_amount: 120, price_changed: true })
})

test('another price of the later visits of a series is told, also when that of the first one stands', async () => {
  await save({ discounts: { weekly: 10, biweekly: 0, monthly: 0 } })
  const weekly = { cleaning_frequency: 'weekly', series: {}, later_amount: 999 }
  const { body } = await request(weekly)
  const { total_amount, later_amount } = body
  expect([later_amount, body.price_changed]).toEqual([total_amount * 0.9, true])
  const same = await request({ ...weekly, total_amount, later_amount, booking_date: '2026-12-03' })
  expect(same.body).toMatchObject({ total_amount, later_amount, price_changed: false })
  // rule: idempotency-key
  const asked = bookingBody(client, pro, { ...weekly, booking_date: '2026-12-05' })
  const caller = await as(server, client)
  const send = () => caller.post('/api/bookings', asked, { 'idempotency-key': 'weekly' })
  const first = await send()
  await server.db
    .updateTable('series_terms')
    .set({ hourly_rate_cents: 9900 })
    .where('series_id', '=', first.body.series_id)
    .execute()
  expect((await send()).body).toEqual(first.body)
  const one = await request({ total_amount, later_amount, booking_date: '2026-12-04' })
  expect(one.body).toMatchObject({ later_amount: null, price_changed: false })
})

test('an offer that changes while a request waits is read again', async () => {
  await (
    await as(server, pro)
  ).put(`/api/professional/time/${pro.id}`, {
    plan: [1, 2, 3, 4, 5].map((weekday) => ({ weekday, from: '09:00', to: '17:00' })),
  })
  const caller = await as(server, client)
  const saving = await server.db.startTransaction().execute()
  await sql`select from users where id = ${pro.id} for update`.execute(saving)
  const asked = caller.post('/api/bookings', bookingBody(client, pro, { total_amount: 90 }))
  await expect.poll(isRequestWaiting).toBe(true)
  await sql`update offer_services set hourly_rate_cents = 6000 where professional_id = ${pro.id}`.execute(
    saving,
  )
  await sql`update offers set version = version + 1 where professional_id = ${pro.id}`.execute(
    saving,
  )
  await saving.commit().execute()
  expect((await asked).body).toMatchObject({ total_amount: 120, price_changed: true })
  expect((await own())[0]).toMatchObject({ hourly_rate: 60, total_amount: 120 })
})

/** Whether the request has read the offer, and waits for the lock of the professional. */
async function isRequestWaiting(): Promise<boolean> {
  const { rows } = await sql`select from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(server.db)
  return rows.length > 0
}

test('the first visit of a series has the full price, later ones the discount, also after a change of the terms', async () => {
  const { body } = await request({
    cleaning_frequency: 'weekly',
    series: {},
    estimated_hours: 3,
    extras: ['oven'],
  })
  expect(body.total_amount).toBe(137.5)
  await save({ discounts: { weekly: 50, biweekly: 50, monthly: 50 } })
  await move(server, pro, body.id, 'accepted')
  const visits = () =>
    server.context.db
      .selectFrom('bookings')
      .select(['id', 'total_cents', 'minimum_hours'])
      .where('series_id', '=', body.series_id)
      .orderBy('starts_at')
      .execute()
  const booked = await visits()
  expect(booked.map(({ total_cents }) => total_cents).slice(0, 3)).toEqual([13_750, 12_375, 12_375])
  expect(booked[1]!.minimum_hours).toBe(2)
  const series = async () =>
    (await (await as(server, client)).get(`/api/series/${body.series_id}`)).body.series
  const { body: detail } = await (await as(server, client)).get(`/api/bookings/${booked[1]!.id}`)
  const lines = [
    { kind: 'labour', hours: 2.5, rate: 45, amount: 112.5 },
    { kind: 'extra', extra: 'oven', name: null, minutes: 30, amount: 25 },
    { kind: 'discount', percent: 10, amount: -13.75 },
  ]
  expect(detail.booking.lines).toEqual(lines)
  expect(await series()).toMatchObject({ total_amount: 123.75, lines })

  const path = `/api/series/${body.series_id}/changes`
  const asPro = await as(server, pro)
  await asPro.post(path, { from_date: '2026-12-01', hourly_rate: 40 })
  expect((await visits()).map(({ total_cents }) => total_cents).slice(0, 2)).toEqual([
    12_500, 11_250,
  ])
  await server.context.db
    .updateTable('series')
    .set({ extras: JSON.stringify([{ extra: 'oven', name: null, minutes: 100, priceCents: 0 }]) })
    .where('id', '=', body.series_id)
    .execute()
  const shorter = await asPro.post(path, { from_date: '2026-12-08', estimated_hours: 2 })
  expect(shorter.body.code).toBe('extras_too_long')

  // rule: series-changes
  expect(await series()).toMatchObject({ min_hours: 2, change: null })
  const propose = (estimated_hours: number) =>
    asPro.post(path, { from_date: '2026-12-08', estimated_hours })
  const belowMinimum = async () => {
    const before = await rowCounts(server)
    const refused = await propose(1)
    expect(await rowCounts(server)).toEqual(before)
    return `${refused.status} ${refused.body.code} ${refused.body.params?.min_hours}`
  }
  expect(await belowMinimum()).toBe('422 hours_below_minimum 2')
  expect((await propose(4)).status).toBe(200)
  expect(await belowMinimum()).toBe('422 hours_below_minimum 2')
})
