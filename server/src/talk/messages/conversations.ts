import { dollars } from '#contract/bookings/booking-price.ts'
import type { Conversation } from '#contract/talk/messaging.ts'
import { Id } from '#contract/values.ts'
import type { Db } from '#server/db/db.ts'
import type { Actor } from '#server/http/calls/actor.ts'
import { refuse } from '#server/http/calls/refusal.ts'
import { pictureUrl } from '#server/pictures/stored-picture.ts'
import { heldField } from '#server/money/leads/holds.ts'
import type { Pair } from '#server/money/leads/leads.ts'
import {
  conversationById,
  conversationOf,
  conversationRows,
  personById,
} from './conversations.queries.ts'
import { refuseLocked } from '#server/money/leads/leads.ts'

/** The ids of the professional and the client. The actor is one of them, and `otherId` is the other one. */
export function pairOf({ id, role }: Pick<Actor, 'id' | 'role'>, otherId: string): Pair {
  return role === 'client'
    ? { clientId: id, professionalId: otherId }
    : { clientId: otherId, professionalId: id }
}

/** rule: conversation-list */
const PAGE_SIZE = 50

/**
 * A page of a person's conversations, newest first: the first 50, or the 50 after the conversation `before`. Of a
 * locked lead they have only the client's first name and latest booking. rules: conversation-list, conversation-access
 */
export async function conversationsOf(
  db: Db,
  actor: Actor,
  before: string | undefined,
): Promise<{ conversations: Conversation[]; has_more: boolean }> {
  const rows = await conversationRows(db, actor, { before, count: PAGE_SIZE })
  const conversations = rows.slice(0, PAGE_SIZE).map<Conversation>((row) => ({
    conversation_id: row.id,
    other_user_id: row.other_id,
    other_user_name: row.open ? `${row.first_name} ${row.last_name}`.trim() : row.first_name,
    other_user_role: actor.role === 'client' ? 'professional' : 'client',
    professional_profile:
      row.full_name === null
        ? null
        : { full_name: row.full_name, business_name: row.business_name ?? '' },
    other_user_image_url: row.profile_image && pictureUrl(row.profile_image),
    last_message: row.open ? row.text : null,
    last_message_kind: row.open ? row.kind : null,
    last_event: row.open ? row.last_event : null,
    last_message_time: row.last_at?.toISOString() ?? null,
    unread_count: row.unread,
    locked: !row.open,
    ...(row.closed ? { closed: row.closed } : {}),
    lead:
      row.open || row.zip_code === null
        ? null
        : {
            zip_code: row.zip_code,
            city: row.city,
            service_type: row.service_type,
            booking_date: row.booking_date,
            booking_time: row.booking_time,
            starts_at: row.starts_at.toISOString(),
            time_zone: row.time_zone,
            total_amount: dollars(row.total_cents),
          },
    blocked: row.blocked,
    deleted: row.deleted,
    ...heldField(row.held),
  }))
  return { conversations, has_more: rows.length > PAGE_SIZE }
}

/**
 * One of a person's conversations. For a professional it has the client's contact data. Refuses 'not_found' for a
 * conversation of other people, and 'lead_locked'. rule: conversation-access
 */
export async function conversationDetails(db: Db, actor: Actor, id: string) {
  const conversation = Id.safeParse(id).success ? await conversationById(db, actor, id) : undefined
  if (!conversation) refuse('not_found')
  const isClient = actor.role === 'client'
  if (!isClient && !conversation.open) await refuseLocked(db, pairOf(actor, conversation.client_id))
  const { first_name, last_name, phone, email } = conversation
  const client = isClient ? null : { name: `${first_name} ${last_name}`.trim(), phone, email }
  return {
    conversation_id: conversation.id,
    other_user_id: isClient ? conversation.professional_id : conversation.client_id,
    isInitiated: true,
    client,
    name: client?.name ?? null,
    phone: client?.phone ?? null,
    email: client?.email ?? null,
  }
}

/**
 * The names, phone and email of a person, as far as the actor may see them. Users see their own. A client sees only the
 * names of a professional with whom they have a conversation. A professional sees everything of the client of an open
 * lead. For any other id, existing or not, refuses 'not_yours'. rule: conversation-access
 */
export async function contactOf(db: Db, actor: Actor, id: string) {
  const { first_name, last_name, phone, email } = actor
  if (id === actor.id) return { first_name, last_name, phone, email }
  const conversation = Id.safeParse(id).success
    ? await conversationOf(db, pairOf(actor, id), actor.role)
    : undefined
  if (!conversation) refuse('not_yours')
  if (actor.role === 'professional' && !conversation.open) await refuseLocked(db, pairOf(actor, id))
  const person = (await personById(db, id)) ?? refuse('not_yours')
  return actor.role === 'professional' ? person : { ...person, phone: null, email: null }
}
