import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'
import { BOOKING_HOURS } from '#contract/product.ts'
import type { SearchedPlaces } from './search.queries.ts'

export type PlanRow = {
  professional_id: string
  stated: boolean
  instant: boolean
  zone: number
  notice_hours: number
  horizon_days: number
  lengths: number
  first_day: number
  /** Monday to Sunday. */
  plan: bigint[]
}

/** `starts`: one number of bits for each length of a visit. */
export type DayRow = { professional_id: string; day: number; starts: bigint[] }

/** Whoever writes search entries holds this lock. It comes first, by id, so that nobody waits for ever. */
export async function lockProfessionals(tx: Db, professionalIds: readonly string[]): Promise<void> {
  await sql`
    select from professionals where user_id = any(${professionalIds}::uuid[])
    order by user_id for no key update`.execute(tx)
}

/** Removes the marks of these professionals, and returns who had one. */
export async function takeDue(tx: Db, professionalIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with taken as (
      delete from search_times_due where professional_id = any(${professionalIds}::uuid[])
      returning professional_id
    )
    select distinct professional_id as id from taken`.execute(tx)
  return rows.map(({ id }) => id)
}

/** Up to this number of professionals who are due in all places together are looked up one by one. */
const FEW_DUE = 500

/**
 * All those due who serve one of these places. With more than FEW_DUE the search entries of the places are read instead
 * of looking them up one by one.
 */
export async function dueOf(db: Db, { placeId, cityPlaceId }: SearchedPlaces): Promise<string[]> {
  // OFFSET 0 keeps the look-ups: the statistics of a table that is mostly empty mislead the planner.
  const { rows } = await sql<{ id: string }>`
    with few as materialized (
      select professional_id from search_times_due limit ${FEW_DUE + 1}::integer
    )
    select professional_id as id from few
    where (select count(*) from few) <= ${FEW_DUE}::integer and exists (
      select from search_entries
      where professional_id = few.professional_id and place_id in (${placeId}::integer, ${cityPlaceId}::integer) offset 0
    )
    union
    select professional_id from (
      select professional_id from search_entries
      where place_id in (${placeId}::integer, ${cityPlaceId}::integer) and (select count(*) from few) > ${FEW_DUE}::integer
      offset 0
    ) as entry
    where exists (select from search_times_due where professional_id = entry.professional_id offset 0)`.execute(
    db,
  )
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

/** Writes the plans into the search entries, and leaves unchanged entries alone. */
export async function writePlans(tx: Db, rows: PlanRow[]): Promise<void> {
  const list = <Key extends keyof PlanRow>(key: Key) => rows.map((row) => row[key])
  const weekday = (index: number) => rows.map(({ plan }) => String(plan[index]))
  const columns = sql.raw(PLAN_COLUMNS.join(', '))
  await sql`
    update search_entries as entry
    set (${columns}) = (${sql.raw(PLAN_COLUMNS.map((column) => `wanted.${column}`).join(', '))})
    from unnest(
      ${list('professional_id')}::uuid[], ${list('stated')}::boolean[], ${list('instant')}::boolean[],
      ${list('zone')}::smallint[], ${list('notice_hours')}::smallint[], ${list('horizon_days')}::smallint[],
      ${list('lengths')}::smallint[], ${list('first_day')}::integer[],
      ${weekday(0)}::bigint[], ${weekday(1)}::bigint[], ${weekday(2)}::bigint[], ${weekday(3)}::bigint[],
      ${weekday(4)}::bigint[], ${weekday(5)}::bigint[], ${weekday(6)}::bigint[]
    ) as wanted (professional_id, ${columns})
    where entry.professional_id = wanted.professional_id
      and (${sql.raw(PLAN_COLUMNS.map((column) => `entry.${column}`).join(', '))})
        is distinct from (${sql.raw(PLAN_COLUMNS.map((column) => `wanted.${column}`).join(', '))})`.execute(
    tx,
  )
}

const PLAN_COLUMNS = [
  'stated',
  'instant',
  'zone',
  'notice_hours',
  'horizon_days',
  'lengths',
  'first_day',
  ...[1, 2, 3, 4, 5, 6, 7].map((weekday) => `plan_${weekday}`),
]

/** Writes the days of these professionals for each place that they serve, and deletes all others of theirs. */
export async function writeDays(tx: Db, professionalIds: string[], rows: DayRow[]): Promise<void> {
  const starts = (index: number) => rows.map((row) => String(row.starts[index]))
  const names = BOOKING_HOURS.map((hours) => `starts_${hours}`)
  const columns = sql.raw(names.join(', '))
  const columnsOf = (row: string) => sql.raw(names.map((name) => `${row}.${name}`).join(', '))
  await sql`
    with wanted as (
      select entry.place_id, day.*
      from unnest(
        ${rows.map(({ professional_id }) => professional_id)}::uuid[], ${rows.map(({ day }) => day)}::integer[],
        ${starts(0)}::bigint[], ${starts(1)}::bigint[], ${starts(2)}::bigint[], ${starts(3)}::bigint[],
        ${starts(4)}::bigint[], ${starts(5)}::bigint[]
      ) as day (professional_id, day, ${columns})
      join search_entries as entry using (professional_id)
    ), gone as (
      delete from search_days as old where professional_id = any(${professionalIds}::uuid[])
        and not exists (
          select from wanted
          where wanted.place_id = old.place_id and wanted.day = old.day
            and wanted.professional_id = old.professional_id)
    )
    insert into search_days as old (place_id, professional_id, day, ${columns})
    select * from wanted
    on conflict (place_id, day, professional_id) do update set (${columns}) = (${columnsOf('excluded')})
    where (${columnsOf('old')}) is distinct from (${columnsOf('excluded')})`.execute(tx)
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
