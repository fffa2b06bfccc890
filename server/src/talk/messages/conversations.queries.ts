import { sql } from 'kysely'
import type { Role, ServiceType } from '#contract/product.ts'
import type { LastEvent } from '#contract/talk/messaging.ts'
import type { Db } from '#server/db/db.ts'
import type { Actor } from '#server/http/calls/actor.ts'
import type { Hold } from '#server/money/leads/holds.ts'
import type { Pair } from '#server/money/leads/leads.ts'
import { visibleCitySql } from '#server/bookings/lists/visible-booking.ts'
import { blockedSql } from '#server/people/person/blocked-pair.ts'
import type { ReturnReason } from '#contract/money/lead-closed.ts'
import { leadClosedSql } from '#server/money/leads/leads.ts'

/**
 * A pair's conversation. `open`: the professional may read it. `answered`: the professional has answered. `blocked`: by
 * either side.
 */
export type ConversationState = {
  id: string
  open: boolean
  /** Whether the credit was returned, and the next message of the client asks for one again. */
  returned: boolean
  answered: boolean
  blocked: boolean
  /** The professional does not see it yet. rule: held-starts */
  held: Hold | null
}

/**
 * For a row of `leads`: whether the professional has ever answered. An expired request or proposal does not count.
 * rule: contact-limits
 */
const ANSWERED_SQL = sql<boolean>`exists (
  select from messages where messages.conversation_id = leads.conversation_id
    and messages.sender_id = leads.professional_id
    and coalesce(messages.event, '') not in ('expired', 'proposal_expired')
)`
/** For a row of `leads`: whether one side has blocked the other, or is suspended. rule: block, suspension */
const BLOCKED_SQL = blockedSql(sql.ref('leads.client_id'), sql.ref('leads.professional_id'))

/**
 * The pair's conversation, which is the pair's lead; undefined without one. For a professional there is none while it
 * is held. rule: conversation-pair, held-starts
 */
export async function conversationOf(
  db: Db,
  { professionalId, clientId }: Pair,
  reader: Role,
): Promise<ConversationState | undefined> {
  return db
    .selectFrom('leads')
    .where('professional_id', '=', professionalId)
    .where('client_id', '=', clientId)
    .where(sql<boolean>`(${reader === 'client'}::boolean or held is null)`)
    .select(['conversation_id as id', sql<Hold | null>`held`.as('held')])
    .select([
      sql<boolean>`opened_at is not null`.as('open'),
      sql<boolean>`opened_at is null and waiting_since is null and held is null`.as('returned'),
      ANSWERED_SQL.as('answered'),
      BLOCKED_SQL.as('blocked'),
    ])
    .executeTakeFirst()
}

/** A conversation by its id with the client's contact data; undefined unless this person is one of its sides. */
export async function conversationById(
  db: Db,
  { id, role }: Pick<Actor, 'id' | 'role'>,
  conversationId: string,
) {
  return db
    .selectFrom('leads')
    .innerJoin('users as clients', 'clients.id', 'leads.client_id')
    .where('conversation_id', '=', conversationId)
    .where(role === 'client' ? 'leads.client_id' : 'leads.professional_id', '=', id)
    .where(sql<boolean>`(${role === 'client'}::boolean or held is null)`)
    .select([
      'conversation_id as id',
      'professional_id',
      'client_id',
      'clients.first_name',
      'clients.last_name',
      'clients.email',
      'clients.phone',
      sql<boolean>`opened_at is not null`.as('open'),
      BLOCKED_SQL.as('blocked'),
    ])
    .executeTakeFirst()
}

type ListRow = {
  id: string
  other_id: string
  first_name: string
  last_name: string
  business_name: string | null
  full_name: string | null
  profile_image: string | null
  open: boolean
  closed: ReturnReason | null
  held: Hold | null
  blocked: boolean
  deleted: boolean
  text: string | null
  kind: 'text' | 'picture' | 'booking' | null
  last_event: LastEvent | null
  last_at: Date | null
  unread: number
  zip_code: string | null
  city: string
  service_type: ServiceType
  booking_date: string
  booking_time: string
  starts_at: Date
  time_zone: string
  total_cents: number
}

/**
 * A page of a person's conversations with their last message, newest first: the first ones, or those after the
 * conversation `before`. One row more than `count` says that there are more. Only rows of locked leads have the latest
 * booking.
 */
export async function conversationRows(
  db: Db,
  { id, role }: Pick<Actor, 'id' | 'role'>,
  { before, count }: { before: string | undefined; count: number },
): Promise<ListRow[]> {
  const [ownColumn, otherColumn] =
    role === 'client' ? ['client_id', 'professional_id'] : ['professional_id', 'client_id']
  const { rows } = await sql<ListRow>`
    with sorted as materialized (
      select leads.conversation_id, coalesce(last.created_at, leads.created_at) as at, coalesce(last.seq, 0) as seq,
        last.text, last.kind, last.created_at, last.event, last.sender_id, last.booking_id
      from leads left join lateral (
        select seq, text, kind, created_at, event, sender_id, booking_id from messages
        where messages.conversation_id = leads.conversation_id order by seq desc limit 1
      ) as last on true
      where leads.${sql.ref(ownColumn)} = ${id}::uuid and (${role === 'client'}::boolean or leads.held is null)
    ), page as (
      select * from sorted
      where ${before ?? null}::uuid is null or (at, seq, conversation_id) < (
        select at, seq, conversation_id from sorted where conversation_id = ${before ?? null}::uuid)
      order by at desc, seq desc, conversation_id desc limit ${count + 1}
    )
    select leads.conversation_id as id, others.id as other_id, others.first_name, others.last_name,
      professionals.business_name, professionals.full_name, professionals.profile_image,
      ${role === 'client'} or leads.opened_at is not null as open, leads.held,
      case when ${role === 'professional'} then ${leadClosedSql} end as closed,
      exists (select from blocks where blocker_id = ${id}::uuid and blocked_id = others.id) as blocked,
      others.deleted_at is not null as deleted,
      page.text, page.kind,
      case when page.event is not null then json_build_object('event', page.event, 'mine', page.sender_id = ${id}::uuid,
        'instant', happened.instant, 'reclean_of', happened.reclean_of, 'booking_date', happened.booking_date,
        'booking_time', happened.booking_time) end as last_event,
      page.created_at as last_at, unread.count as unread,
      booking.zip_code, booking.city, booking.service_type, booking.booking_date, booking.booking_time,
      booking.starts_at, booking.time_zone, booking.total_cents
    from page
    join leads on leads.conversation_id = page.conversation_id
    join users as others on others.id = leads.${sql.ref(otherColumn)}
    left join professionals on professionals.user_id = others.id
    left join bookings as happened on happened.id = page.booking_id
    cross join lateral (
      select count(*)::int as count from messages
      where receiver_id = ${id}::uuid and messages.conversation_id = leads.conversation_id and read_at is null
    ) as unread
    left join lateral (
      select zip_code, ${sql.raw(visibleCitySql('false'))} as city, service_type, booking_date, booking_time, starts_at, time_zone, total_cents
      from bookings
      where bookings.professional_id = leads.professional_id and bookings.client_id = leads.client_id
        and leads.opened_at is null and bookings.held is null
      order by created_at desc, bookings.id desc limit 1
    ) as booking on true
    order by page.at desc, page.seq desc, page.conversation_id desc`.execute(db)
  return rows
}

/** A person's names, phone and email. */
export async function personById(db: Db, id: string) {
  return db
    .selectFrom('users')
    .where('id', '=', id)
    .select(['first_name', 'last_name', 'email', 'phone'])
    .executeTakeFirst()
}
