import type { Case } from '#contract/operator-cases.ts'
import type { CaseQueue } from '#contract/case-rules.ts'
import type { Tx } from '#server/db/db.ts'
import type { Operator } from '#server/http/actor.ts'
import { refuse } from '#server/http/refusal.ts'
import { enqueue } from '#server/queue/queue.ts'
import type { Context } from '#server/context.ts'
import { recordAnswer, reopen, resolve } from '../cases/case-moves.ts'
import type { CaseActor } from '../cases/case-moves.ts'
import { answerAppeal } from '../decisions/appeals.ts'
import { answerSupport } from '../support/support-thread.ts'
import { readCase } from './one-case.ts'

type Change = (tx: Tx, actor: CaseActor) => Promise<unknown>

/** Changes a case in one transaction, and answers it as it is then. rule: case-states */
export async function changeCase(
  { db, clock }: Context,
  { id: operatorId }: Operator,
  requestId: string,
  id: string,
  change: Change,
): Promise<{ case: Case }> {
  const at = clock.now()
  return db.transaction().execute(async (tx) => {
    await change(tx, { operatorId, at, requestId })
    return { case: await readCase(tx, operatorId, id, at) }
  })
}

type Resolved = {
  id: string
  subjectId: string
  at: Date
  subjectKind: string
  text: string
  operatorId: string
}

/** What else ends with a case of a queue, in its transaction. rule: case-resolved */
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

/** Resolves a case with what ends with it. Reporters are told by a job. rule: case-resolved */
export async function resolveWithEnding(
  tx: Tx,
  actor: CaseActor,
  id: string,
  resolution: Parameters<typeof resolve>[3],
): Promise<void> {
  const { queue, subject_kind, subject_id } = await resolve(tx, actor, id, resolution)
  const about = { id, subjectKind: subject_kind, subjectId: subject_id }
  const { operatorId, at } = actor
  await ENDINGS[queue as CaseQueue]?.(tx, { ...about, operatorId, at, text: resolution.text })
}

/** The holder answers a support thread by a letter. Refuses not_found for other queues. rule: case-answer */
export async function answerWithLetter(
  tx: Tx,
  actor: CaseActor,
  id: string,
  text: string,
): Promise<void> {
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
