import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'
import type { ClaimId } from '#contract/trust/claim-rules.ts'
import { listedSql } from '#server/people/listing/listed.ts'

export type Measured = Partial<Record<ClaimId, { value: number | null; sample: number }>>

/** How many past days are measured. */
const DAYS = 90

/**
 * Measures the claims that can be measured. Shares are in per cent, as is the difference in bookings. The sample of a
 * comparison is its smaller group. rule: claims
 */
export async function measureClaims(db: Db, now: Date): Promise<Measured> {
  const from = sql`${now}::timestamptz - make_interval(days => ${DAYS})`
  const { rows } = await sql<Record<string, number | null>>`
    with listed as materialized (
      select user_id, background_check_status = 'approved' as has_badge,
        coalesce(instant_booking <> 'off', false) as is_instant,
        (select count(*) from bookings where bookings.professional_id = user_id
          and status in ('accepted', 'completed') and created_at > ${from}) as visits
      from professionals left join professional_times on professional_times.professional_id = user_id
      where ${listedSql('professionals.user_id')}
    ), groups as (
      select count(*) as all, count(*) filter (where has_badge) as with_badge,
        count(*) filter (where not has_badge) as without, count(*) filter (where is_instant) as instant,
        avg(visits) filter (where has_badge) as visits_with, avg(visits) filter (where not has_badge) as visits_without
      from listed
    ), answers as (
      select count(*) as all,
        count(*) filter (where answered_at <= created_at + interval '2 hours') as fast
      from bookings where answered_at > ${from} and not instant
    ), visits as (
      select count(*) as all, avg(estimated_hours) as hours
      from bookings where status = 'completed' and starts_at > ${from} and starts_at <= ${now}
    ), credits as (
      select count(*) filter (where reason = 'activation') as activations,
        avg(amount) filter (where reason = 'activation') as at_activation,
        count(*) filter (where reason = 'renewal') as renewals,
        avg(amount) filter (where reason = 'renewal') as at_renewal
      from lead_ledger where kind = 'granted' and at > ${from}
    )
    select
      round(100 * (visits_with / nullif(visits_without, 0) - 1), 1)::float8 as more_bookings,
      least(with_badge, without)::integer as more_bookings_of,
      round(100.0 * fast / nullif(answers.all, 0), 1)::float8 as responds_2h, answers.all::integer as responds_2h_of,
      round(at_activation, 1)::float8 as free_leads_5, activations::integer as free_leads_5_of,
      round(at_renewal, 1)::float8 as monthly_leads_2, renewals::integer as monthly_leads_2_of,
      round(hours, 1)::float8 as estimated_earnings, visits.all::integer as estimated_earnings_of,
      round(100.0 * instant / nullif(groups.all, 0), 1)::float8 as instant_booking, groups.all::integer as instant_booking_of,
      round(100.0 * with_badge / nullif(groups.all, 0), 1)::float8 as background_checked,
      groups.all::integer as background_checked_of
    from groups, answers, visits, credits`.execute(db)
  const found = rows[0]!
  const of = (id: ClaimId) => ({ value: found[id] ?? null, sample: found[`${id}_of`] ?? 0 })
  return {
    more_bookings: of('more_bookings'),
    responds_2h: of('responds_2h'),
    free_leads_5: of('free_leads_5'),
    monthly_leads_2: of('monthly_leads_2'),
    estimated_earnings: of('estimated_earnings'),
    instant_booking: of('instant_booking'),
    background_checked: of('background_checked'),
  }
}
