import { sql } from 'kysely'
import type { ProblemKind } from '#contract/visits/problem-rules.ts'
import type { Role } from '#contract/product.ts'
import type { Db } from '#server/db/db.ts'
import { contactsOf } from '#server/visits/problems/problem-case.ts'
import type { Facts } from './case-facts.ts'
import type { CaseRow } from './case-lists.queries.ts'
import { personSql } from './person-sql.ts'
import type { NamedPerson } from './person-sql.ts'

const REPORTS_MAX = 50
/** How many messages of a support thread a case shows beside its first one, the newest. */
const POSTS_MAX = 200
/** How many messages of its conversation a report brings, the newest before it. */
const MESSAGES_OF_REPORT = 20
const NOTES_MAX = 20

export async function reportFacts(db: Db, row: CaseRow): Promise<Facts> {
  const { id } = row
  const { rows } = await sql<{
    number: number
    at: Date
    by: NamedPerson | null
    reason: string | null
    text: string
    closed_at: Date | null
  }>`
    select reports.id::int as number, at, case when users.id is not null then ${personSql('users')} end as by,
      reason_code as reason, reason as text, closed_at
    from reports left join users on users.id = reporter_id
    where case_id = ${id}::uuid order by reports.id desc limit ${REPORTS_MAX}`.execute(db)
  return {
    reports: rows.map(({ at, closed_at, ...report }) => ({
      ...report,
      at: at.toISOString(),
      state: closed_at ? 'closed' : 'open',
    })),
    messages: await messagesOfReports(db, id),
    client_notes: await clientNotesOfReports(db, id),
    ...(await reviewFacts(db, row)),
  }
}

async function messagesOfReports(db: Db, caseId: string) {
  const { rows } = await sql<{ at: Date; from: Role; text: string | null }>`
    select distinct messages.id, messages.created_at as at, role as from, nullif(messages.text, '') as text
    from (select * from reports where case_id = ${caseId}::uuid order by id desc limit ${REPORTS_MAX}) as reports
    join leads on (leads.client_id, leads.professional_id) in (
      (reporter_id, reported_id), (reported_id, reporter_id))
    cross join lateral (
      select id, created_at, text, sender_id from messages
      where messages.conversation_id = leads.conversation_id and kind in ('text', 'picture') and created_at <= reports.at
      order by seq desc limit ${MESSAGES_OF_REPORT}) as messages
    join users on users.id = sender_id
    order by at, messages.id`.execute(db)
  return rows.map(({ at, from, text }) => ({ at: at.toISOString(), from, text }))
}

/** The newest texts first. A note of answers alone tells nothing that its counts do not. rule: client-notes */
async function clientNotesOfReports(db: Db, caseId: string) {
  const { rows } = await sql<{
    booking_id: string
    at: Date
    professional: NamedPerson
    text: string
  }>`
    select booking_id, written_at as at, ${personSql('users')} as professional, client_notes.text
    from client_notes join bookings on bookings.id = booking_id join users on users.id = professional_id
    where client_notes.text <> '' and exists (
      select from reports where case_id = ${caseId}::uuid
      and (client_id, professional_id) in ((reporter_id, reported_id), (reported_id, reporter_id)))
    order by written_at desc, booking_id limit ${NOTES_MAX}`.execute(db)
  return rows.map((note) => ({ ...note, at: note.at.toISOString() }))
}

/**
 * With which ids an operator opens the conversations of a case: of those who reported each other, of the two sides of a
 * visit, or of a review. rule: case-screen, opened-conversations
 */
export async function conversationFacts(
  db: Db,
  { id, subject_kind, subject_id }: CaseRow,
): Promise<Facts> {
  const { rows } = await sql<{ id: string; client: NamedPerson; professional: NamedPerson }>`
    select distinct on (conversation_id) conversation_id as id, ${personSql('client')} as client,
      ${personSql('professional')} as professional
    from (
      select reporter_id as one, reported_id as other from reports where case_id = ${id}::uuid
      union all select client_id, professional_id from problems join bookings on bookings.id = booking_id
        where ${subject_kind} = 'problem' and problems.id::text = ${subject_id}
      union all select client_id, professional_id from reviews
        where ${subject_kind} = 'review' and reviews.id::text = ${subject_id}
    ) as pair
    join leads on (leads.client_id, leads.professional_id) in ((one, other), (other, one))
    join users as client on client.id = leads.client_id
    join users as professional on professional.id = leads.professional_id
    order by conversation_id limit ${REPORTS_MAX}`.execute(db)
  return { conversations: rows }
}

