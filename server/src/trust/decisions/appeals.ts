import { sql } from 'kysely'
import type { Appeal } from '#contract/trust/decisions.ts'
import { Id } from '#contract/values.ts'
import type { Db, Tx } from '#server/db/db.ts'
import { refuse } from '#server/http/calls/refusal.ts'
import { enqueue } from '#server/queue/queue.ts'
import type { Context } from '#server/context.ts'
import { openCase, resolveCaseOf } from '../cases/open-case.ts'
import { AUTHOR_SQL, isInTime, listDecisions } from './decisions.ts'

/**
 * A person asks another operator to look at a decision. Refuses 'not_found' for a decision of somebody else and for one
 * that cannot be appealed, 'already_so' after the first appeal, 'too_late' after 30 days. rule: appeals
 */
export async function sendAppeal(
  { db, clock }: Context,
  personId: string,
  decisionId: string,
  text: string,
): Promise<Appeal> {
  const now = clock.now()
  const id = Id.safeParse(decisionId).data ?? refuse('not_found')
  return db.transaction().execute(async (tx) => {
    const [decision] = await listDecisions(tx, personId, { now, id, limit: 1 })
    if (!decision?.can_appeal) refuse('not_found')
    if (decision.appeal_state !== null) refuse('already_so')
    if (!isInTime(decision, now)) refuse('too_late')
    const saved = await tx
      .insertInto('appeals')
      .values({ decision_id: id, at: now, text })
      .onConflict((conflict) => conflict.doNothing())
      .returning('at')
      .executeTakeFirst()
    if (!saved) refuse('already_so')
    await openCase(tx, {
      queue: 'appeals',
      kind: decision.action,
      subject: { kind: 'decision', id },
      personId,
      title: { code: 'appeal', params: { action: decision.action } },
      at: now,
      notFor: Id.safeParse(decision.operator).data,
    })
    return { state: 'open', at: now.toISOString(), answer: null }
  })
}

type Answer = {
  decisionId: string
  state: 'upheld' | 'overturned'
  /** The person reads it. */
  text: string
  /** The operator. */
  by: string
  at: Date
}

/**
 * Answers an open appeal and notifies the person, in the caller's transaction. Refuses 'other_operator_needed' to the
 * operator whose action it is, and changes nothing if it is answered already. rule: appeals
 */
export async function answerAppeal(
  tx: Tx,
  { decisionId, state, text, by, at }: Answer,
): Promise<void> {
  const { rows } = await sql<{ operator: string }>`
    select ${AUTHOR_SQL} as operator from appeals join decisions on decisions.id = decision_id
      join audit_log on audit_log.seq = decisions.seq
    where decision_id = ${decisionId}::uuid and state = 'open' for update of appeals`.execute(tx)
  const [open] = rows
  if (!open) return
  if (open.operator === by) refuse('other_operator_needed')
  await tx
    .updateTable('appeals')
    .set({ state, answer: text, answered_by: by, answered_at: at })
    .where('decision_id', '=', decisionId)
    .execute()
  await enqueue(tx, 'notify-decision', { decision_id: decisionId, about: 'appeal' })
  const outcome = state === 'upheld' ? 'no_breach' : 'acted'
  const ending = { outcome, at, doneBy: by, text } as const
  await resolveCaseOf(tx, 'appeals', { kind: 'decision', id: decisionId }, ending)
}

/** Whether an appeal waits, locked until the transaction ends. */
export async function lockAppeal(tx: Tx, decisionId: string): Promise<boolean> {
  const { rows } = await sql`
    select from appeals where decision_id::text = ${decisionId} and state = 'open' for update`.execute(
    tx,
  )
  return rows.length > 0
}

/** Locks the appeal that a case may be about, for a command that locks the case afterwards. */
export async function lockAppealOfCase(tx: Tx, caseId: string): Promise<void> {
  await sql`
    select from appeals where decision_id::text = (select subject_id from cases where id = ${caseId}::uuid)
    for update`.execute(tx)
}

/** Whether an operator holds the case of an open appeal about a subject. rule: appeals */
export async function holdsAppealAbout(
  db: Db,
  operatorId: string,
  subjectId: string,
): Promise<boolean> {
  const { rows } = await sql`
    select from decisions join appeals on decision_id = decisions.id
      join cases on queue = 'appeals' and subject_id = decisions.id::text
    where about_id = ${subjectId} and appeals.state = 'open' and claimed_by = ${operatorId}::uuid limit 1`.execute(
    db,
  )
  return rows.length > 0
}

/** Which action undoes which. Only credits taken back can be appealed. */
const OPPOSITES: Readonly<Record<string, readonly string[]>> = {
  restore: ['suspend'],
  show: ['hide'],
  approve: ['reject', 'withdraw'],
  credits: ['credits'],
}

/** The actions that undo one. */
export function oppositesOf(action: string): string[] {
  return Object.entries(OPPOSITES).flatMap(([name, undone]) =>
    undone.includes(action) ? [name] : [],
  )
}

/**
 * The open appeals that an action decides, locked: it undoes what the person asks to look at. Credits undo a
 * withdrawal of credits only if the action names the case of its appeal. rule: appeals
 */
export async function appealsUndoneBy(
  tx: Tx,
  {
    action,
    subjectId,
    amount,
    caseId,
  }: { action: string; subjectId: string; amount?: unknown; caseId?: string | undefined },
): Promise<string[]> {
  const undone = OPPOSITES[action]
  const isCredits = action === 'credits'
  if (!undone || (isCredits && !(Number(amount) > 0 && caseId))) return []
  const { rows } = await sql<{ id: string }>`
    select decisions.id from decisions join appeals on decision_id = decisions.id
    where appeals.state = 'open' and about_id = ${subjectId} and decisions.action = any(${[...undone]}::text[])
      and (not ${isCredits}::boolean or exists (
        select from cases where cases.id = ${caseId ?? null}::uuid and subject_id = decisions.id::text))
    order by decisions.id for update of appeals`.execute(tx)
  return rows.map(({ id }) => id)
}

/**
 * Erases the texts of the appeals of a deleted account. The appeals and the state of their answers stay.
 * rule: account-deletion
 */
export async function eraseAppeals(tx: Db, personId: string): Promise<void> {
  await sql`
    update appeals set text = null, answer = null from decisions
    where decisions.id = decision_id and person_id = ${personId}::uuid`.execute(tx)
}
