import type { Db } from '#server/db/db.ts'

/** Deletes the notices, switches, links and devices of a person whose account is deleted. rule: notice-center */
export async function deleteNotices(tx: Db, userId: string): Promise<void> {
  for (const table of [
    'notices',
    'notice_switches',
    'unsubscribe_addresses',
    'push_subscriptions',
  ] as const) {
    await tx.deleteFrom(table).where('user_id', '=', userId).execute()
  }
  await tx
    .deleteFrom('answer_links')
    .where('booking_id', 'in', (bookings) =>
      bookings.selectFrom('bookings').select('id').where('professional_id', '=', userId),
    )
    .execute()
  await tx
    .deleteFrom('visit_links')
    .where('booking_id', 'in', (bookings) =>
      bookings.selectFrom('bookings').select('id').where('client_id', '=', userId),
    )
    .execute()
}
