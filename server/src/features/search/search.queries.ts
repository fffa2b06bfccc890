import { hash } from 'node:crypto'
import type pg from 'pg'
import type { Queries } from '#server/db/replicas.ts'
import type { SearchFilters } from '#contract/search.ts'
import { reliableSince } from '../professionals/reliability.ts'
import { foundColumnsSql, PUBLIC_TABLES_SQL } from '../professionals/public-professional.ts'
import { reliableCardSql } from './reliable-card.ts'
import {
  frequencyBit,
  languageBit,
  ratingAtLeast,
  serviceBit,
  serviceNumber,
  traitBits,
} from './search-keys.ts'

/** The two places that a search covers: the ZIP and its city. */
export type SearchedPlaces = { placeId: number; cityPlaceId: number }

/** Whether somebody serves the places, and whether somebody there offers that service, whatever the filters are. */
export type PlaceFacts = { isServed: boolean; postConstruction: boolean }

/** `cards` is a JSON list as text. `total` is exact. */
export type ResultsPage = PlaceFacts & { cards: string; total: number }

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
 * The statement of a search. Its name makes PostgreSQL prepare it once per connection for each sort and set of filters.
 * Each place has its own branch, which reads one covering index: in the order of ratings, else the whole place, sorted.
 * A professional has an entry in only one of the two places, so nobody appears twice.
 */
function searchStatement(
  { placeId, cityPlaceId }: SearchedPlaces,
  filters: SearchFilters,
  now: number,
): pg.QueryConfig {
  const { sort_by: sort, page, page_size: size } = filters
  const offset = (page - 1) * size
  const values: unknown[] = [placeId, cityPlaceId, offset + size, size, offset]
  const found = filterConditions(filters, values)
  const { used, matches } = found
  const card = reliableCardSql(`$${values.push(reliableSince(new Date(now)))}`)
  return {
    ...preparedAs('search', [sort, ...used]),
    text: `${pageSql(filters, found, card)}, ${totalSql(matches)} as total, ${PLACE_FACTS_SQL}`,
    values,
  }
}

/** The driver warns of longer names. */
const NAME_LENGTH_MAX = 63

/**
 * The name under which each connection keeps the prepared statement. Searches by languages and traits have none: with
 * them there would be more different statements, and their plans fill the memory of the database.
 */
export function preparedAs(
  kind: string,
  parts: readonly (string | number)[],
): Pick<pg.QueryConfig, 'name'> {
  if (parts.includes('speaks') || parts.includes('traits')) return {}
  const name = [kind, ...parts].join('-')
  return { name: name.length <= NAME_LENGTH_MAX ? name : hash('sha1', name) }
}

/**
 * SQL that adds the filters to a condition over search_entries, their values, and the names of those that are set.
 * `rate` is the price in cents, of the service that is searched for. rule: search-offers
 */
export type FilterSql = {
  used: string[]
  matches: string
  rate: string
}

export function filterConditions(filters: SearchFilters, values: unknown[]): FilterSql {
  const used: string[] = []
  const { service_type: type } = filters
  const number = type && serviceNumber(type)
  const rate = type ? `coalesce(service_rates[${number}], rate_cents)` : 'rate_cents'
  const compared = comparedNumbers(filters)
  const condition = (
    name: string,
    value: number | undefined,
    sql: (parameter: string) => string,
  ) => {
    if (value === undefined) return ''
    used.push(name)
    return ` and ${sql(`$${values.push(value)}`)}`
  }
  const matches =
    condition(`service-${type}`, compared.serviceBit, (bit) => `services & ${bit}::smallint <> 0`) +
    condition('frequency', compared.frequencyBit, (bit) => `frequencies & ${bit}::smallint <> 0`) +
    condition('rate', compared.rateCentsMax, (cents) => `${rate} <= ${cents}::integer`) +
    condition('rating', compared.ratingMin, (ratingMin) => `rating >= ${ratingMin}::smallint`) +
    condition('speaks', compared.languageBit, (bit) => `languages & ${bit}::smallint <> 0`) +
    condition(
      'traits',
      compared.traitBits,
      (bits) => `traits & ${bits}::smallint = ${bits}::smallint`,
    ) +
    condition(
      'minimum',
      compared.minimumHours,
      (hours) => `coalesce(service_minimums[${number}], 1) <= ${hours}::smallint`,
    )
  if (filters.instant !== 'true') return { used, matches, rate }
  return { used: [...used, 'instant'], matches: `${matches} and instant`, rate }
}

/** What the columns of search entries are compared with; undefined where a filter is not set. */
function comparedNumbers(filters: SearchFilters) {
  const { service_type: service, cleaning_frequency: frequency, max_rate: rate } = filters
  return {
    serviceBit: service && serviceBit(service),
    frequencyBit: frequency && frequencyBit(frequency),
    rateCentsMax: rate && Math.floor(rate * 100 + 1e-6),
    ratingMin: filters.min_rating && ratingAtLeast(filters.min_rating),
    languageBit: filters.speaks && languageBit(filters.speaks),
    traitBits: traitBits(filters),
    minimumHours: service && filters.hours,
  }
}

function pageSql(
  { sort_by: sort, service_type: service }: SearchFilters,
  { matches, rate }: FilterSql,
  card: string,
): string {
  const { direction } = ORDERS[sort]
  const key = sort === 'price' ? rate : ORDERS[sort].key
  const branch = (place: string) => `(
    select professional_id, ${key} as key from search_entries
    where place_id = ${place}${matches}
    order by ${key} ${direction}, professional_id limit $3::integer)`
  return `
  with page as (
    select professional_id, key from (${branch('$1::integer')} union all ${branch('$2::integer')}) as entry
    order by key ${direction}, professional_id limit $4::integer offset $5::integer
  )
  select (
    select '[' || coalesce(string_agg(${card}, ',' order by key ${direction}, user_id), '') || ']'
    from page cross join lateral (
      select ${foundColumnsSql(service)} from ${PUBLIC_TABLES_SQL}
      where professionals.user_id = page.professional_id
    ) as card
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
