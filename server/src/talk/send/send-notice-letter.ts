import { letterLink } from '#contract/account/letter-link.ts'
import type { Language } from '#contract/product.ts'
import type { Context } from '#server/context.ts'
import type { Db } from '#server/db/db.ts'
import { runBatches } from '#server/queue/run-batches.ts'
import { letter } from '#server/outside/mail/letter.ts'
import { textsIn } from '#server/texts.ts'
import { makeAnswerToken } from '../notices/answer-link.ts'
import { linksToAlternatives } from '../kinds/absence-alternatives.ts'
import { enqueueSending } from '../notices/create-notice.ts'
import type { NoticeText } from '../notices/notice.ts'
import { loadSendableNotice } from '../notices/notice-topics.ts'
import {
  isDelayOverSql,
  releaseDelayedNotices,
  setNoticeEmailed,
} from '../notices/notice.queries.ts'
import { isSwitchable, unsubscribeToken } from '../notices/notice-switches.ts'
import { makeSkipToken, makeVisitToken } from '../notices/visit-link.ts'

/** How many notices one transaction takes, so that it stays short. */
const DELAYED_BATCH_SIZE = 1000

/**
 * The job 'send-notice-letter': sends the letter of a notice, unless it was sent, is switched off or is no longer
 * correct. rule: notice-still-true
 */
export async function sendNoticeLetter(
  context: Context,
  { notice_id }: { notice_id: string },
): Promise<void> {
  const { db, clock, mail, config } = context
  const sendable = await loadSendableNotice(context, notice_id, 'email')
  if (!sendable || sendable.notice.emailed_at) return
  const { reader, topic, text } = sendable
  const { language } = reader
  const token = isSwitchable(topic, 'email') && (await unsubscribeToken(db, reader.id, topic))
  const unsubscribe = `${config.publicOrigin}/unsubscribe`
  await mail.send({
    // Mail programs send a form to this address, so it has to name the token itself (RFC 8058). rule: secret-addresses
    ...(token && { unsubscribe: `${unsubscribe}/${token}` }),
    ...letter(reader.email, {
      ...text,
      language,
      ...(await buttonsOf(db, text, language, config.publicOrigin)),
      ...(text.lostBookingId
        ? { links: await linksToAlternatives(context, text.lostBookingId, language) }
        : {}),
      ...(token && {
        unsubscribe: {
          label: textsIn(language, 'notices')('unsubscribe'),
          href: letterLink(unsubscribe, token),
        },
      }),
    }),
  })
  await setNoticeEmailed(db, notice_id, clock.now())
}

/**
 * The letters of a request and of a proposal have buttons that answer it, and the reminder of a visit of a series has a
 * link that skips it. All other letters have one button, which opens a page. rule: answer-link
 */
async function buttonsOf(
  db: Db,
  { button, request, proposalId, skippable }: NoticeText,
  language: Language,
  origin: string,
) {
  const open = { label: button.label, href: origin + button.path }
  const t = textsIn(language, 'notices')
  if (request) {
    const token = await makeAnswerToken(db, request)
    const hrefOf = (answer: string) => letterLink(`${origin}/answer?answer=${answer}`, token)
    return {
      button: { label: t('answers.accept'), href: hrefOf('accepted') },
      links: [{ label: t('answers.decline'), href: hrefOf('declined') }, open],
    }
  }
  if (skippable) {
    const href = `${origin}/visit/${await makeSkipToken(db, skippable)}?answer=skipped`
    return { button: open, links: [{ label: t('answers.skip'), href }] }
  }
  const token = proposalId && (await makeVisitToken(db, proposalId))
  if (!token) return { button: open }
  const hrefOf = (answer: string) => `${origin}/visit/${token}?answer=${answer}`
  return {
    button: { label: t('answers.acceptTime'), href: hrefOf('accepted') },
    links: [{ label: t('answers.keepTime'), href: hrefOf('declined') }, open],
  }
}

/** The job 'send-held-notices', run every minute: sends notices whose quiet hours are over. rule: quiet-hours */
export async function sendDelayedNotices(context: Context): Promise<void> {
  const { db } = context
  const now = context.clock.now()
  await runBatches(context, {
    table: 'notices',
    row: 'notice',
    size: DELAYED_BATCH_SIZE,
    isDue: isDelayOverSql(now),
    change: (ids) =>
      db.transaction().execute(async (tx) => {
        for (const id of await releaseDelayedNotices(tx, now, ids)) {
          await enqueueSending(tx, id, { isBulk: true })
        }
      }),
  })
}
