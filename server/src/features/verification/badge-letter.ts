import { sql } from 'kysely'
import { formatLongDate } from '#contract/date-formats.ts'
import type { Language } from '#contract/product.ts'
import type { VerificationKind } from '#contract/verification-rules.ts'
import type { Context } from '#server/context.ts'
import type { Db } from '#server/db/db.ts'
import { letter } from '#server/outside/mail/letter.ts'
import { BADGE_ENDS_SQL } from './badge.ts'

/** The job: the letter that says when a badge ends, and how to renew it. rule: badges-end */
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
  const { title, [kind]: texts, account } = TEXTS[language]
  const subject = title(formatLongDate(language, end, 'UTC'))
  const address = `${config.publicOrigin}/dashboard?open=${kind === 'ssn' ? 'verify' : kind}`
  await mail.send({
    to: person.email,
    subject,
    ...letter({
      language,
      title: subject,
      sentence: texts.sentence(person.first_name),
      button: { label: texts.button, href: address },
      facts: [[account, person.email, 'email']],
    }),
  })
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

type KindTexts = { sentence: (firstName: string) => string; button: string }
type Texts = Record<VerificationKind, KindTexts> & {
  title: (date: string) => string
  account: string
}

const TEXTS: Record<Language, Texts> = {
  en: {
    title: (date) => `Your badge ends on ${date}`,
    ssn: {
      sentence: (name) =>
        `Hello ${name}, a background check counts for a year. Give your number again, and clients keep seeing your badge.`,
      button: 'Renew my badge',
    },
    identity: {
      sentence: (name) =>
        `Hello ${name}, a check of your identity counts for a year. Send your document again, and clients keep seeing your badge.`,
      button: 'Send my document',
    },
    insurance: {
      sentence: (name) =>
        `Hello ${name}, your insurance ends on that day. Send the new certificate, and clients keep seeing your badge.`,
      button: 'Send the certificate',
    },
    account: 'Account',
  },
  pt: {
    title: (date) => `Seu selo termina em ${date}`,
    ssn: {
      sentence: (name) =>
        `Olá, ${name}! Uma verificação de antecedentes vale por um ano. Informe seu número de novo, e os clientes continuam vendo seu selo.`,
      button: 'Renovar meu selo',
    },
    identity: {
      sentence: (name) =>
        `Olá, ${name}! A verificação da sua identidade vale por um ano. Envie seu documento de novo, e os clientes continuam vendo seu selo.`,
      button: 'Enviar meu documento',
    },
    insurance: {
      sentence: (name) =>
        `Olá, ${name}! Seu seguro termina nesse dia. Envie a nova apólice, e os clientes continuam vendo seu selo.`,
      button: 'Enviar a apólice',
    },
    account: 'Conta',
  },
  es: {
    title: (date) => `Tu insignia termina el ${date}`,
    ssn: {
      sentence: (name) =>
        `Hola, ${name}: una verificación de antecedentes vale por un año. Da tu número otra vez y los clientes seguirán viendo tu insignia.`,
      button: 'Renovar mi insignia',
    },
    identity: {
      sentence: (name) =>
        `Hola, ${name}: la verificación de tu identidad vale por un año. Envía tu documento otra vez y los clientes seguirán viendo tu insignia.`,
      button: 'Enviar mi documento',
    },
    insurance: {
      sentence: (name) =>
        `Hola, ${name}: tu seguro termina ese día. Envía la póliza nueva y los clientes seguirán viendo tu insignia.`,
      button: 'Enviar la póliza',
    },
    account: 'Cuenta',
  },
}
