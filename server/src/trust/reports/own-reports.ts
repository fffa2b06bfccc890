import { sql } from 'kysely'
import { displayName } from '#contract/people/display-name.ts'
import type { OwnReport } from '#contract/trust/reports.ts'
import type { Db } from '#server/db/db.ts'

const PAGE_SIZE = 50

type Row = Omit<OwnReport, 'about'> & {
  kind: OwnReport['about']['kind']
  full_name: string | null
  first_name: string
}

/** The reports of a person, newest first, with the state that the outcome of each case gives. rule: reports */
export async function listOwnReports(
  db: Db,
  reporterId: string,
  before: string | undefined,
): Promise<{ reports: OwnReport[]; has_more: boolean }> {
  const { rows } = await sql<Row>`
    select reports.id, 'C-' || coalesce(cases.number, reports.id) as number, reports.subject_kind as kind, reason_code as reason,
      full_name, users.first_name, to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at,
      case when closed_at is null and cases.state is distinct from 'resolved' then 'open'
        when outcome = 'acted' then 'acted' else 'no_breach' end as state
    from reports left join cases on cases.id = case_id
    join users on users.id = reported_id left join professionals on professionals.user_id = reported_id
    where reporter_id = ${reporterId}::uuid and (${before ?? null}::bigint is null or reports.id < ${before ?? null}::bigint)
    order by reports.id desc limit ${PAGE_SIZE + 1}`.execute(db)
  return {
    reports: rows.slice(0, PAGE_SIZE).map(({ kind, full_name, first_name, ...report }) => ({
      ...report,
      about: { kind, name: full_name === null ? first_name : displayName(full_name) },
    })),
    has_more: rows.length > PAGE_SIZE,
  }
}
