import type pg from 'pg'
import type { Queries } from '#server/db/replicas.ts'
import type { SearchFilters } from '#contract/market/search.ts'
import { reliableCardSql, reliableSince } from '../professionals/reliability.ts'
import { storedDays, storedTimesSql } from './next-free.ts'
import type { StoredTimes } from './next-free.ts'
import {
  frequencyBit,
  languageBit,
  ratingAtLeast,
  serviceBit,
  serviceNumber,
  traitBits,
} from '#server/people/listing/search-keys.ts'

/** The two places that a search covers: the ZIP and its city. */
export type SearchedPlaces = { placeId: number; cityPlaceId: number }

/** Whether somebody serves the places, and whether somebody there offers that service, whatever the filters are. */
export type PlaceFacts = { isServed: boolean; postConstruction: boolean }

/** `cards` is a JSON list as text. `total` is exact. `times`: of those on the page who have stated their hours. */
export type ResultsPage = PlaceFacts & { cards: string; times: StoredTimes[] | null; total: number }

const ORDERS: Record<SearchFilters['sort_by'], { key: string; direction: 'asc' | 'desc' }> = {
  rating: { key: 'rating_key', direction: 'desc' },
  price: { key: 'rate_cents', direction: 'asc' },
  experience: { key: 'years_key', direction: 'desc' },
  newest: { key: 'created_at', direction: 'desc' },
}

/** Reads one page of the professionals who serve these places, and their number. */
export async function findPage(
  queries: Queries,
  places: SearchedPlaces,
  filters: SearchFilters,
  now: number,
): Promise<ResultsPage> {
  const { rows } = await queries.query<ResultsPage>(searchStatement(places, filters, now))
  return rows[0]!
}

/**
 * The statement of a search. Each place has its own branch, which reads one covering index: in the order of ratings,
 * else the whole place, sorted. A professional has an entry in only one of the two places, so nobody appears twice.
 */
function searchStatement(
  { placeId, cityPlaceId }: SearchedPlaces,
  filters: SearchFilters,
  now: number,
): pg.QueryConfig {
  const { page, page_size: size } = filters
  const offset = (page - 1) * size
  const values: unknown[] = [placeId, cityPlaceId, offset + size, size, offset]
  const found = filterConditions(filters, values)
  const since = `$${values.push(reliableSince(new Date(now)))}`
  const card = reliableCardSql(since, filters.service_type && 'rate')
  const times = storedTimesSql(`$${values.push(storedDays(now))}`)
  const text = `${pageSql(filters, found, card)}, ${times} as times, ${totalSql(found.matches)} as total, ${PLACE_FACTS_SQL}`
  return { text, values }
}

/**
 * `matches`: the filters as conditions over search_entries, ` and …`; `rate`: the price in cents, of the service that
 * is searched for. rule: search-filters
 */
type FilterSql = { matches: string; rate: string }

export function filterConditions(filters: SearchFilters, values: unknown[]): FilterSql {
  const { service_type: service, cleaning_frequency: frequency, max_rate: rateMax } = filters
  const { min_rating: ratingMin, speaks, hours } = filters
  const number = service && serviceNumber(service)
  const rate = service ? `coalesce(service_rates[${number}], rate_cents)` : 'rate_cents'
  const traits = traitBits(filters)
  const conditions: string[] = []
  const add = (value: number | undefined, sql: (parameter: string) => string) => {
    if (value !== undefined) conditions.push(` and ${sql(`$${values.push(value)}`)}`)
  }
  add(service && serviceBit(service), (bit) => `services & ${bit}::smallint <> 0`)
  add(frequency && frequencyBit(frequency), (bit) => `frequencies & ${bit}::smallint <> 0`)
  add(rateMax && Math.floor(rateMax * 100 + 1e-6), (cents) => `${rate} <= ${cents}::integer`)
  add(ratingMin && ratingAtLeast(ratingMin), (least) => `rating >= ${least}::smallint`)
  add(speaks && languageBit(speaks), (bit) => `languages & ${bit}::smallint <> 0`)
  add(traits, (bits) => `traits & ${bits}::smallint = ${bits}::smallint`)
  add(service && hours, (least) => `coalesce(service_minimums[${number}], 1) <= ${least}::smallint`)
  if (filters.instant === 'true') conditions.push(' and instant')
  return { matches: conditions.join(''), rate }
}

function pageSql(
  { sort_by: sort }: SearchFilters,
  { matches, rate }: FilterSql,
  card: string,
): string {
  const { direction } = ORDERS[sort]
  const key = sort === 'price' ? rate : ORDERS[sort].key
  const branch = (place: string) => `(
    select professional_id, ${key} as key, ${rate} as rate from search_entries
    where place_id = ${place}${matches}
    order by ${key} ${direction}, professional_id limit $3::integer)`
  return `
  with page as (
    select professional_id, key, rate from (${branch('$1::integer')} union all ${branch('$2::integer')}) as entry
    order by key ${direction}, professional_id limit $4::integer offset $5::integer
  )
  select (
    select '[' || coalesce(string_agg(${card}, ',' order by key ${direction}, user_id), '') || ']'
    from page join search_cards as card on card.user_id = page.professional_id
  ) as cards`
}

/** The columns of PlaceFacts. */
export const PLACE_FACTS_SQL = `
  exists (select from search_entries where place_id in ($1::integer, $2::integer)) as "isServed",
  exists (
    select from search_entries where place_id in ($1::integer, $2::integer)
      and services & ${serviceBit('post_construction')}::smallint <> 0) as "postConstruction"`

function totalSql(matches: string): string {
  return `(select count(*)::integer from search_entries where place_id in ($1::integer, $2::integer)${matches})`
}
