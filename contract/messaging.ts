import { z } from 'zod'
import { BOOKING_EVENTS, BOOKING_MOVES, BOOKING_STATUSES } from './booking-status.ts'
import { endpoint } from './endpoint.ts'
import { MESSAGE_LENGTH_MAX } from './product.ts'
import { Picture } from './professionals.ts'
import { Dollars, Id, Instant, ServiceTypeValue, text } from './values.ts'

/** A booking as a card in the thread: its current state, and what the reader may do with it now. rule: booking-may */
const BookingCard = z.object({
  id: Id,
  status: z.enum(BOOKING_STATUSES),
  service_type: ServiceTypeValue,
  booking_date: z.string(),
  booking_time: z.string(),
  total_amount: Dollars,
  may: z.array(z.enum(BOOKING_MOVES)),
})
export type BookingCard = z.infer<typeof BookingCard>

const MESSAGE_KINDS = ['text', 'picture', 'booking'] as const

/**
 * A message (professional spec 3). `message` is its text, '' for a picture alone. A 'booking' message tells what happened
 * (`booking_event`) to `booking` as it now is; its sender is who did it (what the clock did, 'expired' among it, stands on the
 * professional's side), and it is never unread. `picture_url` opens for the two of them only; `picture` has its size beside.
 */
const Message = z.object({
  id: Id,
  sender_id: Id,
  receiver_id: Id,
  conversation_id: Id,
  message: z.string(),
  timestamp: Instant,
  read: z.boolean(),
  kind: z.enum(MESSAGE_KINDS),
  picture_url: z.string().nullable(),
  picture: Picture.nullable(),
  booking_event: z.enum(BOOKING_EVENTS).nullable(),
  booking: BookingCard.nullable(),
})
export type Message = z.infer<typeof Message>

/** What a professional sees of a locked lead's latest booking (decision 15). */
const LockedLead = z.object({
  zip_code: z.string(),
  service_type: ServiceTypeValue,
  booking_date: z.string(),
  booking_time: z.string(),
  total_amount: Dollars,
})

/**
 * A conversation in the list (professional spec 3). Of a locked lead (decision 15): first name only, `last_message` null, and
 * `lead` says what is known if there is a booking. `blocked` when the reader has blocked the other side;
 * `deleted` when the other side has deleted their account. rule: deleted-account
 */
const Conversation = z.object({
  other_user_id: Id,
  other_user_name: z.string(),
  other_user_role: z.enum(['client', 'professional']),
  professional_profile: z.object({ business_name: z.string(), full_name: z.string() }).nullable(),
  other_user_image_url: z.string().nullable(),
  conversation_id: Id,
  last_message: z.string().nullable(),
  last_message_kind: z.enum(MESSAGE_KINDS).nullable(),
  last_message_time: Instant.nullable(),
  unread_count: z.number().int(),
  locked: z.boolean(),
  lead: LockedLead.nullable(),
  blocked: z.boolean(),
  deleted: z.boolean(),
})
export type Conversation = z.infer<typeof Conversation>

const CHATS = { role: 'user' } as const
const COMMON = ['not_signed_in', 'not_yours', 'invalid_input'] as const

/** Client spec 7, decisions 14, 15, 40: opens the pair's conversation and its lead; the same id however often. */
export const initiateContact = endpoint({
  method: 'POST',
  path: '/api/chat/initiate-contact',
  feature: 'messaging',
  summary: 'Open the conversation with a professional',
  caller: { role: 'client', roleRefusal: 'clients_only_contact' },
  self: { in: 'body', field: 'client_id' },
  body: z.object({ client_id: Id, professional_id: Id }),
  idempotent: true,
  answer: z.object({ conversation_id: Id }),
  refusals: [
    ...COMMON,
    'clients_only_contact',
    'professional_not_accepting_messages',
    'too_many_contacts',
    'conversation_blocked',
    'idempotency_key_reused',
  ],
})

