import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Reliability } from '#contract/bookings.ts'
import type { Role } from '#contract/product.ts'
import { RELIABILITY_DAYS } from '#contract/product.ts'
import type { Db } from '#server/db/db.ts'

/** From this many visits on, others see the figures of a professional. rule: reliability */
const SHOWN_FROM_VISITS = 3
/** The first late cancellation of a person who was ill in this many days is excused. rule: late-cancellation */
const EXCUSED_DAYS = 90
const DAY_MS = 86_400_000

type Side = { id: string; role: Role }

/** The caller's own figures. rule: reliability */
export async function ownReliability(db: Db, side: Side, now: Date) {
  const { rows } = await sql<Reliability & { excused: number }>`
    select completed + late - excused as visits, late - excused as late_cancellations, excused
    from ${countsSql(side.role, sql`${side.id}::uuid`, now)} as counts`.execute(db)
  return { window_days: RELIABILITY_DAYS as typeof RELIABILITY_DAYS, ...rows[0]! }
}

/** A JSON object: the figures of the client or the professional of a row of the table bookings. rule: reliability */
export function reliabilitySql(role: Role, now: Date) {
  const person = sql.ref(role === 'client' ? 'bookings.client_id' : 'bookings.professional_id')
  return sql<Reliability>`(
    select jsonb_build_object('visits', completed + late - excused, 'late_cancellations', late - excused)
    from ${countsSql(role, person, now)} as counts)`
}

/** What others see of a professional: null under 3 visits. rule: reliability */
export function shownReliability(reliability: Reliability): Reliability | null {
  return reliability.visits < SHOWN_FROM_VISITS ? null : reliability
}

/** A subquery with one row: the person's completed visits, late cancellations, and how many of those are excused. */
function countsSql(role: Role, person: RawBuilder<unknown>, now: Date) {
  const since = sql`${new Date(+now - RELIABILITY_DAYS * DAY_MS)}::timestamptz`
  const column = sql.raw(role === 'client' ? 'client_id' : 'professional_id')
  return sql`(
      select
        (select count(*)::int from bookings as visits
          where visits.${column} = ${person} and visits.status = 'completed' and visits.ends_at > ${since}) as completed,
        count(*)::int as late,
        (count(*) filter (where late_excused))::int as excused
      from bookings as late
      where late.${column} = ${person} and late.cancelled_late and late.cancelled_by = ${sql.lit(role)}
        and late.cancelled_at > ${since})`
}

/**
 * Whether this late cancellation of a person who is ill is excused: their first in 90 days. Of two at the same moment,
 * one is. rule: late-cancellation
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
