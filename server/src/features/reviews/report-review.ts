import { sql } from 'kysely'
import type { ReviewReportReason } from '#contract/review-rules.ts'
import { Id } from '#contract/values.ts'
import type { Db } from '#server/db/db.ts'
import type { Actor } from '#server/http/actor.ts'
import { runInTransaction } from '#server/http/idempotency.ts'
import type { Idempotency } from '#server/http/idempotency.ts'
import { refuse } from '#server/http/refusal.ts'
import type { Context } from '#server/context.ts'
import { openReportCase } from '../cases/report-case.ts'
import { reachableSql } from '../billing/subscription.ts'

type ReviewReport = { reviewId: string; reason: ReviewReportReason; text: string }
type SavedReport = { number: number; isNew: boolean }

/**
 * Reports a review to the operator. Refuses 'not_found' unless the review is one of the actor's own profile or of a
 * reachable professional. Refuses 'report_open' if the actor has an open report of it; the text is added to that one.
 * rule: review-report
 */
export async function reportReview(
  { db, clock }: Context,
  actor: Actor,
  report: ReviewReport,
  idempotency: Idempotency | undefined,
): Promise<{ number: number; state: 'open' }> {
  if (!Id.safeParse(report.reviewId).success) refuse('not_found')
  const at = clock.now()
  // The refusal comes after the commit: the text that was added stays.
  const { number, isNew } = await runInTransaction(db, idempotency, async (tx) => {
    const saved = (await saveReport(tx, actor.id, report, at)) ?? refuse('not_found')
    if (saved.isNew) await openReportCase(tx, saved.number, at)
    return saved
  })
  if (!isNew) refuse('report_open')
  return { number, state: 'open' }
}

/** Undefined if there is no such review for this person. The same text is added only once. */
async function saveReport(
  tx: Db,
  reporterId: string,
  { reviewId, reason, text }: ReviewReport,
  at: Date,
): Promise<SavedReport | undefined> {
  const { rows } = await sql<SavedReport>`
    insert into reports (reporter_id, reported_id, review_id, reason_code, reason, at)
    select ${reporterId}::uuid, client_id, reviews.id, ${reason}, ${text}, ${at}::timestamptz from reviews
    where reviews.id = ${reviewId}::uuid and state = 'public' and client_id <> ${reporterId}::uuid
      and (professional_id = ${reporterId}::uuid or ${reachableSql('reviews.professional_id')})
    on conflict (reporter_id, review_id) where closed_at is null and review_id is not null
    do update set reason = case when position(excluded.reason in reports.reason) > 0 then reports.reason
      else reports.reason || E'\n\n' || excluded.reason end
    returning id::integer as number, xmax = 0 as "isNew"`.execute(tx)
  return rows[0]
}
