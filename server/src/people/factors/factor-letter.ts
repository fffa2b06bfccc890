import { letter } from '#server/outside/mail/letter.ts'
import type { Context } from '#server/context.ts'
import { textsIn, titled } from '#server/texts.ts'
import { userById } from '../person/user-rows.ts'
import { letterMoment } from './letter-moment.ts'

/** The change that a letter about second factors, or about another way into the account, reports. */
export type FactorChange =
  | 'passkey_added'
  | 'passkey_removed'
  | 'app_added'
  | 'app_removed'
  | 'recovery_code_used'
  | 'recovery_codes_renewed'
  | 'feed_made'
  | 'contact_named'
  | 'contact_removed'

/**
 * Job: tells a person that a factor of their account was added, removed or used, that a calendar address was made, or
 * that a safety contact was named or removed. Nobody gets it at an address that is not proved. rule: second-factor,
 * visit-calendar, who-may-name
 */
export async function sendFactorLetter(
  { db, config, clock, mail }: Context,
  { user_id, change, at }: { user_id: string; change: FactorChange; at?: string },
): Promise<void> {
  const user = await userById(db, user_id)
  if (!user?.email_verified) return
  const { language, first_name: name } = user
  const t = textsIn(language, 'identity')
  await mail.send(
    letter(user.email, {
      language,
      ...titled(language, 'identity', `factors.changes.${change}`, { name }),
      button: { label: t('factors.button'), href: `${config.publicOrigin}/settings/security` },
      facts: [
        [t('labels.account'), user.email, 'email'],
        [t('labels.at'), letterMoment(language, at === undefined ? clock.now() : new Date(at))],
      ],
      note: t('factors.note'),
    }),
  )
}
