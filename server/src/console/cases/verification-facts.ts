import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'
import { findCheck, isUndecided } from '#server/trust/verification/check-of.ts'
import { noticeOf } from '#server/trust/verification/rejection-notice.ts'
import { referencesOf } from '#server/trust/verification/references.ts'
import type { Facts } from './case-facts.ts'
import type { CaseRow } from './case-lists.queries.ts'

/**
 * The facts of a check. A check of a number has no documents: the number is read at the command line alone.
 * rule: case-screen
 */
export async function verificationFacts(db: Db, { subject_id }: CaseRow): Promise<Facts> {
  const check = await findCheck(db, subject_id)
  if (!check) return { documents: [], references: [], notice: null }
  const { id, userId, kind } = check
  // A notice is about the submission that waits, never about one before it.
  const notice = (await isUndecided(db, check)) ? await noticeOf(db, userId, kind) : null
  if (kind === 'ssn') return { documents: [], references: [], notice }
  const references = await referencesOf(db, id)
  return {
    documents: await documentsOf(db, id),
    references: references.map(({ name, answered_at, answers }) => ({
      name,
      answered_at: answered_at?.toISOString() ?? null,
      answers: (answers ?? []) as { id: string; text: string }[],
    })),
    notice,
  }
}

/** The documents of a check, with the number of their pages that are still stored. */
async function documentsOf(db: Db, checkId: string) {
  const { rows } = await sql<NonNullable<Facts['documents']>[number]>`
    select id, (select count(*)::int from document_pages where check_id = id) as pages, document_kind as kind,
      document_expires_on as expires_on, insurer, amount_dollars as amount, insured_until
    from document_checks where id = ${checkId}::uuid`.execute(db)
  return rows.map((document) => dropNulls(document))
}

function dropNulls<Row extends object>(row: Row): Row {
  return Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null)) as Row
}
