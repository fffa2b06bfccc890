import type { NoticeTopic } from '#contract/talk/notices.ts'
import type { Language, Role } from '#contract/product.ts'
import type { Db } from '#server/db/db.ts'
import type { BookingEvent } from './booking-recipients.ts'
import type { BookingFacts, NoticeData } from './notice-data.ts'
import type { MoneyEvent } from '../kinds/money-notices.ts'
import type { VisitEvent } from '../kinds/visit-events.ts'

/** The topic and what happened. A new kind is added in the texts of its topic. rule: notice-kinds */
export type NoticeKind =
  | `booking.${BookingEvent}`
  | 'booking.calendar_failed'
  | `reminder.${'day' | 'hours' | 'series'}`
  | `visit.${VisitEvent}`
  | 'visit.access_unused'
  | `message.${'first' | 'unanswered'}`
  | `money.${MoneyEvent}`
  | `verification.${'approved' | 'rejected'}`
  | `review.${'ask' | 'reminder' | 'received'}`
  | `account.${'report_closed' | 'decision' | 'appeal'}`

/** A stored notice with the current data of its booking and of the other person. */
export type Notice = {
  id: string
  user_id: string
  kind: NoticeKind
  data: NoticeData
  at: Date
  read_at: Date | null
  emailed_at: Date | null
  pushed_at: Date | null
  other_id: string | null
  /** The part of the other person's name that the reader may see: a professional's name, or a client's first name. Of
   * 'visit.safety_soon' it is the name that the reader gave to their safety contact.
   */
  other_name: string | null
  /** Whether it asked the reader to agree to the work agreement, and they have not agreed to its latest version. */
  asks_agreement: boolean
  /** Null if the notice is not about a booking, or if the booking is deleted. */
  booking: BookingFacts | null
}

export type Reader = { id: string; role: Role; email: string; language: Language }

/** The text of a notice in the language of its reader. */
export type NoticeText = {
  title: string
  sentence: string
  /** Label and value, for the letter. */
  facts: readonly (readonly [string, string])[]
  /** `path` is an address of ours that begins with '/'. */
  button: { label: string; path: string }
  /** The booking request that the reader can answer from the letter. */
  request?: { id: string; expires_at: Date }
  /** The open proposal that the reader can answer from the letter. */
  proposalId?: string
  /** The visit of a series that the client can skip from the letter. */
  skippable?: { id: string; starts_at: Date }
  /** The booking that the other side's absence ended: the letter has links to other times and other people. */
  lostBookingId?: string
}

/** The functions that a topic defines for its notices. */
export type NoticeTopicDefinition = {
  /** Composes the text as it is true now. Undefined if the notice no longer applies to this reader. */
  compose(
    notice: Notice,
    reader: Pick<Reader, 'role' | 'language'>,
    now: Date,
  ): NoticeText | undefined
  /** Whether it is sent as a letter too. Without this function it always is. */
  hasLetter?(notice: Notice): boolean
  /**
   * Whether the notice is still correct when it is sent. Without this function it always is. rule: notice-still-true
   */
  isStillTrue?(db: Db, notice: Notice): boolean | Promise<boolean>
}

export function topicOf(kind: NoticeKind): NoticeTopic {
  return kind.slice(0, kind.indexOf('.')) as NoticeTopic
}
