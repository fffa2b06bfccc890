import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { visitor } from '#server/test/call.ts'
import { buildProfessional } from '#server/test/builders/build.ts'
import { testServer } from '#server/test/server.ts'
import type { TestServer } from '#server/test/server.ts'
import { refreshSearchEntries } from '#server/people/listing/search-entries.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.close())

async function search(query: Record<string, string | number>, headers = {}) {
  const text = new URLSearchParams(Object.entries(query).map(([key, value]) => [key, `${value}`]))
  return visitor(server).get(`/api/professionals/search/enhanced?${text}`, headers)
}

// rule: search-finds-listed, service-areas
describe('places', () => {
  test('all ZIPs of a city are served, and a ZIP chosen beside its city does not repeat the professional', async () => {
    await buildProfessional(server, { areas: ['Boston, MA', '02118'], full_name: 'Both' })
    for (const zip_code of ['02118', '02116', ' 02118-1234 ', '021 18', 'Boston, MA 02118']) {
      const { body } = await search({ zip_code })
      expect(body.total).toBe(1)
      expect(body.professionals[0].service_areas).toEqual(['Boston, MA', '02118'])
    }
  })

  test('a professional without a subscription is not found, and is found as soon as they subscribe', async () => {
    const areas = ['04101']
    const { id } = await buildProfessional(server, { active: false, areas })
    expect((await search({ zip_code: '04101' })).body.total).toBe(0)
    await server.db
      .insertInto('subscriptions')
      .values({ professional_id: id, status: 'active' })
      .execute()
    await refreshSearchEntries(server.db, [id])
    expect((await search({ zip_code: '04101' })).body.total).toBe(1)
    await server.db
      .updateTable('subscriptions')
      .set({ status: 'lapsed' })
      .where('professional_id', '=', id)
      .execute()
    await refreshSearchEntries(server.db, [id])
    expect((await search({ zip_code: '04101' })).body.total).toBe(0)
  })

  test('a change of areas and rate shows in the next search, and a second refresh changes nothing', async () => {
    const { id } = await buildProfessional(server, { areas: ['59901', '59937'] })
    await server.db
      .deleteFrom('professional_areas')
      .where('professional_id', '=', id)
      .where('place_id', '=', 59_901)
      .execute()
    await server.db
      .updateTable('professionals')
      .set({ hourly_rate_cents: 9900 })
      .where('user_id', '=', id)
      .execute()
    await refreshSearchEntries(server.db, [id])
    await refreshSearchEntries(server.db, [id])
    expect((await search({ zip_code: '59901' })).body.total).toBe(0)
    expect((await search({ zip_code: '59937', max_rate: 98 })).body.total).toBe(0)
    expect((await search({ zip_code: '59937', max_rate: 99 })).body.total).toBe(1)
  })
})

// rule: search-finds-listed
describe('a ZIP that nobody serves', () => {
  beforeAll(async () => {
    await buildProfessional(server, { areas: ['99201', '99223', 'Coeur d Alene, ID'] })
  })

  test('returns the closest served ZIPs, nearest first', async () => {
    const { body } = await search({ zip_code: '99203' })
    expect(body.total).toBe(0)
    expect(body.nearby).toHaveLength(5)
    const zips = body.nearby.map(({ zip }: { zip: string }) => zip)
    expect(zips.slice(0, 2).toSorted()).toEqual(['99201', '99223'])
    const miles = body.nearby.map(
      ({ distance_miles }: { distance_miles: number }) => distance_miles,
    )
    expect(miles).toEqual(miles.toSorted((a: number, b: number) => a - b))
    expect(miles[0]).toBeGreaterThan(0)
    expect(body.nearby[0]).toMatchObject({ city: 'Spokane', state: 'WA' })
  })

  test('returns them also when it is far from everybody', async () => {
    const { body } = await search({ zip_code: '96701' })
    expect(body.nearby).toHaveLength(5)
    expect(body.nearby[0].distance_miles).toBeGreaterThan(2000)
  })

  test('returns the ZIPs near the closest number when the ZIP does not exist', async () => {
    const { body } = await search({ zip_code: '99298' })
    expect(body).toMatchObject({ professionals: [], total: 0 })
    expect(body.nearby).toHaveLength(5)
    expect((await search({ zip_code: '00000' })).body).toEqual({
      professionals: [],
      total: 0,
      nearby: [],
    })
    expect((await search({ zip_code: 'nowhere' })).body).toEqual({
      professionals: [],
      total: 0,
      nearby: [],
    })
  })
})
