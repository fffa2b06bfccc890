import type pg from 'pg'
import { DEFAULT_BOOKING_HOURS } from '#contract/product.ts'
import type { SearchFilters } from '#contract/search.ts'
import { reliableSince } from '../professionals/reliability.ts'
import { foundColumnsSql, PUBLIC_TABLES_SQL } from '../professionals/public-professional.ts'
import { dayOfDate, ZoneClock } from '../time/zone-clock.ts'
import { reliableCardSql } from './reliable-card.ts'
import {
  filterConditions,
  POST_CONSTRUCTION_SQL,
  preparedAs,
  VERSION_SQL,
} from './search.queries.ts'
import type { SearchedPlaces } from './search.queries.ts'
import { lengthBit, ZONES } from './time-keys.ts'
import { firstBits } from './wanted-starts.ts'
import type { FoundBits, WantedStarts } from './wanted-starts.ts'

/** `card` is JSON text. `free` says when a professional with stated hours is free. */
export type FoundCard = { card: string; free: FoundBits | null }

export type TimedPage = {
  /** The wanted page of those who are free, or of those who have not stated their hours. */
  cards: FoundCard[]
  /** The first of those who have not stated their hours. */
  mayBeFree: string[]
  freeTotal: number
  mayBeFreeTotal: number
  postConstruction: boolean
  version: string
}

const MAY_BE_FREE_SHOWN = 3
/** The record separator: JSON text never contains it. */
const SEPARATOR = '\u001e'

/** The version of everything that decides about a search by time in these places. rule: search-cached-answers */
const TIMED_VERSION_SQL = `(${VERSION_SQL} || ' ' || (
    select coalesce(bit_xor(number), 0)::text from place_time_changes where place_id in ($1::integer, $2::integer)))`

export async function timedVersionOf(
  pool: pg.Pool,
  { placeId, cityPlaceId }: SearchedPlaces,
): Promise<string> {
  const { rows } = await pool.query<{ version: string }>({
    name: 'places-time-version',
    text: `select ${TIMED_VERSION_SQL} as version`,
    values: [placeId, cityPlaceId],
  })
  return rows[0]!.version
}

/**
 * Reads one page of the professionals who are free at one of these starts, both exact totals, and the first of those
 * who may be free. `leftOut`: those who do not count. rule: search-by-time
 */
