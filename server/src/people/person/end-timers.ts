import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'

/** Ends the running timers of professionals whose contact is gone. Returns them. rule: safety-contact */
export async function endTimersOf(
  tx: Db,
  professionalIds: readonly string[],
): Promise<{ id: string }[]> {
  const { rows } = await sql<{ id: string }>`
    update safety_timers set state = 'ended' where id = any(array(
      select safety_timers.id from safety_timers join bookings on bookings.id = booking_id
      where safety_timers.state = 'running' and professional_id = any(${sql.val(professionalIds)}::uuid[])
      order by safety_timers.id for update of safety_timers)) and state = 'running'
    returning id`.execute(tx)
  return rows
}
