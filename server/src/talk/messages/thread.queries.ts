import { sql } from 'kysely'
import type { PriceLine } from '#contract/bookings/booking-price.ts'
import type { BookingStatus } from '#contract/bookings/booking-status.ts'
import type { Message } from '#contract/talk/messaging.ts'
import type { ServiceType } from '#contract/product.ts'
import type { Picture } from '#contract/market/professionals.ts'
import type { Stage } from '#contract/visits/visit-rules.ts'
import type { Db, Tx } from '#server/db/db.ts'
import { reachableSql } from '#server/people/listing/listed.ts'
import { openProposalSql } from '#server/bookings/proposals/proposal-view.ts'
import type { ProposalRow } from '#server/bookings/proposals/proposal-view.ts'
import { LINES_SQL } from '#server/market/offer/booking-lines.ts'

export type MessageRow = {
  id: string
  conversation_id: string
  sender_id: string
  receiver_id: string
  kind: Message['kind']
  text: string
  picture_facts: Picture | null
  event: Message['booking_event']
  created_at: Date
  /** When its receiver could first read it, if that was later. */
  delivered_at: Date | null
  read_at: Date | null
  booking_id: string | null
  status: BookingStatus | null
  service_type: ServiceType | null
  booking_date: string | null
  booking_time: string | null
  city: string | null
  total_cents: number | null
  lines: PriceLine[]
  supplies: string | null
  home_facts: unknown
  stage: Stage | null
  no_show: string | null
  final_cents: number | null
  starts_at: Date | null
  expires_at: Date | null
  time_zone: string | null
  notice_hours: number | null
  instant: boolean | null
  series_id: string | null
  reclean_of: string | null
  proposal: ProposalRow | null
  /** Whether the professional is reachable now. Computed only for a pending or accepted booking. */
  reachable: boolean | null
}

/** The newest messages of a conversation, or the newest before the message `before`; newest first. */
export async function newestMessages(
  db: Db,
  conversationId: string,
  { before, limit, now }: { before?: string | undefined; limit: number; now: Date },
): Promise<MessageRow[]> {
  const { rows } = await sql<MessageRow>`
    select messages.id, conversation_id, sender_id, receiver_id, kind, text, picture_facts, event, messages.created_at, delivered_at, read_at, booking_id,
      status, service_type, booking_date, booking_time, bookings.city, total_cents, supplies, ${LINES_SQL} as lines, starts_at, expires_at, time_zone, notice_hours, instant, bookings.series_id, bookings.reclean_of, bookings.home_facts, bookings.stage, bookings.no_show, bookings.final_cents,
      ${openProposalSql(now)} as proposal,
      case when status in ('pending', 'accepted') then ${reachableSql('bookings.professional_id')} end as reachable
    from messages left join bookings on bookings.id = booking_id
    where conversation_id = ${conversationId}::uuid
      and (${before ?? null}::uuid is null
        or seq < (select seq from messages where id = ${before ?? null}::uuid and conversation_id = ${conversationId}::uuid))
    order by seq desc limit ${limit}`.execute(db)
  return rows
}

/** Writes a message of a person, with the file of its photo. Returns its id. */
export async function insertMessage(
  tx: Tx,
  message: Omit<Message, 'id'>,
  file: string | null,
): Promise<string> {
  const { id } = await tx
    .insertInto('messages')
    .values({
      conversation_id: message.conversation_id,
      sender_id: message.sender_id,
      receiver_id: message.receiver_id,
      kind: message.kind,
      text: message.message,
      picture: file,
      picture_facts: message.picture && JSON.stringify(message.picture),
      created_at: message.timestamp,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** A message and whether its lead is open, if this person is its sender or receiver. */
export async function messageOf(db: Db, personId: string, id: string) {
  return db
    .selectFrom('messages')
    .innerJoin('leads', 'leads.conversation_id', 'messages.conversation_id')
    .where('messages.id', '=', id)
    .where(isSeenBy(personId))
    .select(['sender_id', 'receiver_id', 'messages.conversation_id'])
    .select(sql<boolean>`opened_at is not null`.as('open'))
    .executeTakeFirst()
}

/** The message that shows a picture, if this person is its sender or receiver. */
export async function messageOfPicture(db: Db, personId: string, file: string) {
  return db
    .selectFrom('messages')
    .innerJoin('leads', 'leads.conversation_id', 'messages.conversation_id')
    .where('picture', '=', file)
    .where(isSeenBy(personId))
    .select('client_id')
    .select(sql<boolean>`opened_at is not null`.as('open'))
    .executeTakeFirst()
}

/** The sender, and the receiver once the message is not held. rule: held-starts */
const isSeenBy = (personId: string) =>
  sql<boolean>`(sender_id = ${personId}::uuid or receiver_id = ${personId}::uuid and leads.held is null)`

/**
 * Marks a message as read. With `earlier`, also marks the messages that its receiver got before it in the conversation.
 * Returns whether any of them was unread.
 */
export async function setRead(
  db: Db,
  { id, earlier }: { id: string; earlier: boolean },
  at: Date,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    with unread as (
      select messages.id
      from messages join messages as latest
        on messages.receiver_id = latest.receiver_id and messages.conversation_id = latest.conversation_id
      where latest.id = ${id} and messages.read_at is null
        and (messages.id = latest.id or ${earlier}::boolean and messages.seq < latest.seq)
      order by messages.seq for update of messages
    )
    update messages set read_at = ${at} from unread where messages.id = unread.id`.execute(db)
  return (numAffectedRows ?? 0n) > 0n
}

/** In SQL over messages: its receiver can see it. rule: held-starts */
const NOT_HELD_SQL = sql<boolean>`not exists (
  select from leads where leads.conversation_id = messages.conversation_id and leads.held is not null)`

/** How many messages this person received and has not read. rule: message-read */
export async function countUnread(db: Db, receiverId: string): Promise<number> {
  const { count } = await db
    .selectFrom('messages')
    .where('receiver_id', '=', receiverId)
    .where('read_at', 'is', null)
    .where(NOT_HELD_SQL)
    .select(sql<number>`count(*)::int`.as('count'))
    .executeTakeFirstOrThrow()
  return count
}
