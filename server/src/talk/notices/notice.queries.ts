import { sql } from 'kysely'
import { firstNameOf } from '#contract/people/display-name.ts'
import type { Language, Role } from '#contract/product.ts'
import type { Db } from '#server/db/db.ts'
import { hasAgreedSql } from '#server/bookings/agreements/agreements.ts'
import {
  LEAD_OPEN_SQL,
  visibleCitySql,
  visibleReasonCodeSql,
  visibleReasonSql,
  visibleStateSql,
} from '#server/bookings/lists/visible-booking.ts'
import { LINES_SQL } from '#server/market/offer/booking-lines.ts'
import type { Notice, Reader } from './notice.ts'
import type { BookingFacts } from './notice-data.ts'

/** Whether the reader sees what the client typed: the client, or the professional of an open lead. */
const OPEN = `(bookings.client_id = notices.user_id or ${LEAD_OPEN_SQL})`

/** The columns and joins of a notice, to be placed after 'select'. */
const NOTICE_SQL = `notices.id, notices.user_id, other_id, kind, data, at, read_at, emailed_at, pushed_at,
  case when kind = 'visit.safety_soon' then (select name from safety_contacts where professional_id = notices.user_id)
    when other.role = 'client' then other.first_name end as other_name,
  case when kind <> 'visit.safety_soon' and other.role = 'professional' then professionals.full_name end as professional_name,
  bookings.id as booking_id, bookings.series_id, service_type, starts_at, time_zone, zip_code, estimated_hours, total_cents,
  bookings.status, expires_at, ${visibleCitySql(OPEN)} as city, ${visibleStateSql(OPEN)} as state,
  ${visibleReasonSql(OPEN)} as reason, ${visibleReasonCodeSql(OPEN)} as reason_code
  from notices left join users as other on other.id = other_id left join professionals on professionals.user_id = other_id
  left join bookings on bookings.id = notices.booking_id`

type NoticeRow = Omit<Notice, 'booking'> &
  Omit<BookingFacts, 'id'> & { booking_id: string | null; professional_name: string | null }

/** Until when the reader can agree to more time than was booked; null: nothing is asked now. rule: settle-hours */
const hoursUntilSql = (now: Date) => sql`(select answer_until from booking_hours
  where booking_hours.booking_id = bookings.id and answer_until > ${now}::timestamptz)`

/** rule: work-agreement */
const ASKS_AGREEMENT_SQL = sql`(data ? 'agreement' and not ${hasAgreedSql({
  bookingId: sql.ref('notices.booking_id'),
  seriesId: sql.ref('bookings.series_id'),
  side: sql`case when bookings.client_id = notices.user_id then 'client' else 'professional' end`,
})}) as asks_agreement`

export async function loadNotice(db: Db, id: string, now: Date): Promise<Notice | undefined> {
  const { rows } = await sql<NoticeRow>`
    select case when kind = 'visit.hours_settled'
        then coalesce((select lines from booking_hours where booking_hours.booking_id = bookings.id), '[]')
        else ${LINES_SQL} end as lines, ${hoursUntilSql(now)} as hours_until, ${ASKS_AGREEMENT_SQL}, ${sql.raw(NOTICE_SQL)} where notices.id = ${id}::uuid`.execute(
    db,
  )
  return rows[0] && noticeOfRow(rows[0])
}

/** The newest `limit` visible notices of a person, before the notice `before` if one is given. */
export async function listNewestNotices(
  db: Db,
  userId: string,
  { before, limit, now }: { before: string | undefined; limit: number; now: Date },
): Promise<Notice[]> {
  const { rows } = await sql<NoticeRow>`
    select '[]'::jsonb as lines, ${hoursUntilSql(now)} as hours_until, ${ASKS_AGREEMENT_SQL}, ${sql.raw(NOTICE_SQL)}
    where notices.user_id = ${userId}::uuid and shown and (
      ${before ?? null}::uuid is null
      or (at, notices.id) < (select at, id from notices as last where last.id = ${before ?? null}::uuid and last.user_id = ${userId}::uuid))
    order by at desc, notices.id desc limit ${limit}`.execute(db)
  return rows.map(noticeOfRow)
}

function noticeOfRow({ booking_id, professional_name, ...row }: NoticeRow): Notice {
  return {
    ...row,
    other_name: professional_name === null ? row.other_name : firstNameOf(professional_name),
    booking: booking_id === null ? null : { ...row, id: booking_id },
  }
}

export async function countUnreadNotices(db: Db, userId: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from notices where user_id = ${userId}::uuid and shown and read_at is null`.execute(
    db,
  )
  return rows[0]!.n
}

/** Marks one notice, or all of them without an id. Returns whether any was unread. */
export async function setNoticesRead(
  db: Db,
  userId: string,
  id: string | undefined,
  at: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .with('unread', (cte) =>
      cte
        .selectFrom('notices')
        .select('id')
        .where('user_id', '=', userId)
        .where('read_at', 'is', null)
        .where('shown', '=', true)
        .$if(id !== undefined, (query) => query.where('id', '=', id!))
        .orderBy('id')
        .forUpdate(),
    )
    .updateTable('notices')
    .from('unread')
    .set({ read_at: at })
    .whereRef('notices.id', '=', 'unread.id')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function loadReader(db: Db, userId: string): Promise<Reader | undefined> {
  const found = await db
    .selectFrom('users')
    .select(['id', 'role', 'email', 'language'])
    .where('id', '=', userId)
    .executeTakeFirst()
  return found && { ...found, role: found.role as Role, language: found.language as Language }
}

export async function setNoticeEmailed(db: Db, id: string, at: Date): Promise<void> {
  await db.updateTable('notices').set({ emailed_at: at }).where('id', '=', id).execute()
}

/** Marks the notice as pushed. Of several jobs that try at once, one gets true. */
export async function claimPush(db: Db, id: string, at: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('notices')
    .set({ pushed_at: at })
    .where('id', '=', id)
    .where('pushed_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Whether the quiet hours of a notice are over. */
export const isDelayOverSql = (now: Date) => sql`due_at <= ${now}::timestamptz`

/** Ends the wait of those of the notices whose quiet hours are over, and returns their ids. */
export async function releaseDelayedNotices(
  db: Db,
  now: Date,
  ids: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with due as (
      select id from notices where id = any(${ids}::uuid[]) and ${isDelayOverSql(now)}
      order by id for update skip locked
    )
    update notices set due_at = null from due where notices.id = due.id returning notices.id`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}
