import type { Language } from '#contract/product.ts'
import { letter } from '#server/outside/mail/letter.ts'
import type { Context } from '#server/context.ts'
import { textsIn, titled } from '#server/texts.ts'

/** The job: tells a person by a letter that their account is suspended, or open again, and why. rule: suspension */
export async function sendSuspensionLetter(
  { db, config, mail }: Context,
  { suspension_id, about }: { suspension_id: string; about: 'begin' | 'end' },
): Promise<void> {
  const row = await db
    .selectFrom('suspensions')
    .innerJoin('users', 'users.id', 'suspensions.user_id')
    .where('suspensions.id', '=', suspension_id)
    .where('users.deleted_at', 'is', null)
    .select(['email', 'first_name', 'language', 'reason', 'end_reason', 'keeps_visits'])
    .executeTakeFirst()
  if (!row) return
  const language = row.language as Language
  const t = textsIn(language, 'account')
  const isBegin = about === 'begin'
  const why = isBegin ? row.reason : (row.end_reason ?? '')
  const { title, sentence } = titled(language, 'account', `suspension.${about}`, {
    name: row.first_name,
  })
  await mail.send(
    letter(row.email, {
      language,
      title,
      sentence,
      button: isBegin
        ? { label: t('suspension.contact'), href: `${config.publicOrigin}/contact` }
        : { label: t('suspension.log_in'), href: `${config.publicOrigin}/login` },
      facts: [
        [t('suspension.reason'), why],
        [textsIn(language, 'identity')('labels.account'), row.email, 'email'],
      ],
      ...(isBegin && {
        note: t(`suspension.${row.keeps_visits ? 'visits_kept' : 'visits_cancelled'}`),
      }),
    }),
  )
}
