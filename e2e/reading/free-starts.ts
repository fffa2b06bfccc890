import { time } from './formats.ts'
import type { Rows } from './reading.ts'

type Wish = {
  professional: string
  /** The ZIP code of the home, whose clock counts. */
  zip: string
  minutes: number
  /** The day at the home, as '2026-11-29'; without it every day that can be booked. */
  day?: string
}

/** The first time at which a professional could begin, by the hours, the visits and the calendars that are stored. */
export async function firstFreeStart(rows: Rows, wish: Wish): Promise<Date | undefined> {
  const { professional, zip, minutes, day = null } = wish
  const [free] = await rows<{ at: Date }>(
    `with rule as (
       select t.*, z.time_zone, z.zip as zip_code, $3::int as minutes,
         make_interval(mins => $3::int) as length
       from professional_times t, zips z where t.professional_id = $1 and z.zip = $2
     ), taken as (
       select v.starts_at, v.ends_at, make_interval(mins => greatest(r.buffer_minutes,
         case when r.travel then least(240, 30 * ceil((10 + 2.6 * 3958.8 * 2 * asin(sqrt(
           power(sin(radians(z.latitude - h.latitude) / 2), 2) + cos(radians(z.latitude))
           * cos(radians(h.latitude)) * power(sin(radians(z.longitude - h.longitude) / 2), 2)
         ))) / 30))::int else 0 end)) as pause
       from rule r join bookings v on v.professional_id = r.professional_id
         and v.status = 'accepted' and v.blocked_until > now()
       join zips z on z.zip = v.zip_code join zips h on h.zip = r.zip_code
     )
     select at from rule r, generate_series(date_trunc('hour', now()),
       now() + make_interval(days => r.horizon_days), interval '30 minutes') as at,
       lateral (select at at time zone r.time_zone as local) l,
       lateral (select extract(hour from local) * 60 + extract(minute from local) as minute) m
     where at >= now() + make_interval(hours => r.notice_hours)
       and ($4::date is null or local::date = $4) and minutes >= 60 * min_hours
       and exists (select from working_hours w where w.professional_id = r.professional_id
         and w.weekday = extract(dow from local)
         and minute >= w.from_minute and minute + r.minutes <= w.to_minute)
       and not exists (select from time_exceptions e where e.professional_id = r.professional_id
         and kind = 'off' and local::date between from_date and to_date
         and minute < coalesce(to_minute, 1440) and minute + r.minutes > coalesce(from_minute, 0))
       and not exists (select from busy_times t where t.professional_id = r.professional_id
         and t.starts_at < at + r.length and t.ends_at > at)
       and not exists (select from taken t
         where t.starts_at < at + r.length + t.pause and t.ends_at + t.pause > at)
     order by at limit 1`,
    [professional, zip, minutes, day],
  )
  return free?.at
}

/** The days, lengths and times of a strip of free times. Which of them are free, the tests of the server prove. */
export const NEXT_FREE = [
  /^\d{1,2}$/,
  /^\d{1,2}:[03]0$/,
  /^\d{1,2}:[03]0 [AP]M to \d{1,2}:[03]0 [AP]M$/,
  /^\d (h|hours)$/,
  /^(\[aria-label\] (Morning|Afternoon), )?\w+day, \w+ \d{1,2}(, (\d+ free times?|full|not .+))?$/,
]

/** The first free time of two hours, where the strip begins. */
export async function firstTimeOf(rows: Rows, slug: string): Promise<string> {
  const [found] = await rows<{ id: string }>(
    'select user_id as id from professionals where slug = $1',
    [slug],
  )
  const wish = { professional: found!.id, zip: '78701', minutes: 120 }
  const start = (await firstFreeStart(rows, wish))!
  const end = new Date(+start + 2 * 3_600_000)
  return `${time(start, 'America/Chicago')} to ${time(end, 'America/Chicago')}`
}
