import type pg from 'pg'
import type { Queries } from '#server/db/replicas.ts'
import { DEFAULT_BOOKING_HOURS } from '#contract/product.ts'
import type { SearchFilters } from '#contract/search.ts'
import { reliableSince } from '../professionals/reliability.ts'
import { foundColumnsSql, PUBLIC_TABLES_SQL } from '../professionals/public-professional.ts'
import { dayOfDate } from '../time/zone-clock.ts'
import { reliableCardSql } from './reliable-card.ts'
import { filterConditions, PLACE_FACTS_SQL, preparedAs } from './search.queries.ts'
import type { PlaceFacts, SearchedPlaces } from './search.queries.ts'
import { startsByZone } from './starts-by-zone.ts'
import { lengthBit } from './time-keys.ts'
import { farSql, nearSql } from './timed-entries.queries.ts'
import type { AskedEntries, Parameter } from './timed-entries.queries.ts'
import type { FoundBits, WantedStarts } from './wanted-starts.ts'

/** `card` is JSON text. `free` says when a professional with stated hours is free. */
export type FoundCard = { card: string; free: FoundBits | null }

export type TimedPage = PlaceFacts & {
  /** The wanted page of those who are free, or of those who have not stated their hours. */
  cards: FoundCard[]
  /** The first of those who have not stated their hours. */
  mayBeFree: string[]
  freeTotal: number
  mayBeFreeTotal: number
}

const MAY_BE_FREE_SHOWN = 3

/** The record separator: JSON text never contains it. */
const SEPARATOR = '\u001e'

/** Splits what was joined by SEPARATOR. */
function textsOf(cards: string | null): string[] {
  return cards === null ? [] : cards.split(SEPARATOR)
}

/**
 * Reads one page of the professionals who are free at one of these starts, both exact totals, and the first of those
 * who may be free. `leftOut`: those who do not count. rule: search-by-time
 */
export async function findTimedPage(
  queries: Queries,
  places: SearchedPlaces,
  filters: SearchFilters,
  wanted: WantedStarts,
  now: number,
  leftOut: readonly string[] = [],
): Promise<TimedPage> {
  const { rows } = await queries.query<Row>(timedStatement(places, filters, wanted, now, leftOut))
  const { cards, bits, mayBeFree, ...totals } = rows[0]!
  return {
    ...totals,
    mayBeFree: textsOf(mayBeFree),
    cards: textsOf(cards).map((card, index) => ({ card, free: foundBits(bits![index]!) })),
  }
}

type Row = Omit<TimedPage, 'cards' | 'mayBeFree'> & {
  cards: string | null
  mayBeFree: string | null
  bits: [number, string | null, boolean, string, boolean][] | null
}

function foundBits([zone, first, firstIsPlan, second, secondIsPlan]: NonNullable<
  Row['bits']
>[number]): FoundBits | null {
  if (first === null) return null
  return { zone, bits: [BigInt(first), BigInt(second)], isPlan: [firstIsPlan, secondIsPlan] }
}

/** One number each, ascending: the same orders as those of a search without a time. */
const KEYS: Record<SearchFilters['sort_by'], string> = {
  rating: '-rating_key::bigint',
  price: 'rate_cents::bigint',
  experience: '-years_key::bigint',
  newest: '-(extract(epoch from created_at) * 1000000)::bigint',
}

/**
 * The statement of a search by time: everybody who is free or may be, from zones near and far, then the cards of the
 * page, and both totals. $1 and $2 are the places, $3 and $4 the size of the page and where it begins, $5 the own day,
 * $6 the bit of the visit's length.
 */
