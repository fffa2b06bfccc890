import { z } from 'zod'
import {
  BOOKING_EVENTS,
  BOOKING_MOVES,
  BOOKING_STATUSES,
  SERIES_EVENTS,
} from '../bookings/booking-status.ts'
import { endpoint } from '../endpoint.ts'
import { VISIT_FIELDS } from '../bookings/visit-fields.ts'
import { HELD_FIELD } from '../money/held.ts'
import { HomeFacts } from '../market/homes.ts'
import { PRICE_FIELDS } from '../bookings/price-lines.ts'
import { MESSAGE_LENGTH_MAX, REPORT_REASON_LENGTH_MAX } from './message-rules.ts'
import { Picture } from '../market/professionals.ts'
import { Proposal } from '../bookings/proposals.ts'
import { Dollars, Id, Instant, ServiceTypeValue, text } from '../values.ts'
import { RETURN_REASONS } from '../money/lead-closed.ts'

/**
 * A booking as a card in the conversation: its current state. `may` lists the statuses to which the caller may change
 * it now. rule: booking-moves
 */
const BookingCard = z.object({
  id: Id,
  status: z.enum(BOOKING_STATUSES),
  service_type: ServiceTypeValue,
  booking_date: z.string(),
  booking_time: z.string(),
  /** The city of the home, whose local time `booking_time` is. */
  city: z.string(),
  total_amount: Dollars,
  ...PRICE_FIELDS,
  starts_at: Instant,
  time_zone: z.string(),
  /** Fewer hours than this before the start of an accepted visit, cancelling is late. rule: cancellation */
  notice_hours: z.number().int(),
  /** Whether the client booked it at once. rule: instant-booking */
  instant: z.boolean(),
  /** The regular visits that it belongs to. rule: series */
  series_id: Id.nullable(),
  /** The booking that this visit makes up for, free of charge. rule: reclean */
  reclean_of: Id.nullable(),
  /** The facts of the home, as in `home` of a booking. rule: home-of-booking */
  home: HomeFacts.nullable(),
  ...VISIT_FIELDS,
  /** The open one. rule: proposals */
  proposal: Proposal.nullable(),
  may: z.array(z.enum(BOOKING_MOVES)),
})
export type BookingCard = z.infer<typeof BookingCard>

const MESSAGE_KINDS = ['text', 'picture', 'booking'] as const

/**
 * A message. `message` is its text, '' for a photo without text. A 'booking' message is a card about one event of a
 * booking: `booking_event` says what happened, and `booking` is the booking's current state. It is never unread. Its
 * sender is the person who acted; for an action of a background job it is the professional. Only the two people of the
 * conversation can open `picture_url`; `picture` has the photo's size. rules: booking-cards, messages
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
  booking_event: z.enum([...BOOKING_EVENTS, ...SERIES_EVENTS]).nullable(),
  booking: BookingCard.nullable(),
  ...HELD_FIELD,
  /** When its receiver could first read it, if that was later than `timestamp`. rule: held-starts */
  delivered_at: Instant.optional(),
})
export type Message = z.infer<typeof Message>

/** The facts of the latest booking of a locked lead that its professional sees. rule: conversation-access */
const LockedLead = z.object({
  zip_code: z.string(),
  /** The city of the ZIP code, whose local time `booking_time` is. */
  city: z.string(),
  service_type: ServiceTypeValue,
  booking_date: z.string(),
  booking_time: z.string(),
  starts_at: Instant,
  time_zone: z.string(),
  total_amount: Dollars,
})

/** The event of the booking in the newest message, whose text a screen writes. rule: conversation-list */
const LastEvent = z.object({
  event: z.enum([...BOOKING_EVENTS, ...SERIES_EVENTS]),
  /** Whether the caller acted. */
  mine: z.boolean(),
  instant: z.boolean(),
  reclean_of: Id.nullable(),
  /** The time of the visit now. */
  booking_date: z.string(),
  booking_time: z.string(),
})
export type LastEvent = z.infer<typeof LastEvent>

