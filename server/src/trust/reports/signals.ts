import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'

export type Signal = {
  kind:
    | 'reviews_of_one_source'
    | 'own_review'
    | 'reviews_without_visits'
    | 'many_reviews'
    | 'duplicate'
    | 'suspended_device'
  /** An SQL query of user_id, evidence and review_id (null: the case is about the person). */
  find: (now: Date) => RawBuilder<unknown>
}

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/** Reviews of one professional from one network or device within so many hours. */
const RING = { reviews: 3, hours: 48 } as const
/** Reviews by a client without a visit, or of one professional, in a week. */
const WEEK_REVIEWS = 5
/** A week has so many times the reviews of an average week of the 12 before. */
const TIMES_AVERAGE = 5
const AVERAGE_WEEKS = 12
/** How long ago two accounts used a device that they share. */
const SHARED_DAYS = 7
/** How soon after it was opened an account has its first device. */
const OPENED_ON_MINUTES = 60

const since = (now: Date, ms: number) => sql`${new Date(+now - ms)}::timestamptz`

/** The signs of abuse that are looked for. rule: flags */
export const SIGNALS: readonly Signal[] = [
  {
    kind: 'reviews_of_one_source',
    find: (now) => sql`
      select professional_id as user_id, (array_agg(id::text order by created_at desc, id desc))[1] as evidence,
        (array_agg(id order by created_at desc, id desc))[1] as review_id
      from (
        select reviews.*, count(*) over (
          partition by professional_id, source order by reviews.created_at
          range between interval '${sql.raw(String(RING.hours))} hours' preceding and current row) as near, source
        from reviews cross join lateral (values (network_tag), (device_tag)) as tag (source)
        where source is not null and reviews.created_at > ${since(now, 7 * DAY_MS)}
      ) as tagged
      where near >= ${RING.reviews} group by professional_id, source`,
  },
  {
    kind: 'own_review',
    find: (now) => sql`
      select professional_id as user_id, reviews.id::text as evidence, reviews.id as review_id
      from reviews join device_tags
        on device_tags.user_id = professional_id and device_tags.device_tag = reviews.device_tag
      where reviews.created_at > ${since(now, 7 * DAY_MS)}`,
  },
  {
    kind: 'reviews_without_visits',
    find: (now) => sql`
      select client_id as user_id, (array_agg(id::text order by created_at desc, id desc))[1] as evidence,
        null::uuid as review_id
      from reviews where created_at > ${since(now, 7 * DAY_MS)} and not exists (
        select from bookings where bookings.client_id = reviews.client_id and no_show is null
          and (status = 'completed' or status = 'accepted' and ends_at <= ${now}::timestamptz))
      group by client_id having count(*) >= ${WEEK_REVIEWS}`,
  },
  {
    kind: 'many_reviews',
    find: (now) => sql`
      select professional_id as user_id, (array_agg(id::text order by created_at desc, id desc))[1] as evidence,
        null::uuid as review_id
      from reviews where created_at > ${since(now, 7 * DAY_MS)}
      group by professional_id
      having count(*) >= ${WEEK_REVIEWS} and count(*) >= ${TIMES_AVERAGE} * (
        select count(*) from reviews as before where before.professional_id = reviews.professional_id
          and before.created_at <= ${since(now, 7 * DAY_MS)}
          and before.created_at > ${since(now, (AVERAGE_WEEKS + 1) * 7 * DAY_MS)}) / ${AVERAGE_WEEKS}::float8`,
  },
  {
    kind: 'duplicate',
    find: (now) => sql`
      select newer.id as user_id, older.id::text as evidence, null::uuid as review_id
      from device_tags join device_tags as shared
        on shared.device_tag = device_tags.device_tag and shared.user_id <> device_tags.user_id
      join users as newer on newer.id = device_tags.user_id and newer.deleted_at is null
      join users as older on older.id = shared.user_id and older.deleted_at is null
      where greatest(device_tags.last_seen_at, shared.last_seen_at) > ${since(now, SHARED_DAYS * DAY_MS)}
        and (older.created_at, older.id) < (newer.created_at, newer.id)
        and (${phoneOf('newer')} = ${phoneOf('older')} or ${mailboxOf('newer')} = ${mailboxOf('older')})`,
  },
  {
    kind: 'suspended_device',
    find: (now) => sql`
      select opened.id as user_id, suspended.id::text as evidence, null::uuid as review_id
      from users as opened join device_tags on device_tags.user_id = opened.id
        and device_tags.created_at <= opened.created_at + make_interval(mins => ${OPENED_ON_MINUTES})
      join device_tags as shared on shared.device_tag = device_tags.device_tag and shared.user_id <> opened.id
      join users as suspended on suspended.id = shared.user_id
      join suspensions on suspensions.id = suspended.suspension_id
      where opened.deleted_at is null and opened.created_at > suspensions.began_at
        and opened.created_at > ${since(now, SHARED_DAYS * DAY_MS)}`,
  },
]

/** The last ten digits of a phone; null with fewer. */
const phoneOf = (person: string) =>
  sql.raw(`nullif(substring(regexp_replace(${person}.phone, '\\D', '', 'g') from '\\d{10}$'), '')`)

/** An email without what its mailbox ignores: a suffix after +, and dots of Gmail. */
const mailboxOf = (person: string) =>
  sql.raw(`(case when ${person}.email_key ~ '@(gmail|googlemail)\\.com$'
    then replace(regexp_replace(${person}.email_key, '(\\+[^@]*)?@.*$', ''), '.', '') || '@gmail.com'
    else regexp_replace(${person}.email_key, '\\+[^@]*@', '@') end)`)
