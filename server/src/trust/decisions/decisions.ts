import { sql } from 'kysely'
import { APPEAL_DAYS } from '#contract/trust/action-reasons.ts'
import type { Decision } from '#contract/trust/decisions.ts'
import type { Language } from '#contract/product.ts'
import type { Db } from '#server/db/db.ts'
import { reasonText } from './reason-texts.ts'

const PAGE = 50
const DAY_MS = 86_400_000

/** How a decision about a person reads in the table; `can_appeal` leaves out time and earlier appeals. */
export type DecisionRow = {
  id: string
  seq: string
  action: string
  reason: string
  at: Date
  text: string | null
  about_kind: string
  about_id: string
  label: string | null
  can_appeal: boolean
  keeps_visits: boolean | null
  until: string | null
  operator: string
  appeal_state: 'open' | 'upheld' | 'overturned' | null
  appealed_at: Date | null
  answer: string | null
}

/** SQL over audit_log: who decided. A rejection that nobody disputed is that of the operator whose notice stood. */
export const AUTHOR_SQL = sql<string>`coalesce(body::jsonb -> 'after' ->> 'noticed_by', audit_log.operator)`

/**
 * The decisions of a person, newest first. Suspensions, hidden reviews, credits taken back, rejections and withdrawn
 * badges can be appealed.
 */
export async function listDecisions(
  db: Db,
  personId: string,
  {
    now,
    id,
    before,
    limit,
  }: { now: Date; id?: string; before?: string | undefined; limit: number },
): Promise<DecisionRow[]> {
  const { rows } = await sql<DecisionRow>`
    select decisions.id, decisions.seq, decisions.action, decisions.reason, decisions.at, audit_texts.text, about_kind, about_id,
      coalesce('L-' || payments.number, reviews.title, support_messages.subject) as label, ${AUTHOR_SQL} as operator,
      decisions.action in ('suspend', 'hide', 'reject', 'withdraw')
        or decisions.action = 'credits' and (body::jsonb -> 'after' ->> 'amount')::integer < 0 as can_appeal,
      case decisions.action when 'suspend' then body::jsonb -> 'after' ->> 'visits' = 'keep' end as keeps_visits,
      case decisions.action when 'suspend' then body::jsonb -> 'after' ->> 'until' end as until,
      appeals.state as appeal_state, appeals.at as appealed_at, appeals.answer
    from decisions join audit_log on audit_log.seq = decisions.seq
    left join audit_texts on audit_texts.seq = decisions.seq left join appeals on decision_id = decisions.id
    left join payments on about_kind = 'payment' and payments.id::text = about_id
    left join reviews on about_kind = 'review' and reviews.id::text = about_id
    left join support_messages on decisions.action = 'message'
      and support_messages.id = (body::jsonb -> 'after' ->> 'thread')::uuid
    where person_id = ${personId}::uuid and shown_at <= ${now}::timestamptz
      and (${id ?? null}::uuid is null or decisions.id = ${id ?? null}::uuid)
      and (${before ?? null}::uuid is null or decisions.id < ${before ?? null}::uuid)
    order by decisions.id desc limit ${limit}`.execute(db)
  return rows
}

/** The decisions of operators about an account, for its owner, newest first. rule: decisions */
export async function decisionsOf(
  db: Db,
  personId: string,
  { now, before, language }: { now: Date; before: string | undefined; language: Language },
): Promise<{ decisions: Decision[]; has_more: boolean }> {
  const rows = await listDecisions(db, personId, { now, before, limit: PAGE + 1 })
  return {
    decisions: rows.slice(0, PAGE).map((row) => ({
      id: row.id,
      action: row.action,
      at: row.at.toISOString(),
      reason: row.reason,
      reason_text: reasonText(row.reason, language),
      text: row.text ?? '',
      about: { kind: row.about_kind, id: row.about_id, label: row.label },
      may_appeal: row.can_appeal && row.appeal_state === null && isInTime(row, now),
      appeal: appealOf(row),
      ...(row.keeps_visits !== null && { keeps_visits: row.keeps_visits }),
      ...(row.until !== null && { until: row.until }),
    })),
    has_more: rows.length > PAGE,
  }
}

function appealOf({ appeal_state, appealed_at, answer }: DecisionRow) {
  if (appeal_state === null) return null
  return { state: appeal_state, at: appealed_at!.toISOString(), answer }
}

/** Whether the decision is at most 30 days old. */
export function isInTime({ at }: Pick<DecisionRow, 'at'>, now: Date): boolean {
  return +now - +at <= APPEAL_DAYS * DAY_MS
}
