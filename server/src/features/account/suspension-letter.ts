import type { Language } from '#contract/product.ts'
import { letter } from '#server/outside/mail/letter.ts'
import type { Context } from '#server/context.ts'

/** The job: tells a person by a letter that their account is suspended, or open again, and why. rule: suspension */
export async function sendSuspensionLetter(
  { db, config, mail }: Context,
  { suspension_id, about }: { suspension_id: string; about: 'begin' | 'end' },
): Promise<void> {
  const row = await db
    .selectFrom('suspensions')
    .innerJoin('users', 'users.id', 'suspensions.user_id')
    .where('suspensions.id', '=', suspension_id)
    .where('users.deleted_at', 'is', null)
    .select(['email', 'first_name', 'language', 'reason', 'end_reason', 'keeps_visits'])
    .executeTakeFirst()
  if (!row) return
  const language = row.language as Language
  const texts = TEXTS[language](row.first_name)
  const isBegin = about === 'begin'
  const why = isBegin ? row.reason : (row.end_reason ?? '')
  const { title, sentence } = isBegin ? texts.begin : texts.end
  await mail.send({
    to: row.email,
    subject: title,
    ...letter({
      language,
      title,
      sentence,
      button: isBegin
        ? { label: texts.contact, href: `${config.publicOrigin}/contact` }
        : { label: texts.logIn, href: `${config.publicOrigin}/login` },
      facts: [
        [texts.reason, why],
        [texts.account, row.email, 'email'],
      ],
      ...(isBegin && { note: row.keeps_visits ? texts.visitsKept : texts.visitsCancelled }),
    }),
  })
}

type Part = { title: string; sentence: string }
type Texts = {
  begin: Part
  end: Part
  reason: string
  account: string
  contact: string
  logIn: string
  visitsKept: string
  visitsCancelled: string
}

/** The texts of the letters. */
export function suspensionLetterTexts(language: Language, firstName: string): Texts {
  return TEXTS[language](firstName)
}

const TEXTS: Record<Language, (firstName: string) => Texts> = {
  en: (firstName) => ({
    begin: {
      title: 'Your account is suspended',
      sentence: `Hello ${firstName}, we have suspended your Lustra account. You can still log in, read why, change your settings, download your data and delete your account.`,
    },
    end: {
      title: 'Your account is open again',
      sentence: `Hello ${firstName}, your Lustra account is no longer suspended. You can use everything again.`,
    },
    reason: 'Reason',
    account: 'Account',
    contact: 'Contact us',
    logIn: 'Log in',
    visitsKept:
      'Requests without an answer have ended. Visits that were already accepted take place.',
    visitsCancelled: 'Requests without an answer and all coming visits have ended.',
  }),
  pt: (firstName) => ({
    begin: {
      title: 'Sua conta está suspensa',
      sentence: `Olá, ${firstName}! Suspendemos sua conta na Lustra. Você ainda pode entrar, ler o motivo, mudar suas configurações, baixar seus dados e excluir a conta.`,
    },
    end: {
      title: 'Sua conta está liberada de novo',
      sentence: `Olá, ${firstName}! Sua conta na Lustra não está mais suspensa. Você pode usar tudo de novo.`,
    },
    reason: 'Motivo',
    account: 'Conta',
    contact: 'Fale com a gente',
    logIn: 'Entrar',
    visitsKept: 'Os pedidos sem resposta foram encerrados. As visitas já aceitas vão acontecer.',
    visitsCancelled: 'Os pedidos sem resposta e todas as próximas visitas foram encerrados.',
  }),
  es: (firstName) => ({
    begin: {
      title: 'Tu cuenta está suspendida',
      sentence: `Hola, ${firstName}: hemos suspendido tu cuenta de Lustra. Todavía puedes iniciar sesión, leer el motivo, cambiar tus ajustes, descargar tus datos y eliminar la cuenta.`,
    },
    end: {
      title: 'Tu cuenta está activa otra vez',
      sentence: `Hola, ${firstName}: tu cuenta de Lustra ya no está suspendida. Puedes usarlo todo otra vez.`,
    },
    reason: 'Motivo',
    account: 'Cuenta',
    contact: 'Contáctanos',
    logIn: 'Iniciar sesión',
    visitsKept:
      'Las solicitudes sin respuesta han terminado. Las visitas ya aceptadas se realizan.',
    visitsCancelled: 'Las solicitudes sin respuesta y todas las próximas visitas han terminado.',
  }),
}