export async function findTimedPage(
  pool: pg.Pool,
  places: SearchedPlaces,
  filters: SearchFilters,
  wanted: WantedStarts,
  now: number,
  leftOut: readonly string[] = [],
): Promise<TimedPage> {
  const { rows } = await pool.query<Row>(timedStatement(places, filters, wanted, now, leftOut))
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

function textsOf(cards: string | null): string[] {
  return cards === null ? [] : cards.split(SEPARATOR)
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
 * The statement of a search by time. Of the zones that have the home's time ('near'), which are those of most
 * professionals, one own day counts, and the wanted starts are single values. Of the others ('far') two days count, and
 * lists have one value for each of ZONES, in its order.
 */
function timedStatement(
  { placeId, cityPlaceId }: SearchedPlaces,
  filters: SearchFilters,
  { date, zones, homeNumber }: WantedStarts,
  now: number,
  leftOut: readonly string[],
): pg.QueryConfig {
  const { sort_by: sort, page, page_size: size, hours = DEFAULT_BOOKING_HOURS } = filters
  const day = dayOfDate(date)
  const values: unknown[] = [placeId, cityPlaceId, size, (page - 1) * size, day, lengthBit(hours)]
  const parameter = (value: unknown, type: string) => `$${values.push(value)}::${type}`
  const byZone = (list: unknown[], type: string) => `(${parameter(list, `${type}[]`)})[zone]`

  const today = ZONES.map((zone) => ZoneClock.of(zone).dayOf(now))
  const home = zones[homeNumber - 1]!
  const homeToday = today[homeNumber - 1]!
  const zoneNumbers = ZONES.map((_, index) => index + 1)
  const isNear = (zone: number) => zones[zone - 1] === home && today[zone - 1] === homeToday
  const near = parameter(zoneNumbers.filter(isNear), 'smallint[]')
  const far = parameter(
    zoneNumbers.filter((zone) => !isNear(zone)),
    'smallint[]',
  )
  const earliest = (from: string) =>
    `(-1::bigint << least(63, greatest(0, ${from} + 2 * notice_hours)))`
  const homeFirst = firstBits(home, 0, now)
  const nearStarts = (kind: 'plan' | 'elapsed') =>
    `${parameter(String(home.bits[0][kind]), 'bigint')} & ${earliest(parameter(homeFirst[kind], 'integer'))}`
  const nearAhead = parameter(day - homeToday, 'integer')
  const daysAhead = zones.map(({ firstDay }, index) => firstDay - today[index]!)
  const ahead = byZone(daysAhead, 'integer')
  const farStarts = (which: 0 | 1, kind: 'plan' | 'elapsed') => {
    const bits = zones.map((zone) => String(zone.bits[which][kind]))
    const from = zones.map((zone) => firstBits(zone, which, now)[kind])
    return `${byZone(bits, 'bigint')} & ${earliest(byZone(from, 'integer'))}`
  }
  const { used, matches: found, rate } = filterConditions({ ...filters, hours }, values)
  const matches =
    leftOut.length === 0
      ? found
      : `${found} and professional_id <> all(${parameter(leftOut, 'uuid[]')})`
  const key = sort === 'price' ? `(${rate})::bigint` : KEYS[sort]
  // A parameter, because each connection keeps a plan for each statement: there would be seven times as many.
  const weekday = parameter((((day + 3) % 7) + 7) % 7, 'integer')
  const planOf = (offset: number) =>
    `case ${weekday} ${[0, 1, 2, 3, 4, 5, 6]
      .map((one) => `when ${one} then plan_${((one + offset + 7) % 7) + 1}`)
      .join(' ')} end`
  const starts = `starts_${hours}`
  const card = reliableCardSql(parameter(reliableSince(new Date(now)), 'timestamptz'))

  const list = filters.availability ?? 'free'
  const text = `
  with near as (
    select professional_id, key, stated, zone, beside is null as is_plan,
      case
        when not stated or first_day > $5::integer or horizon_days < ${nearAhead} then 0
        when beside is null then ${startsByPlan('plan', hours)} & ${nearStarts('plan')}
        else beside & ${nearStarts('elapsed')}
      end as bits,
      not stated and first_day <= $5::integer and beside is null as may_be_free
    from (
      -- A full join, because an estimate from other places must not choose a nested loop. OFFSET 0 keeps it one.
      select entry.*, beside.${starts} as beside
      from (
        select place_id, professional_id, ${key} as key, stated, zone, notice_hours, horizon_days, first_day, ${planOf(0)} as plan
        from search_entries
        where place_id in ($1::integer, $2::integer) and zone = any(${near}) and lengths & $6::smallint <> 0${matches}
      ) as entry
      full join (
        select professional_id, ${starts} from search_days
        where place_id in ($1::integer, $2::integer) and day = $5::integer
      ) as beside using (professional_id)
      offset 0
    ) as entry
    where place_id is not null
    offset 0
  ), far as (
    select entry.professional_id, key, stated, zone, first_beside is null as first_is_plan, second_beside is null as second_is_plan,
      case
        when not stated or first_day > day or horizon_days < ${ahead} then 0
        when first_beside is null then ${startsByPlan('plan', hours)} & ${farStarts(0, 'plan')}
        else first_beside & ${farStarts(0, 'elapsed')}
      end as first_bits,
      case
        when not stated or first_day > day + 1 or horizon_days < ${ahead} + 1 then 0
        when second_beside is null then ${startsByPlan('next_plan', hours)} & ${farStarts(1, 'plan')}
        else second_beside & ${farStarts(1, 'elapsed')}
      end as second_bits,
      not stated and first_day <= noon_day
        and (case when noon_day = day then first_beside else second_beside end) is null as may_be_free
    from (
      select entry.*, first.${starts} as first_beside, second.${starts} as second_beside
      from (
        select place_id, professional_id, ${key} as key, stated, zone, notice_hours, horizon_days, first_day,
          day, ${byZone(
            zones.map(({ noonDay }) => noonDay),
            'integer',
          )} as noon_day,
          case when day = $5::integer then ${planOf(0)} else ${planOf(-1)} end as plan,
          case when day = $5::integer then ${planOf(1)} else ${planOf(0)} end as next_plan
        from search_entries cross join lateral (select ${byZone(
          zones.map(({ firstDay }) => firstDay),
          'integer',
        )} as day) as own
        where place_id in ($1::integer, $2::integer) and zone = any(${far}) and lengths & $6::smallint <> 0${matches}
      ) as entry
      left join search_days as first
        on first.place_id = entry.place_id and first.day = entry.day and first.professional_id = entry.professional_id
      left join search_days as second
        on second.place_id = entry.place_id and second.day = entry.day + 1
          and second.professional_id = entry.professional_id
      offset 0
    ) as entry
  ), matches as materialized (
    select professional_id, key, stated, zone, bits as first_bits, is_plan as first_is_plan,
      0::bigint as second_bits, true as second_is_plan
    from near where bits <> 0 or may_be_free
    union all
    select professional_id, key, stated, zone, first_bits, first_is_plan, second_bits, second_is_plan
    from far where first_bits <> 0 or second_bits <> 0 or may_be_free
  ), page as (
    select * from matches where stated = ${list === 'free'}
    order by key, professional_id limit $3::integer offset $4::integer
  ), first_unstated as (
    select * from matches where not stated and ${list === 'free'}
    order by key, professional_id limit ${MAY_BE_FREE_SHOWN}
  ), shown as (
    select true as in_page, * from page union all select false, * from first_unstated
  )
  select cards, bits, "mayBeFree",
    "freeTotal", "mayBeFreeTotal",
    ${POST_CONSTRUCTION_SQL} as "postConstruction", ${TIMED_VERSION_SQL} as version
  from (
    select ${cardsSql('in_page')} as cards, ${cardsSql('not in_page')} as "mayBeFree",
      json_agg(json_build_array(zone, case when stated then first_bits::text end, first_is_plan, second_bits::text,
        second_is_plan) order by key, professional_id) filter (where in_page) as bits
    from (
      select shown.*, ${card} as card
      from shown cross join lateral (
        select ${foundColumnsSql(filters.service_type)} from ${PUBLIC_TABLES_SQL}
        where professionals.user_id = shown.professional_id
      ) as card
      -- So that a card is computed once, not once for each list.
      offset 0
    ) as listed
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

/** The half hours at which a visit can begin: as many set bits as it has half hours follow each other. */
function startsByPlan(plan: string, hours: number): string {
  const bits = Array.from({ length: hours * 2 - 1 }, (_, index) => `(${plan} >> ${index + 1})`)
  return `(${[plan, ...bits].join(' & ')})`
}

/** The cards of both lists are read together: reading a card is a large part of the statement. */
function cardsSql(which: string): string {
  return `string_agg(card, '${SEPARATOR}' order by key, professional_id) filter (where ${which})`
}
