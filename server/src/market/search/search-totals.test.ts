// rule: search-finds-listed, search-filters
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { SERVICE_TYPES } from '#contract/product.ts'
import { SORTS } from '#contract/market/search-rules.ts'
import { YEARS_OF_EXPERIENCE } from '#contract/market/profile-rules.ts'
import { buildProfessional } from '#server/test/builders/build.ts'
import { visitor } from '#server/test/call.ts'
import { testServer } from '#server/test/server.ts'
import type { TestServer } from '#server/test/server.ts'

const AREAS = ['78701', '78702', '78704', 'Austin, TX', '77002', 'Houston, TX', '77003']
const PROFESSIONALS = 80
const SEARCHES = 100

let server: TestServer
beforeAll(async () => {
  server = await testServer()
  const facts = fc.record({
    areas: fc.subarray(AREAS, { minLength: 1 }),
    hourly_rate_cents: fc.integer({ min: 1500, max: 20_000 }),
    services: fc.subarray([...SERVICE_TYPES], { minLength: 1 }),
    years_experience: fc.constantFrom(...YEARS_OF_EXPERIENCE),
    active: fc.boolean(),
    stars: fc.array(fc.integer({ min: 1, max: 5 }), { maxLength: 8 }),
  })
  for (const { stars, ...fact } of fc.sample(facts, { numRuns: PROFESSIONALS, seed: 7 })) {
    const rating_sum = stars.reduce((sum, star) => sum + star, 0)
    await buildProfessional(server, { ...fact, rating_sum, total_reviews: stars.length })
  }
})
afterAll(() => server.close())

const searches = fc.record(
  {
    zip_code: fc.constantFrom('78701', '78702', '78703', '78704', '77002', '77003', '77004'),
    service_type: fc.constantFrom(...SERVICE_TYPES),
    max_rate: fc.oneof(fc.integer({ min: 10, max: 210 }), fc.constantFrom(40.5, 99.99)),
    min_rating: fc.oneof(
      fc.constantFrom(0, 4, 4.5, 5),
      fc.integer({ min: 0, max: 5000 }).map((n) => n / 1000),
    ),
    sort_by: fc.constantFrom(...SORTS),
    page: fc.integer({ min: 1, max: 4 }),
    page_size: fc.integer({ min: 1, max: 50 }),
  },
  { requiredKeys: ['zip_code'] },
)

test('total and page equal a direct count over professionals, areas and subscriptions', async () => {
  await fc.assert(
    fc.asyncProperty(searches, async (filters) => {
      const query = new URLSearchParams(
        Object.entries(filters).map(([key, value]) => [key, `${value}`]),
      )
      const { body } = await visitor(server).get(`/api/professionals/search/enhanced?${query}`)
      const { rows } = await sql<{ id: string }>`
        select user_id as id from professionals
        where exists (select from subscriptions where professional_id = user_id and status = 'active')
          and exists (
            select from professional_areas join zips on professional_areas.place_id in (zips.place_id, zips.city_id)
            where professional_id = user_id and zip = ${filters.zip_code})
          and (${filters.service_type ?? null}::text is null or ${filters.service_type ?? null} = any(services))
          and (${filters.max_rate ?? null}::numeric is null or hourly_rate_cents <= ${filters.max_rate ?? null}::numeric * 100)
          and (coalesce(${filters.min_rating ?? null}::numeric, 0) * total_reviews <= rating_sum
            and (coalesce(${filters.min_rating ?? null}::numeric, 0) = 0 or total_reviews > 0))`.execute(
        server.db,
      )
      const allIds = new Set(rows.map(({ id }) => id))
      const { page = 1, page_size = 20 } = filters
      expect(body.total).toBe(allIds.size)
      const shown = body.professionals.map(({ user_id }: { user_id: string }) => user_id)
      expect(shown).toHaveLength(
        Math.max(0, Math.min(page_size, allIds.size - (page - 1) * page_size)),
      )
      expect(new Set(shown).size).toBe(shown.length)
      expect(shown.every((id: string) => allIds.has(id))).toBe(true)
    }),
    { numRuns: SEARCHES, seed: 11 },
  )
})
