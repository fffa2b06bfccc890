import type { NoticeChannel, NoticeTopic } from '#contract/talk/notices.ts'
import type { Context } from '#server/context.ts'
import { accountNotices } from '../kinds/account-notices.ts'
import { accessNotices } from '../kinds/access-notices.ts'
import { bookingNotices } from '../kinds/booking-notices.ts'
import { calendarNotices } from '../kinds/calendar-notices.ts'
import { decisionNotices } from '../kinds/decision-notices.ts'
import { messageNotices } from '../kinds/message-notices.ts'
import { moneyNotices } from '../kinds/money-notices.ts'
import { topicOf } from './notice.ts'
import type { Notice, NoticeText, NoticeTopicDefinition, Reader } from './notice.ts'
import { loadNotice, loadReader } from './notice.queries.ts'
import { isSwitchedOn } from './notice-switches.ts'
import { reminderNotices } from '../send/reminders.ts'
import { reviewNotices } from '../kinds/review-notices.ts'
import { verificationNotices } from '../kinds/verification-notices.ts'
import { visitNotices } from '../kinds/visit-notices.ts'

const TOPICS: Record<NoticeTopic, NoticeTopicDefinition> = {
  booking: bookingNotices,
  reminder: reminderNotices,
  visit: visitNotices,
  message: messageNotices,
  money: moneyNotices,
  verification: verificationNotices,
  review: reviewNotices,
  account: accountNotices,
}

/** Calendars and saved access details belong to no booking, but who wants notices of visits wants these too. */
function definitionOf({ kind }: Notice): NoticeTopicDefinition {
  if (kind === 'account.decision' || kind === 'account.appeal') return decisionNotices
  if (kind === 'booking.calendar_failed') return calendarNotices
  return kind === 'visit.access_unused' ? accessNotices : TOPICS[topicOf(kind)]
}

/** Composes the text of a notice as it is true now. Undefined if the notice no longer applies to this reader. */
export function composeNotice(
  notice: Notice,
  reader: Pick<Reader, 'role' | 'language'>,
  now: Date,
): NoticeText | undefined {
  return definitionOf(notice).compose(notice, reader, now)
}

type SendableNotice = { notice: Notice; reader: Reader; topic: NoticeTopic; text: NoticeText }

/** A notice to send. Undefined if it is no longer correct, is switched off, or its reader's account is deleted. */
export async function loadSendableNotice(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  noticeId: string,
  channel: NoticeChannel,
): Promise<SendableNotice | undefined> {
  const notice = await loadNotice(db, noticeId, clock.now())
  const reader = notice && (await loadReader(db, notice.user_id))
  if (!reader) return undefined
  const topic = topicOf(notice.kind)
  if (channel === 'email' && definitionOf(notice).hasLetter?.(notice) === false) return undefined
  if ((await definitionOf(notice).isStillTrue?.(db, notice)) === false) return undefined
  const text = composeNotice(notice, reader, clock.now())
  if (!text || !(await isSwitchedOn(db, { userId: reader.id, topic, channel }))) return undefined
  return { notice, reader, topic, text }
}
