import { sql } from 'kysely'
import type { CaseTitleCode } from '#contract/trust/case-rules.ts'
import type { TimelineEntry } from '#contract/console/finding.ts'
import { Id } from '#contract/values.ts'
import { nameSql } from '#server/people/person/name-sql.ts'
import type { Db } from '#server/db/db.ts'
import { refuse } from '#server/http/calls/refusal.ts'
import { titleText } from '#server/trust/cases/case-titles.ts'

const PAGE = 50

type Row = {
  key: string
  at: Date
  kind: string
  params: Record<string, string | number | null>
  by_id: string | null
  by_name: string | null
}

/**
 * The timeline of a person's account: events of bookings, sign-ins, reviews, payments, reports, cases and operators'
 * actions, newest first. It has no messages, texts or streets. Refuses not_found, and invalid_input for an unknown
 * `before`. rule: finding
 */
export async function readTimeline(
  db: Db,
  personId: string,
  before: string | undefined,
): Promise<{ entries: TimelineEntry[]; has_more: boolean }> {
  const id = Id.safeParse(personId).data ?? refuse('not_found')
  const known = await db.selectFrom('users').select('id').where('id', '=', id).executeTakeFirst()
  if (!known) refuse('not_found')
  const { rows } = await sql<Row>`
    select * from (
      ${timelineSql(id)}
    ) as entries
    where ${beforeSql(before)}
    order by at desc, key desc limit ${PAGE + 1}`.execute(db)
  const entries = rows.slice(0, PAGE).map(({ key, at, kind, params: found, by_id, by_name }) => {
    const params = Object.fromEntries(
      Object.entries(found).flatMap(([name, value]) => (value === null ? [] : [[name, value]])),
    )
    return {
      id: `${at.toISOString()} ${key}`,
      at: at.toISOString(),
      kind,
      text: textOf(kind, params),
      params,
      by: by_id === null ? null : { id: by_id, name: by_name ?? by_id },
    }
  })
  return { entries, has_more: rows.length > PAGE }
}

/** Moments are compared by milliseconds, because that is what an id has. */
function beforeSql(before: string | undefined) {
  if (before === undefined) return sql`true`
  const [, at, key] = /^(\d{4}-\d\d-\d\dT[\d:.]{8,12}Z) ([\w:.-]+)$/.exec(before) ?? []
  if (at === undefined || Number.isNaN(Date.parse(at))) refuse('invalid_input')
  return sql`(at, key) < (${at}::timestamptz, ${key})`
}

/** Its texts are written from `params`. rule: finding */
function timelineSql(id: string) {
  const person = sql`${id}::uuid`
  const newest = sql`order by 2 desc limit 1000`
  const at = (column: string) => sql`date_trunc('milliseconds', ${sql.raw(column)})`
  return sql`
    (select 'account' as key, ${at('created_at')} as at, 'account.created' as kind,
      jsonb_build_object('role', role) as params, null::text as by_id, null::text as by_name
      from users where id = ${person})
    union all
    (select 'audit:' || seq, ${at('at')}, 'operator.' || action, jsonb_build_object('reason', reason), operator,
      operators.name
      from audit_log left join operators on operators.id::text = operator
      where subject_id = ${id} ${newest})
    union all
    (select 'event:' || events.id, ${at('events.at')}, events.kind,
      jsonb_build_object('service_type', service_type, 'booking_date', booking_date, 'city', city),
      actor_id::text, ${nameSql('actor')}
      from bookings join events on events.subject_id = bookings.id and events.kind like 'booking.%'
      left join users as actor on actor.id = actor_id
      where client_id = ${person} or professional_id = ${person} ${newest})
    union all
    (select 'security:' || id, ${at('at')}, 'security.' || kind,
      jsonb_build_object('browser', browser, 'system', system, 'network', network_tag), null, null
      from security_events where user_id = ${person} ${newest})
    union all
    (select 'review:' || reviews.id, ${at('reviews.created_at')},
      case client_id when ${person} then 'review.written' else 'review.received' end,
      jsonb_build_object('rating', rating, 'state', state), client_id::text, ${nameSql()}
      from reviews join users on users.id = client_id
      where client_id = ${person} or professional_id = ${person} ${newest})
    union all
    (select 'payment:' || number, ${at('payments.created_at')}, 'payment.' || status,
      jsonb_build_object('number', 'L-' || number, 'amount', amount_cents / 100.0::float8), null, null
      from payments where professional_id = ${person} ${newest})
    union all
    (select 'report:' || reports.id, ${at('reports.at')},
      case reporter_id when ${person} then 'report.written' else 'report.received' end,
      jsonb_build_object('subject', subject_kind, 'reason', reason_code), null, null
      from reports where reporter_id = ${person} or reported_id = ${person} ${newest})
    union all
    (select 'case:' || number, ${at('opened_at')}, 'case.' || queue,
      title_params || jsonb_build_object('number', 'C-' || number, 'title_code', title_code), null, null
      from cases where person_id = ${person} ${newest})`
}

type Params = TimelineEntry['params']

/** The text of an entry in English, for programs. */
function textOf(kind: string, params: Params): string {
  const { number, title_code, rating, state, amount, ...others } = params
  if (kind.startsWith('case.')) return `${number} ${titleText(title_code as CaseTitleCode, others)}`
  if (kind.startsWith('review.')) return `${rating} of 5, ${state}`
  if (kind.startsWith('payment.')) return `${number}, $${Number(amount).toFixed(2)}`
  const names = [
    'role',
    'reason',
    'service_type',
    'booking_date',
    'city',
    'browser',
    'system',
    'network',
  ]
  return [others['subject'], ...names.map((name) => others[name])].filter(Boolean).join(', ')
}
