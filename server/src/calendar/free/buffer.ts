import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'
import type { Side } from '#server/http/calls/actor.ts'
import { Refusal, refuse } from '#server/http/calls/refusal.ts'

type Visit = { id: string; professional_id: string; starts_at: Date; ends_at: Date }

/**
 * Checks, after `lockAcceptances`, that a visit can be accepted beside the accepted ones, and returns the pause in
 * minutes that the booking keeps from then on (`buffer_minutes`). Refuses 'booking_overlap', and 'booking_too_close' if
 * the pause to another visit would be shorter than the professional wants now, or than that visit keeps.
 * rule: booking-conflict, visit-rules
 */
export async function bufferOfAcceptance(
  tx: Db,
  { id, professional_id, starts_at, ends_at }: Visit,
): Promise<number> {
  const { rows } = await sql<{ buffer: number; overlaps: boolean | null }>`
    with present as (
      select coalesce(
        (select buffer_minutes from professional_times where professional_id = ${professional_id}::uuid), 0) as buffer
    )
    select buffer, (
      select bool_or(starts_at < ${ends_at}::timestamptz and ends_at > ${starts_at}::timestamptz)
      from bookings
      where professional_id = ${professional_id}::uuid and status = 'accepted' and id <> ${id}::uuid
        -- Written like the exclusion constraint, so that its index is read. The next condition leaves out what ends
        -- early.
        and tstzrange(starts_at, blocked_until) && tstzrange(
          ${starts_at}::timestamptz - make_interval(mins => buffer),
          ${ends_at}::timestamptz + make_interval(mins => buffer))
        and greatest(blocked_until, ends_at + make_interval(mins => buffer)) > ${starts_at}::timestamptz
    ) as overlaps
    from present`.execute(tx)
  const { buffer, overlaps } = rows[0]!
  if (overlaps !== null) refuse(overlaps ? 'booking_overlap' : 'booking_too_close')
  return buffer
}

/**
 * The pause that an accepted visit keeps at another time or length. Refuses as `bufferOfAcceptance` does; a client
 * learns only that the time is not free ('slot_taken'). rule: booking-conflict, visit-rules
 */
export async function bufferOfChange(tx: Db, { role }: Side, visit: Visit): Promise<number> {
  try {
    return await bufferOfAcceptance(tx, visit)
  } catch (error) {
    if (role === 'client' && error instanceof Refusal) refuse('slot_taken')
    throw error
  }
}

/**
 * Which of these visits could not be accepted beside the accepted ones, by their positions in the list; see
 * `bufferOfAcceptance`. rule: booking-conflict, visit-rules
 */
export async function tooClose(tx: Db, visits: readonly Omit<Visit, 'id'>[]): Promise<Set<number>> {
  if (visits.length === 0) return new Set()
  const { rows } = await sql<{ position: number }>`
    select position::integer - 1 as position
    from unnest(
      ${visits.map((visit) => visit.professional_id)}::uuid[], ${visits.map((visit) => visit.starts_at)}::timestamptz[],
      ${visits.map((visit) => visit.ends_at)}::timestamptz[]
    ) with ordinality as visit (person, begins, ends, position)
      left join professional_times as times on times.professional_id = person,
      lateral (select make_interval(mins => coalesce(times.buffer_minutes, 0)) as pause) as present
    where exists (
      select from bookings
      where professional_id = person and status = 'accepted'
        -- In the words of the exclusion constraint, so that its index is read.
        and tstzrange(starts_at, blocked_until) && tstzrange(begins - pause, ends + pause)
        and greatest(blocked_until, ends_at + pause) > begins
    )`.execute(tx)
  return new Set(rows.map(({ position }) => position))
}

/**
 * Shortens the pause that accepted visits keep to the professional's new one, unless their time is over. Visits that
 * keep a shorter one stay as they are. rule: visit-rules
 */
export async function lowerKeptBuffers(
  tx: Db,
  professionalId: string,
  bufferMinutes: number,
  now: Date,
): Promise<void> {
  await sql`
    update bookings set buffer_minutes = ${bufferMinutes}::smallint
    where id in (
      select id from bookings
      where professional_id = ${professionalId}::uuid and status = 'accepted'
        and buffer_minutes > ${bufferMinutes}::smallint and blocked_until > ${now}::timestamptz
      order by id for update)`.execute(tx)
}
