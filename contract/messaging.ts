import { z } from 'zod'
import { BOOKING_EVENTS, BOOKING_MOVES, BOOKING_STATUSES } from './booking-status.ts'
import { endpoint } from './endpoint.ts'
import { MESSAGE_LENGTH_MAX, REPORT_REASON_LENGTH_MAX } from './product.ts'
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
 * A message. `message` is its text, '' for a photo without text. A 'booking' message is a card: `booking_event` says
 * what happened, `booking` is its present state, and it is never unread. Its sender is who acted; what the clock did
 * belongs to the professional. `picture_url` opens for the two sides only; `picture` has its size.
 * rules: booking-cards, photos-in-messages
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

/** What a professional sees of a locked lead's latest booking. rule: lead-locked-reading */
const LockedLead = z.object({
  zip_code: z.string(),
  service_type: ServiceTypeValue,
  booking_date: z.string(),
  booking_time: z.string(),
  total_amount: Dollars,
})

/**
 * A conversation in the list. Of a locked lead: first name only, `last_message` null, and `lead` if there is a booking.
 * `blocked`: the reader has blocked the other side. `deleted`: the other side has deleted their account.
 * rules: conversation-list, lead-locked-reading, deleted-account
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

const SIGNED_IN = { role: 'user' } as const
const COMMON = ['not_signed_in', 'not_yours', 'invalid_input'] as const

/**
 * Opens the pair's conversation and its lead; the same id however often.
 * rules: contact-first, contact-limits, message-sent-once
 */
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

/** rule: conversation-list */
export const conversations = endpoint({
  method: 'GET',
  path: '/api/chat/conversations/{id}',
  feature: 'messaging',
  summary: 'My conversations, the newest first',
  caller: SIGNED_IN,
  self: { in: 'params', field: 'id' },
  params: z.object({ id: z.string() }),
  answer: z.object({ conversations: z.array(Conversation) }),
  refusals: COMMON,
})

/** For professionals also the client's phone, name and email once the lead is open. rule: contact-data */
export const conversationDetails = endpoint({
  method: 'GET',
  path: '/api/conversations/{conversationId}',
  feature: 'messaging',
  summary: 'One conversation: whether it began, and for professionals how to reach the client',
  caller: SIGNED_IN,
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
 * A page of the thread, oldest first: the newest 50 messages, or those before the message `before`. `has_more`: there
 * are older ones. A locked lead answers 402 `lead_locked`. rules: thread-pages, lead-locked-reading
 */
export const messages = endpoint({
  method: 'GET',
  path: '/api/chat/messages/{userId}/{otherId}',
  feature: 'messaging',
  summary: 'A page of the messages between me and another',
  caller: SIGNED_IN,
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

/** The text fields of the form that sends a photo. */
export const PhotoMessageForm = z.object({
  message: text(0, MESSAGE_LENGTH_MAX, 'message_empty', 'message_too_long').default(''),
})

/**
 * The text is trimmed and stored exactly. Returns the message as it was written.
 * rules: message-limits, message-sent-once
 */
export const sendMessage = endpoint({
  method: 'POST',
  path: '/api/chat/messages',
  feature: 'messaging',
  summary: 'Write to another',
  caller: SIGNED_IN,
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

/** A photo in a message, with or without text; the same rules and limits as for text. rule: photos-in-messages */
export const sendPicture = endpoint({
  method: 'POST',
  path: '/api/chat/pictures/{receiverId}',
  feature: 'messaging',
  summary: 'Send a photo to another',
  caller: SIGNED_IN,
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

/**
 * 404 for everybody but the two sides. A file name ends '-240.webp' or '-640.webp' for the smaller sizes.
 * rule: private-photos
 */
export const messagePicture = endpoint({
  method: 'GET',
  path: '/api/chat/pictures/{file}',
  feature: 'messaging',
  summary: 'A photo of a message',
  caller: SIGNED_IN,
  params: z.object({ file: z.string().max(80) }),
  answer: z.string(),
  answerType: 'image/webp',
  refusals: ['not_signed_in', 'image_not_found', 'lead_locked'],
})

/** Only for the receiver. `earlier` also marks what they received before it in the conversation. rule: message-read */
export const markRead = endpoint({
  method: 'PATCH',
  path: '/api/chat/messages/read/{messageId}',
  feature: 'messaging',
  summary: 'Mark a message that I received as read',
  caller: SIGNED_IN,
  params: z.object({ messageId: z.string() }),
  query: z.object({ earlier: z.literal('true').optional() }),
  answer: z.object({ id: Id, read: z.literal(true) }),
  refusals: [...COMMON, 'not_found', 'lead_locked'],
})

/** rule: unread-count */
export const unreadCount = endpoint({
  method: 'GET',
  path: '/api/chat/unread-count/{userId}',
  feature: 'messaging',
  summary: 'How many messages to me are unread',
  caller: SIGNED_IN,
  self: { in: 'params', field: 'userId' },
  params: z.object({ userId: z.string() }),
  answer: z.object({ unread_count: z.number().int() }),
  refusals: COMMON,
})

/** Email and phone are null unless the caller may see them. rule: contact-data */
export const userContact = endpoint({
  method: 'GET',
  path: '/api/users/{id}',
  feature: 'messaging',
  summary: 'Names and, where I may see them, phone and email of another or of me',
  caller: SIGNED_IN,
  params: z.object({ id: z.string() }),
  answer: z.object({
    first_name: z.string(),
    last_name: z.string(),
    email: z.string().nullable(),
    phone: z.string().nullable(),
  }),
  refusals: [...COMMON, 'lead_locked'],
})

/** Neither side can write any more, and nobody is notified. Blocking again changes nothing. rule: block */
export const block = endpoint({
  method: 'POST',
  path: '/api/chat/block',
  feature: 'messaging',
  summary: 'Block another',
  caller: SIGNED_IN,
  body: z.object({ other_user_id: Id }),
  answer: z.object({ blocked: z.literal(true) }),
  refusals: [...COMMON, 'not_found'],
})

/** Removes a block; without one it changes nothing. rule: block */
export const unblock = endpoint({
  method: 'DELETE',
  path: '/api/chat/block/{otherUserId}',
  feature: 'messaging',
  summary: 'Unblock another',
  caller: SIGNED_IN,
  params: z.object({ otherUserId: z.string() }),
  answer: z.object({ blocked: z.literal(false) }),
  refusals: COMMON,
})

/** Reports the other side to the operator. A new reason is added to an open report. rule: report */
export const report = endpoint({
  method: 'POST',
  path: '/api/chat/report',
  feature: 'messaging',
  summary: 'Report another to Lustra',
  caller: SIGNED_IN,
  body: z.object({ other_user_id: Id, reason: text(1, REPORT_REASON_LENGTH_MAX) }),
  answer: z.object({ reported: z.literal(true) }),
  refusals: [...COMMON, 'not_found', 'too_many_requests'],
})

/**
 * What the server sends over the live connection, a WebSocket at LIVE_PATH. 'conversation', 'bookings' and 'notices'
 * are invalidation messages: the browser reads that data again. 'hello' comes first and after each gap: the browser
 * reads everything again. 'typing': the other side of the conversation types. rules: live-refresh, typing
 */
export type LiveEvent =
  | { type: 'hello' }
  | { type: 'conversation'; conversation_id: string }
  | { type: 'typing'; conversation_id: string }
  | { type: 'bookings' }
  | { type: 'notices' }
/** The only thing that a browser sends over the live connection. rule: typing */
export const TypingSignal = z.object({ type: z.literal('typing'), conversation_id: Id })
export type TypingSignal = z.infer<typeof TypingSignal>
