import { crc32 } from 'node:zlib'
import type { SearchFilters } from '#contract/search.ts'
import type { JsonWithEtag } from '#server/http/etag.ts'
import type { SearchedPlaces } from './search.queries.ts'

/** A cached answer, with the version that its places had in the statement that read it. */
export type CachedAnswer = { version: string; answer: JsonWithEtag }

const HOUR_MS = 3_600_000

/**
 * What is read in an hour of a city is kept until its end. Each city has hours of its own, so that not everything that
 * is kept ends at one moment.
 */
export function hourOf({ cityPlaceId }: Pick<SearchedPlaces, 'cityPlaceId'>, now: number): number {
  return Math.floor((now + (crc32(String(cityPlaceId)) % HOUR_MS)) / HOUR_MS)
}

/** The key of a cached search, without the fields that only a search by time has. */
export function keyOf({ placeId, cityPlaceId }: SearchedPlaces, filters: SearchFilters): string {
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
    filters.instant,
    filters.speaks,
    filters.brings_supplies,
    filters.eco_products,
    filters.pets_ok,
    filters.verified,
  ])
}
