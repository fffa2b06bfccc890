import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'
import type { NoticeKind } from './notice-kinds.ts'
import type { Notice } from './notice.queries.ts'

/** The states of a booking in which it is still worth sending what was held back; absent: in all. */
const TRUE_WHILE: Partial<Record<NoticeKind, readonly string[]>> = {
  'booking.requested': ['pending'],
  'booking.accepted': ['accepted', 'completed'],
  'reminder.day': ['accepted'],
  'reminder.hours': ['accepted'],
}

/** Whether a notice still holds: a request may have been answered, a visit cancelled, a number given again, the messages read or their sender blocked since. */
export async function isStillTrue(db: Db, notice: Notice): Promise<boolean> {
  const { kind, booking } = notice
  if (kind === 'message.first' || kind === 'message.unanswered') return hasUnread(db, notice)
  if (kind === 'verification.approved' || kind === 'verification.rejected')
    return isDecidedSo(db, notice)
  return TRUE_WHILE[kind]?.includes(booking?.status ?? '') ?? true
}

/** Whether the check still stands as it was told, and was not told later: who was rejected may have given her number again, and a decision may be made anew. */
async function isDecidedSo(db: Db, { user_id, kind, at }: Notice): Promise<boolean> {
  const found = await db
    .selectFrom('professionals')
    .where('user_id', '=', user_id)
    .select(({ exists, selectFrom }) => [
      'background_check_status',
      exists(
        selectFrom('notices')
          .select('notices.id')
          .where('notices.user_id', '=', user_id)
          .where('notices.kind', 'in', ['verification.approved', 'verification.rejected'])
          .where('notices.at', '>', at),
      ).as('told_later'),
    ])
    .executeTakeFirst()
  return kind === `verification.${found?.background_check_status}` && !found?.told_later
}

/** Whether anything waits to be read that a notice about messages can mean. */
async function hasUnread(db: Db, { user_id, other_id }: Notice): Promise<boolean> {
  const { rows } = await sql`
    select from messages
    where receiver_id = ${user_id}::uuid and read_at is null and kind <> 'booking'
      and (${other_id}::uuid is null or sender_id = ${other_id}::uuid)
      and not exists (
        select from blocks where (blocker_id, blocked_id) in ((sender_id, receiver_id), (receiver_id, sender_id)))
    limit 1`.execute(db)
  return rows.length > 0
}
