import { CASE_REOPEN_DAYS } from '#contract/trust/case-rules.ts'
import type { CaseOutcome, CaseQueue, CaseSubject } from '#contract/trust/case-rules.ts'
import { Id } from '#contract/values.ts'
import type { Tx } from '#server/db/db.ts'
import { refuse } from '#server/http/calls/refusal.ts'
import { recordOperatorAction } from '../audit/operator-actions.ts'
import { addHistory, dueAt, subjectKey } from './open-case.ts'

const DAY_MS = 86_400_000

/** The operator who acts on a case, and when. */
export type CaseActor = { operatorId: string; at: Date; requestId?: string | undefined }

/**
 * An operator takes a case; of several at once one succeeds. With `takeOver` also from its holder, which is an entry of
 * the audit log. Claiming again changes nothing. Refuses not_found, other_operator_needed, case_closed, case_taken.
 * rule: case-states
 */
export async function claim(
  tx: Tx,
  { operatorId, at, requestId }: CaseActor,
  id: string,
  { takeOver = false, text }: { takeOver?: boolean | undefined; text?: string | undefined } = {},
): Promise<void> {
  const { state, claimed_by, not_for } = await lockCase(tx, id)
  if (not_for === operatorId) refuse('other_operator_needed')
  if (state === 'resolved') refuse('case_closed')
  if (claimed_by === operatorId) return
  const isTaken = claimed_by !== null
  if (isTaken && !takeOver) refuse('case_taken')
  await tx
    .updateTable('cases')
    .set({ state: 'claimed', claimed_by: operatorId, acted_at: at })
    .where('id', '=', id)
    .execute()
  const what = isTaken ? 'taken_over' : 'claimed'
  await addHistory(tx, id, { what, at, doneBy: operatorId })
  if (!isTaken) return
  await recordOperatorAction(
    tx,
    { action: 'take_over', subjectId: id, doneBy: operatorId, at },
    {
      note: text,
      before: { holder: claimed_by },
      after: { holder: operatorId },
      caseId: id,
      requestId,
    },
  )
}

/**
 * The holder gives a case back. An open one stays as it is. Refuses not_found, case_closed, claim_first.
 * rule: case-states
 */
export async function release(tx: Tx, { operatorId, at }: CaseActor, id: string): Promise<void> {
  const { state, claimed_by } = await lockCase(tx, id)
  if (state === 'resolved') refuse('case_closed')
  if (state === 'open') return
  if (claimed_by !== operatorId) refuse('claim_first')
  await tx
    .updateTable('cases')
    .set({ state: 'open', claimed_by: null, acted_at: null })
    .where('id', '=', id)
    .execute()
  await addHistory(tx, id, { what: 'released', at, doneBy: operatorId })
}

/**
 * Opens a resolved case again, with a note that says why. An open or claimed one stays as it is. Returns when
 * it was resolved. Refuses not_found, too_late, and already_so if the subject has another open case. rule: case-states
 */
export async function reopen(
  tx: Tx,
  { operatorId, at }: CaseActor,
  id: string,
  text: string,
): Promise<Date | undefined> {
  const { state, queue, urgent, subject_key, resolved_at } = await lockCase(tx, id)
  if (state !== 'resolved') return undefined
  if (+at - +resolved_at! > CASE_REOPEN_DAYS * DAY_MS) refuse('too_late')
  const other = await tx
    .selectFrom('cases')
    .select('id')
    .where('queue', '=', queue)
    .where('subject_key', '=', subject_key)
    .where('state', '<>', 'resolved')
    .executeTakeFirst()
  if (other) refuse('already_so')
  await tx
    .updateTable('cases')
    .set({
      state: 'open',
      due_at: dueAt(queue as CaseQueue, urgent, at),
      outcome: null,
      outcome_text: null,
      resolved_at: null,
    })
    .where('id', '=', id)
    .execute()
  await addHistory(tx, id, { what: 'reopened', at, doneBy: operatorId })
  await insertNote(tx, { operatorId, at }, id, text)
  return resolved_at!
}

