import { BOOKING_HOURS, DEFAULT_BOOKING_HOURS } from '#contract/bookings/booking-rules.ts'
import type { ServiceType } from '#contract/product.ts'
import { startsByPlan } from '#server/calendar/free/days-beside-plan.ts'
import { dateOfDay, DAY_MS, ZoneClock } from '#server/calendar/plan/zone-clock.ts'
import { serviceNumber } from '#server/people/listing/search-keys.ts'
import { PLANS } from './search-times.queries.ts'
import { lengthBit, OVER_BREAKS_BIT, ZONES } from './time-keys.ts'

const GRID_MS = 1_800_000
/** How far ahead the next free time of a card lies at most. */
const DAYS_AHEAD = 7

/** Stored facts about the free times of a professional who has stated their hours. Bits are numbers as text. */
export type StoredTimes = {
  id: string
  zone: number
  notice: number
  horizon: number
  firstDay: number
  lengths: number
  minimums: number[] | null
  plan: string[]
  /** The days that differ from the plan: their bits by BOOKING_HOURS. */
  days: { day: number; starts: string[] }[] | null
}

/**
 * SQL of the StoredTimes of the professionals of `page`, as a JSON list. Who is due is left out: what is stored of them
 * may be taken by now. `days`: a parameter with the days from `storedDays`. rule: search-by-time
 */
export const storedTimesSql = (days: string) => `(
  select json_agg(json_build_object(
    'id', entry.professional_id, 'zone', zone, 'notice', notice_hours, 'horizon', horizon_days, 'firstDay', first_day,
    'lengths', lengths, 'minimums', service_minimums, 'plan', array[${PLANS.map((name) => `${name}::text`).join()}],
    'days', (
      select json_agg(json_build_object(
        'day', day, 'starts', array[${BOOKING_HOURS.map((hours) => `starts_${hours}::text`).join()}]))
      from search_days
      where search_days.place_id = entry.place_id and day = any(${days}::integer[])
        and search_days.professional_id = entry.professional_id)))
  from page cross join lateral (
    -- OFFSET 0 keeps PostgreSQL from reading all entries of the places for the few of a page.
    select * from search_entries
    where search_entries.professional_id = page.professional_id and place_id in ($1::integer, $2::integer) offset 0
  ) as entry
  where stated and not exists (select from search_times_due as due where due.professional_id = entry.professional_id))`

/** The own days, in whatever zone, on which a card's next free time can lie. */
export function storedDays(now: number): number[] {
  const today = Math.floor(now / DAY_MS)
  return Array.from({ length: DAYS_AHEAD + 2 }, (_, ahead) => today - 1 + ahead)
}

/**
 * The next start at which a stranger can book the shortest usual visit, in the zone of the home; undefined if there is
 * none within a week. rule: search-by-time
 */
export function nextFree(
  stored: StoredTimes,
  { service, homeZone, now }: { service: ServiceType | undefined; homeZone: string; now: number },
): { booking_date: string; booking_time: string; starts_at: string } | undefined {
  const own = ZoneClock.of(ZONES[stored.zone - 1]!)
  const least = service ? (stored.minimums?.[serviceNumber(service) - 1] ?? 1) : 1
  const hours = BOOKING_HOURS.find(
    (length) =>
      length >= Math.max(DEFAULT_BOOKING_HOURS, least) &&
      (stored.lengths & lengthBit(length)) !== 0,
  )
  if (!hours) return undefined
  const today = own.dayOf(now)
  for (let ahead = 0; ahead < DAYS_AHEAD && ahead <= stored.horizon; ahead++) {
    const day = today + ahead
    const startsAt = day < stored.firstDay ? undefined : firstStart(stored, own, day, hours, now)
    if (startsAt === undefined) continue
    const home = ZoneClock.of(homeZone)
    const wall = home.wallTime(startsAt)
    return {
      booking_date: dateOfDay(home.dayOf(startsAt)),
      booking_time: new Date(wall).toISOString().slice(11, 16),
      starts_at: new Date(startsAt).toISOString(),
    }
  }
  return undefined
}

/** The first free start of an own day that is not too soon. */
function firstStart(
  { plan, days, notice, lengths }: StoredTimes,
  own: ZoneClock,
  day: number,
  hours: (typeof BOOKING_HOURS)[number],
  now: number,
): number | undefined {
  const midnight = own.instantOf(day * DAY_MS).instant
  const beside = days?.find((one) => one.day === day)
  const bits = beside
    ? BigInt(beside.starts[BOOKING_HOURS.indexOf(hours)]!)
    : startsByPlan(BigInt(plan[(day + 3) % 7]!), hours, (lengths & OVER_BREAKS_BIT) !== 0)
  const earliest = now + notice * 2 * GRID_MS
  for (let half = 0; half < 48; half++) {
    if (((bits >> BigInt(half)) & 1n) === 0n) continue
    const startsAt = beside
      ? midnight + half * GRID_MS
      : own.instantOf(day * DAY_MS + half * GRID_MS).instant
    if (startsAt >= earliest) return startsAt
  }
  return undefined
}
