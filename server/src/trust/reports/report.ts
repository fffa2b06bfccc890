import { reportReasonsOf } from '#contract/trust/report-rules.ts'
import type { ReportDraft } from '#contract/trust/reports.ts'
import type { Context } from '#server/context.ts'
import type { Side } from '#server/http/calls/actor.ts'
import { runInTransaction } from '#server/http/calls/idempotency.ts'
import type { Idempotency } from '#server/http/calls/idempotency.ts'
import { refuse } from '#server/http/calls/refusal.ts'
import { saveReport } from '../cases/save-report.ts'
import { findSubject } from './report-subjects.ts'

/**
 * Reports something to the operators, and opens its case. Refuses 'not_found' unless the reporter may report it,
 * 'reason_required' for a reason of other subjects, and 'report_open' if they have reported it already; the text is
 * added to that report. rule: reports
 */
export async function reportSubject(
  { db, clock }: Context,
  reporter: Side,
  { subject, reason, text }: ReportDraft,
  idempotency: Idempotency | undefined,
): Promise<{ number: string; state: 'open' }> {
  if (!reportReasonsOf(subject.kind).includes(reason)) refuse('reason_required')
  const at = clock.now()
  // The refusal comes after the commit: the text that was added stays.
  const { number, isNew } = await runInTransaction(db, idempotency, async (tx) => {
    const found = (await findSubject(tx, reporter, subject)) ?? refuse('not_found')
    return saveReport(tx, { reporterId: reporter.id, ...found, reason, text, at })
  })
  if (!isNew) refuse('report_open')
  return { number, state: 'open' }
}
