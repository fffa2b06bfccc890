import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { CaseSummary } from '#contract/console/operator-cases.ts'
import type {
  CaseOutcome,
  CaseQueue,
  CaseState,
  CaseSubject,
  CaseTitleCode,
} from '#contract/trust/case-rules.ts'
import type { Role } from '#contract/product.ts'
import { nameSql } from '#server/people/person/name-sql.ts'
import type { Db } from '#server/db/db.ts'
import { titleText } from '#server/trust/cases/case-titles.ts'
import type { TitleParams } from '#server/trust/cases/case-titles.ts'
import { caseNumber } from '#server/trust/cases/open-case.ts'

const PAGE = 50
const EXCERPT_LENGTH = 140

export type CaseRow = {
  id: string
  number: string
  queue: CaseQueue
  kind: string
  title_code: CaseTitleCode
  title_params: TitleParams
  state: CaseState
  urgent: boolean
  opened_at: Date
  due_at: Date
  claimed_by: string | null
  holder: string | null
  not_for: string | null
  person_id: string | null
  person_name: string
  person_role: Role
  excerpt: string | null
  subject_kind: CaseSubject
  subject_id: string
  subject_label: string | null
  outcome: CaseOutcome | null
  outcome_text: string | null
  resolved_at: Date | null
}

/** The words that a case is about, as the person wrote them last, or the error of a job. rule: case-screen */
const WORDS_SQL = sql`case
  when queue = 'support' then coalesce(
    (select text from support_posts where thread_id = cases.subject_id::uuid and not by_us order by at desc, id desc limit 1),
    (select text from support_messages where id = cases.subject_id::uuid))
  when queue = 'reports' then (select reason from reports where case_id = cases.id order by id desc limit 1)
  when subject_kind = 'problem' then (select statement from problems where id = cases.subject_id::uuid)
  when subject_kind = 'review' then (select title || ': ' || comment from reviews where id = cases.subject_id::uuid)
  when subject_kind = 'decision' then (select text from appeals where decision_id = cases.subject_id::uuid)
  when subject_kind = 'job' then (select last_error from graphile_worker.jobs where id::text = cases.subject_id)
end`

/**
 * Cases with their holder and person, of a condition about the table `cases`. `words` only where cases are worked on:
 * pages of people have no texts. rule: finding
 */
function casesSql(
  condition: RawBuilder<unknown>,
  end: RawBuilder<unknown>,
  words: RawBuilder<unknown> = sql`null`,
) {
  return sql<CaseRow>`
    select cases.*, operators.name as holder, ${nameSql()} as person_name, role as person_role,
      nullif(left(regexp_replace(${words}, '\\s+', ' ', 'g'), ${EXCERPT_LENGTH}), '') as excerpt
    from cases
    left join operators on operators.id = claimed_by
    left join users on users.id = person_id
    where ${condition} ${end}`
}

/** How much waits in each queue that has a case. rule: case-queues */
export async function queueCounts(db: Db, now: Date) {
  const { rows } = await sql<{
    queue: CaseQueue
    open: number
    claimed: number
    overdue: number
    oldest_at: Date
  }>`
    select queue, count(*) filter (where state = 'open')::int as open,
      count(*) filter (where state = 'claimed')::int as claimed,
      count(*) filter (where due_at <= ${now}::timestamptz)::int as overdue, min(opened_at) as oldest_at
    from cases where state <> 'resolved' group by queue`.execute(db)
  return rows
}

export type CaseFilter = {
  queue?: CaseQueue | undefined
  state?: 'open' | 'claimed' | 'mine' | 'resolved' | undefined
  personId?: string | undefined
  before?: string | undefined
}

/**
 * Lists one page of cases: by the time when they are due, and then the resolved ones, the newest first.
 * rule: case-screen
 */
export async function listCases(
  db: Db,
  operatorId: string,
  { queue, state, personId, before }: CaseFilter,
): Promise<{ cases: CaseRow[]; has_more: boolean }> {
  const place = sql`cases.state = 'resolved', case when cases.state = 'resolved' then 'infinity' else cases.due_at end,
    case when cases.state = 'resolved' then -cases.number else cases.number end`
  const conditions = [
    ...(queue ? [sql`queue = ${queue}`] : []),
    ...(state === 'mine' ? [sql`claimed_by = ${operatorId}::uuid`] : []),
    ...(state && state !== 'mine' ? [sql`cases.state = ${state}`] : []),
    ...(personId ? [sql`person_id = ${personId}::uuid`] : []),
    ...(before
      ? [sql`(${place}) > (select ${place} from cases where cases.id = ${before}::uuid)`]
      : []),
  ]
  const condition = conditions.length > 0 ? sql.join(conditions, sql` and `) : sql`true`
  const { rows } = await casesSql(
    condition,
    sql`order by ${place} limit ${PAGE + 1}`,
    WORDS_SQL,
  ).execute(db)
  return { cases: rows.slice(0, PAGE), has_more: rows.length > PAGE }
}

export async function caseById(db: Db, id: string): Promise<CaseRow | undefined> {
  const { rows } = await casesSql(sql`cases.id = ${id}::uuid`, sql``, WORDS_SQL).execute(db)
  return rows[0]
}

/** The newest cases of a condition, for the search and for pages of people. */
export async function newestCases(
  db: Db,
  condition: RawBuilder<unknown>,
  limit: number,
): Promise<CaseRow[]> {
  const { rows } = await casesSql(
    condition,
    sql`order by cases.number desc limit ${limit}`,
  ).execute(db)
  return rows
}

export function summaryOf(row: CaseRow, now: Date): CaseSummary {
  const {
    subject_kind,
    subject_id,
    subject_label,
    person_id,
    claimed_by,
    title_code,
    title_params,
  } = row
  return {
    id: row.id,
    number: caseNumber(row.number),
    queue: row.queue,
    kind: row.kind,
    title: titleText(title_code, title_params),
    title_code,
    title_params,
    state: row.state,
    urgent: row.urgent,
    opened_at: row.opened_at.toISOString(),
    due_at: row.due_at.toISOString(),
    overdue: row.state !== 'resolved' && row.due_at <= now,
    claimed_by: claimed_by === null ? null : { id: claimed_by, name: row.holder! },
    excerpt: row.excerpt,
    person:
      person_id === null ? null : { id: person_id, name: row.person_name, role: row.person_role },
    subject: { kind: subject_kind, id: subject_id, label: subject_label },
  }
}
