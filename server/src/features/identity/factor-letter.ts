import { letter } from '#server/outside/mail/letter.ts'
import type { Context } from '#server/context.ts'
import { factorLetterTexts } from './factor-letter-texts.ts'
import type { FactorChange } from './factor-letter-texts.ts'
import { userById } from './identity.queries.ts'
import { letterMoment } from './letter-moment.ts'

/**
 * Job: tells a person that a factor of their account was added, removed or used, that a calendar address was made, or
 * that a safety contact was named or removed. Nobody gets it at an address that is not proved. rule: factor-changes,
 * calendar-feed, letters-to-strangers
 */
export async function sendFactorLetter(
  { db, config, clock, mail }: Context,
  { user_id, change, at }: { user_id: string; change: FactorChange; at?: string },
): Promise<void> {
  const user = await userById(db, user_id)
  if (!user?.email_verified) return
  const texts = factorLetterTexts(user.language)
  const { title, sentence } = texts.changes[change]
  await mail.send({
    to: user.email,
    subject: title,
    ...letter({
      language: user.language,
      title,
      sentence: sentence(user.first_name),
      button: { label: texts.button, href: `${config.publicOrigin}/settings/security` },
      facts: [
        [texts.account, user.email, 'email'],
        [texts.at, letterMoment(user.language, at === undefined ? clock.now() : new Date(at))],
      ],
      note: texts.note,
    }),
  })
}

/** Job: tells a person of many wrong factors. rule: wrong-factors */
export async function sendKnownPasswordLetter(
  { db, config, mail }: Context,
  { user_id }: { user_id: string },
): Promise<void> {
  const user = await userById(db, user_id)
  if (!user?.email_verified) return
  const { account, known } = factorLetterTexts(user.language)
  await mail.send({
    to: user.email,
    subject: known.title,
    ...letter({
      language: user.language,
      title: known.title,
      sentence: known.sentence(user.first_name),
      button: { label: known.button, href: `${config.publicOrigin}/forgot-password` },
      facts: [[account, user.email, 'email']],
      note: known.note,
    }),
  })
}
