// rule: offer
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { tasksOfService } from '#contract/market/home-rules.ts'
import { NOW } from '#server/test/builders/booking.ts'
import { buildClient, buildProfessional } from '#server/test/builders/build.ts'
import { as, visitor } from '#server/test/call.ts'
import { testServer } from '#server/test/server.ts'
import type { TestServer } from '#server/test/server.ts'
import { loadOffer } from './load-offer.ts'

type Person = { id: string }

let server: TestServer
let pro: Awaited<ReturnType<typeof buildProfessional>>
beforeAll(async () => {
  server = await testServer({}, { now: () => NOW })
})
afterAll(() => server.close())
beforeEach(async () => {
  pro = await buildProfessional(server, { user: { language: 'pt' } })
})

const urlOf = ({ id }: Person) => `/api/professional/offer/${id}`
const read = async (person: Person) => (await as(server, person)).get(urlOf(person))
const save = async (person: Person, offer: object, version = 0) =>
  (await as(server, person)).put(urlOf(person), { offer, version })
const answer = ({ status, body }: { status: number; body: { code?: string } }) =>
  `${status} ${body.code}`

const DEEP = { type: 'deep', hourly_rate: 80.5, minimum_hours: 3, included: ['dust', 'floors'] }
const OVEN = { code: 'oven', minutes: 30, price: 25 }
const PLANTS = { name: 'Plant watering', minutes: 15, price: 0 }
const OFFER = {
  services: [DEEP],
  supplies: { brings: 'priced', price: 12.5 },
  eco_products: true,
  pets_ok: true,
  languages: ['pt', 'en'],
  extras: [OVEN, PLANTS],
  discounts: { weekly: 10, biweekly: 5, monthly: 0 },
  costs: { cost_per_mile: 0.55, supplies_per_visit: 4 },
}
const standard = {
  type: 'standard',
  hourly_rate: null,
  minimum_hours: 1,
  included: tasksOfService('standard'),
}

/** The rows of this professional in the tables of offers, to see that a refusal wrote nothing. */
async function stored({ id }: Person) {
  const table = async (name: 'offers' | 'offer_services' | 'offer_extras') =>
    server.db.selectFrom(name).selectAll().where('professional_id', '=', id).execute()
  const events = await server.db
    .selectFrom('events')
    .select('id')
    .where('subject_id', '=', id)
    .where('kind', '=', 'offer.changed')
    .execute()
  return [
    await table('offers'),
    await table('offer_services'),
    await table('offer_extras'),
    events.length,
  ]
}

test('who has saved nothing reads the defaults, and reading writes nothing', async () => {
  const { status, body } = await read(pro)
  expect(status).toBe(200)
  expect(body).toEqual({
    offer: {
      services: [standard, { ...standard, type: 'deep', included: tasksOfService('deep') }],
      supplies: { brings: 'no', price: null },
      eco_products: false,
      pets_ok: false,
      languages: ['pt'],
      extras: [],
      discounts: { weekly: 0, biweekly: 0, monthly: 0 },
      costs: { cost_per_mile: 0.7, supplies_per_visit: 0 },
    },
    version: 0,
  })
  expect(await stored(pro)).toEqual([[], [], [], 0])
})

test('a saved offer is read again, a service left out has the defaults, own extras keep their ids', async () => {
  const { status, body } = await save(pro, OFFER, 0)
  expect(status).toBe(200)
  const [, plants] = body.offer.extras
  expect(body).toEqual({
    offer: { ...OFFER, services: [standard, DEEP], extras: [OVEN, { ...PLANTS, id: plants.id }] },
    version: 1,
  })
  expect((await read(pro)).body).toEqual(body)

  const unknown = {
    id: '018f0000-0000-7000-8000-000000000000',
    name: 'Silver',
    minutes: 5,
    price: 9,
  }
  const extras = [{ ...plants, minutes: 20 }, unknown]
  const again = await save(pro, { extras }, 1)
  expect(again.body.offer.extras).toEqual([
    { ...plants, minutes: 20 },
    { ...unknown, id: expect.not.stringMatching(unknown.id) },
  ])
  expect(again.body).toMatchObject({ offer: { services: [standard, DEEP] }, version: 2 })
  const none = await save(pro, { services: [] }, 2)
  expect(none.body.offer.services[1].hourly_rate).toBeNull()
})

test('a service never costs less than the profile says, and is never shorter than the rules say', async () => {
  await save(pro, { services: [DEEP] })
  const service = async () =>
    (await loadOffer(server.db, pro.id))!.services.find(({ type }) => type === 'deep')
  expect(await service()).toMatchObject({ rateCents: 8050, minimumHours: 3 })
  const caller = await as(server, pro)
  await caller.put(`/api/professional/time/${pro.id}`, { rules: { min_hours: 4 } })
  await server.db
    .updateTable('professionals')
    .set({ hourly_rate_cents: 9000 })
    .where('user_id', '=', pro.id)
    .execute()
  expect(await service()).toMatchObject({
    rateCents: 9000,
    ownRateCents: 8050,
    minimumHours: 4,
    ownMinimumHours: 3,
  })
})

