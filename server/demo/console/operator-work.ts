import { sql } from 'kysely'
import type { Tx } from '#server/db/db.ts'
import type { Context } from '#server/context.ts'
import { caseNumber, openCase } from '#server/trust/cases/open-case.ts'
import { openReportCase } from '#server/trust/cases/report-case.ts'
import { openProblemCase } from '#server/visits/problems/problem-case.ts'
import { hashOf, seal } from '#server/trust/documents/seal.ts'
import { enqueue } from '#server/queue/queue.ts'
import { writeOperatorActions } from './operator-actions.ts'
import { MESSAGES, REPORTS, RING } from './operator-texts.ts'
import { writeOperators } from './operators.ts'
import { writeWaitingDocuments } from './documents.ts'
import { hoursBefore } from '../market/people.ts'
import type { DemoClient, DemoProfessional } from '../market/people.ts'

type Disputed = Parameters<typeof openProblemCase>[1] & { answered_at: Date | null }

type People = {
  clients: readonly DemoClient[]
  professionals: readonly DemoProfessional[]
  passwordHash: string
}

/** Writes the operators, what waits for them, and what they did before. rule: demo-world */
export async function writeOperatorWork(
  context: Context,
  tx: Tx,
  { clients, professionals, passwordHash }: People,
): Promise<void> {
  const now = context.clock.now()
  await writeWaitingCheck(context, tx, professionals, now)
  await writeWaitingDocuments(context, tx, professionals, now)
  await writeReports(tx, now)
  await writeSupport(tx, clients, now)
  await writeReviewRing(tx, now)
  await writeFailedJob(tx, now)
  const { rows: disputed } = await sql<Disputed>`
    select id, kind, answered_at from problems where state = 'disputed'`.execute(tx)
  for (const problem of disputed) await openProblemCase(tx, problem, problem.answered_at ?? now)
  const [first, second] = await writeOperators(context, tx, passwordHash)
  if (first && second) await writeOperatorActions(context, tx, [first, second])
}

/** A Social Security number that waits. It is of a kind that is never issued. rule: ssn-secrecy */
async function writeWaitingCheck(
  { verificationKeys: keys }: Context,
  tx: Tx,
  professionals: readonly DemoProfessional[],
  now: Date,
): Promise<void> {
  const waiting = professionals.find((one) => one.background_check_status === 'pending')
  if (!waiting) return
  const { id } = waiting
  const digits = '900451234'
  const submitted_at = hoursBefore(now, 20)
  await tx
    .insertInto('verifications')
    .values({
      professional_id: id,
      ssn_hash: hashOf(keys, digits),
      ssn_last4: digits.slice(-4),
      ...seal(keys, id, digits),
      consent_version: '2026-11',
      consented_at: submitted_at,
      submitted_at,
    })
    .execute()
  await openCase(tx, {
    queue: 'verification',
    kind: 'ssn',
    subject: { kind: 'verification', id },
    personId: id,
    title: { code: 'check_waits', params: { kind: 'ssn' } },
    at: submitted_at,
  })
}

/** Four reports, each of another pair: two about people, two about reviews. rule: reports */
async function writeReports(tx: Tx, now: Date): Promise<void> {
  const { rows } = await sql<{ id: string; at: Date }>`
    with report as (
      select * from json_to_recordset(${JSON.stringify(REPORTS)}::json)
        as report (position integer, by text, about text, reason_code text, reason text, hours_ago integer)
    ), pair as (
      select id as review_id, professional_id, client_id, row_number() over (order by created_at desc, id) as position
      from reviews where state = 'public' and visit = 'took_place'
    )
    insert into reports (reporter_id, reported_id, review_id, subject_kind, subject_id, reason_code, reason, at)
    select case by when 'client' then client_id else professional_id end, reported_id,
      case about when 'review' then review_id end, about,
      case about when 'review' then review_id else reported_id end::text, reason_code, reason,
      ${now}::timestamptz - hours_ago * interval '1 hour'
    from report join pair using (position),
      lateral (select case by when 'client' then professional_id else client_id end as reported_id) as other
    order by hours_ago desc
    returning id, at`.execute(tx)
  for (const { id, at } of rows) await openReportCase(tx, id, at)
}

/** Five messages of the contact page, two of them of clients. rule: contact-page */
async function writeSupport(tx: Tx, clients: readonly DemoClient[], now: Date): Promise<void> {
  const rows = MESSAGES.map(({ hoursAgo, ...message }, number) => {
    const client = number < 2 ? clients[10 + number] : undefined
    const name = client ? `${client.first_name} ${client.last_name}` : message.name
    const email = client?.email ?? message.email
    return { ...message, name, email, user_id: client?.id ?? null, at: hoursBefore(now, hoursAgo) }
  })
  const written = await tx
    .insertInto('support_messages')
    .values(rows)
    .returning(['id', 'number', 'topic', 'user_id', 'at'])
    .execute()
  for (const { id, number, topic, user_id, at } of written)
    await openCase(tx, {
      queue: 'support',
      kind: topic,
      subject: { kind: 'support', id, label: caseNumber(number) },
      personId: user_id,
      title: { code: 'support_message', params: { topic } },
      at,
      number,
    })
}

/** Clients without a visit of a professional who praise them within a day from one network. rule: flags */
async function writeReviewRing(tx: Tx, now: Date): Promise<void> {
  const { rows } = await sql<{ id: string; professional_id: string }>`
    with praised as (
      select user_id from professionals join subscriptions on professional_id = user_id
      where not exists (select from reviews where reviews.professional_id = user_id) order by user_id limit 1
    ), writer as (
      select id, row_number() over (order by created_at desc, id) as position from users
      where role = 'client' and not exists (
        select from bookings, praised where client_id = users.id and professional_id = user_id)
      order by created_at desc, id limit ${RING.length}
    ), text as (
      select *, row_number() over () as position
      from json_to_recordset(${JSON.stringify(RING)}::json) as text (title text, comment text)
    )
    insert into reviews (professional_id, client_id, rating, title, comment, created_at, network_tag)
    select user_id, id, 5, title, comment, ${now}::timestamptz - position * interval '4 hours', 'n-4f2a91'
    from praised, writer join text using (position) order by position
    returning id, professional_id`.execute(tx)
  const [first] = rows
  if (!first) return
  const { id, professional_id: personId } = first
  const kind = 'reviews_of_one_source'
  const since = hoursBefore(now, 2)
  await tx.insertInto('flags').values({ user_id: personId, kind, evidence: id, since }).execute()
  await openCase(tx, {
    queue: 'reviews',
    kind,
    subject: { kind: 'review', id },
    personId,
    title: { code: 'reviews_of_one_source' },
    at: since,
    key: `${kind}:${personId}`,
  })
}

/** A push notification that no attempt could deliver. rule: demo-world */
async function writeFailedJob(tx: Tx, now: Date): Promise<void> {
  const payload = {
    notice_id: '00000000-0000-7000-8000-000000000000',
    endpoint: 'https://push.example/gone',
  }
  const id = await enqueue(tx, 'send-push-to-device', payload, { runAt: hoursBefore(now, 3) })
  await sql`
    select graphile_worker.permanently_fail_jobs(array[${id}::bigint], 'The push service answered 503.')`.execute(
    tx,
  )
  await openCase(tx, {
    queue: 'jobs',
    kind: 'job',
    subject: { kind: 'job', id, label: 'send-push-to-device' },
    personId: null,
    title: { code: 'job_failed', params: { name: 'send-push-to-device' } },
    key: 'send-push-to-device',
    at: hoursBefore(now, 3),
  })
}
