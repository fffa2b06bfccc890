import type { SearchFilters } from '#contract/search.ts'
import type { World } from '#server/world.ts'
import { nearbyZips } from './nearby.ts'
import { findPage } from './search.queries.ts'

/**
 * The answer of a search as JSON text (client spec 2.7; decisions 10–13): listed professionals who serve the ZIP or its city. An unknown
 * ZIP, or one that nobody serves, gives an empty list and the closest served ZIPs. How often to clean is a preference and filters nobody.
 */
export async function searchAnswer(
  { db, pool, places }: Pick<World, 'db' | 'pool' | 'places'>,
  filters: SearchFilters,
): Promise<string> {
  const zip = places.zipOf(filters.zip_code)
  const { cards, total } = zip ? await findPage(pool, zip, filters) : { cards: '[]', total: 0 }
  if (total > 0) return `{"professionals":${cards},"total":${total}}`
  const nearby = await nearbyZips(db, filters.zip_code, zip)
  return `{"professionals":[],"total":0${nearby ? `,"nearby":${JSON.stringify(nearby)}` : ''}}`
}
