import { createQueryId, PostgresQueryCompiler, sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { z } from 'zod'
import type {
  ClientReliability,
  ownReliability as ownReliabilityCall,
  Reliability,
} from '#contract/market/reliability.ts'
import type { Role } from '#contract/product.ts'
import { RELIABILITY_DAYS } from '#contract/bookings/booking-rules.ts'
import type { Db } from '#server/db/db.ts'
import type { Side } from '#server/http/calls/actor.ts'
import { KEPT } from '#server/people/listing/card-visits.ts'
import { storedCardSql } from '#server/people/listing/public-professional.ts'

/** The fewest visits from which others see the figures of a professional. rule: reliability */
const SHOWN_FROM_VISITS = 3
/** The first late cancellation of a person who was ill in this many days is excused. rule: cancellation */
const EXCUSED_DAYS = 90
const DAY_MS = 86_400_000

/** How many events a person's own figures list. */
const EVENTS_MAX = 200

type Events = z.infer<typeof ownReliabilityCall.answer>['events']

/** A visit that took place: earnings and completed counts are of these. Reads a row of bookings. rule: no-show */
export const KEPT_SQL = sql.raw<boolean>(KEPT)

/** The caller's own figures, and the events of which they are counted. rule: reliability */
export async function ownReliability(db: Db, side: Side, now: Date) {
  const person = sql`${side.id}::uuid`
  const { rows } = await sql<{
    figures: ClientReliability & Partial<Reliability>
    excused: number
    events: Events
  }>`
    select ${figuresSql(side.role)} as figures, excused, coalesce((
      select jsonb_agg(jsonb_build_object(
        'kind', kind, 'at', to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'booking_id', id, 'time_zone', time_zone) order by at desc, id, kind)
      from (select * from (${eventsSql(side.role, person, now)}) as event order by at desc, id, kind limit ${EVENTS_MAX}) as newest
    ), '[]') as events
    from ${countsSql(side.role, person, now)} as counts`.execute(db)
  const { figures, excused, events } = rows[0]!
  return { ...figures, excused, events }
}

/** A JSON object: the figures of the client or the professional of a row of the table bookings. rule: reliability */
export function reliabilitySql<R extends Role>(role: R, now: Date) {
  const person = sql.ref(role === 'client' ? 'bookings.client_id' : 'bookings.professional_id')
  return figuresOfSql<R extends 'client' ? ClientReliability : Reliability>(role, person, now)
}

/** SQL with the public figures of the professional whose id is `person`: null under 3 visits. rule: reliability */
export function publicReliabilitySql(
  person: RawBuilder<unknown>,
  /** Now, or SQL with the value of `reliableSince`. */
  now: Date | RawBuilder<unknown>,
) {
  return sql<Reliability | null>`(
    select case when kept + no_shows + late - excused >= ${sql.lit(SHOWN_FROM_VISITS)} then ${figuresSql('professional')} end
    from ${countsSql('professional', person, now)} as counts)`
}

/**
 * SQL text over a row `card` of search_cards: the card with the professional's visits and reliability. `since` is a
 * parameter such as '$6', with the value of `reliableSince`. `rate`: SQL of the cents an hour of the service that a
 * search names.
 * rule: offer
 */
export function reliableCardSql(since: string, rate?: string): string {
  const fragment = publicReliabilitySql(sql.raw('card.user_id'), sql.raw(since))
  const compiled = new PostgresQueryCompiler().compileQuery(
    fragment.toOperationNode(),
    createQueryId(),
  )
  const ofService = rate ? `, 'service_rate', ${rate}::float8 / 100` : ''
  return storedCardSql(
    `jsonb_build_object('completed_bookings', card.visits, 'reliability', ${compiled.sql}${ofService})`,
  )
}

/** The moment since which visits count. */
export const reliableSince = (now: Date) => new Date(+now - RELIABILITY_DAYS * DAY_MS)

/** The figures of a professional as others see them: null under 3 visits. rule: reliability */
export function shownReliability(reliability: Reliability): Reliability | null {
  return reliability.visits < SHOWN_FROM_VISITS ? null : reliability
}

function figuresOfSql<Figures>(role: Role, person: RawBuilder<unknown>, now: Date) {
  return sql<Figures>`(
    select ${figuresSql(role)} from ${countsSql(role, person, now)} as counts)`
}

/** The figures of a row `counts` as JSON. */
function figuresSql(role: Role) {
  const onTime =
    role === 'professional' ? sql`, 'on_time', on_time, 'on_time_of', on_time_of` : sql``
  return sql`jsonb_build_object(
      'window_days', ${sql.lit(RELIABILITY_DAYS)}::integer, 'visits', kept + no_shows + late - excused, 'kept', kept,
      'late_cancellations', late - excused, 'no_shows', no_shows${onTime})`
}

const columnOf = (role: Role) => sql.raw(role === 'client' ? 'client_id' : 'professional_id')
const sinceSql = (now: Date | RawBuilder<unknown>) =>
  sql`${now instanceof Date ? reliableSince(now) : now}::timestamptz`

/**
 * A subquery with one row of counts: visits that the person kept, was on time for, missed and cancelled late, and how
 * many of the last are excused. A visit with an undecided no-show is in no figure.
 * rule: reliability
 */
function countsSql(role: Role, person: RawBuilder<unknown>, now: Date | RawBuilder<unknown>) {
  return sql`(
      select done.*, late.*
      from (
        select
          (count(*) filter (where no_show is null))::int as kept,
          (count(*) filter (where no_show = ${sql.lit(role)}))::int as no_shows,
          (count(*) filter (where no_show is null and on_time))::int as on_time,
          (count(on_time) filter (where no_show is null))::int as on_time_of
        from (
          select no_show, on_time from bookings as visits
          where ${completedSql(role, person)} and ends_at > ${sinceSql(now)} + interval '1 day'
          union all
          select no_show, on_time from bookings as visits
          where ${completedSql(role, person)} and ${countsAtEdgeSql(now)}
        ) as counted
      ) as done, (
        select count(*)::int as late, (count(*) filter (where late_excused))::int as excused
        from bookings as late
        where late.${columnOf(role)} = ${person} and late.cancelled_late and late.cancelled_by = ${sql.lit(role)}
          and late.cancelled_at > ${sinceSql(now)}
      ) as late)`
}

/**
 * A condition on a row `visits` of the table bookings: a completed visit of `person`, which may be a column from
 * outside.
 */
const completedSql = (role: Role, person: RawBuilder<unknown>) =>
  sql`visits.${columnOf(role)} = ${person} and visits.status = 'completed'`

/**
 * A completed visit counts from its completion. That is at most a day after its end, or some hours before it, so only
 * the event of a visit near the edge is read. Without the event the end counts.
 */
const countsAtEdgeSql = (now: Date | RawBuilder<unknown>) => sql`
  ends_at > ${sinceSql(now)} - interval '2 days' and ends_at <= ${sinceSql(now)} + interval '1 day'
  and coalesce((
    select max(events.at) from events where subject_id = visits.id and events.kind = 'booking.completed'
  ), ends_at) > ${sinceSql(now)}`

/**
 * A row for each thing that `countsSql` counts: `kind`, `at`, and the booking's `id` and `time_zone`. `at` is the start
 * of a visit, whose day people know it by also when it ends after midnight, or the moment of a cancellation.
 */
function eventsSql(role: Role, person: RawBuilder<unknown>, now: Date) {
  const completed = sql`${completedSql(role, person)}
    and (ends_at > ${sinceSql(now)} + interval '1 day' or ${countsAtEdgeSql(now)})`
  const punctuality = sql`
      union all
      select case when on_time then 'on_time' else 'late' end, starts_at, id, time_zone from bookings as visits
      where ${completed} and no_show is null and on_time is not null`
  return sql`
      select case when no_show is null then 'kept' else 'no_show' end as kind, starts_at as at, id, time_zone from bookings as visits
      where ${completed} and coalesce(no_show, ${sql.lit(role)}) = ${sql.lit(role)}
      ${role === 'professional' ? punctuality : sql``}
      union all
      select case when late_excused then 'excused' else 'late_cancellation' end, cancelled_at, id, time_zone from bookings
      where bookings.${columnOf(role)} = ${person} and cancelled_late and cancelled_by = ${sql.lit(role)}
        and cancelled_at > ${sinceSql(now)}`
}

/**
 * Whether this late cancellation of a person who is ill is excused: their first in 90 days. Of two at the same moment,
 * one is. rule: cancellation
 */
export async function isExcused(tx: Db, { id, role }: Side, now: Date): Promise<boolean> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`excuse ${id}`}, 0))`.execute(tx)
  const earlier = await tx
    .selectFrom('bookings')
    .select('id')
    .where(role === 'client' ? 'client_id' : 'professional_id', '=', id)
    .where('cancelled_by', '=', role)
    .where('cancelled_late', '=', true)
    .where('reason_code', '=', 'ill')
    .where('cancelled_at', '>', new Date(+now - EXCUSED_DAYS * DAY_MS))
    .limit(1)
    .executeTakeFirst()
  return earlier === undefined
}
