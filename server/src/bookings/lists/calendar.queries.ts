import { sql } from 'kysely'
import type { Role } from '#contract/product.ts'
import type { Db } from '#server/db/db.ts'
import type { Side } from '#server/http/calls/actor.ts'
import { LEAD_CHANGES_SQL } from '../proposals/proposals.queries.ts'

/**
 * A booking with the names of both sides, the language of the reader's account, whether the lead is `open`, and how
 * often that changed.
 */
export type VisitRow = NonNullable<Awaited<ReturnType<typeof visitOfPerson>>>

/** A booking. Undefined unless this person is one of its sides. */
export async function visitOfPerson(db: Db, person: Side, id: string) {
  return selectVisits(db, person).where('bookings.id', '=', id).executeTakeFirst()
}

/** How long a calendar keeps visits that are over, and those that were cancelled or declined. */
const DAYS_BACK = 60

/** A person's visits, by start: all ahead and those of the last days. rule: visit-calendar */
export async function visitsOfFeed(db: Db, person: Side, now: Date): Promise<VisitRow[]> {
  const since = sql`${now}::timestamptz - make_interval(days => ${DAYS_BACK})`
  return selectVisits(db, person)
    .where(
      sql<boolean>`case
        when bookings.status in ('pending', 'accepted', 'completed') then bookings.ends_at > ${since}
        -- When it was cancelled, declined, or expired.
        -- Cancelled ones of earlier versions have no moment of their own.
        else coalesce(
          bookings.cancelled_at,
          case when bookings.status = 'cancelled'
            then (select max(at) from events where subject_id = bookings.id and kind = 'booking.cancelled') end,
          bookings.answered_at,
          bookings.expires_at
        ) > ${since}
      end`,
    )
    .orderBy('bookings.starts_at')
    .execute()
}

function selectVisits(db: Db, person: Side) {
  return db
    .selectFrom('bookings')
    .innerJoin('professionals', 'professionals.user_id', 'bookings.professional_id')
    .innerJoin('users as client', 'client.id', 'bookings.client_id')
    .innerJoin('users as reader', (join) => join.on('reader.id', '=', person.id))
    .leftJoin('leads', (join) =>
      join
        .onRef('leads.professional_id', '=', 'bookings.professional_id')
        .onRef('leads.client_id', '=', 'bookings.client_id'),
    )
    .select([
      'bookings.id',
      'bookings.status',
      'bookings.service_type',
      'bookings.starts_at',
      'bookings.ends_at',
      'bookings.address',
      'bookings.city',
      'bookings.state',
      'bookings.zip_code',
      'bookings.sequence',
      'professionals.full_name',
      'client.first_name',
      'client.last_name',
      'reader.language',
    ])
    .select([
      sql<boolean>`leads.opened_at is not null`.as('open'),
      sql<number>`coalesce(${LEAD_CHANGES_SQL}, 0)`.as('lead_changes'),
      lastChangeSql(person.role).as('changed_at'),
    ])
    .where(
      person.role === 'client' ? 'bookings.client_id' : 'bookings.professional_id',
      '=',
      person.id,
    )
    .where(sql<boolean>`(${person.role === 'client'}::boolean or bookings.held is null)`)
}

/**
 * When the event of a booking changed last: by its request, what happened to it, a change of its series that moved it,
 * or one that gave it another length. For the professional the lead counts too, because it decides how much the event
 * shows. rule: visit-calendar
 */
function lastChangeSql(reader: Role) {
  const ofLead = reader === 'professional' ? sql`leads.opened_at, leads.returned_at,` : sql``
  return sql<Date>`greatest(bookings.created_at, bookings.moved_at, ${ofLead} (
    select max(at) from events where subject_id = bookings.id and (kind like 'booking.%' or kind = 'proposal.moved')
  ), (
    select max(answered_at) from booking_changes where booking_id = bookings.id and status = 'accepted'))`
}

/** When a person's calendar feed URL was created. Undefined without one. */
export async function feedOf(db: Db, userId: string) {
  return db
    .selectFrom('calendar_feeds')
    .select('created_at')
    .where('user_id', '=', userId)
    .executeTakeFirst()
}

/** The person whose calendar feed URL has this token hash. */
export async function ownerOfFeed(db: Db, tokenHash: Buffer): Promise<Side | undefined> {
  const owner = await db
    .selectFrom('calendar_feeds')
    .innerJoin('users', 'users.id', 'calendar_feeds.user_id')
    .select(['users.id', 'users.role'])
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst()
  return owner && { id: owner.id, role: owner.role as Role }
}

/** Stores the hash of a new token. It replaces the previous one. */
export async function writeFeed(
  db: Db,
  user_id: string,
  feed: { token_hash: Buffer; created_at: Date; made_in: string },
): Promise<void> {
  await db
    .insertInto('calendar_feeds')
    .values({ user_id, ...feed })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(feed))
    .execute()
}

export async function deleteFeed(db: Db, userId: string): Promise<void> {
  await db.deleteFrom('calendar_feeds').where('user_id', '=', userId).execute()
}
