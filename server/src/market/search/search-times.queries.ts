import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'
import type { Queries } from '#server/db/replicas.ts'
import { BOOKING_HOURS } from '#contract/bookings/booking-rules.ts'
import type { SearchedPlaces } from './search.queries.ts'

/** The columns of search by time in `search_entries`. Bits are written as numbers. */
export type PlanRow = {
  professional_id: string
  stated: boolean
  instant: boolean
  zone: number
  notice_hours: number
  horizon_days: number
  lengths: number
  first_day: number
} & Record<`plan_${number}`, string>

/** The stored starts of a day: one number of bits for each length of a visit. */
export type DayRow = { professional_id: string; day: number } & Record<`starts_${number}`, string>

/** Removes the marks of these professionals, and returns who had one. */
export async function takeDue(tx: Db, professionalIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    delete from search_times_due where professional_id = any(${professionalIds}::uuid[])
    returning professional_id as id`.execute(tx)
  return [...new Set(rows.map(({ id }) => id))]
}

/** Up to this number of professionals who are due in all places together are looked up one by one. */
const FEW_DUE = 500

/**
 * SQL that selects the `id` of all those due who serve one of the places $1 and $2. With more than FEW_DUE the search
 * entries of the places are read instead of looking them up one by one. OFFSET 0 keeps the look-ups: the statistics of
 * a table that is mostly empty mislead the planner.
 */
export const DUE_SQL = `
  with few as materialized (
    select professional_id from search_times_due limit ${FEW_DUE + 1}
  )
  select professional_id as id from few
  where (select count(*) from few) <= ${FEW_DUE} and exists (
    select from search_entries
    where professional_id = few.professional_id and place_id in ($1::integer, $2::integer) offset 0
  )
  union
  select professional_id from (
    select professional_id from search_entries
    where place_id in ($1::integer, $2::integer) and (select count(*) from few) > ${FEW_DUE}
    offset 0
  ) as entry
  where exists (select from search_times_due where professional_id = entry.professional_id offset 0)`

/** All those due who serve one of these places. */
export async function dueOf(
  queries: Queries,
  { placeId, cityPlaceId }: SearchedPlaces,
): Promise<string[]> {
  const { rows } = await queries.query<{ id: string }>(DUE_SQL, [placeId, cityPlaceId])
  return rows.map(({ id }) => id)
}

/** The next ones due, by id. */
export async function dueProfessionals(db: Db, after: string, most: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct professional_id as id from search_times_due
    where professional_id > ${after}::uuid
    order by professional_id limit ${most}::integer`.execute(db)
  return rows.map(({ id }) => id)
}

export const PLANS = [1, 2, 3, 4, 5, 6, 7].map((weekday) => `plan_${weekday}` as const)
const RULES = 'stated,instant,zone,notice_hours,horizon_days,lengths,first_day'
const PLAN_COLUMNS = [...RULES.split(','), ...PLANS]
const STARTS = BOOKING_HOURS.map((hours) => `starts_${hours}`)
const columnsOf = (names: string[], row = '') => sql.raw(names.map((name) => row + name).join())

/** Writes the plans into the search entries, and leaves unchanged entries alone. */
export async function writePlans(tx: Db, rows: PlanRow[]): Promise<void> {
  const [own, wanted] = [columnsOf(PLAN_COLUMNS, 'entry.'), columnsOf(PLAN_COLUMNS, 'wanted.')]
  await sql`
    update search_entries as entry set (${columnsOf(PLAN_COLUMNS)}) = (${wanted})
    from json_populate_recordset(null::search_entries, ${JSON.stringify(rows)}::json) as wanted
    where entry.professional_id = wanted.professional_id and (${own}) is distinct from (${wanted})`.execute(
    tx,
  )
}

/** Writes the days of these professionals for each place that they serve, and deletes all others of theirs. */
export async function writeDays(tx: Db, professionalIds: string[], rows: DayRow[]): Promise<void> {
  const starts = columnsOf(STARTS)
  const [own, wanted] = [columnsOf(STARTS, 'old.'), columnsOf(STARTS, 'excluded.')]
  await sql`
    with wanted as (
      select entry.place_id, professional_id, day.day, ${starts}
      from json_populate_recordset(null::search_days, ${JSON.stringify(rows)}::json) as day
      join search_entries as entry using (professional_id)
    ), gone as (
      delete from search_days as old where professional_id = any(${professionalIds}::uuid[])
        and not exists (
          select from wanted
          where wanted.place_id = old.place_id and wanted.day = old.day
            and wanted.professional_id = old.professional_id)
    )
    insert into search_days as old (place_id, professional_id, day, ${starts})
    select * from wanted
    on conflict (place_id, day, professional_id) do update set (${starts}) = (${wanted})
    where (${own}) is distinct from (${wanted})`.execute(tx)
}

/**
 * Deletes at most `most` days and returns how many. It leaves out those that are being written. Clock changes are on
 * Sundays in March and November.
 */
export async function deletePastDays(db: Db, before: number, most: number): Promise<number> {
  const { rows } = await sql<{ deleted: number }>`
    with past as (
      delete from search_days where (place_id, day, professional_id) in (
        select place_id, day, professional_id from search_days where day < ${before}::integer
        limit ${most}::integer for update skip locked
      )
      returning professional_id, date '1970-01-01' + day as date
    ), noted as (
      insert into search_times_due (professional_id)
      select distinct professional_id from past
      where extract(dow from date) = 0 and extract(month from date) in (3, 11)
    )
    select count(*)::integer as deleted from past`.execute(db)
  return rows[0]!.deleted
}