/** Professional spec 3, 7; the newest first. */
export const conversations = endpoint({
  method: 'GET',
  path: '/api/chat/conversations/{id}',
  feature: 'messaging',
  summary: 'My conversations, the newest first',
  caller: CHATS,
  self: { in: 'params', field: 'id' },
  params: z.object({ id: z.string() }),
  answer: z.object({ conversations: z.array(Conversation) }),
  refusals: COMMON,
})

/** Professional spec 3, 7: for professionals also the client's phone, name and email once the lead is open. */
export const conversationDetails = endpoint({
  method: 'GET',
  path: '/api/conversations/{conversationId}',
  feature: 'messaging',
  summary: 'One conversation: whether it began, and for professionals how to reach the client',
  caller: CHATS,
  self: { in: 'query', field: 'current_user_id' },
  params: z.object({ conversationId: z.string() }),
  query: z.object({ current_user_id: z.string() }),
  answer: z.object({
    conversation_id: Id,
    other_user_id: Id,
    isInitiated: z.boolean(),
    client: z.object({ name: z.string(), phone: z.string(), email: z.string() }).nullable(),
    phone: z.string().nullable(),
    name: z.string().nullable(),
    email: z.string().nullable(),
  }),
  refusals: [...COMMON, 'not_found', 'lead_locked'],
})

/**
 * Professional spec 7: a page of the thread, oldest first: the newest 50, or those before the message `before`.
 * `has_more` when there are older ones. A locked lead's answers 402 'lead_locked' (decision 15).
 */
export const messages = endpoint({
  method: 'GET',
  path: '/api/chat/messages/{userId}/{otherId}',
  feature: 'messaging',
  summary: 'A page of the messages between me and another',
  caller: CHATS,
  self: { in: 'params', field: 'userId' },
  params: z.object({ userId: z.string(), otherId: z.string() }),
  query: z.object({ before: Id.optional() }),
  answer: z.object({ messages: z.array(Message), has_more: z.boolean() }),
  refusals: [...COMMON, 'lead_locked'],
})

const SENDING = [
  'message_too_long',
  'client_contacts_first',
  'professional_not_accepting_messages',
  'lead_locked',
  'conversation_blocked',
  'too_many_contacts',
  'too_many_requests',
  'idempotency_key_reused',
] as const

/** The words beside a photo. */
export const PhotoMessageForm = z.object({
  message: text(0, MESSAGE_LENGTH_MAX, 'message_empty', 'message_too_long').default(''),
})

/** Professional spec 5, 7; decisions 14, 15, 40. The text is kept exactly, trimmed. Answers the message as it was written. */
export const sendMessage = endpoint({
  method: 'POST',
  path: '/api/chat/messages',
  feature: 'messaging',
  summary: 'Write to another',
  caller: CHATS,
  self: { in: 'body', field: 'sender_id' },
  body: z.object({
    sender_id: Id,
    receiver_id: Id,
    message: text(1, MESSAGE_LENGTH_MAX, 'message_empty', 'message_too_long'),
  }),
  idempotent: true,
  answer: Message,
  refusals: [...COMMON, 'message_empty', ...SENDING],
})

/** A photo in a message, with words beside it or without: the same rules and limits as for words, through the pipeline of every picture (decision 36). */
export const sendPicture = endpoint({
  method: 'POST',
  path: '/api/chat/pictures/{receiverId}',
  feature: 'messaging',
  summary: 'Send a photo to another',
  caller: CHATS,
  params: z.object({ receiverId: z.string() }),
  multipart: { fields: PhotoMessageForm, files: { image: 'one' } },
  idempotent: true,
  answer: Message,
  refusals: [
    ...COMMON,
    ...SENDING,
    'bad_request',
    'form_required',
    'form_unreadable',
    'image_required',
    'image_unreadable',
    'image_too_large_to_open',
    'message_image_too_large',
    'overloaded',
  ],
})

