import { sql } from 'kysely'
import { CASE_DUE_HOURS, URGENT_DUE_HOURS } from '#contract/trust/case-rules.ts'
import type { CaseOutcome, CaseQueue, CaseSubject, CaseTitle } from '#contract/trust/case-rules.ts'
import type { Db } from '#server/db/db.ts'

const HOUR_MS = 3_600_000

type NewCase = {
  queue: CaseQueue
  /** The kind within its queue, such as 'ssn'; for a report the kind of its subject. */
  kind: string
  /** `id`: that of the actions about it. `label`: what operators call it, such as 'L-12'; never a name. */
  subject: { kind: CaseSubject; id: string; label?: string }
  /** The person whom it is about; null: nobody, or nobody with an account. */
  personId: string | null
  /** The title for operators, without names and texts of people. rule: case-screen */
  title: CaseTitle
  urgent?: boolean
  at: Date
  /** A number of `case_numbers` that a person was told. Default: the next one. */
  number?: string
  /** The key that no two open cases of the queue share. Default: the subject. */
  key?: string
  /** The operator who may not take it, because their action is asked about. */
  notFor?: string | undefined
}

/**
 * Opens a case in the caller's transaction. While the subject has an open one, it is that one, which becomes urgent if
 * this one is. Returns its id and number, such as 'C-12', and whether it is new.
 * rule: case-queues, case-screen
 */
export async function openCase(
  tx: Db,
  { queue, kind, subject, personId, title, urgent = false, at, number, key, notFor }: NewCase,
): Promise<{ id: string; number: string; isNew: boolean }> {
  const opened = await tx
    .insertInto('cases')
    .values({
      ...(number !== undefined && { number }),
      queue,
      kind,
      title_code: title.code,
      title_params: JSON.stringify(title.params ?? {}),
      subject_kind: subject.kind,
      subject_id: subject.id,
      subject_label: subject.label ?? null,
      subject_key: key ?? subjectKey(subject),
      person_id: personId,
      not_for: notFor ?? null,
      urgent,
      opened_at: at,
      due_at: dueAt(queue, urgent, at),
    })
    .onConflict((conflict) =>
      conflict
        .columns(['queue', 'subject_key'])
        // A parameter would not match the partial index once the prepared statement has a generic plan.
        .where(sql<boolean>`cases.state <> 'resolved'`)
        .doUpdateSet({
          subject_id: sql`excluded.subject_id`,
          urgent: sql`cases.urgent or excluded.urgent`,
          due_at: sql`least(cases.due_at, excluded.due_at)`,
          not_for: sql`coalesce(excluded.not_for, cases.not_for)`,
          // Whoever may not hold it any more gives it back.
          state: sql`case when cases.claimed_by = excluded.not_for then 'open' else cases.state end`,
          acted_at: sql`case when cases.claimed_by = excluded.not_for then null else cases.acted_at end`,
          claimed_by: sql`nullif(cases.claimed_by, excluded.not_for)`,
        }),
    )
    .returning(['id', 'number', sql<boolean>`xmax = 0`.as('isNew')])
    .executeTakeFirstOrThrow()
  if (opened.isNew) await addHistory(tx, opened.id, { what: 'opened', at })
  return { ...opened, number: caseNumber(opened.number) }
}

/** When a case is due that opens now. rule: case-queues */
export function dueAt(queue: CaseQueue, urgent: boolean, at: Date): Date {
  const hours = urgent ? URGENT_DUE_HOURS : CASE_DUE_HOURS[queue]
  return new Date(at.getTime() + hours * HOUR_MS)
}

type Ending = {
  outcome: CaseOutcome
  at: Date
  /** An operator's id or 'cli:NAME'. Default: nobody, it was settled in another way. */
  doneBy?: string
  text?: string
}

/**
 * Resolves the open case of a subject, because what it was about is settled: by the command line, by an action, or by
 * itself. Without an open one it changes nothing. rule: case-states
 */
export async function resolveCaseOf(
  tx: Db,
  queue: CaseQueue,
  subject: { kind: CaseSubject; id: string } | { key: string },
  { outcome, at, doneBy, text }: Ending,
): Promise<void> {
  const resolved = await tx
    .updateTable('cases')
    .set({
      state: 'resolved',
      outcome,
      outcome_text: text ?? null,
      resolved_at: at,
      claimed_by: null,
      acted_at: null,
    })
    .where('queue', '=', queue)
    .where('subject_key', '=', 'key' in subject ? subject.key : subjectKey(subject))
    .where('state', '<>', 'resolved')
    .returning('id')
    .executeTakeFirst()
  if (resolved) await addHistory(tx, resolved.id, { what: 'resolved', at, doneBy })
}

/**
 * The person writes again about a subject whose case was resolved: the same case is open again, due as a new one.
 * Returns false if the subject never had one. An open case stays as it is. rule: case-states
 */
export async function reopenCaseOf(
  tx: Db,
  queue: CaseQueue,
  subject: { kind: CaseSubject; id: string },
  at: Date,
): Promise<boolean> {
  const newest = await tx
    .selectFrom('cases')
    .select(['id', 'state', 'urgent'])
    .where('queue', '=', queue)
    .where('subject_key', '=', subjectKey(subject))
    .orderBy('number', 'desc')
    .limit(1)
    .forUpdate()
    .executeTakeFirst()
  if (!newest) return false
  if (newest.state !== 'resolved') return true
  await tx
    .updateTable('cases')
    .set({
      state: 'open',
      outcome: null,
      outcome_text: null,
      resolved_at: null,
      opened_at: at,
      due_at: dueAt(queue, newest.urgent, at),
    })
    .where('id', '=', newest.id)
    .execute()
  await addHistory(tx, newest.id, { what: 'reopened', at })
  return true
}

type HistoryEntry = {
  what:
    | 'opened'
    | 'claimed'
    | 'taken_over'
    | 'released'
    | 'ran_out'
    | 'answered'
    | 'resolved'
    | 'reopened'
  at: Date
  doneBy?: string | undefined
}

/** Adds to what has become of a case. rule: case-states */
export async function addHistory(tx: Db, caseId: string, entry: HistoryEntry): Promise<void> {
  const { what, at, doneBy = null } = entry
  await tx
    .insertInto('case_history')
    .values({ case_id: caseId, what, at, done_by: doneBy })
    .execute()
}

/** 'C-12'. rule: case-screen */
export const caseNumber = (number: string) => `C-${number}`

/** The key that no two open cases of a queue share, unless the caller of `openCase` gives another one. */
export const subjectKey = ({ kind, id }: { kind: CaseSubject; id: string }) => `${kind}:${id}`
