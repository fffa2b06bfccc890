import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'
import { listedSql } from '../billing/subscription.ts'
import { latestOfProfessionalSql } from '../bookings/booking-lists.ts'
import type { LatestRow } from '../bookings/booking-lists.ts'
import { profileSql } from '../reviews/profile.ts'
import type { Profile } from '../reviews/profile.ts'

type Screen = {
  /** Whether the account is paid for. */
  active: boolean
  total_bookings: number
  pending_bookings: number
  booked_cents: number
  completed_cents: number
  /** When her last check was not approved; null unless that is how it stands. */
  rejected_at: Date | null
  /** Null until she has a profile. */
  professional: Profile['professional'] | null
  bookings: LatestRow[]
}

/**
 * What a professional's first screen is made of, in one statement: account, sums, check, profile with reviews, every pending
 * booking and `others` beside them. Undefined if the account has vanished.
 */
export async function screenOf(
  db: Db,
  userId: string,
  others: number,
): Promise<Screen | undefined> {
  const { rows } = await sql<Screen>`
    select ${sql.raw(listedSql('users.id'))} as active, sums.*,
      (select rejected_at from verifications join professionals on user_id = professional_id
        where user_id = users.id and background_check_status = 'rejected') as rejected_at,
      (select professional from (${profileSql({ userId, viewerId: userId })}) as profile) as professional,
      ${latestOfProfessionalSql(db, userId, others)} as bookings
    from users cross join (
      select
        count(*)::int as total_bookings,
        count(*) filter (where status = 'pending')::int as pending_bookings,
        coalesce(sum(total_cents) filter (where status in ('accepted', 'completed')), 0)::float8 as booked_cents,
        coalesce(sum(total_cents) filter (where status = 'completed'), 0)::float8 as completed_cents
      from bookings where professional_id = ${userId}
    ) as sums
    where users.id = ${userId}`.execute(db)
  return rows[0]
}
