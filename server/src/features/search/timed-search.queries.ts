import type pg from 'pg'
import { DEFAULT_BOOKING_HOURS } from '#contract/product.ts'
import type { SearchFilters } from '#contract/search.ts'
import { reliableSince } from '../professionals/reliability.ts'
import { foundColumnsSql, PUBLIC_TABLES_SQL } from '../professionals/public-professional.ts'
import { dayOfDate } from '../time/zone-clock.ts'
import { reliableCardSql } from './reliable-card.ts'
import {
  filterConditions,
  POST_CONSTRUCTION_SQL,
  preparedAs,
  VERSION_SQL,
} from './search.queries.ts'
import type { SearchedPlaces } from './search.queries.ts'
import { startsByZone } from './starts-by-zone.ts'
import type { FarStarts } from './starts-by-zone.ts'
import { lengthBit } from './time-keys.ts'
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
 * professionals, one own day counts, and the wanted starts are single values. Of the others ('far') up to two days
 * count, and lists have one value for each of ZONES, in its order. What is computed for each near entry decides how
 * long a search in a large place takes. The plan of who has not stated their hours has no bits.
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
  const parameter = (value: unknown, type: string) => `$${values.push(value)}::${type}`
  const byZone = (list: string, type: string) => `(${parameter(list, `${type}[]`)})[zone]`

  const { near, far } = startsByZone(wanted, now)
  const { used, matches: found, rate } = filterConditions({ ...filters, hours }, values)
  const matches =
    leftOut.length === 0
      ? found
      : `${found} and professional_id <> all(${parameter(leftOut, 'uuid[]')})`
  const key = sort === 'price' ? `(${rate})::bigint` : KEYS[sort]
  // A parameter, because each connection keeps a plan for each statement: there would be seven times as many.
  const weekday = parameter((((day + 3) % 7) + 7) % 7, 'integer')
  const plans = [1, 2, 3, 4, 5, 6, 7].map((number) => `plan_${number}`)
  const starts = `starts_${hours}`
  const planOf = (own: string) => `(array[${plans.join()}])[(${own} + 3) % 7 + 1]`
  const ahead = byZone(far.ahead, 'integer')
  const noticeAnyStart = parameter(near.noticeAnyStart, 'integer')
  const nearStarts = (kind: 'plan' | 'elapsed') => {
    const bits = parameter(near[kind], 'bigint')
    const late = notBefore(parameter(near.from[kind], 'integer'))
    return `(case when notice_hours <= ${noticeAnyStart} then ${bits} else ${bits} & ${late} end)`
  }
  const farBits = (
    own: { day: string; ahead: string; beside: string; plan: string },
    starts: FarStarts,
  ) => {
    const wantedOf = (kind: 'plan' | 'elapsed') =>
      `${byZone(starts[kind], 'bigint')} & ${notBefore(byZone(starts.from[kind], 'integer'))}`
    return `case
        when not stated or first_day > ${own.day} or horizon_days < ${own.ahead} then 0
        when ${own.beside} is null then ${startsByPlan(`${own.plan} & (${own.plan} >> 1)`, hours)} & ${wantedOf('plan')}
        else ${own.beside} & ${wantedOf('elapsed')}
      end`
  }
  const card = reliableCardSql(parameter(reliableSince(new Date(now)), 'timestamptz'))

  const list = filters.availability ?? 'free'
  const text = `
  with near as (
    select stated, key, professional_id, zone, beside is null as is_plan,
      case
        when beside is null
        then ${startsByPlan('free_hour', hours)} & ${nearStarts('plan')}
        else beside & ${nearStarts('elapsed')}
      end as bits
    from (
      -- A full join, because an estimate from other places must not choose a nested loop. OFFSET 0 keeps it one.
      select place_id, professional_id, key, stated, zone, notice_hours, plan & (plan >> 1) as free_hour,
        beside.${starts} as beside
      from (
        select place_id, professional_id, ${key} as key, stated, zone, notice_hours,
          case ${weekday} ${plans.map((plan, index) => `when ${index} then ${plan}`).join(' ')} end as plan
        from search_entries
        where place_id in ($1::integer, $2::integer) and zone = any(${parameter(near.zones, 'smallint[]')})
          and lengths & $6::smallint <> 0 and first_day <= $5::integer
          and (horizon_days >= ${parameter(near.ahead, 'integer')} or not stated)${matches}
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
    select stated, key, professional_id, zone,
      first_beside is null as first_is_plan, second_beside is null as second_is_plan,
      ${farBits({ day: 'day', ahead, beside: 'first_beside', plan: 'plan' }, far.first)} as first_bits,
      case when next is null then 0 else ${farBits(
        { day: 'next', ahead: `${ahead} + 1`, beside: 'second_beside', plan: 'next_plan' },
        far.second,
      )} end as second_bits,
      not stated and first_day <= noon_day
        and (case when noon_day = day then first_beside else second_beside end) is null as may_be_free
    from (
      select entry.*, ${planOf('entry.day')} as plan, ${planOf('entry.next')} as next_plan,
        first.${starts} as first_beside, second.${starts} as second_beside
      from (
        select place_id, professional_id, ${key} as key, stated, zone, notice_hours, horizon_days, first_day, ${plans.join()},
          ${byZone(far.day, 'integer')} as day, ${byZone(far.next, 'integer')} as next, ${byZone(far.noonDay, 'integer')} as noon_day
        from search_entries
        where place_id in ($1::integer, $2::integer) and zone = any(${parameter(far.zones, 'smallint[]')})
          and lengths & $6::smallint <> 0${matches}
      ) as entry
      left join search_days as first
        on first.place_id = entry.place_id and first.day = entry.day and first.professional_id = entry.professional_id
      left join search_days as second
        on second.place_id = entry.place_id and second.day = entry.next and second.professional_id = entry.professional_id
      offset 0
    ) as entry
    offset 0
  ), matches as materialized (
    select stated, key, professional_id, zone, bits as first_bits, is_plan as first_is_plan,
      0::bigint as second_bits, true as second_is_plan
    from near where bits <> 0 or is_plan and not stated
    union all
    select stated, key, professional_id, zone, first_bits, first_is_plan, second_bits, second_is_plan
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

/** The half hours from this one on that are later than the notice. */
function notBefore(first: string): string {
  return `(-1::bigint << least(63, greatest(0, ${first} + 2 * notice_hours)))`
}

/** The half hours at which a visit can begin. `freeHour`: those at which a free hour begins. */
function startsByPlan(freeHour: string, hours: number): string {
  const later = Array.from(
    { length: hours - 1 },
    (_, index) => `((${freeHour}) >> ${2 * (index + 1)})`,
  )
  return [`(${freeHour})`, ...later].join(' & ')
}

/** The cards of both lists are read together: reading a card is a large part of the statement. */
function cardsSql(which: string): string {
  return `string_agg(card, '${SEPARATOR}' order by key, professional_id) filter (where ${which})`
}
