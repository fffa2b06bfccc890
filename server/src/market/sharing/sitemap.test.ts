// rule: indexable-pages
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { HELP_TOPICS } from '#contract/market/help-topics.ts'
import { buildClient, buildProfessional } from '#server/test/builders/build.ts'
import { visitor } from '#server/test/call.ts'
import { testServer } from '#server/test/server.ts'
import type { TestServer } from '#server/test/server.ts'
import { countCities } from '../cities/count-cities.ts'
import { divideSitemap, sitemapOf } from './sitemap.ts'

const ORIGIN = 'https://lustra.example'
let server: TestServer
beforeAll(async () => {
  server = await testServer({ PUBLIC_ORIGIN: ORIGIN })
  for (const slug of ['ana', 'bea', 'cleo', 'dora', 'eva', 'fay', 'gil'])
    await buildProfessional(server, { slug, areas: ['Austin, TX', '33130'] })
  await buildProfessional(server, { slug: 'barred', active: false })
  await countCities(server.context)
})
afterAll(() => server.close())

const read = async (from: string | undefined, most: number) =>
  text(await sitemapOf(server.context, from, { most, partMost: most }))
/** The index, as it is after the job of the hour. */
const readIndex = async (most: number) => {
  await divideSitemap(server.context, most)
  return read(undefined, most)
}
const addressesIn = (xml: string) =>
  [...xml.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, address = '']) => address.replace(ORIGIN, ''))

const PLACES = [
  '/',
  ...['', ...HELP_TOPICS.map((topic) => `/${topic}`).toSorted()].map((topic) => `/help${topic}`),
  '/house-cleaning',
  '/house-cleaning/fl',
  '/house-cleaning/fl/miami',
  '/house-cleaning/tx',
  '/house-cleaning/tx/austin',
  '/privacy',
  '/terms',
]
const ALL = [
  ...PLACES,
  ...['ana', 'bea', 'cleo', 'dora', 'eva', 'fay', 'gil'].map((slug) => `/professional/${slug}`),
]

test('a sitemap that has room for all addresses is not an index', async () => {
  const xml = await read(undefined, ALL.length)
  expect(xml).toContain('<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">')
  expect(addressesIn(xml)).toEqual(ALL)
})

test.each([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12])(
  'with room for %i addresses it is an index of parts that hold all addresses, no part more than that',
  async (most) => {
    const index = await readIndex(most)
    expect(index).toContain('<sitemapindex')
    const parts = addressesIn(index).map((address) => new URL(address, ORIGIN))
    expect(parts.every(({ pathname }) => pathname === '/sitemap.xml')).toBe(true)
    const named = new Set<string>()
    for (const part of parts) {
      const addresses = addressesIn(await read(part.searchParams.get('from')!, most))
      expect(addresses.length).toBeGreaterThan(0)
      expect(addresses.length).toBeLessThanOrEqual(most)
      addresses.forEach((address) => named.add(address))
    }
    expect([...named].toSorted()).toEqual(ALL.toSorted())
  },
)

test('a professional who joins after the index was read is in a part too', async () => {
  const parts = addressesIn(await readIndex(10)).map((part) =>
    new URL(part, ORIGIN).searchParams.get('from'),
  )
  const joined = await buildProfessional(server, { slug: 'anabel' })
  const named = await Promise.all(parts.map(async (from) => addressesIn(await read(from!, 10))))
  expect(named.flat()).toContain(`/professional/${joined.slug}`)
  expect(named.flat()).toContain('/professional/gil')
})

test.each(['/sitemap.xml', '/api/sitemap.xml'])('a part is returned at %s', async (path) => {
  const { status, headers, body } = await visitor(server).get(`${path}?from=%2Fprofessional%2Ffay`)
  expect(status).toBe(200)
  expect(headers['content-type']).toBe('application/xml; charset=utf-8')
  expect(addressesIn(body)).toEqual(['/professional/fay', '/professional/gil'])
})

test('a profile has the day of its last change: its own data, a review, an answer or the background check', async () => {
  const day = (date: string) => new Date(`${date}T12:00:00Z`)
  const professional = await buildProfessional(server, {
    slug: 'zoe',
    updated_at: day('2026-01-02'),
  })
  const readDay = async () =>
    /\/zoe<\/loc><lastmod>(.*?)</.exec(await read('/professional/zoe', 9))?.[1]
  expect(await readDay()).toBe('2026-01-02')
  await server.db
    .insertInto('reviews')
    .values({
      professional_id: professional.id,
      client_id: (await buildClient(server)).id,
      rating: 5,
      title: 'Spotless',
      comment: 'The oven shines.',
      created_at: day('2026-02-03'),
    })
    .execute()
  expect(await readDay()).toBe('2026-02-03')
  await server.db
    .updateTable('reviews')
    .set({ answer: 'Thank you', answered_at: day('2026-03-04') })
    .execute()
  expect(await readDay()).toBe('2026-03-04')
  await server.db
    .updateTable('professionals')
    .set({ background_check_status: 'approved', background_checked_at: day('2026-04-05') })
    .where('user_id', '=', professional.id)
    .execute()
  expect(await readDay()).toBe('2026-04-05')
})
