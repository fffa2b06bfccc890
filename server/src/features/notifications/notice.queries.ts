import { sql } from 'kysely'
import type { NoticeChannel, NoticeTopic } from '#contract/notices.ts'
import type { Language, Role, ServiceType } from '#contract/product.ts'
import type { Db } from '#server/db/db.ts'
import type { NoticeKind } from './notice-kinds.ts'

/** A notice with what is true now of what it is about. */
export type Notice = {
  id: string
  user_id: string
  kind: NoticeKind
  data: Record<string, string | number | boolean | null>
  at: Date
  read_at: Date | null
  emailed_at: Date | null
  pushed_at: Date | null
  other_id: string | null
  /** As the reader may know the other person: a professional's name, a client's first name. */
  other_name: string | null
  /** Null once it is gone, or if the notice is about none. */
  booking: BookingFacts | null
}

type BookingFacts = {
  id: string
  service_type: ServiceType
  starts_at: Date
  time_zone: string
  city: string
  state: string
  zip_code: string
  estimated_hours: number
  total_cents: number
  status: string
  expires_at: Date
  reason: string | null
}

export type Reader = { id: string; role: Role; email: string; language: Language }

/** What a notice is read with, after 'select'. */
export const NOTICE = `notices.id, notices.user_id, other_id, kind, data, at, read_at, emailed_at, pushed_at,
  case other.role when 'professional' then professionals.full_name else other.first_name end as other_name,
  bookings.id as booking_id, service_type, starts_at, time_zone, city, state, zip_code, estimated_hours, total_cents,
  bookings.status, expires_at, reason
  from notices left join users as other on other.id = other_id left join professionals on professionals.user_id = other_id
  left join bookings on bookings.id = notices.booking_id`

export type NoticeRow = Omit<Notice, 'booking'> &
  Omit<BookingFacts, 'id'> & { booking_id: string | null }

export async function noticeOf(db: Db, id: string): Promise<Notice | undefined> {
  const { rows } = await sql<NoticeRow>`
    select ${sql.raw(NOTICE)} where notices.id = ${id}::uuid`.execute(db)
  return rows[0] && wholeNotice(rows[0])
}

export function wholeNotice({ booking_id, ...row }: NoticeRow): Notice {
  return { ...row, booking: booking_id === null ? null : { ...row, id: booking_id } }
}

export async function readerOf(db: Db, userId: string): Promise<Reader | undefined> {
  const found = await db
    .selectFrom('users')
    .select(['id', 'role', 'email', 'language'])
    .where('id', '=', userId)
    .executeTakeFirst()
  return found && { ...found, role: found.role as Role, language: found.language as Language }
}

/** Whether a person wants to hear of a topic by a channel; she does unless she switched it off. */
export async function isWanted(
  db: Db,
  { userId, topic, channel }: { userId: string; topic: NoticeTopic; channel: NoticeChannel },
): Promise<boolean> {
  const off = await db
    .selectFrom('notice_switches')
    .select('enabled')
    .where('user_id', '=', userId)
    .where('topic', '=', topic)
    .where('channel', '=', channel)
    .where('enabled', '=', false)
    .executeTakeFirst()
  return !off
}

export async function noteSent(
  db: Db,
  id: string,
  by: 'emailed_at' | 'pushed_at',
  at: Date,
): Promise<void> {
  await db
    .updateTable('notices')
    .set({ [by]: at })
    .where('id', '=', id)
    .execute()
}

/** The notices whose quiet hours are over wait no longer; answers their ids. */
export async function releaseHeld(db: Db, now: Date, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with due as (
      select id from notices where due_at <= ${now}::timestamptz order by due_at limit ${limit} for update skip locked
    )
    update notices set due_at = null from due where notices.id = due.id returning notices.id`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}

/** The address at which this person's letters of a topic end; always the same. */
export async function unsubscribeToken(
  db: Db,
  userId: string,
  topic: NoticeTopic,
): Promise<string> {
  const { rows } = await sql<{ token: string }>`
    insert into unsubscribe_addresses (user_id, topic) values (${userId}::uuid, ${topic})
    on conflict (user_id, topic) do update set topic = excluded.topic returning token`.execute(db)
  return rows[0]!.token
}
