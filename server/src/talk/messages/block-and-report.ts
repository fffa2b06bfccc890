import type { Actor } from '#server/http/calls/actor.ts'
import { runInTransaction } from '#server/http/calls/idempotency.ts'
import type { Idempotency } from '#server/http/calls/idempotency.ts'
import { refuse } from '#server/http/calls/refusal.ts'
import type { Context } from '#server/context.ts'
import { saveReport } from '#server/trust/cases/save-report.ts'
import { deleteBlock, insertBlock } from './block-and-report.queries.ts'
import { pairOf } from './conversations.ts'
import { conversationOf } from './conversations.queries.ts'

/**
 * Blocks the other side of a conversation. Blocking again changes nothing. Refuses 'not_found' if the two have no
 * conversation. rule: block
 */
export async function block(context: Context, actor: Actor, otherId: string): Promise<void> {
  await requireConversation(context, actor, otherId)
  await insertBlock(context.db, {
    byId: actor.id,
    aboutId: otherId,
    at: context.clock.now(),
  })
}

/** Removes a block; without one it changes nothing. rule: block */
export async function unblock({ db }: Context, actor: Actor, otherId: string): Promise<void> {
  await deleteBlock(db, { byId: actor.id, aboutId: otherId })
}

/**
 * Reports the other side of a conversation to the operator. Refuses 'not_found' if the two have no conversation.
 * rule: block
 */
export async function report(
  context: Context,
  actor: Actor,
  { otherId, reason }: { otherId: string; reason: string },
  idempotency: Idempotency | undefined,
): Promise<{ reported: true }> {
  await requireConversation(context, actor, otherId)
  const at = context.clock.now()
  return runInTransaction(context.db, idempotency, async (tx) => {
    const subject = { kind: 'person', id: otherId } as const
    const about = { reporterId: actor.id, reportedId: otherId, subject, reason: null }
    await saveReport(tx, { ...about, text: reason, at })
    return { reported: true }
  })
}

async function requireConversation({ db }: Context, actor: Actor, otherId: string): Promise<void> {
  if (!(await conversationOf(db, pairOf(actor, otherId), actor.role))) refuse('not_found')
}