/**
 * A conversation in the list. If the lead is locked, the professional gets only the client's first name, `last_message`
 * is null, and `lead` describes the latest booking, if there is one. `blocked`: the caller has blocked the other
 * person. `deleted`: the other person has deleted their account.
 * rules: conversation-list, conversation-access, account-deletion
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
  last_event: LastEvent.nullable(),
  last_message_time: Instant.nullable(),
  unread_count: z.number().int(),
  locked: z.boolean(),
  /** Why a locked lead does not wait for a credit: its own came back. rule: lead-locked */
  closed: z.enum(RETURN_REASONS).optional(),
  lead: LockedLead.nullable(),
  blocked: z.boolean(),
  deleted: z.boolean(),
  ...HELD_FIELD,
})
export type Conversation = z.infer<typeof Conversation>

const SIGNED_IN = { role: 'user' } as const

/**
 * Opens the conversation of this client and this professional, and creates their lead. If it exists, returns its id.
 * rules: conversation-pair, contact-limits, messages
 */
export const initiateContact = endpoint({
  method: 'POST',
  path: '/api/chat/initiate-contact',
  offersChallenge: true,
  summary: 'Open the conversation with a professional',
  caller: { role: 'client', roleRefusal: 'clients_only_contact' },
  self: { in: 'body', field: 'client_id' },
  body: z.object({ client_id: Id, professional_id: Id }),
  idempotent: true,
  answer: z.object({ conversation_id: Id, ...HELD_FIELD }),
  refusals: [
    'email_not_verified',
    'professional_not_accepting_messages',
    'too_many_contacts',
    'conversation_blocked',
  ],
})

/**
 * 50 a page: the latest, or those after the conversation `before`. `has_more`: older ones follow. rule:
 * conversation-list
 */
export const conversations = endpoint({
  method: 'GET',
  path: '/api/chat/conversations/{id}',
  whileViewed: true,
  summary: 'My conversations, the latest first',
  caller: SIGNED_IN,
  self: { in: 'params', field: 'id' },
  params: z.object({ id: z.string() }),
  query: z.object({ before: Id.optional() }),
  answer: z.object({ conversations: z.array(Conversation), has_more: z.boolean() }),
})

/** Professionals also get the client's phone, name and email, once the lead is open. rule: conversation-access */
export const conversationDetails = endpoint({
  method: 'GET',
  path: '/api/conversations/{conversationId}',
  summary:
    "One conversation: whether it was opened, and for professionals the client's contact data",
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
  refusals: ['not_found', 'lead_locked'],
})

/**
 * A page of the messages of one conversation (its thread), oldest first: the newest 50, or the 50 before the message
 * `before`. `has_more`: there are older ones. Refuses a professional whose lead is locked with 'lead_locked'.
 * rules: message-screen, conversation-access
 */
export const messages = endpoint({
  method: 'GET',
  path: '/api/chat/messages/{userId}/{otherId}',
  summary: 'A page of the messages between me and another user',
  caller: SIGNED_IN,
  self: { in: 'params', field: 'userId' },
  params: z.object({ userId: z.string(), otherId: z.string() }),
  query: z.object({ before: Id.optional() }),
  answer: z.object({ messages: z.array(Message), has_more: z.boolean() }),
  refusals: ['lead_locked'],
})

const SENDING = [
  'message_too_long',
  'client_contacts_first',
  'professional_not_accepting_messages',
  'lead_locked',
  'conversation_blocked',
  'too_many_contacts',
  'too_many_requests',
  'email_not_verified',
] as const

/** The text fields of the form that sends a photo. */
export const PhotoMessageForm = z.object({
  message: text(0, MESSAGE_LENGTH_MAX, 'message_empty', 'message_too_long').default(''),
})

/**
 * Stores the text without control characters and without white space at its ends. Returns the stored message.
 * rules: messages
 */
export const sendMessage = endpoint({
  method: 'POST',
  path: '/api/chat/messages',
  offersChallenge: true,
  summary: 'Send a message to another user',
  caller: SIGNED_IN,
  self: { in: 'body', field: 'sender_id' },
  body: z.object({
    sender_id: Id,
    receiver_id: Id,
    message: text(1, MESSAGE_LENGTH_MAX, 'message_empty', 'message_too_long'),
  }),
  idempotent: true,
  answer: Message,
  refusals: SENDING,
})

/** Sends a photo, with or without text. The rules and limits of text messages apply. rule: messages */
export const sendPicture = endpoint({
  method: 'POST',
  path: '/api/chat/pictures/{id}',
  offersChallenge: true,
  summary: 'Send a photo to another user',
  caller: SIGNED_IN,
  /** The receiver's id. OpenAPI allows one name for the parameter of both calls at this path. */
  params: z.object({ id: z.string() }),
  multipart: { fields: PhotoMessageForm, files: { image: 'one' } },
  idempotent: true,
  answer: Message,
  refusals: ['invalid_input', ...SENDING, 'message_image_too_large'],
})

