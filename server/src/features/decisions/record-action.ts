import type { Tx } from '#server/db/db.ts'
import { enqueue } from '#server/queue/queue.ts'
import { appealUndoneBy, answerAppeal } from './appeals.ts'
import { recordOperatorAction, subjectKindOf } from '../audit/operator-actions.ts'
import type { AuditAction, OperatorReason, States } from '../audit/operator-actions.ts'

type Action = {
  action: AuditAction
  subjectId: string
  at: Date
  /** Whom it is about: the people who read the text. */
  people?: readonly string[]
  /** A letter or notice of its own tells them. */
  isTold?: true
  /** They see it, and are told, only then: the job 'tell-opened' tells them. */
  shownAt?: Date
}

type ActionFacts = {
  /** What the sentence of the command line is: the console says text and note itself. */
  as: 'text' | 'note'
  /** Of the command line; default 'stated'. */
  code?: string
  before?: States
  after?: States
}

/** The author of what a background job does because its time has come. */
export const CLOCK = 'clock'

/**
 * Adds an operator's action to the audit log. If the people whom it is about can read the text, it becomes a decision
 * of theirs, with the job of the notice. If it undoes what one of them appeals against, the text is the answer too.
 * Call it last in the action's transaction. Returns the number of the row. rule: actions, decisions, appeals
 */
export async function recordAction(
  tx: Tx,
  { action, subjectId, at, people = [], isTold, shownAt }: Action,
  { reason: words, doneBy, said }: OperatorReason,
  { as, code, before, after }: ActionFacts,
): Promise<number> {
  const text = said || as === 'text' ? words : undefined
  const note = said ? said.note : as === 'note' ? words : undefined
  const reason = said?.code ?? code ?? 'stated'
  const seq = await recordOperatorAction(
    tx,
    { action, subjectId, doneBy, at },
    { reason, text, note, before, after, caseId: said?.caseId, requestId: said?.requestId },
  )
  if (!text) return seq
  const amount = after?.['amount']
  const undone =
    doneBy === CLOCK ? undefined : await appealUndoneBy(tx, { action, subjectId, amount })
  if (undone)
    await answerAppeal(tx, { decisionId: undone, state: 'overturned', text, by: doneBy, at })
  for (const person_id of people) {
    const about = { about_kind: subjectKindOf(action), about_id: subjectId }
    const { id } = await tx
      .insertInto('decisions')
      .values({
        person_id,
        seq,
        action,
        reason,
        at,
        ...about,
        shown_at: shownAt ?? at,
        told_at: shownAt ? null : at,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    if (!isTold && !shownAt) await enqueue(tx, 'notify-decision', { decision_id: id })
  }
  return seq
}
