import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { RELIABILITY_DAYS } from '#contract/bookings/booking-rules.ts'
import type { TimeDocument } from '#contract/calendar/time.ts'

/** The late cancellations in 180 days from which on a client sends requests only. */
const LATE_CANCELLATIONS_MAX = 3
/** The most coming instant bookings of a client before their first completed visit. */
const COMING_OF_NEWCOMER_MAX = 3
const DAY_MS = 86_400_000

/** The facts that decide whether a client can book instantly with one professional. */
export type ClientStanding = {
  /** Whether they have a completed visit with this professional. */
  is_served: boolean
  email_verified: boolean
  /** The late cancellations in the last 180 days, without excused ones. */
  late_cancellations: number
  /** Whether they have no completed visit with anybody yet. */
  is_newcomer: boolean
  /** Their coming instant bookings with all professionals. */
  coming: number
}

/** Whether a client may book a free time at once, or would with a confirmed email address. rule: instant-booking */
export function mayBookInstantly(
  mode: TimeDocument['instant_booking'],
  standing: ClientStanding | null,
): 'yes' | 'no' | 'verify_email' {
  if (mode === 'off' || !standing) return 'no'
  const { is_served, email_verified, late_cancellations, is_newcomer, coming } = standing
  if (late_cancellations >= LATE_CANCELLATIONS_MAX) return 'no'
  if (is_newcomer && coming >= COMING_OF_NEWCOMER_MAX) return 'no'
  if (mode === 'served') return is_served ? 'yes' : 'no'
  return email_verified ? 'yes' : 'verify_email'
}

/** SQL: the standing of a client as JSON, without the booking `movedId`; null without a client. */
export function standingSql(
  clientId: string | null,
  {
    professional,
    now,
    movedId,
  }: { professional: RawBuilder<unknown>; now: Date; movedId: string | null },
) {
  const client = sql`${clientId}::uuid`
  const since = new Date(now.getTime() - RELIABILITY_DAYS * DAY_MS)
  return sql<ClientStanding | null>`case when ${client} is not null then jsonb_build_object(
    'is_served', exists (
      select from bookings
      where professional_id = ${professional} and client_id = ${client} and status = 'completed' and no_show is null
    ),
    'email_verified', exists (
      select from users where id = ${client} and email_verified_at is not null
    ),
    'late_cancellations', (
      select count(*)::int from bookings
      where client_id = ${client} and cancelled_late and not late_excused and cancelled_by = 'client'
        and cancelled_at > ${since}::timestamptz
    ),
    'is_newcomer', not exists (select from bookings where client_id = ${client} and status = 'completed' and no_show is null),
    'coming', (
      select count(*)::int from bookings
      where client_id = ${client} and instant and status = 'accepted' and starts_at > ${now}::timestamptz
        and id is distinct from ${movedId}::uuid
    )
  ) end`
}
