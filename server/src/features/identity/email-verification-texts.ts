import { VERIFICATION_CODE_MINUTES, VERIFICATION_TOKEN_HOURS } from '#contract/product.ts'
import type { Language } from '#contract/product.ts'
import { nameInLetter } from '#server/outside/mail/name-in-letter.ts'

type Texts = {
  title: string
  sentence: string
  button: string
  code: string
  account: string
  validFor: string
  hours: string
  note: string
}

const TEXTS: Record<Language, (firstName: string) => Texts> = {
  en: (firstName) => ({
    title: 'Confirm your email address',
    sentence: `Hello${firstName && ` ${firstName}`}, please confirm that this address is yours: press the button, or enter the code in Lustra. The code works for ${VERIFICATION_CODE_MINUTES} minutes.`,
    button: 'Confirm address',
    code: 'Code',
    account: 'Account',
    validFor: 'The link works for',
    hours: `${VERIFICATION_TOKEN_HOURS} hours`,
    note: 'If this was not you, you need do nothing.',
  }),
  pt: (firstName) => ({
    title: 'Confirme seu e-mail',
    sentence: `Olá${firstName && `, ${firstName}`}! Confirme que este endereço é seu: toque no botão ou digite o código na Lustra. O código vale por ${VERIFICATION_CODE_MINUTES} minutos.`,
    button: 'Confirmar endereço',
    code: 'Código',
    account: 'Conta',
    validFor: 'O link vale por',
    hours: `${VERIFICATION_TOKEN_HOURS} horas`,
    note: 'Se não foi você, não precisa fazer nada.',
  }),
  es: (firstName) => ({
    title: 'Confirma tu correo electrónico',
    sentence: `Hola${firstName && `, ${firstName}`}: confirma que esta dirección es tuya: pulsa el botón o escribe el código en Lustra. El código sirve durante ${VERIFICATION_CODE_MINUTES} minutos.`,
    button: 'Confirmar dirección',
    code: 'Código',
    account: 'Cuenta',
    validFor: 'El enlace sirve durante',
    hours: `${VERIFICATION_TOKEN_HOURS} horas`,
    note: 'Si no fuiste tú, no tienes que hacer nada.',
  }),
}

/**
 * The texts of the letter that confirms an address, in the person's language. The address may be a stranger's.
 * rule: names-to-strangers
 */
export function verificationLetterTexts(
  user: { language: Language; first_name: string; email: string },
  sixDigits: string,
) {
  const { code, account, validFor, hours, ...texts } = TEXTS[user.language](
    nameInLetter(user.first_name),
  )
  const facts: [string, string, 'email'?][] = [
    [code, sixDigits],
    [account, user.email, 'email'],
    [validFor, hours],
  ]
  return { ...texts, facts }
}
