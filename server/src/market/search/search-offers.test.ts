// rule: search-filters, offer
import { afterAll, beforeAll, expect, test } from 'vitest'
import { NOW } from '#server/test/builders/booking.ts'
import { buildProfessional } from '#server/test/builders/build.ts'
import { as, visitor } from '#server/test/call.ts'
import { testServer } from '#server/test/server.ts'
import type { TestServer } from '#server/test/server.ts'

type Facts = Parameters<typeof buildProfessional>[1]
type Found = {
  user_id: string
  full_name: string
  service_rate?: number
  languages: string[]
  isBackgroundCheckVerified: boolean
}

const zip_code = '05401'
const ALL_WEEK = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, from: '08:00', to: '20:00' }))
const NO_DISCOUNT = { weekly: 0, biweekly: 0, monthly: 0 }

let server: TestServer
let people: Awaited<ReturnType<typeof offering>>[]
beforeAll(async () => {
  server = await testServer({}, { now: () => NOW })
  people = [
    await offering('None', { hourly_rate_cents: 5000, user: { language: 'pt' } }, undefined),
    await offering(
      'Deep',
      { hourly_rate_cents: 4000, background_check_status: 'approved' },
      {
        services: [{ type: 'deep', hourly_rate: 60.5, minimum_hours: 4, included: ['dust'] }],
        supplies: { brings: 'priced', price: 12 },
        languages: ['en', 'es', 'hi'],
        discounts: { ...NO_DISCOUNT, weekly: 10 },
      },
    ),
    await offering(
      'Green',
      { hourly_rate_cents: 4500 },
      {
        // Below the rate of the profile, so it counts as that one.
        services: [{ type: 'deep', hourly_rate: 20, minimum_hours: 1, included: [] }],
        supplies: { brings: 'included', price: null },
        eco_products: true,
        pets_ok: true,
        languages: ['pt'],
      },
    ),
  ]
})
afterAll(() => server.close())

async function offering(full_name: string, facts: Facts, offer: object | undefined) {
  const pro = await buildProfessional(server, { areas: [zip_code], full_name, ...facts })
  const caller = await as(server, pro)
  const saved =
    offer && (await caller.put(`/api/professional/offer/${pro.id}`, { offer, version: 0 }))
  expect(saved?.status ?? 200).toBe(200)
  await caller.put(`/api/professional/time/${pro.id}`, { plan: ALL_WEEK })
  return pro
}

async function search(query: Record<string, string>) {
  const text = new URLSearchParams({ zip_code, sort_by: 'price', ...query })
  const { status, body } = await visitor(server).get(`/api/professionals/search/enhanced?${text}`)
  const found = (body.professionals ?? []) as Found[]
  return {
    status,
    code: body.code,
    total: body.total,
    found,
    names: found.map(({ full_name }) => full_name),
  }
}

/** The professionals who are found with each filter, cheapest first. */
const FOUND: [string, Record<string, string>, string[]][] = [
  ['nothing', {}, ['Deep', 'Green', 'None']],
  ['English', { speaks: 'en' }, ['Deep']],
  ['Portuguese, also of an account', { speaks: 'pt' }, ['Green', 'None']],
  ['Hindi', { speaks: 'hi' }, ['Deep']],
  ['Polish', { speaks: 'pl' }, []],
  ['supplies', { brings_supplies: 'true' }, ['Deep', 'Green']],
  ['eco products', { eco_products: 'true' }, ['Green']],
  ['pets', { pets_ok: 'true' }, ['Green']],
  ['a check', { verified: 'true' }, ['Deep']],
  ['supplies and a check', { brings_supplies: 'true', verified: 'true' }, ['Deep']],
  ['pets and a check', { pets_ok: 'true', verified: 'true' }, []],
  ['a service', { service_type: 'deep' }, ['Green', 'None', 'Deep']],
  ['a service up to $60', { service_type: 'deep', max_rate: '60' }, ['Green', 'None']],
  ['a service up to $60.50', { service_type: 'deep', max_rate: '60.5' }, ['Green', 'None', 'Deep']],
  ['another one up to $40', { service_type: 'standard', max_rate: '40' }, ['Deep']],
]

