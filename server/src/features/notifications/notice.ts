import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'
import { enqueue } from '#server/queue/queue.ts'
import type { NoticeKind } from './notice-kinds.ts'

/** At these hours of her own zone nobody is written to: from 21:00 until 8:00. */
const QUIET_FROM = 21
const QUIET_UNTIL = 8
/** Of a visit that begins this soon after the quiet hours a person hears at once: at 8:00 it would be too late. */
const TOO_LATE_HOURS = 4
/** Where nothing tells where a person lives. */
const USUAL_ZONE = 'America/New_York'

export type Telling = {
  userId: string
  kind: NoticeKind
  /** Names the deed and the person, e.g. `receipt ${payment_id}`: the same key again tells nothing. */
  key: string
  at: Date
  bookingId?: string
  /** The other person it is about; her name is looked up whenever the notice is read. */
  otherId?: string
  /** What its words need beside: amounts in cents, dates as ISO texts. No names. */
  data?: Record<string, string | number | boolean | null>
  /** Comes also in quiet hours. */
  urgent?: boolean
}

/**
 * Tells a person something once: a notice in her centre, and the jobs of its letter and its push, in the transaction of whoever
 * calls. In her quiet hours both wait until 8:00 (`sendHeldNotices`), unless it is urgent or the visit begins too soon.
 */
export async function tell(
  db: Db,
  { userId, kind, key, at, bookingId, otherId, data = {}, urgent = false }: Telling,
): Promise<void> {
  const topic = kind.split('.')[0]
  const { rows } = await sql<{ id: string; due_at: Date | null }>`
    with person as (
      select users.id, coalesce(booking.time_zone, ${sql.raw(ZONE_OF_AREA)}, ${sql.raw(ZONE_OF_HOME)}, ${USUAL_ZONE}) as zone,
        booking.starts_at
      from users left join bookings as booking on booking.id = ${bookingId ?? null}::uuid
      where users.id = ${userId}::uuid and users.deleted_at is null
    ), moment as (
      select person.*, extract(hour from local) not between ${QUIET_UNTIL} and ${QUIET_FROM - 1} as quiet,
        (date_trunc('day', local + make_interval(hours => ${24 - QUIET_FROM})) + make_interval(hours => ${QUIET_UNTIL}))
          at time zone zone as morning
      from person, lateral (select ${at}::timestamptz at time zone zone as local) as clock
    )
    insert into notices (user_id, kind, key, booking_id, other_id, data, at, shown, due_at)
    select id, ${kind}, ${key}, ${bookingId ?? null}::uuid, ${otherId ?? null}::uuid, ${JSON.stringify(data)}::jsonb,
      ${at}::timestamptz,
      not exists (select from notice_switches where user_id = id and topic = ${topic} and channel = 'app' and not enabled),
      case when quiet and not ${urgent}::boolean
        and coalesce(starts_at not between ${at}::timestamptz and morning + make_interval(hours => ${TOO_LATE_HOURS}), true)
        then morning end
    from moment on conflict (key) do nothing
    returning id, due_at`.execute(db)
  const [notice] = rows
  if (notice && !notice.due_at) await enqueueSending(db, notice.id)
}

/** Asks for what leaves the server. */
export async function enqueueSending(db: Db, notice_id: string): Promise<void> {
  await enqueue(db, 'send-notice-letter', { notice_id })
  await enqueue(db, 'send-notice-push', { notice_id })
}

/** The zone of a professional's first area; of the home that a client booked last. */
const ZONE_OF_AREA = `(
  select coalesce(zips.time_zone, cities.time_zone) from professional_areas
  left join zips on zips.place_id = professional_areas.place_id left join cities on cities.id = professional_areas.place_id
  where professional_areas.professional_id = users.id order by position limit 1)`
const ZONE_OF_HOME = `(
  select time_zone from bookings where client_id = users.id order by created_at desc limit 1)`
