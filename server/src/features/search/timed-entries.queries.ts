import type { FarStarts, StartsByZone } from './starts-by-zone.ts'

/** Adds a value to the statement, and returns SQL that reads it. */
export type Parameter = (value: unknown, type: string) => string

/**
 * Which rows of `search_entries` a search by time asks for, as SQL. The plan of who has not stated their hours has no
 * bits. What is computed for each near entry decides how long a search in a large place takes.
 */
export type AskedEntries = {
  /** The ids of the places. */
  places: string
  /** The bit of the visit's length. */
  lengthBit: string
  hours: number
  /** One number for each entry: the order. */
  key: string
  /** Further conditions: ` and …`, or nothing. */
  matches: string
}

const PLANS = [1, 2, 3, 4, 5, 6, 7].map((number) => `plan_${number}`)

/**
 * SQL that selects the entries of the zones that have the home's time, which are those of most professionals: one own
 * day counts, and the wanted starts are single values. `day` and `weekday` are SQL expressions.
 */
export function nearSql(
  {
    places,
    lengthBit,
    hours,
    key,
    matches,
    day,
    weekday,
  }: AskedEntries & Record<'day' | 'weekday', string>,
  near: StartsByZone['near'],
  parameter: Parameter,
): string {
  const starts = `starts_${hours}`
  const noticeAnyStart = parameter(near.noticeAnyStart, 'integer')
  const wantedOf = (kind: 'plan' | 'elapsed') => {
    const bits = parameter(near[kind], 'bigint')
    const late = notBefore(parameter(near.from[kind], 'integer'))
    return `(case when notice_hours <= ${noticeAnyStart} then ${bits} else ${bits} & ${late} end)`
  }
  return `
    select stated, key, professional_id, zone, beside is null as is_plan,
      case
        when beside is null
        then ${startsByPlan('free_hour', hours)} & ${wantedOf('plan')}
        else beside & ${wantedOf('elapsed')}
      end as bits
    from (
      -- A full join, because an estimate from other places must not choose a nested loop. OFFSET 0 keeps it one.
      select place_id, professional_id, key, stated, zone, notice_hours, plan & (plan >> 1) as free_hour,
        beside.${starts} as beside
      from (
        select place_id, professional_id, ${key} as key, stated, zone, notice_hours,
          case ${weekday} ${PLANS.map((plan, index) => `when ${index} then ${plan}`).join(' ')} end as plan
        from search_entries
        where place_id in (${places}) and zone = any(${parameter(near.zones, 'smallint[]')})
          and lengths & ${lengthBit} <> 0 and first_day <= ${day}
          and (horizon_days >= ${parameter(near.ahead, 'integer')} or not stated)${matches}
      ) as entry
      full join (
        select professional_id, ${starts} from search_days
        where place_id in (${places}) and day = ${day}
      ) as beside using (professional_id)
      offset 0
    ) as entry
    where place_id is not null
    offset 0`
}

/**
 * SQL that selects the entries of the other zones: up to two own days count, and lists have one value for each of
 * ZONES, in its order.
 */
export function farSql(
  { places, lengthBit, hours, key, matches }: AskedEntries,
  far: StartsByZone['far'],
  parameter: Parameter,
): string {
  const starts = `starts_${hours}`
  const byZone = (list: string, type: string) => `(${parameter(list, `${type}[]`)})[zone]`
  const planOf = (own: string) => `(array[${PLANS.join()}])[(${own} + 3) % 7 + 1]`
  const ahead = byZone(far.ahead, 'integer')
  const bitsOf = (
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
  return `
    select stated, key, professional_id, zone,
      first_beside is null as first_is_plan, second_beside is null as second_is_plan,
      ${bitsOf({ day: 'day', ahead, beside: 'first_beside', plan: 'plan' }, far.first)} as first_bits,
      case when next is null then 0 else ${bitsOf(
        { day: 'next', ahead: `${ahead} + 1`, beside: 'second_beside', plan: 'next_plan' },
        far.second,
      )} end as second_bits,
      not stated and first_day <= noon_day
        and (case when noon_day = day then first_beside else second_beside end) is null as may_be_free
    from (
      select entry.*, ${planOf('entry.day')} as plan, ${planOf('entry.next')} as next_plan,
        first.${starts} as first_beside, second.${starts} as second_beside
      from (
        select place_id, professional_id, ${key} as key, stated, zone, notice_hours, horizon_days, first_day, ${PLANS.join()},
          ${byZone(far.day, 'integer')} as day, ${byZone(far.next, 'integer')} as next, ${byZone(far.noonDay, 'integer')} as noon_day
        from search_entries
        where place_id in (${places}) and zone = any(${parameter(far.zones, 'smallint[]')})
          and lengths & ${lengthBit} <> 0${matches}
      ) as entry
      left join search_days as first
        on first.place_id = entry.place_id and first.day = entry.day and first.professional_id = entry.professional_id
      left join search_days as second
        on second.place_id = entry.place_id and second.day = entry.next and second.professional_id = entry.professional_id
      offset 0
    ) as entry
    offset 0`
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
