import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { TimeDocument } from '#contract/calendar/time.ts'
import type { Db } from '#server/db/db.ts'
import { ownZoneSql } from './own-zone.ts'

/** Hours of a weekday, in minutes after midnight of the own zone. 1 is Monday. */
export type PlanInterval = { weekday: number; from: number; to: number }

/** Days or hours that differ from the plan: own dates, and minutes after midnight. Without minutes: whole days. */
export type Exception = {
  id: string
  kind: 'off' | 'extra'
  fromDate: string
  toDate: string
  from: number | null
  to: number | null
  note: string
}

/** When a professional works, and the rules of their visits. rule: working-hours, visit-rules */
export type Times = {
  /** The professional's. */
  id: string
  /** Null: the ZIP of the first service area. */
  baseZip: string | null
  /** The own zone: an IANA name. */
  ownZone: string
  version: number
  /** Null: the professional has not stated their hours. */
  plan: PlanInterval[] | null
  /** The exceptions that are not over, and those of yesterday, because hours may join over midnight. By date. */
  exceptions: Exception[]
  rules: {
    bufferMinutes: number
    travel: boolean
    noticeHours: number
    horizonDays: number
    maxVisitsADay: number | null
    maxHoursADay: number | null
    minHours: TimeDocument['rules']['min_hours']
    onlyInsideHours: boolean
    overBreaks: boolean
  }
  /** The own date before which only known clients can book; null: clients can book. It may have passed. */
  pausedUntil: string | null
  instantBooking: TimeDocument['instant_booking']
}

/**
 * Reads in one statement when a professional works, with the defaults of somebody who has stated nothing. Undefined for
 * an id without a profile. rule: working-hours
 */
export async function loadTimes(
  db: Db,
  professionalId: string,
  now: Date,
): Promise<Times | undefined> {
  const { rows } = await sql<Times>`
    ${timesSql(sql`professionals.user_id = ${professionalId}::uuid`, now)}`.execute(db)
  return rows[0]
}

/** Reads in one statement when several professionals work, as `loadTimes` does for one. */
export async function loadTimesOf(
  db: Db,
  professionalIds: readonly string[],
  now: Date,
): Promise<Times[]> {
  const which = sql`professionals.user_id = any(${professionalIds}::uuid[])`
  const { rows } = await sql<Times>`${timesSql(which, now)}`.execute(db)
  return rows
}

/** An SQL condition: whether the professional with the id in this column has stated their hours. rule: working-hours */
export function timesStatedSql(idColumn: string): RawBuilder<boolean> {
  return sql<boolean>`exists (
    select from professional_times as times where times.professional_id = ${sql.ref(idColumn)} and times.stated)`
}

/** SQL: one row of Times for each professional that matches a condition on the table professionals. */
export function timesSql(which: RawBuilder<unknown>, now: Date): RawBuilder<unknown> {
  return sql`
    select id, base_zip as "baseZip", "ownZone", coalesce(version, 0) as version, paused_until::text as "pausedUntil",
      coalesce(instant_booking, 'off') as "instantBooking",
      case when stated then (
        select coalesce(jsonb_agg(
          jsonb_build_object('weekday', weekday, 'from', from_minute, 'to', to_minute) order by weekday, from_minute
        ), '[]')
        from working_hours where professional_id = own.id
      ) end as plan,
      (
        select coalesce(jsonb_agg(
          jsonb_build_object('id', id, 'kind', kind, 'fromDate', from_date, 'toDate', to_date, 'from', from_minute,
            'to', to_minute, 'note', note) order by from_date, from_minute nulls first, id
        ), '[]')
        from time_exceptions where professional_id = own.id
          and to_date >= (${now}::timestamptz at time zone "ownZone")::date - 1
      ) as exceptions,
      jsonb_build_object(
        'bufferMinutes', coalesce(buffer_minutes, 0), 'travel', coalesce(travel, false),
        'noticeHours', coalesce(notice_hours, 24), 'horizonDays', coalesce(horizon_days, 60),
        'maxVisitsADay', max_visits_a_day, 'maxHoursADay', max_hours_a_day,
        'minHours', coalesce(min_hours, 1), 'onlyInsideHours', coalesce(only_inside_hours, false),
        'overBreaks', coalesce(over_breaks, false)
      ) as rules
    from (
      select professionals.user_id as id, times.*, ${ownZoneSql(sql.ref('professionals.user_id'), sql.ref('base_zip'))} as "ownZone"
      from professionals left join professional_times as times on times.professional_id = professionals.user_id
      where ${which}
    ) as own`
}
