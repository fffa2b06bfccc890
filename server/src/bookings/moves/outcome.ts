import { sql } from 'kysely'
import type { Outcome } from '#contract/visits/visit-rules.ts'
import type { Db } from '#server/db/db.ts'
import { recountVisits } from '#server/people/listing/card-visits.ts'

/**
 * The outcome of a visit: a no-show as soon as it stands or was decided so, else kept once it is completed. Null
 * before, and while a no-show is undecided. rule: no-show
 */
export function outcomeOf({
  status,
  no_show,
}: {
  status: string
  no_show: string | null
}): Outcome | null {
  if (no_show === 'undecided' || (status !== 'accepted' && status !== 'completed')) return null
  if (no_show !== null) return `no_show_${no_show}` as Outcome
  return status === 'completed' ? 'kept' : null
}

/**
 * Writes in bookings what their problems say: who did not come, and whether the professional came in time. Each command
 * that changes a problem calls it, with the bookings locked. rule: no-show, reliability
 */
export async function writeOutcome(tx: Db, ...bookingIds: readonly string[]): Promise<void> {
  await sql`
    update bookings set on_time = ${ON_TIME_SQL}, no_show = (
      select case
          when bool_or(state in ('open', 'disputed')) then 'undecided'
          when bool_or(by = 'client' and (state = 'stands' or decision = 'for_client')) then 'professional'
          when bool_or(by = 'professional' and (state = 'stands' or decision = 'for_professional')) then 'client'
        end
      from problems where booking_id = bookings.id and kind = 'no_show')
    where id = any(${bookingIds}::uuid[])`.execute(tx)
  await recountVisits(tx, bookingIds)
}

/**
 * Writes in bookings whether the professional came in time. Each command that changes a stage calls it, with the
 * bookings locked. rule: reliability
 */
export async function writePunctuality(tx: Db, ...bookingIds: readonly string[]): Promise<void> {
  await sql`
    update bookings set on_time = ${ON_TIME_SQL} where id = any(${bookingIds}::uuid[])`.execute(tx)
}

/**
 * 'arrived' counts, else 'started', unless the press came in more than 15 minutes later. A 'late' problem that was
 * decided for the client counts in any case. Null: nobody knows.
 */
const ON_TIME_SQL = sql`case
  when exists (
    select from problems where booking_id = bookings.id and kind = 'late' and decision = 'for_client'
  ) then false
  else (
    select case when received_at <= at + interval '15 minutes' then at <= bookings.starts_at + interval '15 minutes' end
    from booking_stages where booking_id = bookings.id and stage in ('arrived', 'started') order by stage limit 1
  ) end`
