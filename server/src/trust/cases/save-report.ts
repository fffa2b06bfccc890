import { sql } from 'kysely'
import type { ReportReason, ReportSubject } from '#contract/trust/report-rules.ts'
import type { Db } from '#server/db/db.ts'
import { openReportCase } from './report-case.ts'

/** The most characters of one open report, so that the page of its case stays readable. */
const TEXTS_LENGTH_MAX = 20_000

type NewReport = {
  reporterId: string
  /** The person whom the report is about. */
  reportedId: string
  subject: { kind: ReportSubject; id: string }
  /** Null: the text says it alone, about a person. */
  reason: ReportReason | null
  text: string
  at: Date
}

/**
 * Saves a report and opens its case, in the caller's transaction. While the reporter has an open report of the subject,
 * its text is added to that one, the same text only once, as long as there is room. Returns the number of the case,
 * such as 'C-12'. rule: reports, block, case-queues
 */
export async function saveReport(
  tx: Db,
  { reporterId, reportedId, subject, reason, text, at }: NewReport,
): Promise<{ number: string; isNew: boolean }> {
  const reviewId = subject.kind === 'review' ? subject.id : null
  const { rows } = await sql<{ id: string; isNew: boolean }>`
    insert into reports (reporter_id, reported_id, subject_kind, subject_id, review_id, reason_code, reason, at)
    values (${reporterId}::uuid, ${reportedId}::uuid, ${subject.kind}, ${subject.id}, ${reviewId}::uuid, ${reason}, ${text},
      ${at}::timestamptz)
    on conflict (reporter_id, subject_kind, subject_id) where closed_at is null
    do update set reason = case when position(excluded.reason in reports.reason) > 0
      or length(reports.reason) + length(excluded.reason) > ${TEXTS_LENGTH_MAX} then reports.reason
      else reports.reason || E'\n\n' || excluded.reason end
    returning id, xmax = 0 as "isNew"`.execute(tx)
  const { id, isNew } = rows[0]!
  return { number: await openReportCase(tx, id, at), isNew }
}
