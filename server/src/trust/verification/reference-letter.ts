import { randomBytes } from 'node:crypto'
import { letterLink } from '#contract/account/letter-link.ts'
import { REFERENCE_LINK_DAYS } from '#contract/trust/verification-rules.ts'
import type { Context } from '#server/context.ts'
import { letter } from '#server/outside/mail/letter.ts'
import { nameInLetter } from '#server/outside/mail/name-in-letter.ts'
import { textsIn } from '#server/texts.ts'
import { hashOf } from '#server/people/sessions/sessions.ts'
import { unansweredReference } from './references.ts'

const DAY_MS = 86_400_000

/**
 * The job 'send-reference-letter': asks a reference, with a link that works for 14 days, in the language of the
 * professional. Each try has a link of its own. rule: identity-documents
 */
export async function sendReferenceLetter(
  { db, clock, config, mail }: Context,
  { reference_id }: { reference_id: string },
): Promise<void> {
  const person = await unansweredReference(db, reference_id)
  if (!person) return
  const { language, first_name, last_name, name, email } = person
  const t = textsIn(language, 'verification')
  const title = t('reference.title')
  const token = randomBytes(32).toString('base64url')
  const expires_at = new Date(clock.now().getTime() + REFERENCE_LINK_DAYS * DAY_MS)
  await db
    .insertInto('reference_links')
    .values({ token_hash: hashOf(token), reference_id, expires_at })
    .execute()
  const values = {
    contact: nameInLetter(name),
    name: nameInLetter(`${first_name} ${last_name}`) || t('reference.somebody'),
  }
  await mail.send(
    letter(email, {
      language,
      title,
      sentence: t(`reference.${values.contact ? 'sentence' : 'sentence_unnamed'}`, values),
      button: {
        label: t('reference.button'),
        href: letterLink(`${config.publicOrigin}/reference`, token),
      },
      facts: [],
      note: t('reference.note', { days: REFERENCE_LINK_DAYS }),
    }),
  )
}
