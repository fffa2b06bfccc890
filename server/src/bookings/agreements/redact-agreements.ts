import { sql } from 'kysely'
import { RETENTION } from '#contract/retention.ts'
import { nameSql } from '#server/people/person/name-sql.ts'
import type { Context } from '#server/context.ts'
import type { Db } from '#server/db/db.ts'
import { executeWhileFull } from '#server/queue/run-batches.ts'
import { redactedColumns } from './agreement-text.ts'
import type { Column } from './agreement-text.ts'

type RedactableRow = {
  id: string
  columns: Column[]
  client: string
  professional: string
  city: string
  state: string
  zip: string
}

/**
 * Takes the name of a deleted account, the street and the names of rooms out of the agreements of this person; the hash
 * stays. The caller has erased the name of the account. rule: work-agreement, account-deletion
 */
export async function redactAgreements(tx: Db, userId: string, at: Date): Promise<void> {
  const { rows } = await sql<RedactableRow>`
    select agreements.id, columns, ${nameSql()} as client,
      professionals.full_name as professional, subject.city, subject.state, subject.zip_code as zip
    from (
      select id as booking_id, null::uuid as series_id, client_id, professional_id, city, state, zip_code from bookings
      union all
      select null, id, client_id, professional_id, city, state, zip_code from series
    ) as subject
    join agreements on agreements.booking_id = subject.booking_id
      or agreements.booking_id is null and agreements.series_id = subject.series_id
    join users on users.id = subject.client_id
    join professionals on professionals.user_id = subject.professional_id
    where ${userId}::uuid in (subject.client_id, subject.professional_id) and columns is not null`.execute(
    tx,
  )
  const redacted = rows.map(({ id, columns, client, professional, ...where }) => ({
    id,
    columns: redactedColumns(columns, { client, professional }, where),
  }))
  await sql`
    update agreements set columns = redacted.columns, redacted_at = ${at}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(redacted)}::jsonb) as redacted (id uuid, columns jsonb)
    where agreements.id = redacted.id`.execute(tx)
}

const BATCH_SIZE = 500

/**
 * Part of the job 'forget-visits': takes the texts out of old agreements; the hash stays. rule: work-agreement
 */
export async function redactOldAgreements({
  db,
  clock,
}: Pick<Context, 'db' | 'clock'>): Promise<void> {
  const now = clock.now()
  const redaction = sql`
    update agreements set columns = null, redacted_at = coalesce(redacted_at, ${now}::timestamptz)
    where id in (
      select agreements.id from agreements
      where columns is not null and made_at < ${now}::timestamptz - make_interval(months => ${RETENTION.agreement_months})
        and not exists (
          select from bookings
          where ends_at >= ${now}::timestamptz - make_interval(months => ${RETENTION.agreement_months})
            and (bookings.id = agreements.booking_id
              or agreements.booking_id is null and bookings.series_id = agreements.series_id))
      limit ${BATCH_SIZE})`
  await executeWhileFull(db, BATCH_SIZE, redaction)
}