/**
 * Refuses 'image_not_found' for everybody but the two people of the conversation. The smaller sizes have file names
 * that end with '-240.webp' and '-640.webp'. rule: messages
 */
export const messagePicture = endpoint({
  method: 'GET',
  path: '/api/chat/pictures/{id}',
  summary: 'A photo of a message',
  caller: SIGNED_IN,
  /** The file's name. */
  params: z.object({ id: z.string().max(80) }),
  answer: z.string(),
  answerType: 'image/webp',
  refusals: ['image_not_found', 'lead_locked'],
})

/**
 * Only for the receiver of the message. With `earlier`, also marks the messages that they received before it in the
 * same conversation. rule: message-read
 */
export const markRead = endpoint({
  method: 'PATCH',
  path: '/api/chat/messages/read/{messageId}',
  summary: 'Mark a message that I received as read',
  caller: SIGNED_IN,
  params: z.object({ messageId: z.string() }),
  query: z.object({ earlier: z.literal('true').optional() }),
  answer: z.object({ id: Id, read: z.literal(true) }),
  refusals: ['not_yours', 'not_found', 'lead_locked'],
})

/** rule: message-read */
export const unreadCount = endpoint({
  method: 'GET',
  path: '/api/chat/unread-count/{userId}',
  summary: 'How many messages to me are unread',
  caller: SIGNED_IN,
  self: { in: 'params', field: 'userId' },
  params: z.object({ userId: z.string() }),
  answer: z.object({ unread_count: z.number().int() }),
})

/** `email` and `phone` are null unless the caller may see them. rule: conversation-access */
export const userContact = endpoint({
  method: 'GET',
  path: '/api/users/{id}',
  summary: 'The name of a user, and their phone and email if I may see them',
  caller: SIGNED_IN,
  params: z.object({ id: z.string() }),
  answer: z.object({
    first_name: z.string(),
    last_name: z.string(),
    email: z.string().nullable(),
    phone: z.string().nullable(),
  }),
  refusals: ['not_yours', 'lead_locked'],
})

/** Afterwards neither person can send messages to the other, and nobody is notified. Safe to repeat. rule: block */
export const block = endpoint({
  method: 'POST',
  path: '/api/chat/block',
  summary: 'Block another user',
  caller: SIGNED_IN,
  body: z.object({ other_user_id: Id }),
  answer: z.object({ blocked: z.literal(true) }),
  refusals: ['not_found'],
})

/** Removes a block. Without one it changes nothing. rule: block */
export const unblock = endpoint({
  method: 'DELETE',
  path: '/api/chat/block/{otherUserId}',
  summary: 'Unblock another user',
  caller: SIGNED_IN,
  params: z.object({ otherUserId: z.string() }),
  answer: z.object({ blocked: z.literal(false) }),
})

/** Reports the other person to the operator. If a report is open already, the reason is added to it. rule: block */
export const report = endpoint({
  method: 'POST',
  path: '/api/chat/report',
  offersChallenge: true,
  summary: 'Report another user to Lustra',
  caller: SIGNED_IN,
  body: z.object({ other_user_id: Id, reason: text(1, REPORT_REASON_LENGTH_MAX) }),
  idempotent: true,
  answer: z.object({ reported: z.literal(true) }),
  refusals: ['not_found', 'too_many_requests'],
})

/**
 * An event that the server sends over the live connection, a WebSocket at LIVE_PATH. 'conversation', 'bookings' and
 * 'notices' are invalidation messages: the browser fetches that data again. 'hello' is sent first on a connection, and
 * again when events may have been missed. The browser then fetches all data again. 'typing': the other person types.
 * rules: live-refresh
 */
export type LiveEvent =
  | { type: 'hello' }
  | { type: 'conversation'; conversation_id: string }
  | { type: 'typing'; conversation_id: string }
  | { type: 'bookings' }
  | { type: 'notices' }
/** The only thing that a browser sends over the live connection. rule: live-refresh */
export const TypingSignal = z.object({ type: z.literal('typing'), conversation_id: Id })
export type TypingSignal = z.infer<typeof TypingSignal>
