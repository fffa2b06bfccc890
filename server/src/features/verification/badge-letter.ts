import { sql } from 'kysely'
import { formatLongDate } from '#contract/date-formats.ts'
import type { Language } from '#contract/product.ts'
import type { Context } from '#server/context.ts'
import { letter } from '#server/outside/mail/letter.ts'
import { BADGE_ENDS_SQL } from './badge.ts'

/** The job: the letter that says when a badge ends, and how to renew it. rule: badges-end */
export async function sendBadgeLetter(
  { db, config, mail }: Context,
  { user_id }: { user_id: string },
): Promise<void> {
  const person = await db
    .selectFrom('professionals')
    .innerJoin('users', 'users.id', 'user_id')
    .where('user_id', '=', user_id)
    .where('background_check_status', '=', 'approved')
    .where('users.deleted_at', 'is', null)
    .select([
      'email',
      'first_name',
      'language',
      sql<Date>`${sql.raw(BADGE_ENDS_SQL)}`.as('ends_at'),
    ])
    .executeTakeFirst()
  if (!person) return
  const language = person.language as Language
  const { title, sentence, button, account } = TEXTS[language]
  const subject = title(formatLongDate(language, person.ends_at, 'UTC'))
  await mail.send({
    to: person.email,
    subject,
    ...letter({
      language,
      title: subject,
      sentence: sentence(person.first_name),
      button: { label: button, href: `${config.publicOrigin}/dashboard?open=verify` },
      facts: [[account, person.email, 'email']],
    }),
  })
}

type Texts = {
  title: (date: string) => string
  sentence: (firstName: string) => string
  button: string
  account: string
}

const TEXTS: Record<Language, Texts> = {
  en: {
    title: (date) => `Your badge ends on ${date}`,
    sentence: (name) =>
      `Hello ${name}, a background check counts for a year. Give your number again, and clients keep seeing your badge.`,
    button: 'Renew my badge',
    account: 'Account',
  },
  pt: {
    title: (date) => `Seu selo termina em ${date}`,
    sentence: (name) =>
      `Olá, ${name}! Uma verificação de antecedentes vale por um ano. Informe seu número de novo, e os clientes continuam vendo seu selo.`,
    button: 'Renovar meu selo',
    account: 'Conta',
  },
  es: {
    title: (date) => `Tu insignia termina el ${date}`,
    sentence: (name) =>
      `Hola, ${name}: una verificación de antecedentes vale por un año. Da tu número otra vez y los clientes seguirán viendo tu insignia.`,
    button: 'Renovar mi insignia',
    account: 'Cuenta',
  },
}
