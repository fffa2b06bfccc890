import { sql } from 'kysely'
import type { Role } from '#contract/product.ts'
import type { Context } from '#server/context.ts'
import type { Tx } from '#server/db/db.ts'
import { notifyBookingChange } from '#server/live/notify-sides.ts'
import { DELETION_NOTE } from '#server/outside/files/files.ts'
import { recordOperatorAction } from '#server/trust/audit/operator-actions.ts'
import type { OperatorReason } from '#server/trust/audit/operator-actions.ts'
import { eraseAccount } from './delete-account.ts'
import { lockWithContacts } from './lock-contacts.ts'

const BATCH_SIZE = 500

/** How many people the notes name, and the ids of those who are not deleted in this database. rule: deletion-notes */
export async function notedPeople({
  db,
  files,
}: Pick<Context, 'db' | 'files'>): Promise<{ noted: number; alive: string[] }> {
  const noted = new Set<string>()
  for await (const name of files.listNotes()) noted.add(DELETION_NOTE.exec(name)![2]!)
  const ids = [...noted].toSorted()
  const alive: string[] = []
  for (let begin = 0; begin < ids.length; begin += BATCH_SIZE) {
    const rows = await db
      .selectFrom('users')
      .select('id')
      .where('id', 'in', ids.slice(begin, begin + BATCH_SIZE))
      .where('deleted_at', 'is', null)
      .execute()
    alive.push(...rows.map(({ id }) => id))
  }
  return { noted: noted.size, alive }
}

/**
 * Deletes people again whom the notes name: after a restore the database has those who had deleted their account since
 * the backup. Each in a transaction of its own. Returns how many were deleted now. rule: deletion-notes
 */
export async function repeatDeletions(
  context: Context,
  alive: readonly string[],
  why: OperatorReason,
): Promise<number> {
  let deleted = 0
  for (const id of alive) {
    const at = context.clock.now()
    const changed = await context.db.transaction().execute(async (tx) => {
      const person = await lockWithContacts(tx, id, () => lockLiving(tx, id))
      if (!person) return undefined
      const bookings = await eraseAccount(tx, person, at)
      const done = { action: 'repeat_deletion', subjectId: id, doneBy: why.doneBy, at } as const
      await recordOperatorAction(tx, done, { note: why.reason })
      return bookings
    })
    if (changed) deleted += 1
    for (const bookingId of changed ?? []) await notifyBookingChange(context, bookingId)
  }
  return deleted
}

async function lockLiving(tx: Tx, id: string): Promise<{ id: string; role: Role } | undefined> {
  return tx
    .selectFrom('users')
    .select('id')
    .select(sql<Role>`role`.as('role'))
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
}
