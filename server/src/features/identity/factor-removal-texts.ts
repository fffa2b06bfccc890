import { FACTOR_REMOVAL_HOURS } from '#contract/product.ts'
import type { Language } from '#contract/product.ts'

type About = 'asked' | 'reminder' | 'removed'
type Words = Record<'title' | 'sentence' | 'button' | 'note', string>
type Texts = { account: string; at: string } & Record<About, Words>

const TEXTS: Record<Language, (firstName: string) => Texts> = {
  en: (firstName) => ({
    account: 'Account',
    at: 'Takes effect',
    asked: {
      title: 'Your passkeys and codes will be removed',
      sentence: `Hello ${firstName}, we were asked to remove the passkeys and codes of your account, because they were lost. In ${FACTOR_REMOVAL_HOURS} hours the password alone will be enough to log in.`,
      button: 'Keep it',
      note: 'If you asked for it, you need do nothing. If not, press the button: nothing will be removed. It stops too when you log in with your passkey or a code.',
    },
    reminder: {
      title: 'Your passkeys and codes will be removed soon',
      sentence: `Hello ${firstName}, a reminder: the passkeys and codes of your account will be removed. Then the password alone will be enough to log in.`,
      button: 'Keep it',
      note: 'If you asked for it, you need do nothing. If not, press the button: nothing will be removed. It stops too when you log in with your passkey or a code.',
    },
    removed: {
      title: 'Your passkeys and codes were removed',
      sentence: `Hello ${firstName}, your account no longer asks for a passkey or a code. The password alone is enough to log in.`,
      button: 'Protect my account',
      note: 'We recommend that you add a passkey or codes from an app again.',
    },
  }),
  pt: (firstName) => ({
    account: 'Conta',
    at: 'Vale a partir de',
    asked: {
      title: 'Suas chaves de acesso e códigos serão removidos',
      sentence: `Olá, ${firstName}! Recebemos um pedido para remover as chaves de acesso e os códigos da sua conta, porque foram perdidos. Daqui a ${FACTOR_REMOVAL_HOURS} horas, a senha sozinha bastará para entrar.`,
      button: 'Manter',
      note: 'Se foi você quem pediu, não precisa fazer nada. Se não foi, use o botão: nada será removido. O pedido também é cancelado quando você entra com a chave de acesso ou um código.',
    },
    reminder: {
      title: 'Suas chaves de acesso e códigos serão removidos em breve',
      sentence: `Olá, ${firstName}! Um lembrete: as chaves de acesso e os códigos da sua conta serão removidos. Depois disso, a senha sozinha bastará para entrar.`,
      button: 'Manter',
      note: 'Se foi você quem pediu, não precisa fazer nada. Se não foi, use o botão: nada será removido. O pedido também é cancelado quando você entra com a chave de acesso ou um código.',
    },
    removed: {
      title: 'Suas chaves de acesso e códigos foram removidos',
      sentence: `Olá, ${firstName}! Sua conta não pede mais chave de acesso nem código. A senha sozinha basta para entrar.`,
      button: 'Proteger minha conta',
      note: 'Recomendamos adicionar de novo uma chave de acesso ou códigos de um aplicativo.',
    },
  }),
  es: (firstName) => ({
    account: 'Cuenta',
    at: 'Tendrá efecto',
    asked: {
      title: 'Se eliminarán tus llaves de acceso y códigos',
      sentence: `Hola, ${firstName}: nos han pedido eliminar las llaves de acceso y los códigos de tu cuenta porque se perdieron. Dentro de ${FACTOR_REMOVAL_HOURS} horas bastará la contraseña para entrar.`,
      button: 'Conservarlos',
      note: 'Si lo pediste tú, no tienes que hacer nada. Si no, pulsa el botón: no se eliminará nada. También se cancela cuando entras con tu llave de acceso o un código.',
    },
    reminder: {
      title: 'Pronto se eliminarán tus llaves de acceso y códigos',
      sentence: `Hola, ${firstName}: te recordamos que se eliminarán las llaves de acceso y los códigos de tu cuenta. Después bastará la contraseña para entrar.`,
      button: 'Conservarlos',
      note: 'Si lo pediste tú, no tienes que hacer nada. Si no, pulsa el botón: no se eliminará nada. También se cancela cuando entras con tu llave de acceso o un código.',
    },
    removed: {
      title: 'Se eliminaron tus llaves de acceso y códigos',
      sentence: `Hola, ${firstName}: tu cuenta ya no pide llave de acceso ni código. Basta la contraseña para entrar.`,
      button: 'Proteger mi cuenta',
      note: 'Te recomendamos añadir de nuevo una llave de acceso o códigos de una aplicación.',
    },
  }),
}

/** The texts of the letters about a removal of factors. rule: factor-removal */
export function factorRemovalTexts(
  language: Language,
  firstName: string,
): Record<About, Words & { account: string; at: string }> {
  const { account, at, ...letters } = TEXTS[language](firstName)
  const withLabels = (words: Words) => ({ ...words, account, at })
  return {
    asked: withLabels(letters.asked),
    reminder: withLabels(letters.reminder),
    removed: withLabels(letters.removed),
  }
}
