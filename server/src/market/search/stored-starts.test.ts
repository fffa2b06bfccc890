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
import { ZONES } from './time-keys.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer({}, { now: () => RANDOM_NOW })
  await buildRandomProfessionals(server)
})
afterAll(() => server.close())

test('random professionals have stored what SQL computes from hours, gaps, visits, busy times and day maxima', async () => {
  await refreshAllDue(server.context)
  const days = { first: FIRST_DAY, last: FIRST_DAY + 45 }
  const { rows } = await storedStarts(days).execute(server.db)
  // 40 professionals and 6 lengths, on all days but the clock change and the day before it.
  expect(rows.length).toBeGreaterThan(5000)
  expect(rows.filter(({ stored, computed }) => stored !== computed)).toEqual([])
  expect(rows.filter(({ stored }) => stored !== '0').length).toBeGreaterThan(1000)
})

/**
 * For each professional, day and length: the bits that search by time stores, and the same computed in SQL alone, half
 * hour by half hour. Days around a clock change are left out.
 */
function storedStarts({ first, last }: { first: number; last: number }) {
  const zones = sql`${ZONES}::text[]`
  const plans = sql.raw(`array[${[1, 2, 3, 4, 5, 6, 7].map((day) => `plan_${day}`).join()}]`)
  const starts = sql.raw(`array[${BOOKING_HOURS.map((hours) => `starts_${hours}`).join()}]`)
  return sql<{ person: string; day: number; hours: number; stored: string; computed: string }>`
    with own as (
      select distinct on (professional_id) professional_id as person, (${zones})[zone] as zone, ${plans} as plans, lengths,
        case when travel then greatest(buffer_minutes, 30) else buffer_minutes end * interval '1 minute' as gap,
        min_hours, coalesce(max_hours_a_day, 99) as max_hours, coalesce(max_visits_a_day, 99) as max_visits, place_id
      from search_entries join professional_times using (professional_id)
      where search_entries.stated order by professional_id, place_id
    ), days as (
      select own.*, day, (date '1970-01-01' + day)::timestamp at time zone zone as midnight,
        (date '1970-01-01' + day + 1)::timestamp at time zone zone as next_midnight
      from own cross join generate_series(${first}::integer, ${last + 1}::integer) as day
    ), halves as materialized (
      select days.*, at, cell, (
        exists (
          select from working_hours where professional_id = person
            and weekday = extract(isodow from wall) and minute >= from_minute and minute < to_minute
        ) and not exists (
          select from time_exceptions where professional_id = person and kind = 'off' and wall::date between from_date and to_date
            and (from_minute is null or minute >= from_minute and minute < to_minute)
        ) or exists (
          select from time_exceptions where professional_id = person and kind = 'extra' and wall::date between from_date and to_date
            and minute >= from_minute and minute < to_minute
        )
      ) as is_open
      from days cross join lateral generate_series(midnight, next_midnight - interval '1 second', interval '30 minutes')
          with ordinality as half (at, cell),
        lateral (select at at time zone zone as wall) as own_wall,
        lateral (select extract(hour from wall) * 60 + extract(minute from wall) as minute) as own_minute
    ), open_until as materialized (
      select *, min(at) filter (where not is_open)
        over (partition by person order by at desc) as closes_at
      from halves
    ), computed as materialized (
      select person, day, hours, bit_or(1::bigint << (cell - 1)::integer) as bits
      from open_until cross join unnest(${BOOKING_HOURS}::integer[]) as hours,
        lateral (select at + hours * interval '1 hour' as ends) as visit
      where hours >= min_hours and coalesce(closes_at, 'infinity') >= ends
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
      select person, days.day, hours, case when lengths >> (position - 1)::integer & 1 = 0 then 0 else coalesce(
        (${starts})[position], (
          select bit_or(1::bigint << cell) from generate_series(0, 47) as cell
          where plans[(days.day + 3) % 7 + 1] >> cell & ((1::bigint << hours * 2) - 1) = (1::bigint << hours * 2) - 1
        ), 0) end as bits
      from days cross join unnest(${BOOKING_HOURS}::integer[]) with ordinality as length (hours, position)
        left join search_days
          on search_days.place_id = days.place_id and search_days.day = days.day and professional_id = person
      where next_midnight - midnight = interval '24 hours' and days.day <= ${last}::integer
        and (date '1970-01-01' + days.day + 2)::timestamp at time zone zone - next_midnight = interval '24 hours'
    )
    select person::text, day, hours, stored.bits as stored, coalesce(computed.bits, 0)::text as computed
    from stored left join computed using (person, day, hours)`
}
