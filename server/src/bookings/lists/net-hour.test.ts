// rule: net-hour
import { afterAll, beforeAll, expect, test } from 'vitest'
import { NOW, move, requestBooking } from '#server/test/builders/booking.ts'
import { buildClient, buildProfessional } from '#server/test/builders/build.ts'
import { as } from '#server/test/call.ts'
import { testServer } from '#server/test/server.ts'
import type { TestServer } from '#server/test/server.ts'
import { grantCredits } from '#server/money/leads/ledger.ts'
import { distanceMiles } from '#server/places/distance.ts'
import { netHour } from './net-hour.ts'

let server: TestServer
let now = NOW

beforeAll(async () => {
  server = await testServer({}, { now: () => now })
})
afterAll(() => server.close())

test('miles, minutes and costs are those of the rule', () => {
  const visit = {
    totalCents: 13000,
    workMinutes: 120,
    miles: 7,
    perMileCents: 70,
    suppliesCents: 500,
    lead: 'credit',
    creditCents: 398,
  } as const
  // 2 · 1.3 · 7 = 18.2 miles; 2 · (10 + 2.6 · 7) = 56.4 minutes; 130 − 12.74 − 5 − 3.98 = 108.28 in 177 minutes.
  expect(netHour(visit)).toEqual({
    total_amount: 130,
    travel_miles: 18.2,
    travel_minutes: 57,
    travel_cost: 12.74,
    supplies_cost: 5,
    lead_cost: 3.98,
    work_minutes: 120,
    net_amount: 108.28,
    net_per_hour: 36.71,
  })
  expect(netHour({ ...visit, miles: 0, suppliesCents: 0, lead: 'none' })).toMatchObject({
    travel_miles: 0,
    travel_minutes: 20,
    travel_cost: 0,
    lead_cost: 0,
    net_amount: 130,
    net_per_hour: 55.71,
  })
  expect(netHour({ ...visit, totalCents: 2000, lead: 'bought' })).toMatchObject({
    lead_cost: 15,
    net_amount: -12.74,
    net_per_hour: -4.32,
  })
})

test('the professional sees it while a visit is asked for or agreed, by their own costs; the client never', async () => {
  const client = await buildClient(server)
  const pro = await buildProfessional(server)
  const asPro = await as(server, pro)
  const offer = {
    supplies: { brings: 'included', price: null },
    costs: { cost_per_mile: 1, supplies_per_visit: 8 },
  }
  const saved = await asPro.put(`/api/professional/offer/${pro.id}`, { offer, version: 0 })
  expect(saved.status).toBe(200)
  const id = await requestBooking(server, client, pro, { zip_code: '78701' })
  const list = async () => (await asPro.get(`/api/bookings/professional/${pro.id}`)).body.bookings
  const near = {
    total_amount: 130,
    travel_miles: 0,
    travel_minutes: 20,
    travel_cost: 0,
    supplies_cost: 8,
    lead_cost: 3.98,
    work_minutes: 120,
    net_amount: 118.02,
    net_per_hour: 50.58,
  }
  expect((await list())[0].net_hour).toEqual(near)
  const dashboard = await asPro.get(`/api/professional/dashboard/${pro.id}`)
  expect(dashboard.body.recent_bookings[0].net_hour).toEqual(near)

  await server.db
    .insertInto('professional_times')
    .values({ professional_id: pro.id, base_zip: '77002' })
    .execute()
  const point = (zip: string) =>
    server.db
      .selectFrom('zips')
      .select(['latitude', 'longitude'])
      .where('zip', '=', zip)
      .executeTakeFirstOrThrow()
  const miles = distanceMiles(await point('77002'), await point('78701'))
  const far = (await list())[0].net_hour
  expect(miles).toBeGreaterThan(100)
  expect(far.travel_miles).toBe(Math.round(26 * miles) / 10)
  expect(far.travel_minutes).toBe(Math.ceil(2 * (10 + 2.6 * miles)))
  expect(far.travel_cost).toBe(far.travel_miles)

  await move(server, pro, id, 'accepted')
  expect((await list())[0].net_hour).toEqual(far)
  const asClient = await as(server, client)
  const own = await asClient.get(`/api/bookings/client/${client.id}`)
  const one = await asClient.get(`/api/bookings/${id}`)
  const visit = await asClient.get(`/api/bookings/${id}/visit`)
  for (const { body } of [own, one, visit]) expect(JSON.stringify(body)).not.toContain('net_')
  await move(server, client, id, 'cancelled', 'Plans changed')
  expect((await list())[0].net_hour).toBeNull()
})

test('a locked lead costs a bought one, also once it was bought; a known client costs none', async () => {
  const client = await buildClient(server)
  const pro = await buildProfessional(server, { credits: 0 })
  const asPro = await as(server, pro)
  const costs = async () =>
    (await asPro.get(`/api/bookings/professional/${pro.id}`)).body.bookings.map(
      (booking: { locked: boolean; net_hour: { lead_cost: number } }) => [
        booking.locked,
        booking.net_hour.lead_cost,
      ],
    )
  const first = await requestBooking(server, client, pro)
  expect(await costs()).toEqual([[true, 15]])
  now = new Date(+NOW + 60_000)
  const credit = { professionalId: pro.id, kind: 'bought', amount: 1, at: now } as const
  await server.db
    .transaction()
    .execute((tx) => grantCredits(tx, `bought ${pro.id}`, { ...credit, reason: 'single_lead' }))
  expect(await costs()).toEqual([[false, 15]])
  const second = await requestBooking(server, client, pro, { booking_time: '14:00' })
  expect(await costs()).toEqual([
    [false, 15],
    [false, 15],
  ])
  await move(server, pro, first, 'accepted')
  expect(await costs()).toEqual([
    [false, 0],
    [false, 15],
  ])
  await move(server, pro, second, 'accepted')
  expect(await costs()).toEqual([
    [false, 0],
    [false, 15],
  ])
})
