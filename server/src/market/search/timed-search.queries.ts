import type pg from 'pg'
import type { Queries } from '#server/db/replicas.ts'
import { DEFAULT_BOOKING_HOURS } from '#contract/bookings/booking-rules.ts'
import type { SearchFilters } from '#contract/market/search.ts'
import { CELLS_OF_BREAK, CELLS_OF_DAY } from '#server/calendar/free/days-beside-plan.ts'
import { reliableCardSql, reliableSince } from '../professionals/reliability.ts'
import { filterConditions, PLACE_FACTS_SQL } from './search.queries.ts'
import type { PlaceFacts, SearchedPlaces } from './search.queries.ts'
import { DUE_SQL, PLANS } from './search-times.queries.ts'
import { lengthBit, OVER_BREAKS_BIT } from './time-keys.ts'
import { WANTED_COLUMNS, wantedByZone } from './wanted-starts.ts'
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
  /** The professionals of the places who are due: while there is one, the page may not be exact. */
  due: string[]
}

const MAY_BE_FREE_SHOWN = 3

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
  const statement = timedStatement(places, filters, wanted, now, leftOut)
  const { rows } = await queries.query<TimedPage>(statement)
  return rows[0]!
}

/** One number each, ascending: the same orders as those of a search without a time. */
const KEYS: Record<SearchFilters['sort_by'], string> = {
  rating: '-rating_key::bigint',
  price: 'rate_cents::bigint',
  experience: '-years_key::bigint',
  newest: '-(extract(epoch from created_at) * 1000000)::bigint',
}

/** The statement of a search by time: everybody who is free or may be, the cards of the page, and both totals. */
function timedStatement(
  { placeId, cityPlaceId }: SearchedPlaces,
  filters: SearchFilters,
  wanted: WantedStarts,
  now: number,
  leftOut: readonly string[],
): pg.QueryConfig {
  const { sort_by: sort, page, page_size: size, hours = DEFAULT_BOOKING_HOURS } = filters
  const since = reliableSince(new Date(now))
  const values: unknown[] = [placeId, cityPlaceId, size, (page - 1) * size, lengthBit(hours)]
  const { oneDay, twoDays } = wantedByZone(wanted, now)
  values.push(JSON.stringify(oneDay), leftOut, since)
  const { matches, rate } = filterConditions({ ...filters, hours }, values)
  const key = sort === 'price' ? `(${rate})::bigint` : KEYS[sort]
  const isFreeList = filters.availability !== 'may_be_free'
  const asked = { key, rate, matches, hours }
  const onTwoDays =
    twoDays.length > 0
      ? `union all ${entriesSql(asked, `$${values.push(JSON.stringify(twoDays))}`, ['day', 'next'])}`
      : ''
  const text = `
  with matches as materialized (
    select * from (${entriesSql(asked, '$6', ['day'])} ${onTwoDays}) as entry
    where first_bits <> 0 or second_bits <> 0 or may_be_free
  ), page as (
    select * from matches where stated = ${isFreeList}
    order by key, professional_id limit $3::integer offset $4::integer
  ), first_unstated as (
    select * from matches where not stated and ${isFreeList}
    order by key, professional_id limit ${MAY_BE_FREE_SHOWN}
  ), shown as (
    select true as in_page, * from page union all select false, * from first_unstated
  )
  select cards, "mayBeFree", "freeTotal", "mayBeFreeTotal", array(${DUE_SQL}) as due, ${PLACE_FACTS_SQL}
  from (${cardListsSql(filters.service_type)}) as cards, (
    select count(*) filter (where stated)::integer as "freeTotal",
      count(*) filter (where not stated)::integer as "mayBeFreeTotal"
    from matches
  ) as totals`
  return { text, values }
}

type AskedEntries = { key: string; rate: string; matches: string; hours: number }

/**
 * SQL that selects the entries of the places whose zones are in the parameter `wanted`, with their free starts as bits
 * on these own days. Days are full joins, because an estimate from other places must not choose a nested loop; OFFSET 0
 * keeps them. The plan of who has not stated their hours has no bits.
 */