/** Adds a note, in every state of the case. Refuses not_found. rule: case-screen */
export async function addNote(tx: Tx, actor: CaseActor, id: string, text: string): Promise<void> {
  const { claimed_by } = await lockCase(tx, id)
  await insertNote(tx, actor, id, text)
  if (claimed_by === actor.operatorId) await touch(tx, id, actor.at)
}

/**
 * The holder of a case of the queue 'support' answers. Returns the id of its subject. Refuses not_found, case_closed,
 * claim_first. rule: contact-page
 */
export async function recordAnswer(
  tx: Tx,
  { operatorId, at }: CaseActor,
  id: string,
): Promise<string> {
  const { state, claimed_by, queue, subject_id } = await lockCase(tx, id)
  if (queue !== 'support') refuse('not_found')
  if (state === 'resolved') refuse('case_closed')
  if (claimed_by !== operatorId) refuse('claim_first')
  await touch(tx, id, at)
  await addHistory(tx, id, { what: 'answered', at, doneBy: operatorId })
  return subject_id
}

type Resolution = { outcome: CaseOutcome; text: string }

/**
 * The holder says how the case has ended. The caller records it (`recordResolution`). Returns what the case was about.
 * Refuses not_found, case_closed, claim_first. rule: case-states
 */
export async function resolve(
  tx: Tx,
  { operatorId, at }: CaseActor,
  id: string,
  { outcome, text }: Resolution,
) {
  const found = await lockCase(tx, id)
  if (found.state === 'resolved') refuse('case_closed')
  if (found.claimed_by !== operatorId) refuse('claim_first')
  await tx
    .updateTable('cases')
    .set({
      state: 'resolved',
      outcome,
      outcome_text: text,
      resolved_at: at,
      claimed_by: null,
      acted_at: null,
    })
    .where('id', '=', id)
    .execute()
  await addHistory(tx, id, { what: 'resolved', at, doneBy: operatorId })
  return found
}

/** The entry of the audit log, after everything that ends with the case. rule: case-states */
export async function recordResolution(
  tx: Tx,
  { operatorId, at, requestId }: CaseActor,
  id: string,
  { outcome, text }: Resolution,
): Promise<void> {
  await recordOperatorAction(
    tx,
    { action: 'resolve', subjectId: id, doneBy: operatorId, at },
    { text, after: { outcome }, caseId: id, requestId },
  )
}

/**
 * Checks that an operator holds the open case of a subject, before an action about it; this is an action of the holder.
 * Returns the id of the case. Refuses 'claim_first'. rule: case-states
 */
export async function requireHeldCase(
  tx: Tx,
  { operatorId, at }: CaseActor,
  queue: CaseQueue,
  subject: { kind: CaseSubject; id: string },
): Promise<string> {
  const held = await tx
    .updateTable('cases')
    .set({ acted_at: at })
    .where('queue', '=', queue)
    .where('subject_key', '=', subjectKey(subject))
    .where('state', '=', 'claimed')
    .where('claimed_by', '=', operatorId)
    .returning('id')
    .executeTakeFirst()
  return (held ?? refuse('claim_first')).id
}

async function lockCase(tx: Tx, id: string) {
  if (!Id.safeParse(id).success) refuse('not_found')
  const found = await tx
    .selectFrom('cases')
    .select(['id', 'state', 'queue', 'urgent', 'claimed_by', 'not_for', 'resolved_at'])
    .select(['subject_kind', 'subject_id', 'subject_key', 'person_id'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  return found ?? refuse('not_found')
}

async function insertNote(
  tx: Tx,
  { operatorId, at }: CaseActor,
  id: string,
  text: string,
): Promise<void> {
  await tx.insertInto('case_notes').values({ case_id: id, at, done_by: operatorId, text }).execute()
}

async function touch(tx: Tx, id: string, at: Date): Promise<void> {
  await tx.updateTable('cases').set({ acted_at: at }).where('id', '=', id).execute()
}
