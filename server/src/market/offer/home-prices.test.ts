// rule: search-card, estimate
import { afterAll, beforeAll, expect, test } from 'vitest'
import { NOW, rowCounts } from '#server/test/builders/booking.ts'
import { buildClient, buildProfessional } from '#server/test/builders/build.ts'
import { as, visitor } from '#server/test/call.ts'
import { testServer } from '#server/test/server.ts'
import type { TestServer } from '#server/test/server.ts'

const HOME = {
  address: '12 Oak Street',
  city: 'Austin',
  state: 'TX',
  zip_code: '78701',
  kind: 'house',
  bedrooms: 3,
  bathrooms: 2,
}

let server: TestServer
let client: { id: string }
let pro: { id: string }
beforeAll(async () => {
  server = await testServer({}, { now: () => NOW })
  client = await buildClient(server)
  pro = await buildProfessional(server, { hourly_rate_cents: 4200 })
  const offer = {
    services: [{ type: 'deep', hourly_rate: 52, minimum_hours: 6, included: [] }],
    supplies: { brings: 'priced', price: 15 },
    extras: [],
    discounts: { weekly: 0, biweekly: 0, monthly: 0 },
  }
  const saved = await as(server, pro)
  await saved.put(`/api/professional/offer/${pro.id}`, { offer, version: 0 })
  await (await as(server, client)).post('/api/homes', HOME)
})
afterAll(() => server.close())

const path = (facts: object = {}, ids = pro.id) =>
  `/api/bookings/home-prices?${new URLSearchParams({ zip_code: '78701', professionals: ids, ...facts })}`
const pricesOf = async (person: { id: string }, facts?: object, ids?: string) =>
  (await (await as(server, person)).get(path(facts, ids))).body.prices

test('the price at a saved home has its hours, the rate of the service, and the supplies that it lacks', async () => {
  // 30 + 3 × 20 + 2 × 25 = 140 minutes, so 3 hours.
  const standard = { [pro.id]: { hours: 3, total: 3 * 42 + 15 } }
  expect(await pricesOf(client)).toEqual(standard)
  expect(await pricesOf(client, { zip_code: '78701-1234' })).toEqual(standard)
  // 60 + 3 × 35 + 2 × 45 = 255 minutes, so 6 hours.
  expect(await pricesOf(client, { service_type: 'deep' })).toEqual({
    [pro.id]: { hours: 6, total: 6 * 52 + 15 },
  })
})

test('there is no price without a home with that ZIP code, for an inactive professional and for no id', async () => {
  expect(await pricesOf(client, { zip_code: '78702' })).toEqual({})
  expect(await pricesOf(await buildClient(server))).toEqual({})
  const inactive = await buildProfessional(server, { active: false })
  expect(await pricesOf(client, {}, `${inactive.id},nobody`)).toEqual({})
})

test('a visitor and a professional are refused, and nothing is ever written', async () => {
  const before = await rowCounts(server)
  expect(await visitor(server).get(path())).toMatchObject({
    status: 401,
    body: { code: 'not_signed_in' },
  })
  expect((await visitor(server).get(path({ service_type: 'dry' }))).status).toBe(401)
  expect(await rowCounts(server)).toEqual(before)
  const refused = await (await as(server, pro)).get(path())
  expect(refused).toMatchObject({ status: 403, body: { code: 'clients_only' } })
  const wrong = await (await as(server, client)).get(path({ service_type: 'dry' }))
  expect(wrong.status).toBe(422)
})
