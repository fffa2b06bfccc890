import { sql } from 'kysely'
import { formatLongDate } from '#contract/date-formats.ts'
import type { Language } from '#contract/product.ts'
import type { VerificationKind } from '#contract/trust/verification-rules.ts'
import type { Context } from '#server/context.ts'
import type { Db } from '#server/db/db.ts'
import { letter } from '#server/outside/mail/letter.ts'
import { textsIn } from '#server/texts.ts'
import { BADGE_ENDS_SQL } from './badge.ts'

/** The job: the letter that says when a badge ends, and how to renew it. rule: badges */
export async function sendBadgeLetter(
  { db, config, mail }: Context,
  { user_id, kind = 'ssn' }: { user_id: string; kind?: VerificationKind },
): Promise<void> {
  const person = await db
    .selectFrom('users')
    .where('id', '=', user_id)
    .where('deleted_at', 'is', null)
    .select(['email', 'first_name', 'language'])
    .executeTakeFirst()
  const end = await endOfBadge(db, user_id, kind)
  if (!person || !end) return
  const language = person.language as Language
  const t = textsIn(language, 'verification')
  const subject = t('badge.title', { date: formatLongDate(language, end, 'UTC') })
  const address = `${config.publicOrigin}/dashboard?open=${kind === 'ssn' ? 'verify' : kind}`
  await mail.send(
    letter(person.email, {
      language,
      title: subject,
      sentence: t(`badge.${kind}.sentence`, { name: person.first_name }),
      button: { label: t(`badge.${kind}.button`), href: address },
      facts: [[textsIn(language, 'identity')('labels.account'), person.email, 'email']],
    }),
  )
}

/** When the badge of a kind ends; undefined without one. */
async function endOfBadge(db: Db, userId: string, kind: VerificationKind) {
  const badge =
    kind === 'ssn'
      ? db
          .selectFrom('professionals')
          .where('user_id', '=', userId)
          .where('background_check_status', '=', 'approved')
          .select(sql<Date>`${sql.raw(BADGE_ENDS_SQL)}`.as('ends_at'))
      : db
          .selectFrom('document_checks')
          .where('professional_id', '=', userId)
          .where('kind', '=', kind)
          .where('state', '=', 'approved')
          .select(sql<Date>`expires_at`.as('ends_at'))
  return (await badge.executeTakeFirst())?.ends_at
}
