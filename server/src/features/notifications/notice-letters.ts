import type { Language } from '#contract/product.ts'
import type { Db } from '#server/db/db.ts'
import { letter } from '#server/outside/mail/letter.ts'
import type { Context } from '#server/context.ts'
import type { NoticeText } from './composer.ts'
import {
  isWanted,
  noteSent,
  noticeOf,
  readerOf,
  releaseHeld,
  unsubscribeToken,
} from './notice.queries.ts'
import { enqueueSending } from './notice.ts'
import { textOf, topicOf } from './notice-text.ts'
import { isStillTrue } from './still-true.ts'
import { makeAnswerLink } from './answer-link.ts'
import { ANSWER_LABELS, UNSUBSCRIBE_LABELS } from './words.ts'

/** Enough for any minute, few enough for one short transaction. */
const NOTICES_AT_ONCE = 1000

/** Sends the letter of a notice in its reader's language, unless it was sent, is not wanted, or nobody is there any more. */
export async function sendNoticeLetter(
  { db, clock, mail, config }: Context,
  { notice_id }: { notice_id: string },
): Promise<void> {
  const notice = await noticeOf(db, notice_id)
  const reader = notice && (await readerOf(db, notice.user_id))
  if (!reader || notice.emailed_at || !(await isStillTrue(db, notice))) return
  const topic = topicOf(notice)
  const text = textOf(notice, reader)
  if (!text || !(await isWanted(db, { userId: reader.id, topic, channel: 'email' }))) return
  const unsubscribe = `${config.publicOrigin}/unsubscribe/${await unsubscribeToken(db, reader.id, topic)}`
  await mail.send({
    to: reader.email,
    subject: text.title,
    unsubscribe,
    ...letter({
      ...text,
      language: reader.language,
      ...(await buttonsOf(db, text, reader.language, config.publicOrigin)),
      unsubscribe: { label: UNSUBSCRIBE_LABELS[reader.language], href: unsubscribe },
    }),
  })
  await noteSent(db, notice_id, 'emailed_at', clock.now())
}

/** A request is answered from the letter itself; everything else is looked at. */
async function buttonsOf(
  db: Db,
  { button, request }: NoticeText,
  language: Language,
  origin: string,
) {
  const look = { label: button.label, href: origin + button.path }
  if (!request) return { button: look }
  const answer = origin + (await makeAnswerLink(db, request))
  const labels = ANSWER_LABELS[language]
  return {
    button: { label: labels.accept, href: `${answer}?answer=accepted` },
    links: [{ label: labels.decline, href: `${answer}?answer=declined` }, look],
  }
}

/** The job of the clock that sends what waited for the end of somebody's quiet hours. */
export async function sendHeldNotices({ db, clock }: Context): Promise<void> {
  for (;;) {
    const released = await db.transaction().execute(async (tx) => {
      const ids = await releaseHeld(tx, clock.now(), NOTICES_AT_ONCE)
      for (const id of ids) await enqueueSending(tx, id)
      return ids.length
    })
    if (released < NOTICES_AT_ONCE) return
  }
}
