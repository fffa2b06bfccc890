import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'
import { listedSql } from '#server/people/listing/listed.ts'
import { dashboardBookingsSql, nextVisitSql, todaysVisitsSql } from '../lists/booking-lists.ts'
import type { DashboardBookingRow } from '../lists/booking-lists.ts'
import { ownZoneSql } from '#server/calendar/plan/own-zone.ts'
import { timesStatedSql } from '#server/calendar/plan/times.ts'
import { KEPT_SQL } from '#server/market/professionals/reliability.ts'
import { profileSql } from '#server/market/reviews/profile.ts'
import type { Profile } from '#server/market/reviews/profile.ts'
import { DOCUMENT_CHECKS_SQL } from '#server/trust/documents/document-checks.ts'
import type { ShownCheck } from '#server/trust/documents/document-checks.ts'
import { OPEN_NOTICE_SQL } from '#server/trust/verification/rejection-notice.ts'
import type { DashboardNotice } from '#server/trust/verification/rejection-notice.ts'

/** A later visit of a series counts once it has begun, never a skipped or planned one. rule: earnings */
const countedSql = (now: Date) => sql`(
  series_id is null or status in ('accepted', 'completed') and starts_at <= ${now}::timestamptz
  or exists (select from series where series.request_id = bookings.id))`

/** Whether a visit begins in the week of `now`, Monday to Sunday by the professional's clock. */
const inThisWeekSql = (now: Date) => sql`(
  date_trunc('week', starts_at at time zone zone) = date_trunc('week', ${now}::timestamptz at time zone zone))`

type DashboardRow = {
  /** Whether the account is paid for. */
  active: boolean
  photo_missing: boolean
  total_bookings: number
  pending_bookings: number
  booked_cents: number
  completed_cents: number
  week_booked_cents: number
  week_completed_cents: number
  hours_stated: boolean
  /** Whether an offer was saved. */
  prices_stated: boolean
  /** When an operator rejected the background check; null in any other status. */
  rejected_at: Date | null
  verification_notice: DashboardNotice | null
  /** Submissions of documents, the oldest first. */
  document_checks: ShownCheck[]
  /** Null until the professional has saved a profile. */
  professional: Profile['professional'] | null
  bookings: DashboardBookingRow[]
  /** Accepted visits of today. */
  todays_visits: DashboardBookingRow[]
  /** One or none. */
  next_visits: DashboardBookingRow[]
}

/**
 * The complete dashboard in one statement, because it is read every 30 seconds: account, sums, check, profile with
 * reviews, every pending booking and the latest `othersMax` other ones. Undefined for an unknown account.
 */
export async function selectDashboard(
  db: Db,
  userId: string,
  othersMax: number,
  now: Date,
): Promise<DashboardRow | undefined> {
  const { rows } = await sql<DashboardRow>`
    select ${listedSql('users.id')} as active, sums.*,
      exists (select from professionals where user_id = users.id and photo_missing) as photo_missing,
      (select rejected_at from verifications join professionals on user_id = professional_id
        where user_id = users.id and background_check_status = 'rejected') as rejected_at,
      ${sql.raw(OPEN_NOTICE_SQL)} as verification_notice, ${sql.raw(DOCUMENT_CHECKS_SQL)} as document_checks,
      (select professional from (${profileSql({ userId, viewerId: userId }, now)}) as profile) as professional,
      ${dashboardBookingsSql(db, userId, othersMax, now)} as bookings,
      ${todaysVisitsSql(db, userId, now)} as todays_visits,
      ${nextVisitSql(db, userId, now)} as next_visits,
      ${timesStatedSql('users.id')} as hours_stated,
      exists (select from offers where professional_id = users.id) as prices_stated
    from users cross join (
      select
        (count(*) filter (where ${countedSql(now)}))::int as total_bookings,
        count(*) filter (where status = 'pending')::int as pending_bookings,
        coalesce(sum(coalesce(final_cents, total_cents)) filter (where status = 'accepted' or ${KEPT_SQL}), 0)::float8 as booked_cents,
        coalesce(sum(coalesce(final_cents, total_cents)) filter (where ${KEPT_SQL}), 0)::float8 as completed_cents,
        coalesce(sum(coalesce(final_cents, total_cents)) filter (where (status = 'accepted' or ${KEPT_SQL}) and ${inThisWeekSql(now)}), 0)::float8
          as week_booked_cents,
        coalesce(sum(coalesce(final_cents, total_cents)) filter (where ${KEPT_SQL} and ${inThisWeekSql(now)}), 0)::float8 as week_completed_cents
      from bookings cross join (
        select ${ownZoneSql(sql`${userId}::uuid`, sql`(select base_zip from professional_times where professional_id = ${userId})`)} as zone
      ) as own
      where professional_id = ${userId} and held is null
    ) as sums
    where users.id = ${userId}`.execute(db)
  return rows[0]
}
