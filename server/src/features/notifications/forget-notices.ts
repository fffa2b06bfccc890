import type { Db } from '#server/db/db.ts'

/** Nothing is told to this person any more, by no way: her notices, switches, links and devices are gone. */
export async function forgetNotices(tx: Db, userId: string): Promise<void> {
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
}