function timedStatement(
  { placeId, cityPlaceId }: SearchedPlaces,
  filters: SearchFilters,
  wanted: WantedStarts,
  now: number,
  leftOut: readonly string[],
): pg.QueryConfig {
  const { sort_by: sort, page, page_size: size, hours = DEFAULT_BOOKING_HOURS } = filters
  const day = dayOfDate(wanted.date)
  const values: unknown[] = [placeId, cityPlaceId, size, (page - 1) * size, day, lengthBit(hours)]
  const parameter: Parameter = (value, type) => `$${values.push(value)}::${type}`

  const { used, matches: found, rate } = filterConditions({ ...filters, hours }, values)
  const matches =
    leftOut.length === 0
      ? found
      : `${found} and professional_id <> all(${parameter(leftOut, 'uuid[]')})`
  const entries: AskedEntries = {
    places: '$1::integer, $2::integer',
    lengthBit: '$6::smallint',
    hours,
    key: sort === 'price' ? `(${rate})::bigint` : KEYS[sort],
    matches,
  }
  const starts = startsByZone(wanted, now)
  // A parameter, because each connection keeps a plan for each statement: there would be seven times as many.
  const weekday = parameter((((day + 3) % 7) + 7) % 7, 'integer')
  const near = nearSql({ ...entries, day: '$5::integer', weekday }, starts.near, parameter)
  const far = farSql(entries, starts.far, parameter)
  const list = filters.availability ?? 'free'
  const since = parameter(reliableSince(new Date(now)), 'timestamptz')
  const text = `
  with near as (${near}
  ), far as (${far}
  ), matches as materialized (
    select stated, key, professional_id, zone, bits as first_bits, is_plan as first_is_plan,
      0::bigint as second_bits, true as second_is_plan
    from near where bits <> 0 or is_plan and not stated
    union all
    select stated, key, professional_id, zone, first_bits, first_is_plan, second_bits, second_is_plan
    from far where first_bits <> 0 or second_bits <> 0 or may_be_free
  ), ${pageSql({ matches: 'matches', size: '$3::integer', offset: '$4::integer' }, list)}
  select cards, bits, "mayBeFree",
    "freeTotal", "mayBeFreeTotal",
    ${PLACE_FACTS_SQL}
  from (${cardListsSql('shown', filters.service_type, reliableCardSql(since))}
  ) as cards, (
    select count(*) filter (where stated)::integer as "freeTotal",
      count(*) filter (where not stated)::integer as "mayBeFreeTotal"
    from matches
  ) as totals`
  return {
    ...preparedAs('timed-search', [
      sort,
      list,
      hours,
      ...used,
      ...(leftOut.length > 0 ? ['others'] : []),
    ]),
    text,
    values,
  }
}

/** SQL after `with`: `shown`, the page of the wanted list, and with those who are free the first who may be. */
function pageSql(
  { matches, size, offset }: { matches: string; size: string; offset: string },
  list: 'free' | 'may_be_free',
): string {
  return `page as (
    select * from ${matches} where stated = ${list === 'free'}
    order by key, professional_id limit ${size} offset ${offset}
  ), first_unstated as (
    select * from ${matches} where not stated and ${list === 'free'}
    order by key, professional_id limit ${MAY_BE_FREE_SHOWN}
  ), shown as (
    select true as in_page, * from page union all select false, * from first_unstated
  )`
}

/** SQL of one row: the cards of both lists, and the bits of the page. `card` is JSON text, by an SQL expression. */
function cardListsSql(shown: string, service: SearchFilters['service_type'], card: string): string {
  return `
    select ${cardsSql('in_page')} as cards, ${cardsSql('not in_page')} as "mayBeFree",
      json_agg(json_build_array(zone, case when stated then first_bits::text end, first_is_plan, second_bits::text,
        second_is_plan) order by key, professional_id) filter (where in_page) as bits
    from (
      select shown.*, ${card} as card
      from ${shown} as shown cross join lateral (
        select ${foundColumnsSql(service)} from ${PUBLIC_TABLES_SQL}
        where professionals.user_id = shown.professional_id
      ) as card
      -- So that a card is computed once, not once for each list.
      offset 0
    ) as listed`
}

/** The cards of both lists are read together: reading a card is a large part of the statement. */
function cardsSql(which: string): string {
  return `string_agg(card, '${SEPARATOR}' order by key, professional_id) filter (where ${which})`
}