/** Why the conversation of the case was opened: both were written at one moment. rule: opened-conversations */
export async function openingFacts(db: Db, { subject_id, opened_at }: CaseRow): Promise<Facts> {
  const { rows } = await sql<{
    at: Date
    by: { id: string; name: string }
    reason: string
    text: string | null
    case: { id: string; number: string } | null
    client: NamedPerson
    professional: NamedPerson
  }>`
    select audit_log.at, json_build_object('id', operator, 'name', coalesce(operators.name, operator)) as by, audit_log.reason, audit_texts.text,
      case when cases.id is not null then json_build_object('id', cases.id, 'number', 'C-' || cases.number) end as case,
      ${personSql('client')} as client, ${personSql('professional')} as professional
    from audit_log
    join leads on leads.conversation_id::text = audit_log.subject_id
    join users as client on client.id = client_id
    join users as professional on professional.id = professional_id
    left join audit_texts on audit_texts.seq = audit_log.seq
    left join operators on operators.id::text = operator
    left join cases on cases.id::text = audit_log.body::jsonb ->> 'case_id'
    where action = 'conversation_opened' and audit_log.subject_id = ${subject_id} and audit_log.at = ${opened_at}::timestamptz
    order by audit_log.seq limit 1`.execute(db)
  const [opening] = rows
  return opening ? { opening: { ...opening, at: opening.at.toISOString() } } : {}
}

export async function reviewFacts(db: Db, { subject_kind, subject_id }: CaseRow): Promise<Facts> {
  if (subject_kind !== 'review') return {}
  const review = await db
    .selectFrom('reviews')
    .leftJoin('users', 'users.id', 'client_id')
    .select(['reviews.id', 'rating', 'title', 'comment', 'state', 'reviews.created_at'])
    .select(
      sql<NamedPerson | null>`case when users.id is not null then ${personSql('users')} end`.as(
        'by',
      ),
    )
    .where('reviews.id', '=', subject_id)
    .executeTakeFirst()
  return review ? { review: { ...review, created_at: review.created_at.toISOString() } } : {}
}

type ProblemFacts = {
  booking_id: string
  kind: ProblemKind
  by: Role
  state: string
  opened_at: Date
  statement: string
  answer: string | null
  answered_at: Date | null
  value_cents: number | null
  client: NamedPerson
  professional: NamedPerson
  starts_at: Date
  time_zone: string
  city: string
  address: string
}

export async function visitFacts(
  db: Db,
  { subject_id: id }: CaseRow,
  isHeld: boolean,
): Promise<Facts> {
  const { rows } = await sql<ProblemFacts>`
    select problems.booking_id, problems.kind, problems.by, problems.state, opened_at, statement, answer,
      problems.answered_at, value_cents, starts_at, time_zone, city, address,
      ${personSql('client')} as client, ${personSql('professional')} as professional
    from problems join bookings on bookings.id = booking_id
    join users as client on client.id = client_id join users as professional on professional.id = professional_id
    where problems.id = ${id}::uuid`.execute(db)
  const [problem] = rows
  if (!problem) return { contacts: [], photos: [] }
  const { value_cents, address, opened_at, answered_at, starts_at, ...others } = problem
  const photos = await db
    .selectFrom('problem_photos')
    .select('file')
    .where('problem_id', '=', id)
    .orderBy('at')
    .execute()
  return {
    problem: {
      ...others,
      id,
      opened_at: opened_at.toISOString(),
      answered_at: answered_at?.toISOString() ?? null,
      starts_at: starts_at.toISOString(),
      value: value_cents === null ? null : value_cents / 100,
      street: isHeld ? address : null,
    },
    contacts: await contactsOf(db, problem.booking_id, opened_at),
    photos,
  }
}

export async function supportFacts(db: Db, { subject_id }: CaseRow): Promise<Facts> {
  const message = await db
    .selectFrom('support_messages')
    .select(['topic', 'name', 'email', 'text', 'at'])
    .where('id', '=', subject_id)
    .executeTakeFirst()
  if (!message) return { messages: [] }
  const { topic, name, email, text, at } = message
  const posts = await db
    .selectFrom('support_posts')
    .select(['at', 'by_us', 'text'])
    .where('thread_id', '=', subject_id)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(POSTS_MAX)
    .execute()
  const later = posts.toReversed().map((post) => ({
    at: post.at.toISOString(),
    from: post.by_us ? ('lustra' as const) : ('you' as const),
    text: post.text,
  }))
  return { topic, name, email, messages: [{ at: at.toISOString(), from: 'you', text }, ...later] }
}

