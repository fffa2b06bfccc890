// rule: search-by-time
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { BOOKING_HOURS } from '#contract/bookings/booking-rules.ts'
import {
  buildRandomProfessionals,
  FIRST_DAY,
  RANDOM_NOW,
} from '#server/test/builders/random-professionals.ts'
import { testServer } from '#server/test/server.ts'
import type { TestServer } from '#server/test/server.ts'
import { refreshAllDue } from './search-times.ts'
import { startsByPlan } from '#server/calendar/free/days-beside-plan.ts'
import { lengthBit, OVER_BREAKS_BIT, ZONES } from './time-keys.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer({}, { now: () => RANDOM_NOW })
  await buildRandomProfessionals(server)
})
afterAll(() => server.close())

test('random professionals have stored what SQL computes from hours, gaps, visits, busy times and day maxima', async () => {
  await refreshAllDue(server.context)
  const days = { first: FIRST_DAY, last: FIRST_DAY + 45 }
  const { rows: found } = await storedStarts(days).execute(server.db)
  const rows = found.map((row) => ({ ...row, stored: storedOf(row) }))
  // 40 professionals and 6 lengths, on all days but the clock change and the day before it.
  expect(rows.length).toBeGreaterThan(5000)
  expect(rows.filter(({ stored, computed }) => stored !== computed)).toEqual([])
  expect(rows.filter(({ stored }) => stored !== '0').length).toBeGreaterThan(1000)
  expect(rows.filter(({ bridged }) => bridged).length).toBeGreaterThan(20)
})

type StoredRow = {
  day: number
  hours: number
  lengths: number
  plan: string
  /** The stored bits of a day that differs from the plan. */
  beside: string | null
  computed: string
  /** Whether some of these visits run over a break. */
  bridged: boolean | null
}

/** The bits that search by time takes from a stored row for visits of this length. */
function storedOf({ hours, lengths, plan, beside }: StoredRow): string {
  const length = BOOKING_HOURS.find((one) => one === hours)!
  if ((lengths & lengthBit(length)) === 0) return '0'
  return beside ?? String(startsByPlan(BigInt(plan), length, (lengths & OVER_BREAKS_BIT) !== 0))
}

/**
 * For each professional, day and length: the stored bits of search by time, and the same computed in SQL alone, half
 * hour by half hour. Days around a clock change are left out.
 */
function storedStarts({ first, last }: { first: number; last: number }) {
  const zones = sql`${ZONES}::text[]`
  const plans = sql.raw(`array[${[1, 2, 3, 4, 5, 6, 7].map((day) => `plan_${day}`).join()}]`)
  const starts = sql.raw(`array[${BOOKING_HOURS.map((hours) => `starts_${hours}`).join()}]`)
  return sql<StoredRow>`
    with own as (
      select distinct on (professional_id) professional_id as person, (${zones})[zone] as zone, ${plans} as plans, lengths,
        case when travel then greatest(buffer_minutes, 30) else buffer_minutes end * interval '1 minute' as gap,
        min_hours, coalesce(max_hours_a_day, 99) as max_hours, coalesce(max_visits_a_day, 99) as max_visits, place_id, over_breaks
      from search_entries join professional_times using (professional_id)
      where search_entries.stated order by professional_id, place_id
    ), days as (
      select own.*, day, (date '1970-01-01' + day)::timestamp at time zone zone as midnight,
        (date '1970-01-01' + day + 1)::timestamp at time zone zone as next_midnight
      from own cross join generate_series(${first}::integer, ${last + 1}::integer) as day
    ), halves as materialized (
      select days.*, at, cell, is_off and not is_extra as is_off, (
        exists (
          select from working_hours where professional_id = person
            and weekday = extract(isodow from wall) and minute >= from_minute and minute < to_minute
        ) and not is_off or is_extra
      ) as is_open
      from days cross join lateral generate_series(midnight, next_midnight - interval '1 second', interval '30 minutes')
          with ordinality as half (at, cell),
        lateral (select at at time zone zone as wall) as own_wall,
        lateral (select extract(hour from wall) * 60 + extract(minute from wall) as minute) as own_minute,
        lateral (select exists (
          select from time_exceptions where professional_id = person and kind = 'off' and wall::date between from_date and to_date
            and (from_minute is null or minute >= from_minute and minute < to_minute)
        ) as is_off, exists (
          select from time_exceptions where professional_id = person and kind = 'extra' and wall::date between from_date and to_date
            and minute >= from_minute and minute < to_minute
        ) as is_extra) as excepted
    ), gaps as (
      select *, min(at) filter (where not is_open)
          over (partition by person order by at desc) as closes_at,
        max(at) filter (where is_open) over (partition by person, day order by at) as opened_at,
        min(at) filter (where is_open) over (partition by person, day order by at desc) as opens_at
      from halves
    ), breaks as (
      select *, over_breaks and not is_open and coalesce(opens_at - opened_at <= interval '150 minutes', false)
        and not bool_or(is_off) over (partition by person, day, opened_at) as is_break
      from gaps
    ), open_until as materialized (
      select *, min(at) filter (where not is_open and not is_break)
        over (partition by person order by at desc) as halts_at,
        max(at) filter (where not is_open) over (partition by person order by at) as shut_at,
        max(coalesce(closes_at, at + interval '1 day') - at) over (partition by person, day) as longest
      from breaks
    ), computed as materialized (
      select person, day, hours, bit_or(1::bigint << (cell - 1)::integer) as bits,
        bool_or(closes_at < ends) as bridged
      from (
        select *, lead(is_open, 2 * hours - 1) over visit as ends_open, lead(shut_at, 2 * hours - 1) over visit as shut_before
        from open_until cross join unnest(${BOOKING_HOURS}::integer[]) as hours
        window visit as (partition by person, hours order by at)
      ) as starts,
        lateral (select at + hours * interval '1 hour' as ends) as visit
      where hours >= min_hours
        and (coalesce(closes_at, 'infinity') >= ends or (
          over_breaks and is_open and longest < hours * interval '1 hour' and coalesce(halts_at, 'infinity') >= ends
          -- It ends in a stretch that began on the day of its start.
          and ends_open and shut_before < next_midnight))
        and not exists (select from busy_times where professional_id = person and starts_at < ends and ends_at > at)
        and not exists (
          select from bookings where professional_id = person and status in ('accepted', 'completed')
            and starts_at < ends + gap and ends_at + gap > at)
        and (
          select count(*) < max_visits and hours + coalesce(sum(extract(epoch from ends_at - starts_at)) / 3600, 0) <= max_hours
          from bookings where professional_id = person and status in ('accepted', 'completed')
            and starts_at >= midnight and starts_at < next_midnight
        )
      group by person, day, hours
    ), stored as (
      select person, days.day, hours, lengths, plans[(days.day + 3) % 7 + 1] as plan, (${starts})[position] as beside
      from days cross join unnest(${BOOKING_HOURS}::integer[]) with ordinality as length (hours, position)
        left join search_days
          on search_days.place_id = days.place_id and search_days.day = days.day and professional_id = person
      where next_midnight - midnight = interval '24 hours' and days.day <= ${last}::integer
        and (date '1970-01-01' + days.day + 2)::timestamp at time zone zone - next_midnight = interval '24 hours'
    )
    select day, hours, lengths, plan::text, beside::text, coalesce(computed.bits, 0)::text as computed, bridged
    from stored left join computed using (person, day, hours)`
}
