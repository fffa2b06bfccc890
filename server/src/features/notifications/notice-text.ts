import type { NoticeTopic } from '#contract/notices.ts'
import type { Composer, NoticeText } from './composer.ts'
import type { Notice, Reader } from './notice.queries.ts'
import { bookingText } from './booking-text.ts'
import { messageText } from './message-text.ts'
import { moneyText } from './money-text.ts'
import { reminderText } from './reminder-text.ts'
import { verificationText } from './verification-text.ts'

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
