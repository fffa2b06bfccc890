import { LRUCache } from 'lru-cache'
import type { SearchFilters } from '#contract/search.ts'
import { withEtag } from '#server/http/etag.ts'
import type { JsonWithEtag } from '#server/http/etag.ts'
import type { Context } from '#server/context.ts'
import { nearbyZips } from './nearby.ts'
import { findPage, gatherPlaceChanges, versionOf } from './search.queries.ts'
import type { SearchedPlaces } from './search.queries.ts'

/** An answer found earlier, and the version its places had in that same look. */
type Found = { version: string; answer: JsonWithEtag }

const KEPT_BYTES_MAX = 32 * 1024 * 1024
const CHANGES_PER_PLACE_MAX = 20

/**
 * The answers of searches as JSON (client spec 2.7; decisions 10–13): listed professionals who serve the ZIP or its city. An unknown
 * ZIP, or one that nobody serves, gives an empty list and the closest served ZIPs. How often to clean is a preference and filters nobody.
 * An answer that was found once is given again while nothing that it shows has changed: the database is asked for that each time.
 */
export function searchesOf({ db, pool, places }: Pick<Context, 'db' | 'pool' | 'places'>) {
  const kept = new LRUCache<string, Found>({
    maxSize: KEPT_BYTES_MAX,
    sizeCalculation: ({ answer }) => answer.bytes.length,
  })

  async function found(
    zip: SearchedPlaces,
    filters: SearchFilters,
  ): Promise<JsonWithEtag | undefined> {
    const key = keyOf(zip, filters)
    const earlier = kept.get(key)
    if (earlier && earlier.version === (await versionOf(pool, zip))) return earlier.answer
    const { cards, total, version } = await findPage(pool, zip, filters)
    if (total === 0) return undefined
    const answer = withEtag(`{"professionals":${cards},"total":${total}}`)
    kept.set(key, { version, answer })
    return answer
  }

  return async (filters: SearchFilters): Promise<JsonWithEtag> => {
    const zip = places.zipOf(filters.zip_code)
    const answer = zip && (await found(zip, filters))
    if (answer) return answer
    const nearby = await nearbyZips(db, filters.zip_code, zip)
    return withEtag(
      `{"professionals":[],"total":0${nearby ? `,"nearby":${JSON.stringify(nearby)}` : ''}}`,
    )
  }
}

function keyOf({ placeId, cityPlaceId }: SearchedPlaces, filters: SearchFilters): string {
  const { sort_by, page, page_size, service_type, max_rate, min_rating } = filters
  return JSON.stringify([
    placeId,
    cityPlaceId,
    sort_by,
    page,
    page_size,
    service_type,
    max_rate,
    min_rating,
  ])
}

/** The job 'gather-place-changes': keeps the versions of places that change much quick to read. */
export async function gatherChanges({ pool }: Context): Promise<void> {
  await gatherPlaceChanges(pool, CHANGES_PER_PLACE_MAX)
}
