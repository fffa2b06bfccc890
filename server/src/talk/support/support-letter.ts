import { randomBytes } from 'node:crypto'
import { letterLink } from '#contract/account/letter-link.ts'
import { SUPPORT_LINK_DAYS } from '#contract/talk/support-rules.ts'
import type { Context } from '#server/context.ts'
import { letter } from '#server/outside/mail/letter.ts'
import { textsIn } from '#server/texts.ts'
import { caseNumber } from '#server/trust/cases/open-case.ts'
import { hashOf } from '#server/people/sessions/sessions.ts'
import { unsentAnswer } from './support-thread.ts'

const DAY_MS = 86_400_000

/**
 * The job 'send-support-answer': the letter with what an operator wrote, and a link to the thread that works for 90
 * days. Each try has a link of its own. rule: contact-page
 */
export async function sendSupportAnswer(
  { db, clock, config, mail }: Context,
  { post_id }: { post_id: string },
): Promise<void> {
  const answer = await unsentAnswer(db, post_id)
  // The account of a deleted user has no address.
  if (!answer?.email) return
  const { language, text, thread_id } = answer
  const number = caseNumber(answer.number)
  const t = textsIn(language, 'support')
  const token = randomBytes(32).toString('base64url')
  const now = clock.now()
  await db
    .insertInto('support_links')
    .values({
      token_hash: hashOf(token),
      thread_id,
      expires_at: new Date(now.getTime() + SUPPORT_LINK_DAYS * DAY_MS),
    })
    .execute()
  const subject = answer.subject ?? t('title')
  await mail.send({
    ...letter(answer.email, {
      language,
      title: subject,
      sentence: t('sentence'),
      quote: text,
      button: { label: t('button'), href: letterLink(`${config.publicOrigin}/support`, token) },
      facts: [[t('about'), number]],
      note: t('note', { days: SUPPORT_LINK_DAYS }),
    }),
    subject: `${number}: ${subject}`,
  })
  await db
    .updateTable('support_posts')
    .set({ mailed_at: clock.now() })
    .where('id', '=', post_id)
    .execute()
}
