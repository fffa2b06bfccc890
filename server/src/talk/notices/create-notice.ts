import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'
import { BULK_PRIORITY, enqueue } from '#server/queue/queue.ts'
import { topicOf } from './notice.ts'
import type { Notice, NoticeKind } from './notice.ts'

/** Quiet hours, in the time zone of the recipient. rule: quiet-hours */
const QUIET_FROM_HOUR = 21
const QUIET_UNTIL_HOUR = 8
/** A notice about a visit that starts within this many hours is sent at once. */
const NEAR_VISIT_HOURS = 24
/** The time zone of a person whose place is unknown. */
const DEFAULT_ZONE = 'America/New_York'

export type NewNotice = {
  userId: string
  kind: NoticeKind
  /**
   * Unique, e.g. `money.receipt ${eventId}`: a second notice with the same key is not written. rule:
   * notice-kinds
   */
  key: string
  at: Date
  bookingId?: string
  /** The user id of the other person. Their name is loaded when the notice is read, because it may change. */
  otherId?: string
  /** Further values for the text: amounts in cents, dates as ISO texts. No names. rule: notice-privacy */
  data?: Notice['data']
  /** Whether letter and push are sent in quiet hours too. */
  urgent?: boolean
  /** When the letter of an urgent notice is sent. Undefined: at once. rule: visit-notices */
  letterAt?: Date | undefined
  /** Whether a scheduled job writes it to many people: letters that a person's press caused go before it. */
  isBulk?: boolean
  /** Not listed at the bell. */
  pushAlone?: boolean
}

/**
 * Writes a notice once and enqueues its letter and its push, in the caller's transaction. In quiet hours both wait
 * until 8:00 (`sendDelayedNotices`), unless the notice is urgent or its visit starts too soon.
 * rule: notice-kinds, quiet-hours
 */
export async function createNotice(
  db: Db,
  {
    userId,
    kind,
    key,
    at,
    bookingId,
    otherId,
    data = {},
    urgent = false,
    letterAt,
    isBulk = false,
    pushAlone = false,
  }: NewNotice,
): Promise<void> {
  const { rows } = await sql<{ id: string; due_at: Date | null }>`
    with person as (
      select users.id, coalesce(booking.time_zone, ${sql.raw(ZONE_OF_FIRST_AREA)}, ${sql.raw(ZONE_OF_LAST_HOME)}, ${DEFAULT_ZONE}) as zone,
        booking.starts_at
      from users left join bookings as booking on booking.id = ${bookingId ?? null}::uuid
      where users.id = ${userId}::uuid and users.deleted_at is null
    ), moment as (
      select person.*, extract(hour from local) not between ${QUIET_UNTIL_HOUR} and ${QUIET_FROM_HOUR - 1} as quiet,
        (date_trunc('day', local + make_interval(hours => ${24 - QUIET_FROM_HOUR})) + make_interval(hours => ${QUIET_UNTIL_HOUR}))
          at time zone zone as morning
      from person, lateral (select ${at}::timestamptz at time zone zone as local) as clock
    )
    insert into notices (user_id, kind, key, booking_id, other_id, data, at, shown, due_at)
    select id, ${kind}, ${key}, ${bookingId ?? null}::uuid, ${otherId ?? null}::uuid, ${JSON.stringify(data)}::jsonb,
      ${at}::timestamptz,
      not ${pushAlone}::boolean and not exists (
        select from notice_switches
        where user_id = id and topic = ${topicOf(kind)} and channel = 'app' and not enabled),
      case when quiet and not ${urgent}::boolean
        and not exists (
          select from unnest(array[starts_at, ${instantOf(data['from'])}, ${instantOf(data['to'])}]::timestamptz[]) as start
          where start between ${at}::timestamptz and ${at}::timestamptz + make_interval(hours => ${NEAR_VISIT_HOURS}))
        then morning end
    from moment on conflict (key) do nothing
    returning id, due_at`.execute(db)
  const [notice] = rows
  if (notice && !notice.due_at) await enqueueSending(db, notice.id, { letterAt, isBulk })
}

/** The old or the new time of a visit that moves, which can be near too. */
function instantOf(value: unknown): string | null {
  return typeof value === 'string' && !Number.isNaN(Date.parse(value)) ? value : null
}

/** Enqueues the letter and the push of a notice. */
export async function enqueueSending(
  db: Db,
  noticeId: string,
  { letterAt, isBulk }: Pick<NewNotice, 'letterAt' | 'isBulk'>,
): Promise<void> {
  await enqueue(
    db,
    'send-notice-letter',
    { notice_id: noticeId },
    { ...(letterAt && { runAt: letterAt }), ...(isBulk && { priority: BULK_PRIORITY }) },
  )
  await enqueue(db, 'send-notice-push', { notice_id: noticeId })
}

/** A professional's zone is that of their first area. */
const ZONE_OF_FIRST_AREA = `(
  select coalesce(zips.time_zone, cities.time_zone) from professional_areas
  left join zips on zips.place_id = professional_areas.place_id left join cities on cities.id = professional_areas.place_id
  where professional_areas.professional_id = users.id order by position limit 1)`
/** A client's zone is that of the home they booked last. */
const ZONE_OF_LAST_HOME = `(
  select time_zone from bookings where client_id = users.id order by created_at desc limit 1)`
