import type { Case } from '#contract/console/operator-cases.ts'
import type { CaseOutcome, CaseQueue } from '#contract/trust/case-rules.ts'
import { Id } from '#contract/values.ts'
import type { Tx } from '#server/db/db.ts'
import type { Operator } from '#server/http/calls/actor.ts'
import { runInTransaction } from '#server/http/calls/idempotency.ts'
import type { Idempotency } from '#server/http/calls/idempotency.ts'
import { refuse } from '#server/http/calls/refusal.ts'
import { enqueue } from '#server/queue/queue.ts'
import type { Context } from '#server/context.ts'
import { recordAnswer, recordResolution, reopen, resolve } from '#server/trust/cases/case-moves.ts'
import type { CaseActor } from '#server/trust/cases/case-moves.ts'
import { answerAppeal, lockAppeal } from '#server/trust/decisions/appeals.ts'
import { isProblemDisputed } from '#server/visits/problems/problem-case.ts'
import { answerSupport, lockThread } from '#server/talk/support/support-thread.ts'
import { isCheckWaiting } from '#server/trust/verification/check-of.ts'
import { readCase } from './one-case.ts'

type Change = (tx: Tx, actor: CaseActor) => Promise<unknown>

/**
 * Changes a case in one transaction, once for its key, and answers it as it is then. It is read for each request: no
 * saved answer has what people wrote. rule: case-states
 */
export async function changeCase(
  { db, clock }: Context,
  { operator, request, idempotency }: CaseCall,
  id: string,
  change: Change,
): Promise<{ case: Case }> {
  const at = clock.now()
  const actor = { operatorId: operator.id, at, requestId: request.id }
  await runInTransaction(db, idempotency, async (tx) => {
    await change(tx, actor)
    return {}
  })
  return { case: await readCase(db, operator.id, id, at) }
}

type CaseCall = {
  operator: Operator
  request: { id: string }
  idempotency?: Idempotency | undefined
}

type Resolved = {
  id: string
  subjectId: string
  at: Date
  subjectKind: string
  text: string
  operatorId: string
}

/** Further changes that come with the end of a case, by its queue and in its transaction. rule: case-states */
const ENDINGS: Partial<Record<CaseQueue, (tx: Tx, resolved: Resolved) => Promise<void>>> = {
  async reports(tx, { id, at }) {
    await tx
      .updateTable('reports')
      .set({ closed_at: at })
      .where('case_id', '=', id)
      .where('closed_at', 'is', null)
      .execute()
    await enqueue(tx, 'notify-reporters', { case_id: id })
  },
  async appeals(tx, { subjectKind, subjectId: decisionId, at, text, operatorId: by }) {
    if (subjectKind !== 'decision') return
    // Another outcome than 'no_breach' comes here only when the appeal is answered already.
    await answerAppeal(tx, { decisionId, state: 'upheld', text, by, at })
  },
  async support(tx, { subjectId, at }) {
    await tx
      .updateTable('support_messages')
      .set({ closed_at: at })
      .where('id', '=', subjectId)
      .where('closed_at', 'is', null)
      .execute()
  },
}

/**
 * Resolves a case with what ends with it. Reporters are told by a job. Refuses 'decide_first' while a check, a problem
 * or an appeal waits: the action about it resolves the case, and 'no_breach' upholds what is appealed against.
 * rule: case-states
 */
export async function resolveWithEnding(
  tx: Tx,
  actor: CaseActor,
  id: string,
  resolution: Parameters<typeof resolve>[3],
): Promise<void> {
  await lockMatter(tx, id)
  const found = await resolve(tx, actor, id, resolution)
  const { queue, subject_kind, subject_id } = found
  if (await waitsForAction(tx, found, resolution.outcome)) refuse('decide_first')
  const about = { id, subjectKind: subject_kind, subjectId: subject_id }
  const { operatorId, at } = actor
  await ENDINGS[queue as CaseQueue]?.(tx, { ...about, operatorId, at, text: resolution.text })
  await recordResolution(tx, actor, id, resolution)
}

type About = { queue: string; subject_id: string; subject_kind: string }

/** Whether what a case is about would wait without a case. */
async function waitsForAction(
  tx: Tx,
  { queue, subject_id, subject_kind }: About,
  outcome: CaseOutcome,
): Promise<boolean> {
  if (queue === 'verification') return isCheckWaiting(tx, subject_id)
  if (queue === 'visits') return isProblemDisputed(tx, subject_id)
  if (queue !== 'appeals' || subject_kind !== 'decision' || outcome === 'no_breach') return false
  return lockAppeal(tx, subject_id)
}

/**
 * Locks what a case is about before the case itself, as everybody does who opens and closes cases.
 */
async function lockMatter(tx: Tx, id: string): Promise<void> {
  if (!Id.safeParse(id).success) return
  const found = await tx
    .selectFrom('cases')
    .select(['queue', 'subject_id'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (found?.queue === 'appeals') await lockAppeal(tx, found.subject_id)
  if (found?.queue === 'support') await lockThread(tx, found.subject_id)
  if (found?.queue === 'reports')
    await tx
      .selectFrom('reports')
      .select('id')
      .where('case_id', '=', id)
      .orderBy('id')
      .forUpdate()
      .execute()
}

/** The holder answers a support thread by a letter. Refuses not_found for other queues. rule: contact-page */
export async function answerWithLetter(
  tx: Tx,
  actor: CaseActor,
  id: string,
  text: string,
): Promise<void> {
  await lockMatter(tx, id)
  const threadId = await recordAnswer(tx, actor, id)
  const { operatorId: doneBy, at } = actor
  if (!(await answerSupport(tx, threadId, { text, doneBy, at }))) refuse('not_found')
}

/** Opens a case again, with the reports and the message that ended with it. rule: case-states */
export async function reopenWithReports(
  tx: Tx,
  actor: CaseActor,
  id: string,
  text: string,
): Promise<void> {
  await lockMatter(tx, id)
  const resolvedAt = await reopen(tx, actor, id, text)
  if (resolvedAt === undefined) return
  await tx
    .updateTable('reports')
    .set({ closed_at: null })
    .where('case_id', '=', id)
    .where('closed_at', '=', resolvedAt)
    .execute()
  await tx
    .updateTable('support_messages')
    .set({ closed_at: null })
    .where('id', 'in', (query) =>
      query
        .selectFrom('cases')
        .select((row) => row.cast<string>('subject_id', 'uuid').as('id'))
        .where('cases.id', '=', id)
        .where('queue', '=', 'support'),
    )
    .execute()
}
