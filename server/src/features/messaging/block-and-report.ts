import type { Actor } from '#server/http/actor.ts'
import { runInTransaction } from '#server/http/idempotency.ts'
import type { Idempotency } from '#server/http/idempotency.ts'
import { refuse } from '#server/http/refusal.ts'
import type { Context } from '#server/context.ts'
import { recordOperatorAction } from '../audit/operator-actions.ts'
import type { OperatorReason } from '../audit/operator-actions.ts'
import { resolveReportCase } from '../cases/report-case.ts'
import { saveReport } from '../cases/save-report.ts'
import { closeReport, deleteBlock, insertBlock, openReports } from './block-and-report.queries.ts'
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
 * rule: report
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

/** The oldest 200 open reports with the emails of both people and the reason, and how many there are. rule: report */
export async function reportsForOperator({ db }: Context) {
  return openReports(db)
}

/** The operator closes a report; the reason is recorded. Returns false if no open report has this id. rule: report */
export async function closeReportByOperator(
  { db, clock }: Context,
  id: string,
  { reason, doneBy }: OperatorReason,
): Promise<boolean> {
  const at = clock.now()
  return db.transaction().execute(async (tx) => {
    const closed = await closeReport(tx, id, at)
    if (!closed) return false
    await resolveReportCase(tx, id, { outcome: 'acted', at, doneBy })
    const action = { action: 'close_report', subjectId: closed.reported_id, doneBy, at } as const
    await recordOperatorAction(tx, action, { note: reason, after: { report: Number(id) } })
    return true
  })
}

async function requireConversation({ db }: Context, actor: Actor, otherId: string): Promise<void> {
  if (!(await conversationOf(db, pairOf(actor, otherId), actor.role))) refuse('not_found')
}
