import { Readable } from 'node:stream'
import { sql } from 'kysely'
import { nameSql } from '#server/people/person/name-sql.ts'
import type { Db } from '#server/db/db.ts'
import type { Operator } from '#server/http/calls/actor.ts'
import type { Context } from '#server/context.ts'
import { auditHead, recordOperatorAction } from './operator-actions.ts'

const PAGE = 50
/** How many entries of a download are read at a time. */
const BATCH_SIZE = 1000

type Filters = {
  person_id?: string | undefined
  operator_id?: string | undefined
  action?: string | undefined
  before?: number | undefined
}
type Row = {
  seq: string
  at: Date
  operator: string
  operator_name: string
  action: string
  subject_kind: string
  subject_id: string
  label: string | null
  reason: string
  text: string | null
  case_id: string | null
}

/**
 * The name by which an operator knows the subject of an entry. Ids of other kinds are texts. The check of a Social
 * Security number has the id of its professional.
 */
const LABEL_SQL = sql<string | null>`case
  when audit_log.subject_id !~ '^[0-9a-f]{8}-[0-9a-f-]{27}$' then null
  when subject_kind = 'person' then (select ${nameSql()} from users where id = audit_log.subject_id::uuid)
  when subject_kind = 'verification' then (
    select ${nameSql()} from users where id = coalesce(
      (select professional_id from document_checks where document_checks.id = audit_log.subject_id::uuid),
      audit_log.subject_id::uuid))
  when subject_kind = 'case' then (select 'C-' || number from cases where id = audit_log.subject_id::uuid)
  when subject_kind = 'payment' then (select 'L-' || number from payments where id = audit_log.subject_id::uuid)
  when subject_kind = 'review' then (select title from reviews where id = audit_log.subject_id::uuid)
  when subject_kind = 'operator' then (select name from operators where id = audit_log.subject_id::uuid)
end`

/** The newest 50 entries of these filters, and the head of the whole log. rule: audit-log */
export async function auditPage(db: Db, { person_id, operator_id, action, before }: Filters) {
  const { rows } = await sql<Row>`
    select audit_log.seq, at, operator, coalesce(operators.name, operator) as operator_name, action,
      subject_kind, subject_id, ${LABEL_SQL} as label, reason, text, body::jsonb ->> 'case_id' as case_id
    from audit_log
    left join audit_texts on audit_texts.seq = audit_log.seq
    left join operators on operators.id::text = operator
    where (${before ?? null}::bigint is null or audit_log.seq < ${before ?? null})
      and (${operator_id ?? null}::text is null or operator = ${operator_id ?? null})
      and (${action ?? null}::text is null or action = ${action ?? null})
      and (${person_id ?? null}::text is null
        or subject_id = ${person_id ?? null} and subject_kind in ('person', 'verification')
        or subject_kind = 'verification' and subject_id in (
          select id::text from document_checks where professional_id = ${person_id ?? null}::uuid)
        or subject_kind = 'payment' and subject_id in (
          select id::text from payments where professional_id = ${person_id ?? null}::uuid)
        or audit_log.seq in (select seq from decisions where decisions.person_id = ${person_id ?? null}::uuid))
    order by audit_log.seq desc limit ${PAGE + 1}`.execute(db)
  return {
    entries: rows.slice(0, PAGE).map(shown),
    has_more: rows.length > PAGE,
    head: await auditHead(db),
  }
}

const shown = ({
  seq,
  at,
  operator,
  operator_name: name,
  subject_kind: kind,
  subject_id: id,
  label,
  ...row
}: Row) => ({
  ...row,
  seq: Number(seq),
  at: at.toISOString(),
  operator: { id: operator, name },
  subject: { kind, id, label },
})

/**
 * The entries from a number on as they stand in the chain, one line of JSON each, and the number of the last one: that
 * of this download, which is an entry too. rule: audit-log
 */
export async function exportAudit(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  { id }: Operator,
  { from, requestId }: { from: number; requestId: string },
): Promise<{ lines: Readable; to: number }> {
  const to = await db.transaction().execute((tx) => {
    const at = clock.now()
    const action = { action: 'audit_exported', subjectId: String(from), doneBy: id, at } as const
    return recordOperatorAction(tx, action, { reason: 'export', after: { from }, requestId })
  })
  return { lines: Readable.from(linesOf(db, from, to)), to }
}

async function* linesOf(db: Db, from: number, to: number): AsyncGenerator<string> {
  for (let next = from; next <= to;) {
    const rows = await db
      .selectFrom('audit_log')
      .select(['seq', 'prev', 'hash', 'body'])
      .where('seq', '>=', String(next))
      .where('seq', '<=', String(to))
      .orderBy('seq')
      .limit(BATCH_SIZE)
      .execute()
    const last = rows.at(-1)
    if (!last) return
    yield rows
      .map(({ seq, prev, hash, body }) =>
        JSON.stringify({ seq: Number(seq), prev, hash, body }).concat('\n'),
      )
      .join('')
    next = Number(last.seq) + 1
  }
}
