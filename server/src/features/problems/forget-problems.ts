import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'

/**
 * A person deletes their account: the words of the problems of their visits are erased, those of the other side too, and
 * what they reported and nobody has decided is withdrawn. The rest goes on without words. rule: account-deletion
 */
export async function eraseProblems(tx: Db, userId: string, at: Date): Promise<void> {
  await sql`
    update problems set
      statement = '',
      answer = case when answer is not null then '' end,
      reclean_date = null, reclean_time = null, reclean_hours = null,
      decision_text = case when decision_text is not null then '' end,
      state = case when withdrawn then 'withdrawn' else state end,
      answer_until = case when withdrawn then null else answer_until end,
      ended_at = case when withdrawn then ${at}::timestamptz else ended_at end
    from (
      select problems.id as of_id, ended_at is null
        and case by when 'client' then client_id else professional_id end = ${userId}::uuid as withdrawn
      from problems join bookings on bookings.id = booking_id
      where ${userId}::uuid in (client_id, professional_id)
    ) as own
    where problems.id = of_id`.execute(tx)
}
