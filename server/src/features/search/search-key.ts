import { crc32 } from 'node:zlib'
import type { SearchFilters } from '#contract/search.ts'
import type { JsonWithEtag } from '#server/http/etag.ts'
import type { SearchedPlaces } from './search.queries.ts'

/** A cached answer, with the version that its places had in the statement that read it. */
export type CachedAnswer = { version: string; answer: JsonWithEtag }

const HOUR_MS = 3_600_000

/** The key during an hour. Each search has hours of its own, so that cached answers do not all end at one moment. */
export function keyOfHour(key: string, now: number): string {
  return `${Math.floor((now + (crc32(key) % HOUR_MS)) / HOUR_MS)} ${key}`
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
