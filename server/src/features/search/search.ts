import { LRUCache } from 'lru-cache'
import type { SearchFilters } from '#contract/search.ts'
import { withEtag } from '#server/http/etag.ts'
import type { JsonWithEtag } from '#server/http/etag.ts'
import type { Context } from '#server/context.ts'
import { nearbyZips } from './nearby.ts'
import { findPage, compactPlaceChanges, versionOf } from './search.queries.ts'
import type { SearchedPlaces } from './search.queries.ts'

/** A cached answer, with the version that its places had in the statement that read it. */
type CachedAnswer = { version: string; answer: JsonWithEtag }

const CACHE_BYTES_MAX = 32 * 1024 * 1024
const CHANGES_PER_PLACE_MAX = 20

/**
 * Returns a function that answers searches as JSON text: the listed professionals who serve the ZIP or its city. If the
 * ZIP is unknown, or no professional matches, the list is empty and `nearby` contains the closest served ZIPs. Answers
 * are cached; for each search a query checks whether the cached answer is still current. rule: search-finds-listed,
 * search-nearby, search-cached-answers
 */
export function cachedSearch({ db, pool, places }: Pick<Context, 'db' | 'pool' | 'places'>) {
  const cache = new LRUCache<string, CachedAnswer>({
    maxSize: CACHE_BYTES_MAX,
    sizeCalculation: ({ answer }) => answer.bytes.length,
  })

  async function answerFor(
    searchedPlaces: SearchedPlaces,
    filters: SearchFilters,
  ): Promise<JsonWithEtag | undefined> {
    const key = keyOf(searchedPlaces, filters)
    const cached = cache.get(key)
    if (cached && cached.version === (await versionOf(pool, searchedPlaces))) return cached.answer
    const { cards, total, postConstruction, version } = await findPage(
      pool,
      searchedPlaces,
      filters,
    )
    if (total === 0) return undefined
    const found = `"professionals":${cards},"total":${total}`
    const answer = withEtag(`{${found}${postConstruction ? ',"post_construction":true' : ''}}`)
    cache.set(key, { version, answer })
    return answer
  }

  return async (filters: SearchFilters): Promise<JsonWithEtag> => {
    const zip = places.zipOf(filters.zip_code)
    const answer = zip && (await answerFor(zip, filters))
    if (answer) return answer
    const nearby = await nearbyZips(db, filters.zip_code, zip)
    return withEtag(
      `{"professionals":[],"total":0${nearby ? `,"nearby":${JSON.stringify(nearby)}` : ''}}`,
    )
  }
}

function keyOf({ placeId, cityPlaceId }: SearchedPlaces, filters: SearchFilters): string {
  const { sort_by, page, page_size, service_type, cleaning_frequency, max_rate, min_rating } =
    filters
  return JSON.stringify([
    placeId,
    cityPlaceId,
    sort_by,
    page,
    page_size,
    service_type,
    cleaning_frequency,
    max_rate,
    min_rating,
  ])
}

/**
 * The job 'gather-place-changes': merges the change rows of places that have many, so that versions are quick to read.
 */
export async function compactSearchVersions({ pool }: Context): Promise<void> {
  await compactPlaceChanges(pool, CHANGES_PER_PLACE_MAX)
}
