import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Role } from '#contract/product.ts'
import { nameSql } from '#server/people/person/name-sql.ts'
import type { Db } from '#server/db/db.ts'
import { personSql } from '../cases/person-sql.ts'
import type { NamedPerson } from '../cases/person-sql.ts'

type Dated<Row> = Omit<Row, 'starts_at'> & { starts_at: string }

export const STATE_SQL = sql<'active' | 'suspended' | 'deleted'>`case
  when users.deleted_at is not null then 'deleted' when users.suspension_id is not null then 'suspended' else 'active' end`

/** The newest people of a condition about `users`. */
export async function peopleOf(db: Db, condition: RawBuilder<unknown>, limit: number) {
  const { rows } = await sql<{
    id: string
    name: string
    role: Role
    email: string
    state: 'active' | 'suspended' | 'deleted'
  }>`
    select users.id, ${nameSql()} as name, role, email, ${STATE_SQL} as state
    from users left join professionals on professionals.user_id = users.id
    where ${condition} order by users.created_at desc, users.id limit ${limit}`.execute(db)
  return rows
}

type Booking = {
  id: string
  status: string
  starts_at: Date
  time_zone: string
  client: NamedPerson
  professional: NamedPerson
}

/** The newest bookings of a condition about `bookings`. */
export async function bookingsOf(
  db: Db,
  condition: RawBuilder<unknown>,
  limit: number,
): Promise<Dated<Booking>[]> {
  const { rows } = await sql<Booking>`
    select bookings.id, status, starts_at, bookings.time_zone, ${personSql('client')} as client, ${personSql('professional')} as professional
    from bookings join users as client on client.id = client_id join users as professional on professional.id = professional_id
    where ${condition} order by starts_at desc, bookings.id limit ${limit}`.execute(db)
  return rows.map((row) => ({ ...row, starts_at: row.starts_at.toISOString() }))
}

/** The newest payments of a condition about `payments`. */
export async function paymentsOf(db: Db, condition: RawBuilder<unknown>, limit: number) {
  const { rows } = await sql<{
    number: string
    amount: number
    status: string
    person: NamedPerson
  }>`
    select 'L-' || number as number, amount_cents / 100.0::float8 as amount, status, ${personSql('users')} as person
    from payments join users on users.id = professional_id
    where ${condition} order by payments.number desc limit ${limit}`.execute(db)
  return rows
}

/** The newest reviews that a person wrote, or that are about them. */
export async function reviewsOf(
  db: Db,
  own: 'client_id' | 'professional_id',
  userId: string,
  limit: number,
) {
  const other = own === 'client_id' ? 'professional_id' : 'client_id'
  const { rows } = await sql<{
    id: string
    rating: number
    title: string
    state: string
    created_at: Date
    other: NamedPerson
  }>`
    select reviews.id, rating, title, state, reviews.created_at, ${personSql('users')} as other
    from reviews join users on users.id = ${sql.ref(other)}
    where ${sql.ref(own)} = ${userId}::uuid order by reviews.created_at desc, reviews.id desc limit ${limit}`.execute(
    db,
  )
  return rows.map((row) => ({ ...row, created_at: row.created_at.toISOString() }))
}

/** The newest reports by a person, or about them, without their texts. */
export async function reportsOf(
  db: Db,
  own: 'reporter_id' | 'reported_id',
  userId: string,
  limit: number,
) {
  const other = own === 'reporter_id' ? 'reported_id' : 'reporter_id'
  const { rows } = await sql<{
    number: number
    at: Date
    subject: { kind: string; id: string }
    reason: string | null
    state: 'open' | 'closed'
    other: NamedPerson | null
  }>`
    select reports.id::int as number, at, json_build_object('kind', subject_kind, 'id', subject_id) as subject,
      reason_code as reason, case when closed_at is null then 'open' else 'closed' end as state,
      case when users.id is not null then ${personSql('users')} end as other
    from reports left join users on users.id = ${sql.ref(other)}
    where ${sql.ref(own)} = ${userId}::uuid order by reports.id desc limit ${limit}`.execute(db)
  return rows.map((row) => ({ ...row, at: row.at.toISOString() }))
}

/** The newest conversations of a person, without their messages. */
export async function conversationsOf(db: Db, userId: string, limit: number) {
  const { rows } = await sql<{ id: string; other: NamedPerson; since: Date }>`
    select conversation_id as id, ${personSql('users')} as other, leads.created_at as since
    from leads join users on users.id = case client_id when ${userId}::uuid then professional_id else client_id end
    where client_id = ${userId}::uuid or professional_id = ${userId}::uuid
    order by leads.created_at desc, conversation_id limit ${limit}`.execute(db)
  return rows.map((row) => ({ ...row, since: row.since.toISOString() }))
}
