import type { Db } from '#server/db/db.ts'

const DEFAULT_HOURS = 24

/**
 * The notice that a professional asks for, in hours. A visit keeps the value at its acceptance.
 * rule: visit-rules, cancellation
 */
export async function noticeHoursOf(db: Db, professionalId: string): Promise<number> {
  const times = await db
    .selectFrom('professional_times')
    .select('notice_hours')
    .where('professional_id', '=', professionalId)
    .executeTakeFirst()
  return times?.notice_hours ?? DEFAULT_HOURS
}
