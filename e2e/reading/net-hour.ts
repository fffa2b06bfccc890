import type { BookingRow } from './bookings.ts'
import { dollars } from './formats.ts'
import type { Rows } from './reading.ts'

/** Reads coordinates by their decimals: a `real` cast to `float8` differs a little, and can round to another tenth. */
const ZIPS = `(select zip, place_id, city_id, population, latitude::text::float8 as latitude,
  longitude::text::float8 as longitude from zips)`

type Costs = { id: string; miles: number; per_mile: number; supplies: number; lead: number }

/**
 * Computes from the rows what is left of an hour of each open visit, from door to door. A professional drives from
 * the most populous ZIP code of the first area. rule: net-hour
 */
export async function netHoursOf(rows: Rows, bookings: readonly BookingRow[]): Promise<string[]> {
  const byId = new Map(bookings.map((booking) => [booking.id, booking]))
  const costs = await rows<Costs>(
    `select b.id, 3958.8 * 2 * asin(sqrt(power(sin(radians(home.latitude - base.latitude) / 2), 2)
         + cos(radians(home.latitude)) * cos(radians(base.latitude))
         * power(sin(radians(home.longitude - base.longitude) / 2), 2))) as miles,
       coalesce(o.cost_per_mile_cents, 70)::int as per_mile,
       case when b.supplies = 'professional' then coalesce(o.supplies_per_visit_cents, 0) else 0 end
         as supplies,
       case when exists (select from bookings e where e.professional_id = b.professional_id
           and e.client_id = b.client_id and e.status in ('accepted', 'completed')
           and (e.created_at, e.id) < (b.created_at, b.id)) then 0
         else round(s.price_cents::numeric / s.monthly_credits)::int end as lead
     from bookings b join ${ZIPS} as home on home.zip = b.zip_code
     join subscriptions s using (professional_id) left join offers o using (professional_id)
     cross join lateral (select z.* from ${ZIPS} as z join professional_areas a
       on a.place_id in (z.place_id, z.city_id) where a.professional_id = b.professional_id
       order by a.position, z.population desc, z.zip limit 1) as base
     where b.id = any($1) and b.status in ('pending', 'accepted')`,
    [[...byId.keys()]],
  )
  return costs.flatMap(({ id, ...cost }) => netHour(byId.get(id)!, cost))
}

function netHour(
  { total_cents, estimated_hours }: BookingRow,
  { miles, per_mile, supplies, lead }: Omit<Costs, 'id'>,
): string[] {
  const far = Math.round(26 * miles) / 10
  const minutes = Math.ceil(2 * (10 + 2.6 * miles))
  const travel = Math.round(far * per_mile)
  const work = estimated_hours * 60
  const net = total_cents - travel - supplies - lead
  return [
    `About ${dollars(Math.round(net / ((work + minutes) / 60)))}/hour after drive, supplies and lead`,
    dollars(total_cents),
    `Travel, ${far} miles`,
    ...[travel, supplies, lead].filter((cost) => cost > 0).map((cost) => dollars(-cost)),
    dollars(net),
    `${work} min of work, ${minutes} min of travel`,
  ]
}
