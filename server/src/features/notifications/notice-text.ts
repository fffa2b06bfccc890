import type { NoticeTopic } from '#contract/notices.ts'
import type { Notice, Reader } from './notice.queries.ts'
import { bookingText } from './booking-text.ts'
import { messageText } from './message-text.ts'
import { moneyText } from './money-text.ts'
import { reminderText } from './reminder-text.ts'
import { verificationText } from './verification-text.ts'

/** What a notice says, in its reader's language. */
export type NoticeText = {
  title: string
  sentence: string
  /** Label and value, for the letter. */
  facts: readonly (readonly [string, string])[]
  /** Where it leads: an address of ours, beginning with '/'. */
  button: { label: string; path: string }
  /** The client's request that this asks the reader to answer. */
  request?: { id: string; expires_at: Date }
  /** Stands small at the letter's end. */
  note?: string
}

/** Composes a notice of one topic; undefined when there is nothing to say to this reader any more. */
export type Composer = (notice: Notice, reader: Reader) => NoticeText | undefined

/** Every topic with words, by what stands before the dot of its kinds. */
const COMPOSERS: Record<NoticeTopic, Composer> = {
  booking: bookingText,
  reminder: reminderText,
  message: messageText,
  money: moneyText,
  verification: verificationText,
}

export function textOf(notice: Notice, reader: Reader): NoticeText | undefined {
  return COMPOSERS[topicOf(notice)](notice, reader)
}

export function topicOf({ kind }: Notice): NoticeTopic {
  return kind.slice(0, kind.indexOf('.')) as NoticeTopic
}
