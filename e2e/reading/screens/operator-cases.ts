import { date, dollars } from '../formats.ts'
import { dueTexts, failedJobs, moment, steady } from './operator-lists.ts'
import type { Rows, Screen } from '../reading.ts'

type Case = {
  id: string
  number: string
  queue: string
  subject_kind: string
  subject_id: string
  opened_at: Date
  due_at: Date
}

/** Reads the sentences that the page of one case has besides its list. */
type Facts = (rows: Rows, about: Case) => Promise<string[]>

/** The page of every case that is open, and the list of failed jobs. */
export async function caseScreens(rows: Rows, listed: () => string[]): Promise<Screen[]> {
  const cases = await rows<Case>(`select * from cases where state <> 'resolved' order by number`)
  const pages = cases.map((one) => ({
    path: `/operator/queues/${one.queue}/${one.id}`,
    known: async () => [
      `C-${one.number}`,
      moment(one.opened_at),
      ...steady(dueIn(one)),
      `${moment(one.opened_at)} Opened`,
      ...(await (FACTS[one.subject_kind] ?? reportsOf)(rows, one)),
    ],
    maybe: () => Promise.resolve([...listed(), ...dueIn(one)]),
  }))
  const jobs: Screen = {
    path: '/operator/jobs',
    known: async () =>
      (await failedJobs(rows)).flatMap((job) => [
        `${job.attempts} attempts · ${moment(job.updated_at)}`,
        job.last_error,
      ]),
  }
  return [...pages, jobs]
}

/** 'Nov 29, 2026, 9:00 AM (in 3 h)' */
const dueIn = ({ due_at }: Case) => dueTexts(due_at).map((text) => `${moment(due_at)} (${text})`)

const FACTS: Record<string, Facts> = {
  verification: documentOf,
  support: messageOf,
  job: jobOf,
  problem: problemOf,
  decision: decisionOf,
  approval: approvalOf,
  review: async (rows, one) => [...(await reportsOf(rows, one)), ...(await reviewOf(rows, one))],
}

async function reportsOf(rows: Rows, { id }: Case): Promise<string[]> {
  const reports = await rows<{ at: Date; reason: string }>(
    'select at, reason from reports where case_id = $1',
    [id],
  )
  return reports.flatMap(({ at, reason }) => [moment(at), reason])
}

async function reviewOf(rows: Rows, { subject_id }: Case): Promise<string[]> {
  const [review] = await rows<{ title: string; rating: number; comment: string; created_at: Date }>(
    'select * from reviews where id = $1',
    [subject_id],
  )
  const { title, rating, comment, created_at: at } = review!
  return [`${title} ${rating} of 5, ${moment(at)}`, comment]
}

/** The document with its pages, and the answers of the references. */
async function documentOf(rows: Rows, { subject_id }: Case): Promise<string[]> {
  const documents = await rows<{
    amount_dollars: number | null
    until: string | null
    pages: number
  }>(
    `select amount_dollars, coalesce(document_expires_on, insured_until)::text as until,
       (select count(*)::int from document_pages where check_id = id) as pages
     from document_checks where id = $1`,
    [subject_id],
  )
  const references = await rows<{ answers: { text: string }[] | null }>(
    'select answers from check_references where check_id = $1',
    [subject_id],
  )
  return [
    ...documents.flatMap(({ amount_dollars: amount, until, pages }) => [
      ...(amount === null ? [] : [dollars(amount * 100)]),
      ...(until === null ? [] : [date(`${until}T12:00:00Z`, 'UTC')]),
      String(pages),
    ]),
    ...references.flatMap(({ answers }) => (answers ?? []).map(({ text }) => text)),
  ]
}

async function messageOf(rows: Rows, { subject_id }: Case): Promise<string[]> {
  const [message] = await rows<{ name: string; email: string; text: string; at: Date }>(
    'select * from support_messages where id = $1',
    [subject_id],
  )
  const { name, email, text, at } = message!
  return [name, email, `${name}, ${moment(at)}`, text]
}

async function jobOf(rows: Rows, { subject_id }: Case): Promise<string[]> {
  const job = (await failedJobs(rows)).find(({ id }) => id === subject_id)!
  return [String(job.attempts), moment(job.updated_at), job.last_error]
}

const SIDES: Record<string, string> = { client: 'Client', professional: 'Professional' }
const WAYS: Record<string, string> = { call: 'Call', message: 'Message' }

type Problem = {
  starts_at: Date
  time_zone: string
  booking_id: string
  city: string
  opened_at: Date
  statement: string
  answer: string
  answered_at: Date
  opener: string
  answerer: string
}

/** The visit and what both sides say, in the time of the home. */
async function problemOf(rows: Rows, { subject_id }: Case): Promise<string[]> {
  const [problem] = await rows<Problem>(
    `select p.*, b.starts_at, b.time_zone, b.city,
       case p.by when 'client' then c.name else o.name end as opener,
       case p.by when 'client' then o.name else c.name end as answerer
     from problems p join bookings b on b.id = p.booking_id
       join (select id, first_name || ' ' || last_name as name from users) c on c.id = b.client_id
       join (select id, first_name || ' ' || last_name as name from users) o on o.id = b.professional_id
     where p.id = $1`,
    [subject_id],
  )
  const { starts_at, time_zone: zone, opened_at, opener, answerer, answered_at } = problem!
  const contacts = await rows<{ at: Date; by: string; way: string }>(
    'select * from booking_contacts where booking_id = $1 and at <= $2',
    [problem!.booking_id, opened_at],
  )
  return [
    moment(starts_at, zone),
    problem!.city,
    `${opener}, ${moment(opened_at, zone)}`,
    problem!.statement,
    `${answerer}'s answer, ${moment(answered_at, zone)}`,
    problem!.answer,
    ...contacts.map(({ at, by, way }) => `${SIDES[by]}: ${WAYS[way]}, ${moment(at, zone)}`),
  ]
}

/** The decision, who took it, and what the person says against it. */
async function decisionOf(rows: Rows, { subject_id }: Case): Promise<string[]> {
  const [appeal] = await rows<{ at: Date; text: string; decided_at: Date; by: string }>(
    `select a.at, a.text, d.at as decided_at, o.name as by from appeals a
       join decisions d on d.id = a.decision_id join audit_log using (seq)
       join operators o on o.id::text = operator
     where d.id = $1`,
    [subject_id],
  )
  const { at, text, decided_at: decidedAt, by } = appeal!
  return [`${by}, ${moment(decidedAt)}`, `The person's appeal, ${moment(at)}`, text]
}

/** The refund that waits for a second operator. */
async function approvalOf(rows: Rows, { subject_id }: Case): Promise<string[]> {
  const [approval] = await rows<{
    amount_cents: number
    number: string
    by: string
    asked_at: Date
    expires_at: Date
  }>(
    `select a.*, p.amount_cents, p.number, o.name as by from approvals a
       join payments p on p.id::text = a.subject_id::text
       join operators o on o.id::text = a.asked_by::text where a.id = $1`,
    [subject_id],
  )
  const { amount_cents: cents, number, by, asked_at: askedAt, expires_at: until } = approval!
  return [`${dollars(cents)} · L-${number}`, `${by}, ${moment(askedAt)}`, moment(until)]
}
