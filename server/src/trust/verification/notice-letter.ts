import type { Language } from '#contract/product.ts'
import type { NoticeReason } from '#contract/trust/verification-rules.ts'
import { formatLongDate } from '#contract/date-formats.ts'
import type { Context } from '#server/context.ts'
import { letter } from '#server/outside/mail/letter.ts'
import { textsIn, titled } from '#server/texts.ts'

/** The job: the letter 'Before we decide'. It cannot be switched off. rule: rejection-notice */
export async function sendVerificationNotice(
  { db, config, mail }: Context,
  { notice_id }: { notice_id: string },
): Promise<void> {
  const notice = await db
    .selectFrom('verification_notices')
    .innerJoin('users', 'users.id', 'professional_id')
    .where('verification_notices.id', '=', notice_id)
    .where('ended_at', 'is', null)
    .where('users.deleted_at', 'is', null)
    .select(['email', 'first_name', 'language', 'reason', 'text', 'stands_at', 'final'])
    .executeTakeFirst()
  if (!notice) return
  const language = notice.language as Language
  const t = textsIn(language, 'verification')
  const { title, sentence } = titled(language, 'verification', 'notice', {
    name: notice.first_name,
  })
  await mail.send(
    letter(notice.email, {
      language,
      title,
      sentence,
      quote: notice.text,
      button: { label: t('notice.button'), href: `${config.publicOrigin}/dashboard` },
      facts: [
        [t('notice.found'), t(`notice.reasons.${notice.reason as NoticeReason}`)],
        [t('notice.until'), formatLongDate(language, notice.stands_at, 'UTC')],
      ],
      note: t(notice.final ? 'notice.final' : 'notice.dispute'),
    }),
  )
}