export async function refundFacts(db: Db, row: CaseRow): Promise<Facts> {
  const { subject_kind, subject_id } = row
  if (subject_kind === 'approval') return approvalFacts(db, row)
  if (subject_kind !== 'payment') return {}
  const { rows } = await sql<{
    number: string
    amount_cents: number
    status: string
    person: NamedPerson
    failures: number | null
    error: string | null
  }>`
    select 'L-' || number as number, amount_cents, status, ${personSql('users')} as person, failures, error
    from payments join users on users.id = professional_id
    left join provider_tasks on kind = 'refund-payment' and subject = payments.id::text
    where 'L-' || number = ${subject_id}`.execute(db)
  const [payment] = rows
  if (!payment) return {}
  const { amount_cents, failures, ...others } = payment
  return { payment: { ...others, amount: amount_cents / 100, failures: failures ?? 0 } }
}

async function approvalFacts(db: Db, { subject_id }: CaseRow): Promise<Facts> {
  const { rows } = await sql<{
    id: string
    action: 'refund' | 'credits'
    amount: number
    state: 'waiting' | 'approved' | 'refused' | 'expired'
    reason: string
    text: string | null
    note: string | null
    asked_by: string
    operator: string | null
    asked_at: Date
    expires_at: Date
    person: NamedPerson
    payment: string | null
  }>`
    select approvals.id, action, amount, approvals.state, reason, text, note, asked_by, operators.name as operator, asked_at,
      approvals.expires_at, ${personSql('users')} as person, 'L-' || payments.number as payment
    from approvals join users on users.id = person_id
    left join operators on operators.id::text = asked_by
    left join payments on action = 'refund' and payments.id::text = approvals.subject_id::text
    where approvals.id::text = ${subject_id}`.execute(db)
  const [found] = rows
  if (!found) return {}
  const { amount, asked_by, operator, asked_at, expires_at, ...others } = found
  return {
    approval: {
      ...others,
      amount: found.action === 'refund' ? amount / 100 : amount,
      asked_by: { id: asked_by, name: operator ?? asked_by },
      asked_at: asked_at.toISOString(),
      expires_at: expires_at.toISOString(),
    },
  }
}

export async function decisionFacts(db: Db, { subject_kind, subject_id }: CaseRow): Promise<Facts> {
  if (subject_kind !== 'decision') return {}
  const { rows } = await sql<{
    id: string
    action: string
    reason: string
    text: string | null
    at: Date
    operator: string
    name: string | null
    about_kind: string
    about_id: string
    label: string | null
    appealed_at: Date | null
    appeal_text: string | null
  }>`
    select decisions.id, decisions.action, decisions.reason, audit_texts.text, decisions.at, operator, operators.name,
      about_kind, about_id, reviews.title as label, appeals.at as appealed_at, appeals.text as appeal_text
    from decisions join audit_log on audit_log.seq = decisions.seq
    left join audit_texts on audit_texts.seq = decisions.seq left join appeals on decision_id = decisions.id
    left join operators on operators.id::text = operator
    left join reviews on about_kind = 'review' and reviews.id::text = about_id
    where decisions.id = ${subject_id}::uuid`.execute(db)
  const [found] = rows
  if (!found) return {}
  const { operator, name, about_kind, about_id, label, appealed_at, appeal_text, at, ...others } =
    found
  return {
    decision: {
      ...others,
      at: at.toISOString(),
      by: { id: operator, name: name ?? operator },
      about: { kind: about_kind, id: about_id, label },
      appeal: appealed_at && { at: appealed_at.toISOString(), text: appeal_text },
    },
  }
}

export async function jobFacts(db: Db, { subject_id }: CaseRow): Promise<Facts> {
  const { rows } = await sql<{
    id: string
    name: string
    tries: number
    failed_at: Date
    error: string
  }>`
    select id, task_identifier as name, attempts as tries, updated_at as failed_at, left(last_error, 200) as error
    from graphile_worker.jobs where id::text = ${subject_id} and last_error is not null`.execute(db)
  const [job] = rows
  return job ? { job: { ...job, failed_at: job.failed_at.toISOString() } } : {}
}
