import type { Context } from '#server/context.ts'
import type { Tx } from '#server/db/db.ts'
import { DELETION_NOTE } from '#server/outside/files/files.ts'
import { enqueue } from '#server/queue/queue.ts'
import { NOT_OWNER_TEXTS, whyNotOwner } from '#server/market/professionals/picture-storage.ts'

const DAY_MS = 24 * 60 * 60 * 1000
/** No backup is that old. */
const KEPT_DAYS = 400

/** Enqueues the note of a deletion, in its transaction. rule: deletion-notes */
export async function enqueueNote(tx: Tx, userId: string, at: Date): Promise<void> {
  // Before the pictures that wait in the same lane.
  const payload = { user_id: userId, day: dayOf(at) }
  await enqueue(tx, 'note-deletion', payload, { priority: -10 })
}

/**
 * The job 'note-deletion': stores beside the pictures that an account was deleted. A copy of the database on the same
 * storage, such as a test installation, may not: its people live on elsewhere. Then it throws and is tried again, until
 * an operator has made this database the owner. rule: deletion-notes
 */
export async function noteDeletion(
  context: Context,
  { user_id, day }: { user_id: string; day: string },
): Promise<void> {
  const reason = await whyNotOwner(context)
  if (reason !== undefined)
    throw new Error(`A deletion could not be noted: ${NOT_OWNER_TEXTS[reason]}`)
  await context.files.writeNote(noteOf(user_id, day))
}

/**
 * Writes the notes that are missing, as after a change of the storage, and removes those that are older than every
 * backup. A step of the job 'sweep-pictures'. rule: deletion-notes
 */
export async function keepNotes(context: Context): Promise<void> {
  if ((await whyNotOwner(context)) !== undefined) return
  const { clock, db, files } = context
  const since = new Date(clock.now().getTime() - KEPT_DAYS * DAY_MS)
  const noted = new Set<string>()
  for await (const name of files.listNotes()) {
    const [, day = '', id = ''] = DELETION_NOTE.exec(name) ?? []
    if (day < dayOf(since)) await files.removeNote(name)
    else noted.add(id)
  }
  const deleted = await db
    .selectFrom('users')
    .select(['id', 'deleted_at'])
    .where('deleted_at', '>', since)
    .execute()
  for (const { id, deleted_at } of deleted)
    if (!noted.has(id)) await files.writeNote(noteOf(id, dayOf(deleted_at!)))
}

function dayOf(at: Date): string {
  return at.toISOString().slice(0, 10)
}

function noteOf(userId: string, day: string): string {
  return `deleted-${day}-${userId}`
}
