import { sql } from 'kysely'
import type { Insertable, Updateable } from 'kysely'
import type { Db } from '#server/db/db.ts'
import type { DB } from '#server/db/types.ts'
import type { PlanInterval } from './times.ts'

/** Locks the row of a professional until the transaction ends; creates it with the defaults if there is none. */
export async function lockTimesRow(tx: Db, professionalId: string): Promise<void> {
  await sql`
    insert into professional_times (professional_id)
    select user_id from professionals where user_id = ${professionalId}::uuid
    on conflict do nothing`.execute(tx)
  await sql`
    select from professional_times where professional_id = ${professionalId}::uuid for update`.execute(
    tx,
  )
}

/** Writes these columns and raises the version. */
export async function updateTimes(
  tx: Db,
  professionalId: string,
  columns: Omit<Updateable<DB['professional_times']>, 'version'>,
): Promise<void> {
  await tx
    .updateTable('professional_times')
    .set({ ...columns, version: sql`version + 1` })
    .where('professional_id', '=', professionalId)
    .execute()
}

export async function replacePlan(
  tx: Db,
  professionalId: string,
  plan: readonly PlanInterval[],
): Promise<void> {
  await tx.deleteFrom('working_hours').where('professional_id', '=', professionalId).execute()
  if (plan.length === 0) return
  await tx
    .insertInto('working_hours')
    .values(
      plan.map(({ weekday, from, to }) => ({
        professional_id: professionalId,
        weekday,
        from_minute: from,
        to_minute: to,
      })),
    )
    .execute()
}

export async function insertException(
  tx: Db,
  exception: Insertable<DB['time_exceptions']>,
): Promise<string> {
  const { id } = await tx
    .insertInto('time_exceptions')
    .values(exception)
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Returns false if this professional has no such exception. */
export async function deleteException(
  tx: Db,
  professionalId: string,
  id: string,
): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('time_exceptions')
    .where('professional_id', '=', professionalId)
    .where('id', '=', id)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** The accepted visits that begin after `now`, by start. */
export function comingVisits(db: Db, professionalId: string, now: Date) {
  return db
    .selectFrom('bookings')
    .select(['id', 'starts_at', 'ends_at'])
    .where('professional_id', '=', professionalId)
    .where('status', '=', 'accepted')
    .where('starts_at', '>', now)
    .orderBy('starts_at')
    .execute()
}
