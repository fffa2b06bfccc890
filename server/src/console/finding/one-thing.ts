import { sql } from 'kysely'
import { Id } from '#contract/values.ts'
import { nameSql } from '#server/people/person/name-sql.ts'
import type { Db } from '#server/db/db.ts'
import { refuse } from '#server/http/calls/refusal.ts'
import { bookingsOf, paymentsOf } from './lists.queries.ts'

const HISTORY_MAX = 200

/** A booking with its history, without its street. Refuses not_found. rule: finding */
export async function readBooking(db: Db, bookingId: string) {
  const id = Id.safeParse(bookingId).data ?? refuse('not_found')
  const [found] = await bookingsOf(db, sql`bookings.id = ${id}::uuid`, 1)
  if (!found) refuse('not_found')
  const facts = await db
    .selectFrom('bookings')
    .select(['service_type', 'time_zone', 'ends_at', 'estimated_hours', 'total_cents', 'city'])
    .select(['zip_code', 'created_at', 'no_show', 'reason_code'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const { total_cents, ends_at, created_at, ...others } = facts
  const problems = await db
    .selectFrom('problems')
    .select(['id', 'kind', 'state'])
    .where('booking_id', '=', id)
    .orderBy('opened_at')
    .limit(HISTORY_MAX)
    .execute()
  return {
    booking: {
      ...found,
      ...others,
      ends_at: ends_at.toISOString(),
      created_at: created_at.toISOString(),
      total: total_cents / 100,
      problems,
      history: await historyOf(db, id),
    },
  }
}

/** A payment with its history. Refuses not_found. rule: finding */
export async function readPayment(db: Db, name: string) {
  const number = /^L-(\d{1,15})$/i.exec(name)?.[1] ?? refuse('not_found')
  const [found] = await paymentsOf(db, sql`number = ${number}`, 1)
  if (!found) refuse('not_found')
  const { id, kind, created_at, paid_at, refunded_cents } = await db
    .selectFrom('payments')
    .select(['id', 'kind', 'created_at', 'paid_at', 'refunded_cents'])
    .where('number', '=', number)
    .executeTakeFirstOrThrow()
  return {
    payment: {
      ...found,
      kind,
      created_at: created_at.toISOString(),
      paid_at: paid_at?.toISOString() ?? null,
      refunded: refunded_cents / 100,
      history: await historyOf(db, id),
    },
  }
}

/** Recorded events and operators' actions, oldest first. */
async function historyOf(db: Db, subjectId: string) {
  const { rows } = await sql<{
    at: Date
    kind: string
    by_id: string | null
    by_name: string | null
  }>`
    select events.at, kind, actor_id::text as by_id, ${nameSql()} as by_name
    from events left join users on users.id = actor_id where subject_id = ${subjectId}::uuid
    union all
    select audit_log.at, 'operator.' || action, operator, name
    from audit_log left join operators on operators.id::text = operator where subject_id = ${subjectId}
    order by at limit ${HISTORY_MAX}`.execute(db)
  return rows.map(({ at, kind, by_id, by_name }) => ({
    at: at.toISOString(),
    kind,
    by: by_id === null ? null : { id: by_id, name: by_name ?? by_id },
  }))
}
