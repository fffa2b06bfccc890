import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildProfessional } from '#server/test/builders/build.ts'
import { visitor } from '#server/test/call.ts'
import { testServer } from '#server/test/server.ts'
import type { TestServer } from '#server/test/server.ts'
import { countCities } from './count-cities.ts'

let now = new Date('2026-11-20T12:00:00Z')
let server: TestServer
beforeAll(async () => {
  server = await testServer({}, { now: () => now })
  await buildProfessional(server, {
    areas: ['Austin, TX'],
    hourly_rate_cents: 3550,
    rating_sum: 48,
    total_reviews: 10,
  })
  await buildProfessional(server, {
    areas: ['78701', '78702', 'Pflugerville, TX'],
    rating_sum: 10,
    total_reviews: 2,
  })
  await buildProfessional(server, { areas: ['78704', '33130'], hourly_rate_cents: 9900 })
  await buildProfessional(server, { areas: ['Saint Louis, MO', 'Austin, TX'], active: false })
  await buildProfessional(server, { areas: ["O'Fallon, MO"] })
  await countCities(server.context)
})
afterAll(() => server.close())

const read = (path: string) => visitor(server).get(`/api/cities${path}`)

// rule: city-pages
test('a city shows how many professionals serve it, the lowest rate, and the rating by the reviews that count', async () => {
  const { status, body } = await read('/tx/austin')
  expect(status).toBe(200)
  expect(body).toMatchObject({
    city: 'Austin',
    state: 'TX',
    state_name: 'Texas',
    slug: 'austin',
    zip: '78745',
    professionals: 3,
    lowest_rate: 35.5,
    total_reviews: 12,
  })
  expect(body.rating).toBeCloseTo(58 / 12)
})

// rule: city-pages
test('its first cards are its best-rated professionals, each once', async () => {
  const { body } = await read('/tx/austin')
  expect(body.best.map(({ hourly_rate }: { hourly_rate: number }) => hourly_rate)).toEqual([
    35.5, 65, 99,
  ])
  expect(body.best[0]).not.toHaveProperty('email')
})

// rule: city-pages
test('the ZIP codes of a city are those that a professional serves', async () => {
  expect((await read('/tx/austin')).body.zips).toContain('78759')
  const { body } = await read('/fl/miami')
  expect(body.zips).toEqual(['33130'])
})

// rule: city-pages
test('nearby cities with professionals are named, the nearest first, and none that is far', async () => {
  const { nearby } = (await read('/tx/austin')).body
  expect(nearby).toMatchObject([{ city: 'Pflugerville', slug: 'pflugerville', professionals: 1 }])
  expect(nearby[0].distance_miles).toBeGreaterThan(5)
  expect(nearby[0].distance_miles).toBeLessThan(30)
})

// rule: city-pages
test.each(['/mo/saint-louis', '/tx/nowhere', '/zz/austin', '/tx/78701', '/tx/%20'])(
  'there is no page %s, because nobody serves it',
  async (path) => {
    expect(await read(path)).toMatchObject({ status: 404, body: { code: 'not_found' } })
  },
)

// rule: city-pages
test('a city is found under every spelling, and returns its own address', async () => {
  for (const path of ['/mo/ofallon', '/missouri/o-fallon', '/MO/OFallon']) {
    expect((await read(path)).body).toMatchObject({
      city: "O'Fallon",
      state: 'MO',
      slug: 'ofallon',
    })
  }
})

// rule: city-pages
test('states are listed by name with the number of their cities, and a state with its cities', async () => {
  expect((await read('')).body).toEqual({
    states: [
      { state: 'FL', name: 'Florida', cities: 1 },
      { state: 'MO', name: 'Missouri', cities: 1 },
      { state: 'TX', name: 'Texas', cities: 2 },
    ],
  })
  const { body } = await read('/tx')
  expect(body).toMatchObject({ state: 'TX', name: 'Texas' })
  expect(body.cities).toMatchObject([
    { city: 'Austin', professionals: 3 },
    { city: 'Pflugerville', professionals: 1 },
  ])
  expect((await read('/texas')).body).toEqual(body)
  expect((await read('/ca')).status).toBe(404)
  expect((await read('/-')).status).toBe(404)
})

// rule: city-pages
test('a process reads a page once a minute', async () => {
  const professionals = async () => (await read('/tx/austin')).body.professionals
  await buildProfessional(server, { areas: ['78701'] })
  await countCities(server.context)
  expect(await professionals()).toBe(3)
  now = new Date('2026-11-20T12:01:01Z')
  expect(await professionals()).toBe(4)
})