function entriesSql(
  asked: AskedEntries,
  wanted: string,
  days: readonly ('day' | 'next')[],
): string {
  const places = '$1::integer, $2::integer'
  const hoursOf = (day: string) => `(array[${PLANS.join()}])[(${day} + 3) % 7 + 1] as ${day}_hours`
  const freeOf = (day: string) => `${day}_hours & (${day}_hours >> 1) as ${day}_free,
    case when lengths & ${OVER_BREAKS_BIT} <> 0 then ${bridgedSql(`${day}_hours`)} end as ${day}_bridged`
  const joinOf = (day: string) => `full join (
      select professional_id, day as ${day}, starts_${asked.hours} as ${day}_beside from search_days
      where place_id in (${places}) and day = any(array(select ${day} from wanted))
    ) as on_${day} using (professional_id, ${day})`
  const cells = asked.hours * 2
  // The half hours of a free hour after which as many others are free as the visit is long.
  const inStretch = (day: string) =>
    `(${Array.from({ length: asked.hours }, (_, hour) => `${day}_free >> ${2 * hour}`).join(') & (')})`
  // Where no visit of that day fits into a stretch, it begins in one and ends in another.
  const byPlan = (day: string) => `case
      when ${day}_bridged is null or (${inStretch(day)}) & ${CELLS_OF_DAY} <> 0 then ${inStretch(day)}
      else ${inRowSql(`${day}_bridged`, cells)} & ${day}_hours & (${day}_hours >> ${cells - 1})
    end`
  const notBefore = (half: string) =>
    `(-1::bigint << least(63, greatest(0, ${half} + 2 * notice_hours)))`
  const bitsOf = (day: string, ahead: string) => `case
      when ${day} is null or not stated or first_day > ${day} or horizon_days < ${ahead} then 0
      when ${day}_beside is null
      then (${byPlan(day)}) & ${day}_plan & ${notBefore(`${day}_from + ${day}_shift`)}
      else ${day}_beside & ${day}_elapsed & ${notBefore(`${day}_from`)}
    end`
  const [, next] = days
  return `(
    with wanted as materialized (
      select * from json_to_recordset(${wanted}::json) as wanted (${WANTED_COLUMNS})
    )
    select stated, key, rate, professional_id, zone,
      day_beside is null as first_is_plan, ${bitsOf('day', 'ahead')} as first_bits,
      ${next ? 'next_beside is null' : 'true'} as second_is_plan,
      ${next ? bitsOf(next, 'ahead + 1') : '0::bigint'} as second_bits,
      not stated and first_day <= noon_day
        and ${next ? '(case when noon_day = day then day_beside else next_beside end)' : 'day_beside'} is null as may_be_free
    from (
      select entry.*, ${days.map((day) => `${day}_beside, ${freeOf(day)}`).join()}
      from (
        select professional_id, ${asked.key} as key, ${asked.rate} as rate, stated, notice_hours, horizon_days, first_day, lengths, wanted.*,
          ${days.map(hoursOf).join()}
        from search_entries join wanted using (zone)
        where place_id in (${places}) and lengths & $5::smallint <> 0
          and professional_id <> all($7::uuid[])${asked.matches}
      ) as entry ${days.map(joinOf).join(' ')}
      offset 0
    ) as entry
    where stated is not null
  )`
}

/** SQL: the half hours from which this many in a row are set. */
const inRowSql = (bits: string, cells: number) =>
  `(${Array.from({ length: cells }, (_, cell) => `(${bits} >> ${cell})`).join(' & ')})`

/** SQL of the hours with the breaks of the day filled, as `startsByPlan` fills them. */
function bridgedSql(hours: string): string {
  const day = `(${hours} & ${CELLS_OF_DAY})`
  const spread = Array.from({ length: CELLS_OF_BREAK + 1 }, (_, cell) => `(${day} << ${cell})`)
  return `${hours} | ${inRowSql(`(${spread.join(' | ')})`, CELLS_OF_BREAK + 1)}`
}

/** SQL of one row: the cards of both lists. */
function cardListsSql(service: SearchFilters['service_type']): string {
  const list = (value: string, which: string) =>
    `coalesce(json_agg(${value} order by key, professional_id) filter (where ${which}), '[]')`
  const found = `json_build_object('card', card, 'free', case when stated then json_build_object('zone', zone,
    'bits', json_build_array(first_bits::text, second_bits::text),
    'isPlan', json_build_array(first_is_plan, second_is_plan)) end)`
  return `
    select ${list(found, 'in_page')} as cards, ${list('card', 'not in_page')} as "mayBeFree"
    from (
      select shown.*, ${reliableCardSql('$8::timestamptz', service && 'rate')} as card
      from shown join search_cards as card on card.user_id = shown.professional_id
      -- So that a card is computed once, not once for each list.
      offset 0
    ) as listed`
}
