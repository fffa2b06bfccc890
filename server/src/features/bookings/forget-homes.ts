import type { Db } from '#server/db/db.ts'

/** What stands where a street was. */
const NO_ADDRESS = '—'

/** Of a client's bookings the professional keeps date, city and price, and neither street nor notes. */
export async function forgetHomes(tx: Db, clientId: string): Promise<void> {
  await tx
    .updateTable('bookings')
    .set({ address: NO_ADDRESS, notes: '' })
    .where('client_id', '=', clientId)
    .execute()
}

/** No calendar reads a professional's visits any more. */
export async function forgetCalendar(tx: Db, professionalId: string): Promise<void> {
  await tx.deleteFrom('calendar_feeds').where('professional_id', '=', professionalId).execute()
}
