import { NOT_ME_TOKEN_HOURS } from '#contract/product.ts'
import type { Language } from '#contract/product.ts'

type Texts = {
  title: string
  sentence: string
  button: string
  account: string
  device: string
  on: (browser: string, system: string) => string
  unknown: string
  at: string
  note: string
}

const TEXTS: Record<Language, (firstName: string) => Texts> = {
  en: (firstName) => ({
    title: 'New sign-in to your account',
    sentence: `Hello ${firstName}, somebody signed in to your account, on a device that we did not know.`,
    button: 'This was not me',
    account: 'Account',
    device: 'Device',
    on: (browser, system) => `${browser} on ${system}`,
    unknown: 'Unknown device',
    at: 'When',
    note: `If it was you, you need do nothing. If not, press the button within ${NOT_ME_TOKEN_HOURS} hours: every device is signed out, and we send you a link to set a new password.`,
  }),
  pt: (firstName) => ({
    title: 'Novo acesso à sua conta',
    sentence: `Olá, ${firstName}! Alguém entrou na sua conta, em um aparelho que não conhecíamos.`,
    button: 'Não fui eu',
    account: 'Conta',
    device: 'Aparelho',
    on: (browser, system) => `${browser} no ${system}`,
    unknown: 'Aparelho desconhecido',
    at: 'Quando',
    note: `Se foi você, não precisa fazer nada. Se não foi, use o botão em até ${NOT_ME_TOKEN_HOURS} horas: sua conta sai de todos os aparelhos, e enviamos um link para criar uma nova senha.`,
  }),
  es: (firstName) => ({
    title: 'Nuevo inicio de sesión en tu cuenta',
    sentence: `Hola, ${firstName}: alguien inició sesión en tu cuenta, en un dispositivo que no conocíamos.`,
    button: 'No fui yo',
    account: 'Cuenta',
    device: 'Dispositivo',
    on: (browser, system) => `${browser} en ${system}`,
    unknown: 'Dispositivo desconocido',
    at: 'Cuándo',
    note: `Si fuiste tú, no tienes que hacer nada. Si no, pulsa el botón antes de ${NOT_ME_TOKEN_HOURS} horas: se cierra la sesión en todos los dispositivos y te enviamos un enlace para crear una contraseña nueva.`,
  }),
}

/** The texts of the letter about a new sign-in. */
export function signInLetterTexts(language: Language, firstName: string): Texts {
  return TEXTS[language](firstName)
}
