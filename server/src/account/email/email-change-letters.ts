import { randomBytes } from 'node:crypto'
import { KEEP_EMAIL, letterLink } from '#contract/account/letter-link.ts'
import { EMAIL_CHANGE_HOURS } from '#contract/people/account-rules.ts'
import type { Language } from '#contract/product.ts'
import { letter } from '#server/outside/mail/letter.ts'
import type { Context } from '#server/context.ts'
import { textsIn, titled } from '#server/texts.ts'
import { emailChangeById, setUndoToken } from '#server/people/person/pending-email.ts'
import { userById } from '#server/people/person/user-rows.ts'
import { letterMoment } from '#server/people/factors/letter-moment.ts'
import { maskedEmail } from '#server/people/person/masked-email.ts'
import { hashOf } from '#server/people/sessions/sessions.ts'

/**
 * Job: tells of a change of address that was asked for or that has taken effect. The letters to the old address have a
 * link that takes the change back; its token exists only there. If the change was withdrawn or taken back meanwhile, no
 * letter is sent. rule: email-change
 */
export async function sendEmailChangeLetter(
  { db, config, mail }: Context,
  {
    change_id,
    letter: about,
  }: { change_id: string; letter: 'asked_old' | 'changed_old' | 'changed_new' },
): Promise<void> {
  const change = await emailChangeById(db, change_id)
  const user = change && (await userById(db, change.user_id))
  if (!user || change.state === 'undone' || change.state === 'withdrawn') return
  const { language, first_name: name } = user
  const t = textsIn(language, 'identity')
  const to = about === 'changed_new' ? change.new_email : change.old_email
  let href = `${config.publicOrigin}/settings/security`
  if (about !== 'changed_new') {
    const token = `${KEEP_EMAIL}${randomBytes(32).toString('base64url')}`
    await setUndoToken(db, change.id, about === 'asked_old' ? 'asked' : 'changed', hashOf(token))
    href = letterLink(`${config.publicOrigin}/not-me`, token)
  }
  const at = change.changed_at ?? change.asked_at
  await mail.send(
    letter(to, {
      language,
      ...titled(language, 'identity', `email_change.${about}`, { name }),
      button: { label: t(`email_change.${about}.button`), href },
      facts: [
        [t('labels.before'), change.old_email, 'email'],
        // Whoever reads the old address need not learn the complete new one.
        [
          t('labels.after'),
          about === 'changed_new' ? change.new_email : maskedEmail(change.new_email),
          'email',
        ],
        [t('labels.at'), letterMoment(language, at)],
      ],
      note: t(`email_change.${about}.note`, { hours: EMAIL_CHANGE_HOURS }),
    }),
  )
}

/** Tells the owner of an account that somebody else asked for their address. rule: email-change */
export async function sendOwnerLetter(
  { config, mail }: Pick<Context, 'config' | 'mail'>,
  owner: { first_name: string; email: string; language: string },
): Promise<void> {
  const language = owner.language as Language
  const key = 'email_change.owner'
  const t = textsIn(language, 'identity')
  await mail.send(
    letter(owner.email, {
      language,
      ...titled(language, 'identity', key, { name: owner.first_name }),
      button: { label: t(`${key}.button`), href: `${config.publicOrigin}/settings/security` },
      facts: [[t('labels.account'), owner.email, 'email']],
      note: t(`${key}.note`),
    }),
  )
}
