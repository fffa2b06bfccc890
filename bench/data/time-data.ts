import { sql } from 'kysely'
import { BOOKING_HOURS } from '#contract/bookings/booking-rules.ts'
import type { Db } from '#server/db/db.ts'
import { ZONES } from '#server/market/search/time-keys.ts'
import { planBits } from '#server/calendar/free/days-beside-plan.ts'
import { withoutIndexes } from './search-data.ts'

const WEEKDAYS = [1, 2, 3, 4, 5, 6, 7]
/** Hours of a working day, in minutes after midnight. */
const DAYS = [
  [[480, 1020]],
  [[540, 1020]],
  [
    [480, 720],
    [780, 1020],
  ],
  [[420, 900]],
  [[720, 1200]],
  [[540, 780]],
]

/**
 * Gives four of five professionals a weekly plan, Monday to Friday and some also Saturday. Three of ten of them get a
 * visit on each of these days. Writes directly what search by time stores.
 */
export async function fillWithTimes(db: Db, days: readonly number[]): Promise<void> {
  const patterns = DAYS.flatMap((hours) =>
    [5, 6].map((last) => {
      const plan = WEEKDAYS.filter((weekday) => weekday <= last).flatMap((weekday) =>
        hours.map(([from, to]) => ({ weekday, from: from!, to: to! })),
      )
      return WEEKDAYS.map((weekday) => String(planBits(plan, weekday)))
    }),
  )
  await db.connection().execute(async (on) => {
    await sql`set session_replication_role = replica`.execute(on)
    await sql`set statement_timeout = 0`.execute(on)
    await sql`
      insert into professional_times (professional_id, stated)
      select user_id, true from professionals where hashtext(user_id::text) % 10 between -7 and 7`.execute(
      on,
    )
    await withoutIndexes(on, () => fillEntryTimes(on, patterns))
    await sql`vacuum (analyze) search_entries`.execute(on)
    // The morning is taken: starts from 13:00 to 15:00 are left.
    const starts = sql.raw(BOOKING_HOURS.map((hours) => `starts_${hours}`).join(', '))
    const left = sql.raw(BOOKING_HOURS.map(() => `(31::bigint << 26)`).join(', '))
    await sql`
      insert into search_days (place_id, day, professional_id, ${starts})
      select place_id, day, professional_id, ${left}
      from search_entries cross join unnest(${days}::integer[]) as day
      where stated and abs(hashtext(professional_id::text || day)) % 10 < 3`.execute(on)
    await sql`truncate search_times_due`.execute(on)
  })
  await sql`vacuum (analyze) search_days`.execute(db)
}

/**
 * The plans, and the zone of the place, but Chicago for one entry in twenty, so that days of neighbouring zones are
 * read too. The table is written anew: an update of a million professionals would take half an hour.
 */
async function fillEntryTimes(db: Db, patterns: string[][]): Promise<void> {
  const column = (weekday: number) => sql`${patterns.map((bits) => bits[weekday - 1])}::bigint[]`
  await sql`create temporary table filled as select * from search_entries`.execute(db)
  await sql`truncate search_entries`.execute(db)
  const { rows: columns } = await sql<{ name: string }>`
    select attname as name from pg_attribute
    where attrelid = 'search_entries'::regclass and attnum > 0 and not attisdropped
    order by attnum`.execute(db)
  const values: Record<string, string> = {
    stated: 'pattern.number is not null',
    zone: `case when abs(hashtext(entry.professional_id::text || 'zone')) % 20 = 0 then 2 else zones.number end`,
    ...Object.fromEntries(WEEKDAYS.map((day) => [`plan_${day}`, `coalesce(pattern.p${day}, 0)`])),
  }
  await sql`
    insert into search_entries (${sql.raw(columns.map(({ name }) => name).join())})
    select ${sql.raw(columns.map(({ name }) => values[name] ?? `entry.${name}`).join())}
    from filled as entry
      join (select place_id, time_zone from zips union all select id, time_zone from cities) as place using (place_id)
      join unnest(${[...ZONES]}::text[]) with ordinality as zones (name, number) on name = place.time_zone
      left join unnest(${column(1)}, ${column(2)}, ${column(3)}, ${column(4)}, ${column(5)}, ${column(6)}, ${column(7)})
        with ordinality as pattern (p1, p2, p3, p4, p5, p6, p7, number)
        on hashtext(entry.professional_id::text) % 10 between -7 and 7
          and abs(hashtext(entry.professional_id::text || 'plan')) % ${patterns.length}::integer + 1 = pattern.number`.execute(
    db,
  )
  await sql`drop table filled`.execute(db)
}
