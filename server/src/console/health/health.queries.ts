import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Health } from '#contract/console/health.ts'
import type { Tx } from '#server/db/db.ts'

/** UTC days, the instants of their begin and end, and a condition on ZIPs; null: everywhere. */
export type Span = {
  from: string
  to: string
  begin: Date
  end: Date
  place: { column: 'place_id' | 'city_id' | 'state'; value: number | string } | null
}

const UNSERVED_MAX = 100

export async function listDays(tx: Tx, span: Span): Promise<Health['days']> {
  const { rows } = await sql<Health['days'][number]>`
    with request as (${requestsSql(span)}), asked as (
      select (at at time zone 'UTC')::date as day, count(*) as requests,
        count(*) filter (where accepted_at is not null) as accepted, count(*) filter (where completed) as completed
      from request group by 1
    ), counted as (
      select day, sum(searches) as searches, sum(searches_without_result) as searches_without_result,
        sum(profile_views) as profile_views
      from daily_counts where day between ${span.from}::date and ${span.to}::date and ${isZipInPlace('zip', span)}
      group by day
    )
    select day, coalesce(searches, 0)::integer as searches,
      coalesce(searches_without_result, 0)::integer as searches_without_result,
      coalesce(profile_views, 0)::integer as profile_views, coalesce(requests, 0)::integer as requests,
      coalesce(accepted, 0)::integer as accepted, coalesce(completed, 0)::integer as completed
    from (
      select generate_series(${span.from}::timestamp, ${span.to}::timestamp, interval '1 day')::date as day
    ) as days
      left join counted using (day) left join asked using (day)
    order by day`.execute(tx)
  return rows
}

/** A request that its client withdrew before an answer is in neither number of the fill rate. */
export async function measureAnswers(
  tx: Tx,
  span: Span,
): Promise<Pick<Health, 'first_answer_median_minutes' | 'fill_rate'>> {
  const { rows } = await sql<{
    first_answer_median_minutes: number | null
    fill_rate: number | null
  }>`
    with request as (${requestsSql(span)})
    select
      round((percentile_cont(0.5) within group (order by extract(epoch from first_answer_at - at) / 60.0))::numeric, 1)::float8
        as first_answer_median_minutes,
      count(accepted_at)::float8 / nullif(count(*) filter (where accepted_at is not null or refused), 0) as fill_rate
    from (
      select at, accepted_at, refused, least(accepted_at, declined_at, (
        select min(messages.created_at) from messages join leads using (conversation_id)
        where (leads.professional_id, leads.client_id) = (request.professional_id, request.client_id)
          and sender_id = request.professional_id and kind <> 'booking' and messages.created_at >= request.at
      )) as first_answer_at
      from request
    ) as answers`.execute(tx)
  return rows[0]!
}

export async function listUnserved(tx: Tx, span: Span): Promise<Health['unserved']> {
  const { rows } = await sql<Health['unserved'][number]>`
    select zip, city, state, sum(searches_without_result)::integer as searches
    from daily_counts join zips using (zip)
    where day between ${span.from}::date and ${span.to}::date and searches_without_result > 0 and ${isZipInPlace('zip', span)}
    group by zip, city, state order by searches desc, zip limit ${UNSERVED_MAX}`.execute(tx)
  return rows
}

/** Counts the leads that began in these days. A held lead has not begun. */
export async function countLeads(tx: Tx, span: Span): Promise<Health['leads']> {
  const { rows } = await sql<Health['leads']>`
    with lead as (
      select professional_id, client_id, openings, returned_at from leads
      where created_at >= ${span.begin}::timestamptz and created_at < ${span.end}::timestamptz and held is null
        and ${isProfessionalInPlace('professional_id', span)}
    ), reasons as (
      select reason, count(*)::integer as count
      from lead join lead_ledger using (professional_id, client_id) where kind = 'returned' group by reason
    )
    select count(*) filter (where openings > 0)::integer as opened, count(*) filter (where openings = 0)::integer as locked,
      count(returned_at)::integer as returned,
      (select coalesce(json_agg(reasons order by count desc, reason), '[]') from reasons) as by_reason
    from lead`.execute(tx)
  return rows[0]!
}

