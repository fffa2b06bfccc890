import { phoneText } from '#contract/people/phone-text.ts'
import { firstNameOf } from '#contract/people/display-name.ts'
import type { Person } from './account.ts'
import { proposalOf } from './bookings.ts'
import type { BookingRow } from './bookings.ts'
import { date, dollars, sentAt, SERVICES, short, time } from './formats.ts'
import { READER_ZONE } from './reading.ts'
import type { Rows } from './reading.ts'

type Message = {
  kind: 'text' | 'picture' | 'booking'
  event: string | null
  text: string
  at: Date
  mine: boolean
  booking_id: string | null
  was_read: boolean
}

/**
 * The messages of two people. What happened to a booking is told by its recorded event, because the page of the booking
 * shows that one.
 */
const messagesOf = (rows: Rows, me: string, other: string): Promise<Message[]> =>
  rows(
    `select m.*, m.sender_id = $1 as mine, m.read_at is not null as was_read,
       coalesce((select e.at from events e where e.subject_id = m.booking_id
         and e.kind = 'booking.' || m.event order by e.at desc limit 1), m.created_at) as at
     from messages m where $1 in (sender_id, receiver_id) and $2 in (sender_id, receiver_id)
     order by m.seq`,
    [me, other],
  )

type Other = {
  id: string
  name: string
  phone: string
  unread: number
  at: Date
  text: string
  mine: boolean
  event: string | null
  starts_at: Date | null
  time_zone: string | null
}

/** The people with whom a person writes, the latest first. */
export const conversationsOf = (rows: Rows, me: string): Promise<Other[]> =>
  rows(
    `select u.id, u.first_name || ' ' || u.last_name as name, u.phone, last.created_at as at, last.text,
       last.sender_id = $1 as mine, last.event, b.starts_at, b.time_zone,
       (select count(*)::int from messages m where m.conversation_id = l.conversation_id
         and m.receiver_id = $1 and m.read_at is null) as unread
     from leads l join users u on u.id in (l.client_id, l.professional_id) and u.id <> $1
     cross join lateral (select * from messages m
       where m.conversation_id = l.conversation_id order by m.seq desc limit 1) last
     left join bookings b on b.id = last.booking_id
     where $1 in (l.client_id, l.professional_id) order by last.created_at desc, last.seq desc`,
    [me],
  )

const titleOf = (at: Date) => `[title] ${date(at, READER_ZONE)}, ${time(at, READER_ZONE)}`

/** The list of conversations. `nameOf` is what this reader calls the other side. */
export const conversationList = (others: readonly Other[], nameOf: (name: string) => string) =>
  others.flatMap((other) => [
    `[alt] ${nameOf(other.name)}`,
    nameOf(other.name),
    sentAt(other.at, READER_ZONE),
    titleOf(other.at),
    lastOf(other),
    ...(other.unread > 0 ? [String(other.unread), `${other.unread} unread`] : []),
  ])

/** The text of the last message, or 'You accepted the visit: Tue, Dec 1, 9:00 AM'. */
function lastOf({ name, text, mine, event, starts_at, time_zone }: Other): string {
  if (!event || !starts_at || text) return text
  const who = mine ? 'You' : firstNameOf(name)
  const happened = event === 'completed' ? 'The visit is completed' : `${who} ${EVENTS[event]}`
  return `${happened}: ${short(starts_at, time_zone!)}`
}

/** A thread, as one of its sides reads it. Clients have no portrait, and professionals call them. */
export async function threadOf(
  rows: Rows,
  { id: me, role }: Pick<Person, 'id' | 'role'>,
  bookings: readonly BookingRow[],
  other: Pick<Other, 'id' | 'name' | 'phone'>,
): Promise<string[]> {
  const isClient = role === 'client'
  const name = isClient ? `${other.name} Cleaning` : other.name
  const firstName = firstNameOf(other.name)
  const messages = await messagesOf(rows, me, other.id)
  const byId = new Map(bookings.map((booking) => [booking.id, booking]))
  const cards = messages.filter(({ kind }) => kind === 'booking')
  const lastOfMine = messages.findLast(({ mine, kind }) => mine && kind !== 'booking')
  const isNewest = (message: Message) =>
    cards.findLast(({ booking_id }) => booking_id === message.booking_id) === message
  const pinned = cards
    .map(({ booking_id }) => byId.get(booking_id!)!)
    .findLast(({ status }) => status === 'pending' || status === 'accepted')
  return [
    `[aria-label] ${name}`,
    ...(isClient
      ? [`[alt] ${name}`, name]
      : [name, `[aria-label] Call ${name}: ${phoneText(other.phone)}`, phoneText(other.phone)]),
    ...(pinned ? summaryOf(pinned) : []),
    `[aria-label] Messages with ${name}`,
    ...messages.flatMap((message) => {
      const { mine, text, at, booking_id } = message
      const when = sentAt(at, READER_ZONE)
      const booking = byId.get(booking_id ?? '')
      if (!booking) {
        const state = message.was_read ? 'Read' : 'Sent'
        const sent = message === lastOfMine ? `${when} · ${state}` : when
        const photo = `Photo by ${firstName}`
        const isShown = message.kind === 'picture' && !mine
        return [
          ...(isShown ? [`[aria-label] Open: ${photo}`, `[alt] ${photo}`] : []),
          ...(mine ? [] : [`${firstName}:`]),
          text,
          sent,
          titleOf(at),
        ]
      }
      return [
        ...(mine || message.event === 'completed' ? [] : [eventOf(firstName, message)]),
        ...summaryOf(booking),
        when,
        titleOf(at),
        ...(isNewest(message) ? proposalOf(booking, role) : []),
      ]
    }),
    `[aria-label] Write to ${name}`,
  ]
}

const EVENTS: Record<string, string> = {
  booked: 'booked a visit',
  requested: 'requested a visit',
  cancelled: 'canceled the visit',
  visit_skipped: 'skipped a visit',
  accepted: 'accepted the visit',
  series_started: 'accepted the regular visits',
  proposed: 'suggested another time',
}
const eventOf = (name: string, { event }: Message) => `${name} ${EVENTS[event!]}`

/** 'Tue, Dec 1, 9:00 AM, Austin time', 'Standard Cleaning · $84.00' */
const summaryOf = (booking: BookingRow): string[] => [
  `${short(booking.starts_at, booking.time_zone)}, ${booking.city} time`,
  `${SERVICES[booking.service_type]} · ${dollars(booking.total_cents)}`,
]
