// rule: price-lines
import { afterAll, beforeAll, expect, test } from 'vitest'
import { NOW, rowCounts } from '#server/test/builders/booking.ts'
import { buildClient, buildProfessional } from '#server/test/builders/build.ts'
import { as, visitor } from '#server/test/call.ts'
import { testServer } from '#server/test/server.ts'
import type { TestServer } from '#server/test/server.ts'

let server: TestServer
let pro: { id: string }
beforeAll(async () => {
  server = await testServer({}, { now: () => NOW })
  pro = await buildProfessional(server, { hourly_rate_cents: 4200 })
  await (
    await as(server, pro)
  ).put(`/api/professional/offer/${pro.id}`, {
    offer: {
      services: [{ type: 'deep', hourly_rate: 52, minimum_hours: 3, included: [] }],
      supplies: { brings: 'priced', price: 15 },
      extras: [
        { code: 'oven', minutes: 30, price: 25 },
        { name: 'Plant watering', minutes: 10, price: 0 },
      ],
      discounts: { weekly: 10, biweekly: 0, monthly: 0 },
    },
    version: 0,
  })
})
afterAll(() => server.close())

const visit = (facts: object = {}) => ({
  professional_id: pro.id,
  service_type: 'standard',
  cleaning_frequency: 'one_time',
  ...facts,
})
const ask = (facts: object = {}) => visitor(server).post('/api/bookings/quote', visit(facts))
const HOME = { bedrooms: 2, bathrooms: 1, square_feet: 900, floors: 1, pets: [] }

// rule: estimate
test('a visitor reads the estimate of a home with its parts, and the lines of that length', async () => {
  const before = await rowCounts(server)
  const { status, body } = await ask({ home: HOME, extras: ['oven'], supplies: 'professional' })
  expect(status).toBe(200)
  expect(body).toEqual({
    estimate: {
      hours: 3,
      minutes: 125,
      source: 'formula',
      visits: 0,
      over: false,
      parts: [
        { what: 'base', count: 1, minutes: 30 },
        { what: 'bedrooms', count: 2, minutes: 40 },
        { what: 'bathrooms', count: 1, minutes: 25 },
        { what: 'extras', count: 1, minutes: 30 },
      ],
    },
    estimated_hours: 3,
    min_hours: 1,
    lines: [
      { kind: 'labour', hours: 2.5, rate: 42, amount: 105 },
      { kind: 'extra', extra: 'oven', name: null, minutes: 30, amount: 25 },
      { kind: 'supplies', amount: 15 },
    ],
    total_amount: 145,
    later: null,
  })
  expect(await rowCounts(server)).toEqual(before)
})

// rule: booking-extras
test('later visits have the discount on labour and extras, not on supplies', async () => {
  const { body } = await ask({
    cleaning_frequency: 'weekly',
    estimated_hours: 3,
    extras: ['oven'],
    supplies: 'professional',
  })
  expect(body.total_amount).toBe(145)
  expect(body.later.lines.at(-1)).toEqual({ kind: 'discount', percent: 10, amount: -13 })
  expect(body.later.total_amount).toBe(132)
  const { body: plain } = await ask({ cleaning_frequency: 'monthly', estimated_hours: 3 })
  expect(plain.later).toEqual({ lines: plain.lines, total_amount: 126 })
})

// rule: offer
test('a service has its own rate and shortest visit, and nothing known of the home means two hours', async () => {
  const { body } = await ask({ service_type: 'deep' })
  expect(body).toMatchObject({ estimated_hours: 3, min_hours: 3, total_amount: 156 })
  expect(body.estimate).toMatchObject({ minutes: 120, source: 'default' })
  expect(await ask({ service_type: 'deep', estimated_hours: 2 })).toMatchObject({
    status: 422,
    body: { code: 'hours_below_minimum', detail: 'This professional has a 3-hour minimum.' },
  })
})

// rule: offer, free-times
test('free times of a service keep its shortest visit, also when the answer is kept', async () => {
  const slots = (query: string) =>
    visitor(server).get(`/api/professional/slots/${pro.id}?zip_code=78701&hours=2${query}`)
  for (let time = 0; time < 2; time += 1) {
    expect(await slots('&service_type=standard')).toMatchObject({
      status: 200,
      body: { min_hours: 1 },
    })
    expect(await slots('&service_type=deep')).toMatchObject({
      status: 422,
      body: { code: 'hours_below_minimum', min_hours: 3, params: { min_hours: '3' } },
    })
  }
})

test('a quote is refused as a request would be', async () => {
  const lapsed = await buildProfessional(server, { active: false })
  const plain = await buildProfessional(server, { frequencies: ['one_time'] })
  const view = await visitor(server).get(`/api/professional/public-view/${pro.id}`)
  const plants = view.body.professional.offer.extras[1].id
  const refused: [object, string][] = [
    [{ professional_id: 'nobody' }, '404 professional_not_found'],
    [{ professional_id: lapsed.id }, '404 professional_not_found'],
    [{ service_type: 'office' }, '422 service_not_offered'],
    [{ service_type: 'window' }, '422 service_type_invalid'],
    [{ estimated_hours: 5 }, '422 hours_invalid'],
    [{ extras: ['fridge'] }, '422 extra_not_offered'],
    [{ extras: ['oven', 'oven'] }, '422 invalid_input'],
    [{ estimated_hours: 1, extras: ['oven'] }, '200 undefined'],
    [{ estimated_hours: 1, extras: ['oven', plants] }, '422 extras_too_long'],
    [{ professional_id: plain.id, supplies: 'professional' }, '422 supplies_not_offered'],
    [{ professional_id: plain.id, cleaning_frequency: 'weekly' }, '422 frequency_not_offered'],
    [{ home: { ...HOME, bedrooms: 11 } }, '422 invalid_input'],
    [{ home_id: pro.id }, '401 not_signed_in'],
  ]
  for (const [facts, code] of refused) {
    const { status, body } = await ask(facts)
    expect([facts, `${status} ${body.code}`]).toEqual([facts, code])
  }
})

test('only its client can name a saved home', async () => {
  const [maya, other] = [await buildClient(server), await buildClient(server)]
  const caller = await as(server, maya)
  const saved = await caller.post('/api/homes', {
    address: '100 Congress Ave',
    city: 'Austin',
    state: 'TX',
    zip_code: '78701',
    kind: 'house',
    bedrooms: 3,
    bathrooms: 2.5,
    square_feet: 1600,
    floors: 2,
    pets: ['cat'],
  })
  expect(saved.status).toBe(200)
  const body = visit({ home_id: saved.body.home.id })
  const { body: quote } = await caller.post('/api/bookings/quote', body)
  // 30 + 3·20 + 2.5·25 rounded up + 2·15 + 10 + 15
  expect(quote.estimate).toMatchObject({ minutes: 208, hours: 4, source: 'formula' })
  const codes = [await as(server, other), await as(server, pro)].map(
    async (one) => (await one.post('/api/bookings/quote', body)).body.code,
  )
  expect(await Promise.all(codes)).toEqual(['home_not_found', 'clients_only'])
  const noUuid = await caller.post('/api/bookings/quote', visit({ home_id: 'our-house' }))
  expect([noUuid.status, noUuid.body.code]).toEqual([404, 'home_not_found'])
})
