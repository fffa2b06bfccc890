import { sql } from 'kysely'
import type { Language } from '#contract/product.ts'
import { recordEvent } from '#server/events/record.ts'
import { letter } from '#server/outside/mail/letter.ts'
import { enqueue } from '#server/queue/queue.ts'
import type { Context } from '#server/context.ts'
import { userByEmail, userById } from './identity.queries.ts'

const KIND = 'account.guessed'
const DAY_MS = 24 * 60 * 60 * 1000

/**
 * Enqueues a letter to the owner of an email that has had its wrong guesses of the day, at most one a day. An unknown
 * email has no owner. rule: guess-letter
 */
export async function warnOfGuesses(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  emailKey: string,
): Promise<void> {
  const user = await userByEmail(db, emailKey)
  if (user) await warnOnceADay({ db, clock }, user.id, KIND, 'send-guess-letter')
}

/** Enqueues a letter to an account unless it was enqueued in the last 24 hours. The event `kind` says so. */
export async function warnOnceADay(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  userId: string,
  kind: string,
  job: 'send-guess-letter' | 'send-known-password-letter',
): Promise<void> {
  const now = clock.now()
  await db.transaction().execute(async (tx) => {
    // Of two warnings at once, the second waits here and then finds the first.
    await sql`select from users where id = ${userId} for no key update`.execute(tx)
    const warned = await tx
      .selectFrom('events')
      .select('id')
      .where('subject_id', '=', userId)
      .where('kind', '=', kind)
      .where('at', '>', new Date(now.getTime() - DAY_MS))
      .limit(1)
      .executeTakeFirst()
    if (warned) return
    await recordEvent(tx, { kind, subjectId: userId, actorId: null, at: now })
    await enqueue(tx, job, { user_id: userId })
  })
}

/** Job: sends that letter. rule: guess-letter */
export async function sendGuessLetter(
  { db, config, mail }: Context,
  { user_id }: { user_id: string },
): Promise<void> {
  const user = await userById(db, user_id)
  if (!user) return
  const texts = TEXTS[user.language](user.first_name)
  await mail.send({
    to: user.email,
    subject: texts.title,
    ...letter({
      language: user.language,
      title: texts.title,
      sentence: texts.sentence,
      button: { label: texts.button, href: `${config.publicOrigin}/forgot-password` },
      facts: [[texts.account, user.email, 'email']],
      note: texts.note,
    }),
  })
}

type Texts = { title: string; sentence: string; button: string; account: string; note: string }

const TEXTS: Record<Language, (firstName: string) => Texts> = {
  en: (firstName) => ({
    title: 'Many wrong passwords for your account',
    sentence: `Hello ${firstName}, somebody has tried many wrong passwords for your account today. For a day each try from a device that we do not know is made slow.`,
    button: 'Set a new password',
    account: 'Account',
    note: 'You can still log in from any device that you have used before. If you use this password elsewhere too, please set a new one.',
  }),
  pt: (firstName) => ({
    title: 'Muitas senhas erradas na sua conta',
    sentence: `Olá, ${firstName}! Alguém tentou muitas senhas erradas na sua conta hoje. Por um dia, cada tentativa de um aparelho que não conhecemos fica mais lenta.`,
    button: 'Criar nova senha',
    account: 'Conta',
    note: 'Você continua podendo entrar de qualquer aparelho que já usou. Se usa esta senha também em outro lugar, crie uma nova.',
  }),
  es: (firstName) => ({
    title: 'Muchas contraseñas incorrectas en tu cuenta',
    sentence: `Hola, ${firstName}: alguien ha probado hoy muchas contraseñas incorrectas en tu cuenta. Durante un día, cada intento desde un dispositivo que no conocemos será más lento.`,
    button: 'Crear contraseña nueva',
    account: 'Cuenta',
    note: 'Puedes seguir entrando desde cualquier dispositivo que ya hayas usado. Si usas esta contraseña también en otro sitio, crea una nueva.',
  }),
}
