import { sql } from 'kysely'
import type { Case } from '#contract/operator-cases.ts'
import { CASE_REOPEN_DAYS } from '#contract/case-rules.ts'
import { Id } from '#contract/values.ts'
import type { Db } from '#server/db/db.ts'
import { refuse } from '#server/http/refusal.ts'
import { factsOf } from './case-facts.ts'
import { caseById, summaryOf } from './case-lists.queries.ts'
import type { CaseRow } from './case-lists.queries.ts'

const NOTES_MAX = 200
const DAY_MS = 86_400_000

/** A case as an operator reads it. Refuses not_found. rule: case-facts */
export async function readCase(db: Db, operatorId: string, id: string, now: Date): Promise<Case> {
  const row = (Id.safeParse(id).success && (await caseById(db, id))) || refuse('not_found')
  const { outcome, outcome_text, resolved_at } = row
  return {
    ...summaryOf(row, now),
    facts: await factsOf(db, row, operatorId),
    notes: await notesOf(db, row.id),
    history: await historyOf(db, row.id),
    outcome:
      outcome === null
        ? null
        : { code: outcome, text: outcome_text, at: resolved_at!.toISOString() },
    may: movesOf(row, operatorId, now),
  }
}

/** Actions about the subject of a held case, by their names. */
const ACTIONS: Partial<Record<CaseRow['queue'], readonly string[]>> = {
  verification: ['approve', 'notice'],
  visits: ['decide'],
  jobs: ['retry', 'discard'],
}

/** The action that overturns what an appeal is about. */
const OPPOSITES: Readonly<Record<string, readonly string[]>> = {
  suspend: ['restore'],
  hide: ['show'],
  credits: ['credits'],
  reject: ['approve'],
  withdraw: ['approve'],
}

/** What an operator can do with a case now. rule: case-states */
function movesOf(row: CaseRow, operatorId: string, now: Date): string[] {
  if (row.state === 'resolved') {
    const isRecent = +now - +row.resolved_at! <= CASE_REOPEN_DAYS * DAY_MS
    return isRecent ? ['note', 'reopen'] : ['note']
  }
  if (row.claimed_by !== operatorId) {
    if (row.not_for === operatorId) return ['note']
    return ['note', row.state === 'open' ? 'claim' : 'take_over']
  }
  const answer = row.queue === 'support' ? ['answer'] : []
  const opposite = row.queue === 'appeals' ? (OPPOSITES[row.kind] ?? []) : []
  return ['note', 'release', 'resolve', ...answer, ...(ACTIONS[row.queue] ?? []), ...opposite]
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
