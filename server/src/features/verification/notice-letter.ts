import type { Language } from '#contract/product.ts'
import type { NoticeReason } from '#contract/verification-rules.ts'
import { formatLongDate } from '#contract/date-formats.ts'
import type { Context } from '#server/context.ts'
import { letter } from '#server/outside/mail/letter.ts'

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
  const texts = TEXTS[language]
  await mail.send({
    to: notice.email,
    subject: texts.title,
    ...letter({
      language,
      title: texts.title,
      sentence: texts.sentence(notice.first_name),
      quote: notice.text,
      button: { label: texts.button, href: `${config.publicOrigin}/dashboard` },
      facts: [
        [texts.found, texts.reasons[notice.reason as NoticeReason]],
        [texts.until, formatLongDate(language, notice.stands_at, 'UTC')],
      ],
      note: notice.final ? texts.final : texts.dispute,
    }),
  })
}

type Texts = {
  title: string
  sentence: (firstName: string) => string
  button: string
  found: string
  until: string
  dispute: string
  final: string
  reasons: Record<NoticeReason, string>
}

/** The texts of the letter around the text of the operator. */
export function noticeLetterTexts(language: Language, firstName: string) {
  const { title, sentence, button, found } = TEXTS[language]
  return { title, sentence: sentence(firstName), button, found }
}

const TEXTS: Record<Language, Texts> = {
  en: {
    title: 'Before we decide',
    sentence: (name) =>
      `Hello ${name}, we are about to decide against your check. Please read what we found before we do.`,
    button: 'Open dashboard',
    found: 'What was found',
    until: 'We decide on',
    dispute:
      'If this is wrong, choose “Dispute this” on your dashboard within 7 days. Then another person of our team decides.',
    final: 'Another person of our team has looked at what you wrote.',
    reasons: {
      record_found: 'A record was found',
      number_mismatch: 'The number does not match your name',
      document_unreadable: 'A document cannot be read',
      document_false: 'A document seems not to be genuine',
      references: 'The references could not confirm',
    },
  },
  pt: {
    title: 'Antes de decidirmos',
    sentence: (name) =>
      `Olá, ${name}! Estamos prestes a decidir contra a sua verificação. Leia antes o que encontramos.`,
    button: 'Abrir painel',
    found: 'O que foi encontrado',
    until: 'Decidimos em',
    dispute:
      'Se isto estiver errado, escolha “Contestar” no seu painel em até 7 dias. Aí outra pessoa da nossa equipe decide.',
    final: 'Outra pessoa da nossa equipe analisou o que você escreveu.',
    reasons: {
      record_found: 'Um registro foi encontrado',
      number_mismatch: 'O número não corresponde ao seu nome',
      document_unreadable: 'Um documento está ilegível',
      document_false: 'Um documento parece não ser autêntico',
      references: 'As referências não puderam confirmar',
    },
  },
  es: {
    title: 'Antes de decidir',
    sentence: (name) =>
      `Hola, ${name}: estamos a punto de decidir en contra de tu verificación. Lee antes lo que encontramos.`,
    button: 'Abrir panel',
    found: 'Qué se encontró',
    until: 'Decidimos el',
    dispute:
      'Si esto es un error, elige «Impugnar» en tu panel dentro de 7 días. Entonces decide otra persona de nuestro equipo.',
    final: 'Otra persona de nuestro equipo revisó lo que escribiste.',
    reasons: {
      record_found: 'Se encontró un antecedente',
      number_mismatch: 'El número no corresponde a tu nombre',
      document_unreadable: 'Un documento no se puede leer',
      document_false: 'Un documento no parece auténtico',
      references: 'Las referencias no pudieron confirmar',
    },
  },
}
