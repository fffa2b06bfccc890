import type { Db } from '#server/db/db.ts'

/** Deletes the working hours, exceptions, rules and other calendars of a professional. rule: account-deletion */
export async function deleteTimes(tx: Db, professionalId: string): Promise<void> {
  await tx.deleteFrom('professional_times').where('professional_id', '=', professionalId).execute()
  await tx.deleteFrom('busy_calendars').where('professional_id', '=', professionalId).execute()
}
