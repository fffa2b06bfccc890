import { sql } from 'kysely'
import { SearchFilters } from '#contract/market/search.ts'
import type { Db } from '#server/db/db.ts'
import type { Places } from '#server/places/locations.ts'

/** Numbers of professionals. */
export const SIZES = (process.env['BENCH_SIZES'] ?? '10000,100000,1000000').split(',').map(Number)
let newRateCount = 0

/**
 * Gives a search a highest rate that was not requested before, so that no cached answer exists. The rate differs by
 * millionths of a dollar, which changes no result.
 */
export function withNewRate(path: string): string {
  const url = new URL(path, 'http://x')
  const rate = Number(url.searchParams.get('max_rate') ?? 1000) + ++newRateCount / 1e6
  url.searchParams.set('max_rate', rate.toFixed(6))
  return url.pathname + url.search
}

/** Every sort order, without filters and with each filter: as a path, and as the API would parse it. */
export function searchesOf(zips: string[], places: Places) {
  const filters: Record<string, string>[] = [
    {},
    { service_type: 'deep' },
    { max_rate: '60' },
    { min_rating: '4' },
  ]
  const sorts = ['rating', 'price', 'experience', 'newest']
  return zips.flatMap((zip_code) =>
    filters.flatMap((filter) =>
      sorts.map((sort_by) => {
        const query = { zip_code, sort_by, ...filter }
        return {
          zip: places.zipOf(zip_code)!,
          filters: SearchFilters.parse(query),
          path: `/api/professionals/search/enhanced?${new URLSearchParams(query)}`,
        }
      }),
    ),
  )
}

/** The most populous ZIP code of each of the cities with the most professionals. */
export async function busyZips(db: Db, most: number): Promise<string[]> {
  const { rows } = await sql<{ zip: string }>`
    with served as (select place_id, count(*) as professionals from search_entries where place_id >= 100000 group by 1)
    select (select zip from zips where city_id = served.place_id order by population desc limit 1) as zip
    from served order by professionals desc, place_id limit ${most}`.execute(db)
  return rows.map(({ zip }) => zip)
}
