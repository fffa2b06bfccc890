import { sql } from 'kysely'
import { BOOKING_HOURS } from '#contract/product.ts'
import type { Db } from '#server/db/db.ts'
import { ZONES } from '#server/features/search/time-keys.ts'
import { planBits } from '#server/features/time/days-beside-plan.ts'

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
  const column = (weekday: number) => sql`${patterns.map((bits) => bits[weekday - 1])}::bigint[]`
  await db.connection().execute(async (on) => {
    await sql`set session_replication_role = replica`.execute(on)
    await sql`set statement_timeout = 0`.execute(on)
    await sql`
      insert into professional_times (professional_id, stated)
      select user_id, true from professionals where hashtext(user_id::text) % 10 between -7 and 7`.execute(
      on,
    )
    await sql`
      update search_entries as entry set stated = true, plan_1 = pattern.p1, plan_2 = pattern.p2,
        plan_3 = pattern.p3, plan_4 = pattern.p4, plan_5 = pattern.p5, plan_6 = pattern.p6, plan_7 = pattern.p7
      from unnest(${column(1)}, ${column(2)}, ${column(3)}, ${column(4)}, ${column(5)}, ${column(6)}, ${column(7)})
        with ordinality as pattern (p1, p2, p3, p4, p5, p6, p7, number)
      where hashtext(entry.professional_id::text) % 10 between -7 and 7
        and abs(hashtext(entry.professional_id::text || 'plan')) % ${patterns.length}::integer + 1 = pattern.number`.execute(
      on,
    )
    // The zone of the place, but Chicago for one entry in twenty, so that days of neighbouring zones are read too.
    await sql`
      update search_entries as entry
      set zone = case when abs(hashtext(professional_id::text || 'zone')) % 20 = 0 then 2 else number end
      from (select place_id, time_zone from zips union all select id, time_zone from cities) as place
        join unnest(${[...ZONES]}::text[]) with ordinality as zones (name, number) on name = place.time_zone
      where place.place_id = entry.place_id`.execute(on)
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
  // The updates above have left indexes that are mostly empty.
  await sql`reindex table search_entries`.execute(db)
  await sql`vacuum (analyze) search_entries`.execute(db)
  await sql`vacuum (analyze) search_days`.execute(db)
}