test.each(FOUND)('a search for %s finds those whose profile says so', async (_, query, names) => {
  const { found, ...answer } = await search(query)
  expect(answer).toMatchObject({ names, total: names.length })
  for (const { user_id, service_rate } of found) {
    const { body } = await visitor(server).get(`/api/professional/public-view/${user_id}`)
    const { professional } = body
    const claims = ['brings_supplies', 'eco_products', 'pets_ok'].filter((name) => query[name])
    expect(professional).toMatchObject({
      ...Object.fromEntries(claims.map((name) => [name, true])),
      ...(query['verified'] && { isBackgroundCheckVerified: true }),
    })
    expect(professional.languages).toEqual(
      expect.arrayContaining(query['speaks'] ? [query['speaks']] : []),
    )
    expect(service_rate === undefined).toBe(query['service_type'] === undefined)
  }
})

// rule: search-by-time
test('a search by time filters and sorts in the same way, and needs the shortest visit', async () => {
  const date = '2026-11-27'
  const timed = (query: Record<string, string>) => search({ date, ...query })
  expect((await timed({})).names).toEqual(['Deep', 'Green', 'None'])
  expect((await timed({ speaks: 'pt', eco_products: 'true' })).names).toEqual(['Green'])
  const deep = { service_type: 'deep' }
  expect((await timed(deep)).names).toEqual(['Green', 'None'])
  const long = await timed({ ...deep, hours: '4' })
  expect(long.found.map((one) => [one.full_name, one.service_rate])).toEqual([
    ['Green', 45],
    ['None', 50],
    ['Deep', 60.5],
  ])
})

test.each(['speaks=de', 'pets_ok=false', 'verified=1', 'eco_products=yes', 'brings_supplies=no'])(
  'the filter %s is refused',
  async (query) => {
    expect(await search(Object.fromEntries(new URLSearchParams(query)))).toMatchObject({
      status: 422,
      code: 'search_filter_invalid',
    })
  },
)

// rule: public-fields, offer, profile-content
test('a profile has the offer without costs, and a card what its chips say', async () => {
  const [none, deep] = people
  const profile = async (id: string) =>
    (await visitor(server).get(`/api/professional/public-view/${id}`)).body.professional
  const own = await profile(deep!.id)
  expect(own).toMatchObject({
    languages: ['en', 'es', 'hi'],
    brings_supplies: true,
    pets_ok: false,
  })
  expect(Object.keys(own.offer).toSorted()).toEqual(
    'discounts eco_products extras languages pets_ok services supplies'.split(' '),
  )
  expect(own.offer.services).toMatchObject([{ hourly_rate: null }, { hourly_rate: 60.5 }])
  expect(own.offer.discounts).toEqual({ ...NO_DISCOUNT, weekly: 10 })
  const { found } = await search({ speaks: 'pt' })
  expect(found.find(({ user_id }) => user_id === none!.id)).toMatchObject({
    languages: ['pt'],
    brings_supplies: false,
    eco_products: false,
    pets_ok: false,
  })
})

// rule: search-finds-listed
test('a changed offer, language and profile rate show in the next search', async () => {
  const [none] = people
  const caller = await as(server, none!)
  expect((await search({ pets_ok: 'true' })).names).toEqual(['Green'])
  await caller.put(`/api/professional/offer/${none!.id}`, { offer: { pets_ok: true }, version: 0 })
  expect((await search({ pets_ok: 'true' })).names).toEqual(['Green', 'None'])

  const newcomer = await offering('Newcomer', {}, undefined)
  expect((await search({ speaks: 'es' })).names).toEqual(['Deep'])
  const self = await as(server, newcomer)
  const { body } = await self.get(`/api/users/${newcomer.id}/settings`)
  await self.put(`/api/users/${newcomer.id}/settings`, { ...body, language: 'es' })
  expect((await search({ speaks: 'es' })).names).toEqual(['Deep', 'Newcomer'])
})
