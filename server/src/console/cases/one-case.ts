import { sql } from 'kysely'
import type { Case } from '#contract/console/operator-cases.ts'
import { CASE_REOPEN_DAYS } from '#contract/trust/case-rules.ts'
import { Id } from '#contract/values.ts'
import type { Db } from '#server/db/db.ts'
import { refuse } from '#server/http/calls/refusal.ts'
import { oppositesOf } from '#server/trust/decisions/appeals.ts'
import { factsOf } from './case-facts.ts'
import type { Facts } from './case-facts.ts'
import { caseById, summaryOf } from './case-lists.queries.ts'
import type { CaseRow } from './case-lists.queries.ts'

const NOTES_MAX = 200
const DAY_MS = 86_400_000

/** A case as an operator reads it. Refuses not_found. rule: case-screen */
export async function readCase(db: Db, operatorId: string, id: string, now: Date): Promise<Case> {
  const row = (Id.safeParse(id).success && (await caseById(db, id))) || refuse('not_found')
  const { outcome, outcome_text, resolved_at } = row
  const facts = await factsOf(db, row, operatorId)
  return {
    ...summaryOf(row, now),
    facts,
    notes: await notesOf(db, row.id),
    history: await historyOf(db, row.id),
    outcome:
      outcome === null
        ? null
        : { code: outcome, text: outcome_text, at: resolved_at!.toISOString() },
    may: movesOf(row, facts, operatorId, now),
  }
}

/** Actions about the subject of a held case, by their names. rule: case-screen */
function actionsOf({ queue, kind }: CaseRow, { review, job }: Facts): string[] {
  if (queue === 'verification') return ['approve', 'notice']
  if (queue === 'visits') return ['decide']
  if (queue === 'jobs') return job ? ['retry', 'discard'] : []
  if (queue === 'appeals') return oppositesOf(kind)
  if (review?.state === 'public') return ['hide']
  return review?.state === 'hidden' ? ['show'] : []
}

/**
 * The moves and actions that an operator can take on a case now. An approval is decided, and a notice taken back,
 * without holding its case. rule: case-states, operator-decision
 */
function movesOf(row: CaseRow, facts: Facts, operatorId: string, now: Date): string[] {
  const withdraw = facts.notice ? ['withdraw'] : []
  if (row.state === 'resolved') {
    const isRecent = +now - +row.resolved_at! <= CASE_REOPEN_DAYS * DAY_MS
    return [...(isRecent ? ['note', 'reopen'] : ['note']), ...withdraw]
  }
  if (row.not_for === operatorId) return ['note']
  const decide = facts.approval?.state === 'waiting' ? ['approve', 'refuse'] : withdraw
  if (row.claimed_by !== operatorId)
    return ['note', row.state === 'open' ? 'claim' : 'take_over', ...decide]
  const answer = row.queue === 'support' ? ['answer'] : []
  return ['note', 'release', 'resolve', ...answer, ...actionsOf(row, facts), ...decide]
}

async function notesOf(db: Db, caseId: string): Promise<Case['notes']> {
  const { rows } = await sql<{ at: Date; id: string; name: string; text: string }>`
    select at, operators.id, name, text from case_notes join operators on operators.id::text = done_by
    where case_id = ${caseId}::uuid order by at desc, case_notes.id desc limit ${NOTES_MAX}`.execute(
    db,
  )
  return rows.map(({ at, id, name, text }) => ({ at: at.toISOString(), by: { id, name }, text }))
}

async function historyOf(db: Db, caseId: string): Promise<Case['history']> {
  const { rows } = await sql<{
    at: Date
    what: string
    done_by: string | null
    name: string | null
  }>`
    select at, what, done_by, name from case_history left join operators on operators.id::text = done_by
    where case_id = ${caseId}::uuid order by at desc, case_history.id desc limit ${NOTES_MAX}`.execute(
    db,
  )
  return rows.map(({ at, what, done_by, name }) => ({
    at: at.toISOString(),
    what,
    by: done_by === null ? null : { id: done_by, name: name ?? done_by },
  }))
}

export { newestCases, summaryOf } from './case-lists.queries.ts'
