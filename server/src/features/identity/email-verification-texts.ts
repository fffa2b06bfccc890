import { VERIFICATION_TOKEN_HOURS } from '#contract/product.ts'
import type { Language } from '#contract/product.ts'

type Texts = {
  title: string
  sentence: string
  button: string
  account: string
  validFor: string
  hours: string
  note: string
}

const TEXTS: Record<Language, (firstName: string) => Texts> = {
  en: (firstName) => ({
    title: 'Confirm your email address',
    sentence: `Hello ${firstName}, please confirm that this address is yours. Then you can book free times at once, where professionals offer it.`,
    button: 'Confirm email address',
    account: 'Account',
    validFor: 'The link works for',
    hours: `${VERIFICATION_TOKEN_HOURS} hours`,
    note: 'If you did not ask for this letter, you need do nothing.',
  }),
  pt: (firstName) => ({
    title: 'Confirme seu e-mail',
    sentence: `Olá, ${firstName}! Confirme que este endereço é seu. Depois você pode agendar horários livres na hora, com os profissionais que oferecem isso.`,
    button: 'Confirmar e-mail',
    account: 'Conta',
    validFor: 'O link vale por',
    hours: `${VERIFICATION_TOKEN_HOURS} horas`,
    note: 'Se você não pediu este e-mail, não precisa fazer nada.',
  }),
  es: (firstName) => ({
    title: 'Confirma tu correo electrónico',
    sentence: `Hola, ${firstName}: confirma que esta dirección es tuya. Después puedes reservar horas libres al instante, con los profesionales que lo ofrecen.`,
    button: 'Confirmar correo',
    account: 'Cuenta',
    validFor: 'El enlace sirve durante',
    hours: `${VERIFICATION_TOKEN_HOURS} horas`,
    note: 'Si no pediste este correo, no tienes que hacer nada.',
  }),
}

/** The texts of the letter that confirms an address, in the person's language. */
export function verificationLetterTexts(user: {
  language: Language
  first_name: string
  email: string
}) {
  const { account, validFor, hours, ...texts } = TEXTS[user.language](user.first_name)
  const facts: [string, string, 'email'?][] = [
    [account, user.email, 'email'],
    [validFor, hours],
  ]
  return { ...texts, facts }
}
