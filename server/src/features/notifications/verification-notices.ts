import type { Db } from '#server/db/db.ts'
import type { Context } from '#server/context.ts'
import { tell } from './notice.ts'

/** Tells a professional what an operator decided about her background check; each decision once. */
export async function notifyOfVerification(
  { db, clock }: Context,
  { event_id }: { event_id: string },
): Promise<void> {
  const decision = await decisionOf(db, event_id)
  if (!decision) return
  const { subject_id: userId, data } = decision
  const kind = decision.kind === 'verification.approved' ? decision.kind : 'verification.rejected'
  await db.transaction().execute((tx) =>
    tell(tx, {
      userId,
      kind,
      key: `${kind} ${event_id}`,
      at: clock.now(),
      data: { reason: reasonIn(data) },
    }),
  )
}

function decisionOf(db: Db, eventId: string) {
  return db
    .selectFrom('events')
    .select(['kind', 'subject_id', 'data'])
    .where('id', '=', eventId)
    .where('kind', 'in', ['verification.approved', 'verification.rejected'])
    .executeTakeFirst()
}

function reasonIn(data: unknown): string | null {
  const reason = (data as { reason?: unknown }).reason
  return typeof reason === 'string' ? reason : null
}
