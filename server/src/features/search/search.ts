import { LRUCache } from 'lru-cache'
import { SEARCH_DAYS_AHEAD_MAX } from '#contract/time-rules.ts'
import type { SearchFilters } from '#contract/search.ts'
import { withEtag } from '#server/http/etag.ts'
import type { JsonWithEtag } from '#server/http/etag.ts'
import type { Viewer } from '#server/http/page-viewer.ts'
import { refuse } from '#server/http/refusal.ts'
import type { Context } from '#server/context.ts'
import type { ReadSource } from '#server/db/replicas.ts'
import type { PublicRead } from '#server/http/public-reads.ts'
import { dayOfDate, ZoneClock } from '../time/zone-clock.ts'
import type { Zip } from '../locations/locations.ts'
import { CachedPlaces } from './cached-places.ts'
import { nearbyZips } from './nearby.ts'
import { versionOf } from './place-versions.queries.ts'
import { findPage, compactPlaceChanges } from './search.queries.ts'
import type { ResultsPage, SearchedPlaces } from './search.queries.ts'
import { compactSearchTimes, refreshDueOf } from './search-times.ts'
import { hourOf, keyOf } from './search-key.ts'
import type { CachedAnswer } from './search-key.ts'
import { cachedTimedSearch, postConstructionJson } from './timed-search.ts'
import type { Nobody } from './timed-search.ts'

const CACHE_BYTES_MAX = 32 * 1024 * 1024
const CHANGES_PER_PLACE_MAX = 20

/**
 * Returns a function that answers searches as JSON text: the listed professionals who serve the ZIP or its city. If the
 * ZIP is unknown, or no professional matches, the list is empty and `nearby` contains the closest served ZIPs. Answers
 * are cached with the version of the statement that read them; for each search a query asks the database that it reads
 * from for the version. So an answer of a replica is never kept under a version that the replica does not have yet.
 * rule: search-finds-listed, search-nearby, search-cached-answers, daily-counts, read-replicas
 */
export function cachedSearch(
  context: Pick<Context, 'db' | 'places' | 'clock' | 'counts' | 'log' | 'meters'>,
) {
  const { places, counts } = context
  const cache = new LRUCache<string, CachedAnswer>({
    maxSize: CACHE_BYTES_MAX,
    sizeCalculation: ({ answer }) => answer.bytes.length,
  })
  const cachedPlaces = new CachedPlaces(context.log)

  const answerFor = cachedSearchWithoutTime(context, cache, cachedPlaces)
  const timedAnswerFor = cachedTimedSearch(context, cache, cachedPlaces)

  async function find(
    source: ReadSource,
    zip: Zip | undefined,
    filters: SearchFilters,
  ): Promise<{ found: boolean; answer: JsonWithEtag }> {
    const { date } = filters
    if (zip && !date && filters.instant === 'true') await refreshDueOf(context, zip, source)
    const answer =
      zip &&
      (date
        ? await timedAnswerFor(source, zip, { ...filters, date })
        : await answerFor(source, zip, filters))
    if (answer && 'bytes' in answer) return { found: true, answer }
    const isServed = answer?.isServed ?? false
    const nearby = isServed ? undefined : await nearbyZips(source.db, filters.zip_code, zip)
    const mayBeFree =
      date && filters.availability !== 'may_be_free'
        ? ',"may_be_free":{"total":0,"professionals":[]}'
        : ''
    const offered = postConstructionJson(answer?.postConstruction ?? false)
    const nobody = `{"professionals":[],"total":0${mayBeFree}${offered}${nearby ? `,"nearby":${JSON.stringify(nearby)}` : ''}}`
    return { found: false, answer: withEtag(nobody) }
  }

  return async (
    filters: SearchFilters,
    viewer: Viewer,
    read: PublicRead,
  ): Promise<JsonWithEtag> => {
    const zip = places.zipOf(filters.zip_code)
    const { date, page } = filters
    if (date) refuseUnlessInDays(date, zip?.timeZone ?? FALLBACK_ZONE, context.clock.now())
    const { found, answer } = await read((source) => find(source, zip, filters))
    context.meters.searches.count(found ? 'found' : 'empty')
    if (zip) counts.countSearch(zip.zip, { page, found, viewer })
    return answer
  }
}

/** Returns a function that answers searches without a date as JSON text. rule: search-cached-answers */
function cachedSearchWithoutTime(
  { clock }: Pick<Context, 'clock'>,
  cache: LRUCache<string, CachedAnswer>,
  cachedPlaces: CachedPlaces,
) {
  async function findInDatabase(
    { queries, pool }: ReadSource,
    searchedPlaces: SearchedPlaces,
    filters: SearchFilters,
    now: number,
  ): Promise<ResultsPage> {
    const page = await findPage(queries, searchedPlaces, filters, now)
    void cachedPlaces.noteMiss(pool, searchedPlaces, page.version)
    return page
  }

  return async (
    source: ReadSource,
    searchedPlaces: SearchedPlaces,
    filters: SearchFilters,
  ): Promise<JsonWithEtag | Nobody> => {
    const { queries } = source
    const now = clock.now().getTime()
    // What is too old to count changes no version. rule: search-cached-answers
    const key = `${hourOf(searchedPlaces, now)} ${keyOf(searchedPlaces, filters)}`
    const cached = cache.get(key)
    if (cached && cached.version === (await versionOf(queries, searchedPlaces)))
      return cached.answer
    const { cards, total, postConstruction, isServed, version } =
      (await cachedPlaces.find(queries, searchedPlaces, filters, now)) ??
      (await findInDatabase(source, searchedPlaces, filters, now))
    if (total === 0) return { isServed, postConstruction }
    const found = `"professionals":${cards},"total":${total}`
    const answer = withEtag(`{${found}${postConstructionJson(postConstruction)}}`)
    cache.set(key, { version, answer })
    return answer
  }
}

/** An unknown ZIP has no zone of its own. */
const FALLBACK_ZONE = 'America/New_York'

/** rule: search-by-time */
function refuseUnlessInDays(date: string, timeZone: string, now: Date): void {
  const ahead = dayOfDate(date) - ZoneClock.of(timeZone).dayOf(now.getTime())
  if (ahead < 0 || ahead > SEARCH_DAYS_AHEAD_MAX) refuse('search_filter_invalid')
}

/**
 * The job 'gather-place-changes': merges the change rows of places that have many, so that versions are quick to read.
 */
export async function compactSearchVersions(context: Context): Promise<void> {
  await compactPlaceChanges(context.pool, CHANGES_PER_PLACE_MAX)
  await compactSearchTimes(context)
}
