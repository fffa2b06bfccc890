import { randomBytes } from 'node:crypto'
import { letterLink } from '#contract/letter-link.ts'
import type { Language } from '#contract/product.ts'
import { SUPPORT_LINK_DAYS } from '#contract/support-rules.ts'
import type { Context } from '#server/context.ts'
import { letter } from '#server/outside/mail/letter.ts'
import { caseNumber } from '../cases/open-case.ts'
import { hashOf } from '../identity/sessions.ts'
import { unsentAnswer } from './support-thread.ts'

const DAY_MS = 86_400_000

/**
 * The job 'send-support-answer': the letter with what an operator wrote, and a link to the thread that works for 90
 * days. Each try has a link of its own. rule: support-threads
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
  const { title, sentence, button, about, note } = TEXTS[language]
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
  const subject = answer.subject ?? title
  await mail.send({
    to: answer.email,
    subject: `${number}: ${subject}`,
    ...letter({
      language,
      title: subject,
      sentence,
      quote: text,
      button: { label: button, href: letterLink(`${config.publicOrigin}/support`, token) },
      facts: [[about, number]],
      note,
    }),
  })
  await db
    .updateTable('support_posts')
    .set({ mailed_at: clock.now() })
    .where('id', '=', post_id)
    .execute()
}

type Texts = { title: string; sentence: string; button: string; about: string; note: string }

/** The texts of the letter. */
export function supportLetterTexts(language: Language): Texts {
  return TEXTS[language]
}

const TEXTS: Record<Language, Texts> = {
  en: {
    title: 'Our answer to your message',
    sentence: 'Our team has written to you.',
    button: 'Read and answer',
    about: 'Number',
    note: `The link works for ${SUPPORT_LINK_DAYS} days. Whoever has it can read what we wrote to each other, so please do not pass this letter on.`,
  },
  pt: {
    title: 'Nossa resposta à sua mensagem',
    sentence: 'Nossa equipe escreveu para você.',
    button: 'Ler e responder',
    about: 'Número',
    note: `O link funciona por ${SUPPORT_LINK_DAYS} dias. Quem tiver o link pode ler nossa conversa, então não encaminhe este e-mail.`,
  },
  es: {
    title: 'Nuestra respuesta a tu mensaje',
    sentence: 'Nuestro equipo te ha escrito.',
    button: 'Leer y responder',
    about: 'Número',
    note: `El enlace funciona durante ${SUPPORT_LINK_DAYS} días. Quien lo tenga puede leer lo que nos escribimos, así que no reenvíes este correo.`,
  },
}
