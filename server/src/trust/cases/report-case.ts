import type { CaseSubject, CaseTitle } from '#contract/trust/case-rules.ts'
import type { Db } from '#server/db/db.ts'
import { openCase } from './open-case.ts'

/**
 * Puts a report into the queue: all open reports of a subject are one case, with the number of the first one. Returns
 * that number, such as 'C-12'.
 * rule: case-queues
 */
export async function openReportCase(tx: Db, reportId: string, at: Date): Promise<string> {
  const report = await tx
    .selectFrom('reports')
    .select(['reported_id', 'subject_kind', 'subject_id', 'reason_code'])
    .where('id', '=', reportId)
    .executeTakeFirstOrThrow()
  const subject = { kind: report.subject_kind as CaseSubject, id: report.subject_id }
  const { id, number } = await openCase(tx, {
    queue: 'reports',
    kind: subject.kind,
    subject,
    personId: report.reported_id,
    title: titleOf(subject.kind, report.reason_code),
    urgent: report.reason_code === 'safety',
    at,
    number: reportId,
  })
  await tx.updateTable('reports').set({ case_id: id }).where('id', '=', reportId).execute()
  return number
}

const titleOf = (subject: CaseSubject, reason: string | null): CaseTitle =>
  reason === null
    ? { code: 'report', params: { subject } }
    : { code: 'report_because', params: { subject, reason } }
