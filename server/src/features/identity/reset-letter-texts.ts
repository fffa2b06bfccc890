import { RESET_TOKEN_MINUTES } from '#contract/product.ts'
import type { Language } from '#contract/product.ts'
import { nameInLetter } from '#server/outside/mail/name-in-letter.ts'

type Texts = {
  title: string
  sentence: string
  button: string
  account: string
  validFor: string
  minutes: string
  note: string
}

const TEXTS: Record<Language, (firstName: string) => Texts> = {
  en: (firstName) => ({
    title: 'Set a new password',
    sentence: `Hello${firstName && ` ${firstName}`}, someone asked for a new password for your account.`,
    button: 'Set New Password',
    account: 'Account',
    validFor: 'The link works for',
    minutes: `${RESET_TOKEN_MINUTES} minutes, once`,
    note: 'If it was not you, you need do nothing: your password stays as it is.',
  }),
  pt: (firstName) => ({
    title: 'Crie uma nova senha',
    sentence: `Olá${firstName && `, ${firstName}`}! Alguém pediu uma nova senha para a sua conta.`,
    button: 'Criar nova senha',
    account: 'Conta',
    validFor: 'O link vale por',
    minutes: `${RESET_TOKEN_MINUTES} minutos, uma única vez`,
    note: 'Se não foi você, não precisa fazer nada: sua senha continua a mesma.',
  }),
  es: (firstName) => ({
    title: 'Crea una contraseña nueva',
    sentence: `Hola${firstName && `, ${firstName}`}: alguien pidió una contraseña nueva para tu cuenta.`,
    button: 'Crear contraseña nueva',
    account: 'Cuenta',
    validFor: 'El enlace sirve durante',
    minutes: `${RESET_TOKEN_MINUTES} minutos, una sola vez`,
    note: 'Si no fuiste tú, no tienes que hacer nada: tu contraseña sigue igual.',
  }),
}

/**
 * The texts of the reset letter in the person's language. The address may be a stranger's. rule: names-to-strangers
 */
export function resetLetterTexts(user: { language: Language; first_name: string; email: string }) {
  const { account, validFor, minutes, ...texts } = TEXTS[user.language](
    nameInLetter(user.first_name),
  )
  const facts: [string, string, 'email'?][] = [
    [account, user.email, 'email'],
    [validFor, minutes],
  ]
  return { ...texts, facts }
}
