import { sql } from 'kysely'
import type { Tx } from '#server/db/db.ts'
import { enqueue } from '#server/queue/queue.ts'
import { appealsUndoneBy, answerAppeal } from './appeals.ts'
import { lockAccounts } from '#server/people/person/lock-people.ts'
import { recordOperatorAction, subjectKindOf } from '../audit/operator-actions.ts'
import type { AuditAction, OperatorReason, States } from '../audit/operator-actions.ts'

type Action = {
  action: AuditAction
  subjectId: string
  at: Date
  /** The people whom the action is about, and who read the text. */
  people?: readonly string[]
  /** A letter or notice of its own tells them. */
  isTold?: true
  /** The moment from which these people see it: the job 'tell-opened' tells them then. */
  shownAt?: Date
}

type ActionFacts = {
  /**
   * Whether the reason of a command is the text to the person or the note. An action of the console has its own of
   * each.
   */
  as: 'text' | 'note'
  /** The code of the reason that a command gives; default 'stated'. */
  code?: string
  before?: States
  after?: States
}

/** The author of what a background job does because its time has come. */
export const CLOCK = 'clock'

/**
 * Adds an operator's action to the audit log. If the people whom it is about can read the text, it becomes a decision
 * of theirs, with the job of the notice. If it undoes what one of them appeals against, the text is the answer too. The
 * case that it names stays with its holder. Call it last in the action's transaction: the lock of the audit log comes
 * after all others. Returns the number of the row. rule: actions, decisions, appeals
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
  const caseId = said?.caseId
  const undone =
    text && doneBy !== CLOCK
      ? await appealsUndoneBy(tx, { action, subjectId, amount: after?.['amount'], caseId })
      : []
  await lockPeopleAndCases(tx, { people, appeals: undone, caseId })
  for (const decisionId of undone)
    await answerAppeal(tx, { decisionId, state: 'overturned', text: text!, by: doneBy, at })
  if (caseId) await keepWithHolder(tx, caseId, doneBy, at)
  const seq = await recordOperatorAction(
    tx,
    { action, subjectId, doneBy, at },
    { reason, text, note, before, after, caseId, requestId: said?.requestId },
  )
  if (!text) return seq
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

type Locked = { people: readonly string[]; appeals: readonly string[]; caseId: string | undefined }

/**
 * Locks people before cases. The lock of the audit log comes later, because its holder waits for nobody.
 */
async function lockPeopleAndCases(tx: Tx, { people, appeals, caseId }: Locked): Promise<void> {
  if (people.length > 0) await lockAccounts(tx, ...people)
  if (appeals.length === 0 && !caseId) return
  await sql`
    select from cases
    where id = ${caseId ?? null}::uuid or queue = 'appeals' and subject_id = any(${[...appeals]}::text[])
    order by id for update`.execute(tx)
}

async function keepWithHolder(tx: Tx, id: string, operatorId: string, at: Date): Promise<void> {
  await tx
    .updateTable('cases')
    .set({ acted_at: at })
    .where('id', '=', id)
    .where(sql<boolean>`claimed_by::text = ${operatorId}`)
    .execute()
}
