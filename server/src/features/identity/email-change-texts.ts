import { EMAIL_CHANGE_HOURS } from '#contract/product.ts'
import type { Language } from '#contract/product.ts'

type LetterTexts = {
  title: string
  sentence: (firstName: string) => string
  button: string
  note: string
}

type Texts = Record<'asked_old' | 'changed_old' | 'changed_new' | 'owner', LetterTexts> &
  Record<'account' | 'before' | 'after' | 'at', string>

const TEXTS: Record<Language, Texts> = {
  en: {
    account: 'Account',
    before: 'Address until now',
    after: 'New address',
    at: 'When',
    asked_old: {
      title: 'Another email address for your account',
      sentence: (firstName) =>
        `Hello ${firstName}, somebody who is signed in to your account asked to change its email address. It stays as it is until the new address is confirmed.`,
      button: 'This was not me',
      note: `If it was you, you need do nothing here. If not, press the button within ${EMAIL_CHANGE_HOURS} hours: your address stays, every device is signed out, and we send you a link to set a new password.`,
    },
    changed_old: {
      title: 'The email address of your account was changed',
      sentence: (firstName) =>
        `Hello ${firstName}, your account has another email address now. We write to this one no longer.`,
      button: 'This was not me',
      note: `If it was you, you need do nothing. If not, press the button within ${EMAIL_CHANGE_HOURS} hours: this is your address again, every device is signed out, and we send you a link to set a new password.`,
    },
    changed_new: {
      title: 'This is your new email address',
      sentence: (firstName) =>
        `Hello ${firstName}, from now on you sign in with this address, and we write to it. Your other devices were signed out.`,
      button: 'See what happened',
      note: 'The old address got a letter too. Its owner can take the change back for three days.',
    },
    owner: {
      title: 'Somebody asked for your email address',
      sentence: (firstName) =>
        `Hello ${firstName}, somebody wants to use this address for another account. It belongs to yours, so nothing was changed.`,
      button: 'See your account',
      note: 'If it was you: this address already has an account. Sign in with it, or use another address.',
    },
  },
  pt: {
    account: 'Conta',
    before: 'Endereço até agora',
    after: 'Novo endereço',
    at: 'Quando',
    asked_old: {
      title: 'Outro e-mail para a sua conta',
      sentence: (firstName) =>
        `Olá, ${firstName}! Alguém que entrou na sua conta pediu para trocar o e-mail dela. Ele continua o mesmo até que o novo endereço seja confirmado.`,
      button: 'Não fui eu',
      note: `Se foi você, não precisa fazer nada aqui. Se não foi, use o botão em até ${EMAIL_CHANGE_HOURS} horas: seu e-mail continua o mesmo, sua conta sai de todos os aparelhos, e enviamos um link para criar uma nova senha.`,
    },
    changed_old: {
      title: 'O e-mail da sua conta foi trocado',
      sentence: (firstName) =>
        `Olá, ${firstName}! Sua conta agora tem outro e-mail. Não escrevemos mais para este endereço.`,
      button: 'Não fui eu',
      note: `Se foi você, não precisa fazer nada. Se não foi, use o botão em até ${EMAIL_CHANGE_HOURS} horas: este volta a ser o seu e-mail, sua conta sai de todos os aparelhos, e enviamos um link para criar uma nova senha.`,
    },
    changed_new: {
      title: 'Este é o seu novo e-mail',
      sentence: (firstName) =>
        `Olá, ${firstName}! A partir de agora você entra com este endereço, e é para ele que escrevemos. Sua conta saiu dos outros aparelhos.`,
      button: 'Ver o que aconteceu',
      note: 'O endereço antigo também recebeu um e-mail. O dono dele pode desfazer a troca durante três dias.',
    },
    owner: {
      title: 'Alguém pediu o seu e-mail',
      sentence: (firstName) =>
        `Olá, ${firstName}! Alguém quer usar este endereço em outra conta. Ele é da sua, então nada mudou.`,
      button: 'Ver a sua conta',
      note: 'Se foi você: este endereço já tem uma conta. Entre com ele ou use outro endereço.',
    },
  },
  es: {
    account: 'Cuenta',
    before: 'Dirección hasta ahora',
    after: 'Dirección nueva',
    at: 'Cuándo',
    asked_old: {
      title: 'Otro correo electrónico para tu cuenta',
      sentence: (firstName) =>
        `Hola, ${firstName}: alguien que entró en tu cuenta pidió cambiar su correo electrónico. Sigue siendo el mismo hasta que se confirme la dirección nueva.`,
      button: 'No fui yo',
      note: `Si fuiste tú, no tienes que hacer nada aquí. Si no, pulsa el botón antes de ${EMAIL_CHANGE_HOURS} horas: tu dirección sigue igual, se cierra la sesión en todos los dispositivos y te enviamos un enlace para crear una contraseña nueva.`,
    },
    changed_old: {
      title: 'El correo electrónico de tu cuenta ha cambiado',
      sentence: (firstName) =>
        `Hola, ${firstName}: tu cuenta tiene ahora otro correo electrónico. Ya no escribimos a esta dirección.`,
      button: 'No fui yo',
      note: `Si fuiste tú, no tienes que hacer nada. Si no, pulsa el botón antes de ${EMAIL_CHANGE_HOURS} horas: esta vuelve a ser tu dirección, se cierra la sesión en todos los dispositivos y te enviamos un enlace para crear una contraseña nueva.`,
    },
    changed_new: {
      title: 'Este es tu nuevo correo electrónico',
      sentence: (firstName) =>
        `Hola, ${firstName}: desde ahora entras con esta dirección, y a ella te escribimos. Se cerró la sesión en tus otros dispositivos.`,
      button: 'Ver qué pasó',
      note: 'La dirección anterior también recibió un mensaje. Su dueño puede deshacer el cambio durante tres días.',
    },
    owner: {
      title: 'Alguien pidió tu correo electrónico',
      sentence: (firstName) =>
        `Hola, ${firstName}: alguien quiere usar esta dirección en otra cuenta. Es de la tuya, así que no cambió nada.`,
      button: 'Ver tu cuenta',
      note: 'Si fuiste tú: esta dirección ya tiene una cuenta. Entra con ella o usa otra.',
    },
  },
}

/** The texts of the letters about another address. rule: email-change */
export function emailChangeTexts(language: Language): Texts {
  return TEXTS[language]
}