/** Opens for the two of a conversation only; 404 for everybody else. A name ends '-240.webp' or '-640.webp' for the smaller sizes. */
export const messagePicture = endpoint({
  method: 'GET',
  path: '/api/chat/pictures/{file}',
  feature: 'messaging',
  summary: 'A photo of a message',
  caller: CHATS,
  params: z.object({ file: z.string().max(80) }),
  answer: z.string(),
  answerType: 'image/webp',
  refusals: ['not_signed_in', 'image_not_found', 'lead_locked'],
})

/** Professional spec 7: by its receiver alone; again is harmless. `earlier` marks what she received before it in the conversation as well. */
export const markRead = endpoint({
  method: 'PATCH',
  path: '/api/chat/messages/read/{messageId}',
  feature: 'messaging',
  summary: 'Mark a message that I received as read',
  caller: CHATS,
  params: z.object({ messageId: z.string() }),
  query: z.object({ earlier: z.literal('true').optional() }),
  answer: z.object({ id: Id, read: z.literal(true) }),
  refusals: [...COMMON, 'not_found', 'lead_locked'],
})

/** Client spec 7; professional spec 7. */
export const unreadCount = endpoint({
  method: 'GET',
  path: '/api/chat/unread-count/{userId}',
  feature: 'messaging',
  summary: 'How many messages to me are unread',
  caller: CHATS,
  self: { in: 'params', field: 'userId' },
  params: z.object({ userId: z.string() }),
  answer: z.object({ unread_count: z.number().int() }),
  refusals: COMMON,
})

/** Professional spec 7; who sees what is in the authorization table: contact data of a client of an open lead alone. */
export const userContact = endpoint({
  method: 'GET',
  path: '/api/users/{id}',
  feature: 'messaging',
  summary: 'Names and, where I may see them, phone and email of another or of me',
  caller: CHATS,
  params: z.object({ id: z.string() }),
  answer: z.object({
    first_name: z.string(),
    last_name: z.string(),
    email: z.string().nullable(),
    phone: z.string().nullable(),
  }),
  refusals: [...COMMON, 'lead_locked'],
})

/** A person ends a conversation for the other side; nobody is told. Again is harmless. */
export const block = endpoint({
  method: 'POST',
  path: '/api/chat/block',
  feature: 'messaging',
  summary: 'Block another',
  caller: CHATS,
  body: z.object({ other_user_id: Id }),
  answer: z.object({ blocked: z.literal(true) }),
  refusals: [...COMMON, 'not_found'],
})

/** Takes a block back. Again is harmless. */
export const unblock = endpoint({
  method: 'DELETE',
  path: '/api/chat/block/{otherUserId}',
  feature: 'messaging',
  summary: 'Unblock another',
  caller: CHATS,
  params: z.object({ otherUserId: z.string() }),
  answer: z.object({ blocked: z.literal(false) }),
  refusals: COMMON,
})

/** Tells the operator about another, with words of one's own; one open report a pair. */
export const report = endpoint({
  method: 'POST',
  path: '/api/chat/report',
  feature: 'messaging',
  summary: 'Report another to Lustra',
  caller: CHATS,
  body: z.object({ other_user_id: Id, reason: text(1, 1000) }),
  answer: z.object({ reported: z.literal(true) }),
  refusals: [...COMMON, 'not_found', 'too_many_requests'],
})

/**
 * What the live connection (a WebSocket at LIVE_PATH) says to a browser (a push is a nudge: the screen asks for what is true) and
 * what a browser says back. 'hello' comes first, and again whenever pushes may have been missed: ask for everything anew.
 * `conversation_id` names what changed; 'typing' is of the other side.
 */
export type LiveEvent =
  | { type: 'hello' }
  | { type: 'conversation'; conversation_id: string }
  | { type: 'typing'; conversation_id: string }
  | { type: 'bookings' }
  | { type: 'notices' }
export const TypingSignal = z.object({ type: z.literal('typing'), conversation_id: Id })
export type TypingSignal = z.infer<typeof TypingSignal>