// rule: edit-conflict
test('an older version is refused, and of two equal saves at once only one is saved', async () => {
  const both = await Promise.all([save(pro, OFFER, 0), save(pro, { pets_ok: true }, 0)])
  expect(both.map(answer).toSorted()).toEqual(['200 undefined', '409 offer_changed'])
  const before = await stored(pro)
  expect(answer(await save(pro, OFFER, 0))).toBe('409 offer_changed')
  const unversioned = { offer: { languages: ['es'] } }
  expect(answer(await (await as(server, pro)).put(urlOf(pro), unversioned))).toBe(
    '422 invalid_input',
  )
  expect(await stored(pro)).toEqual(before)
})

// rule: own-ids-only
test('only the professional reads and changes their offer, and needs a profile', async () => {
  const [other, client] = [await buildProfessional(server), await buildClient(server)]
  const calls = [
    (caller: ReturnType<typeof visitor>) => caller.get(urlOf(pro)),
    (caller: ReturnType<typeof visitor>) => caller.put(urlOf(pro), { offer: 'broken' }),
  ]
  for (const call of calls) {
    expect(answer(await call(visitor(server)))).toBe('401 not_signed_in')
    expect(answer(await call(await as(server, client)))).toBe('403 not_yours')
    expect(answer(await call(await as(server, other)))).toBe('403 not_yours')
  }
  const newcomer = await buildClient(server, { role: 'professional' })
  expect(answer(await read(newcomer))).toBe('409 complete_profile_first')
  expect(answer(await save(newcomer, OFFER))).toBe('409 complete_profile_first')
  expect(await stored(pro)).toEqual([[], [], [], 0])
})

const own = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ ...PLANTS, name: `Own ${index}` }))
const SOME_ID = '018f0000-0000-7000-8000-000000000001'
const INVALID: Record<string, object> = {
  'a rate above the highest': { services: [{ ...DEEP, hourly_rate: 200.01 }] },
  'a part of a cent': { services: [{ ...DEEP, hourly_rate: 70.001 }] },
  'five hours at least': { services: [{ ...DEEP, minimum_hours: 5 }] },
  'a task of another service': { services: [{ ...DEEP, included: ['desks'] }] },
  'a task twice': { services: [{ ...DEEP, included: ['dust', 'dust'] }] },
  'a service twice': { services: [DEEP, DEEP] },
  'a price without priced supplies': { supplies: { brings: 'included', price: 5 } },
  'priced supplies without a price': { supplies: { brings: 'priced', price: null } },
  'supplies below a dollar': { supplies: { brings: 'priced', price: 0.99 } },
  'no language': { languages: [] },
  'nine languages': { languages: ['en', 'es', 'pt', 'fr', 'ht', 'zh', 'vi', 'ko', 'tl'] },
  'an unknown language': { languages: ['de'] },
  'a language twice': { languages: ['en', 'en'] },
  'an extra twice': { extras: [OVEN, OVEN] },
  'an unknown extra': { extras: [{ ...OVEN, code: 'roof' }] },
  'an extra with a code and a name': { extras: [{ ...OVEN, name: 'Oven' }] },
  'an extra with neither': { extras: [{ minutes: 5, price: 1 }] },
  'an id twice': { extras: [1, 2].map((n) => ({ ...PLANTS, name: `Own ${n}`, id: SOME_ID })) },
  'six own extras': { extras: own(6) },
  'a name of one character': { extras: [{ ...PLANTS, name: ' x ' }] },
  'a name of 61 characters': { extras: [{ ...PLANTS, name: 'x'.repeat(61) }] },
  'seven minutes': { extras: [{ ...OVEN, minutes: 7 }] },
  'more than four hours': { extras: [{ ...OVEN, minutes: 245 }] },
  'a negative price': { extras: [{ ...OVEN, price: -1 }] },
  'a discount of 51 %': { discounts: { ...OFFER.discounts, weekly: 51 } },
  'half a per cent': { discounts: { ...OFFER.discounts, monthly: 0.5 } },
  'a missing discount': { discounts: { weekly: 5 } },
  'costs above five dollars a mile': { costs: { ...OFFER.costs, cost_per_mile: 5.01 } },
  'a word for a switch': { pets_ok: 'yes' },
}

test.each(Object.entries(INVALID))('%s is refused, and nothing is saved', async (_, change) => {
  expect(answer(await save(pro, { ...OFFER, ...change }, 0))).toBe('422 offer_invalid')
  expect(await stored(pro)).toEqual([[], [], [], 0])
})

test('a service that the profile lacks is refused, and nothing is saved', async () => {
  const office = { ...standard, type: 'office', included: [] }
  expect(answer(await save(pro, { services: [office] }, 0))).toBe('422 service_not_offered')
  expect(answer(await save(pro, OFFER, -1))).toBe('422 invalid_input')
  expect(await stored(pro)).toEqual([[], [], [], 0])
  const eight = { extras: own(5), languages: ['en', 'es', 'pt', 'fr', 'ht', 'zh', 'vi', 'ko'] }
  expect((await save(pro, eight, 0)).status).toBe(200)
})