export async function countChurn(tx: Tx, span: Span, now: Date): Promise<Health['churn']> {
  const end = span.end < now ? span.end : now
  const { rows } = await sql<Health['churn']>`
    with professional as (
      select ${wasListedSql(span.begin)} as before, ${wasListedSql(end)} as after
      from professionals join users on users.id = user_id left join subscriptions on professional_id = user_id
      where ${isProfessionalInPlace('user_id', span)}
    )
    select active_at_start, came, "left", active_at_end, "left"::float8 / nullif(active_at_start, 0) as rate
    from (
      select count(*) filter (where before)::integer as active_at_start,
        count(*) filter (where after and not before)::integer as came,
        count(*) filter (where before and not after)::integer as "left",
        count(*) filter (where after)::integer as active_at_end
      from professional
    ) as counts`.execute(tx)
  return rows[0]!
}

/**
 * The requests of these days with what came of them. `declined_at` is an answer of the professional, `refused` also
 * what a job decided. The condition on `kind` is that of the index on `at`.
 */
function requestsSql(span: Span): RawBuilder<unknown> {
  return sql`
    select bookings.id, professional_id, client_id, requested.at, outcome.*
    from events as requested join bookings on bookings.id = requested.subject_id
      cross join lateral (
        select min(at) filter (where kind = 'booking.accepted') as accepted_at,
          min(at) filter (where kind = 'booking.declined' and actor_id = professional_id) as declined_at,
          coalesce(bool_or(kind in ('booking.declined', 'booking.expired')), false) as refused,
          coalesce(bool_or(kind = 'booking.completed'), false) as completed
        from events where subject_id = bookings.id
      ) as outcome
    where requested.kind = 'booking.requested' and (requested.kind like 'booking.%' or requested.kind like 'proposal.%')
      and requested.at >= ${span.begin}::timestamptz and requested.at < ${span.end}::timestamptz
      and ${isZipInPlace('zip_code', span)}`
}

/**
 * Whether somebody was listed at a moment. The last change of the subscription before it says so, or else the next
 * one after it, or else the subscription as it is: events are kept 400 days.
 */
function wasListedSql(moment: Date): RawBuilder<boolean> {
  const at = sql`${moment}::timestamptz`
  const change = sql`select kind = 'subscription.activated' from events
    where subject_id = user_id and kind in ('subscription.activated', 'subscription.lapsed')`
  return sql<boolean>`(
    coalesce(
      (${change} and at <= ${at} order by at desc, id desc limit 1),
      (select not activated from (${change} and at > ${at} order by at, id limit 1) as later (activated)),
      subscriptions.status <> 'lapsed' and started_at <= ${at}, false)
    and professionals.created_at <= ${at} and coalesce(deleted_at > ${at}, true)
    and not exists (
      select from suspensions
      where suspensions.user_id = professionals.user_id and began_at <= ${at} and coalesce(ended_at > ${at}, true)))`
}

function isZipInPlace(zipColumn: string, { place }: Span): RawBuilder<boolean> {
  if (!place) return sql<boolean>`true`
  return sql<boolean>`${sql.ref(zipColumn)} in (select zip from zips where ${sql.ref(place.column)} = ${place.value})`
}

/** Whether a professional serves a ZIP of the place. */
function isProfessionalInPlace(idColumn: string, { place }: Span): RawBuilder<boolean> {
  if (!place) return sql<boolean>`true`
  const ofPlace = sql`from zips where ${sql.ref(place.column)} = ${place.value}`
  return sql<boolean>`${sql.ref(idColumn)} in (
    select professional_areas.professional_id from professional_areas
    where place_id in (select zips.place_id ${ofPlace} union select city_id ${ofPlace}))`
}
