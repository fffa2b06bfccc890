import type { Language } from '#contract/product.ts'

/** What a letter about second factors, or about another way into the account, tells. */
export type FactorChange =
  | 'passkey_added'
  | 'passkey_removed'
  | 'app_added'
  | 'app_removed'
  | 'recovery_code_used'
  | 'recovery_codes_renewed'
  | 'feed_made'
  | 'contact_named'
  | 'contact_removed'

type Letter = { title: string; sentence: (firstName: string) => string }
type Texts = {
  changes: Record<FactorChange, Letter>
  button: string
  account: string
  at: string
  note: string
  known: Letter & { button: string; note: string }
}

const TEXTS: Record<Language, Texts> = {
  en: {
    changes: {
      passkey_added: {
        title: 'A passkey was added',
        sentence: (firstName) =>
          `Hello ${firstName}, your account has a new passkey. Whoever has it can log in without the password.`,
      },
      passkey_removed: {
        title: 'A passkey was removed',
        sentence: (firstName) =>
          `Hello ${firstName}, a passkey of your account was removed. It works no longer.`,
      },
      app_added: {
        title: 'Codes from an app are on',
        sentence: (firstName) =>
          `Hello ${firstName}, from now on your account asks for a code from your app after the password.`,
      },
      app_removed: {
        title: 'Codes from an app are off',
        sentence: (firstName) =>
          `Hello ${firstName}, your account no longer asks for a code from your app.`,
      },
      recovery_code_used: {
        title: 'A recovery code was used',
        sentence: (firstName) =>
          `Hello ${firstName}, somebody used one of the recovery codes of your account. It works no longer.`,
      },
      recovery_codes_renewed: {
        title: 'You have new recovery codes',
        sentence: (firstName) =>
          `Hello ${firstName}, your account has new recovery codes. The ones before work no longer.`,
      },
      feed_made: {
        title: 'Your calendar address was made',
        sentence: (firstName) =>
          `Hello ${firstName}, your account has a new calendar address. Whoever has it can read your visits, with names and streets.`,
      },
      contact_named: {
        title: 'A safety contact was named',
        sentence: (firstName) =>
          `Hello ${firstName}, your account has a new safety contact. If you do not check in from a visit with a timer, this person learns your phone number and where the visit is.`,
      },
      contact_removed: {
        title: 'Your safety contact was removed',
        sentence: (firstName) =>
          `Hello ${firstName}, your safety contact was named on a device that is now signed out, so we removed them. Timers that were running have ended. If you named them, please do so again under Safety check-in.`,
      },
    },
    button: 'Look at my settings',
    account: 'Account',
    at: 'When',
    note: 'If it was you, you need do nothing. If not, set a new password at once: every device is signed out then. Then look at your settings.',
    known: {
      title: 'Somebody knows your password.',
      sentence: (firstName) =>
        `Hello ${firstName}, somebody has entered your password today, and then more than 20 wrong codes. The codes protected your account.`,
      button: 'Set a new password',
      note: 'If it was you, you need do nothing. If not, please set a new password, also wherever else you use this one.',
    },
  },
  pt: {
    changes: {
      passkey_added: {
        title: 'Uma chave de acesso foi adicionada',
        sentence: (firstName) =>
          `Olá, ${firstName}! Sua conta tem uma nova chave de acesso. Quem a tem pode entrar sem a senha.`,
      },
      passkey_removed: {
        title: 'Uma chave de acesso foi removida',
        sentence: (firstName) =>
          `Olá, ${firstName}! Uma chave de acesso da sua conta foi removida. Ela não funciona mais.`,
      },
      app_added: {
        title: 'Os códigos de um aplicativo estão ativados',
        sentence: (firstName) =>
          `Olá, ${firstName}! A partir de agora, sua conta pede um código do seu aplicativo depois da senha.`,
      },
      app_removed: {
        title: 'Os códigos de um aplicativo estão desativados',
        sentence: (firstName) =>
          `Olá, ${firstName}! Sua conta não pede mais um código do seu aplicativo.`,
      },
      recovery_code_used: {
        title: 'Um código de recuperação foi usado',
        sentence: (firstName) =>
          `Olá, ${firstName}! Alguém usou um dos códigos de recuperação da sua conta. Ele não funciona mais.`,
      },
      recovery_codes_renewed: {
        title: 'Você tem novos códigos de recuperação',
        sentence: (firstName) =>
          `Olá, ${firstName}! Sua conta tem novos códigos de recuperação. Os anteriores não funcionam mais.`,
      },
      feed_made: {
        title: 'O endereço do seu calendário foi criado',
        sentence: (firstName) =>
          `Olá, ${firstName}! Sua conta tem um novo endereço de calendário. Quem o tem pode ler suas visitas, com nomes e ruas.`,
      },
      contact_named: {
        title: 'Um contato de segurança foi indicado',
        sentence: (firstName) =>
          `Olá, ${firstName}! Sua conta tem um novo contato de segurança. Se você não der notícias de uma visita com aviso, essa pessoa fica sabendo seu telefone e onde é a visita.`,
      },
      contact_removed: {
        title: 'Seu contato de segurança foi removido',
        sentence: (firstName) =>
          `Olá, ${firstName}! Seu contato de segurança foi indicado em um aparelho que não está mais conectado, por isso o removemos. Os avisos que estavam ativos terminaram. Se foi você, indique a pessoa de novo na página do contato de segurança.`,
      },
    },
    button: 'Ver minhas configurações',
    account: 'Conta',
    at: 'Quando',
    note: 'Se foi você, não precisa fazer nada. Se não foi, crie já uma nova senha: sua conta sai então de todos os aparelhos. Depois, confira suas configurações.',
    known: {
      title: 'Alguém sabe a sua senha.',
      sentence: (firstName) =>
        `Olá, ${firstName}! Alguém digitou hoje a sua senha e, depois, mais de 20 códigos errados. Os códigos protegeram sua conta.`,
      button: 'Criar nova senha',
      note: 'Se foi você, não precisa fazer nada. Se não foi, crie uma nova senha, também em qualquer outro lugar em que você usa esta.',
    },
  },
  es: {
    changes: {
      passkey_added: {
        title: 'Se ha añadido una llave de acceso',
        sentence: (firstName) =>
          `Hola, ${firstName}: tu cuenta tiene una llave de acceso nueva. Quien la tiene puede entrar sin la contraseña.`,
      },
      passkey_removed: {
        title: 'Se ha eliminado una llave de acceso',
        sentence: (firstName) =>
          `Hola, ${firstName}: se ha eliminado una llave de acceso de tu cuenta. Ya no funciona.`,
      },
      app_added: {
        title: 'Los códigos de una aplicación están activados',
        sentence: (firstName) =>
          `Hola, ${firstName}: a partir de ahora tu cuenta pide un código de tu aplicación después de la contraseña.`,
      },
      app_removed: {
        title: 'Los códigos de una aplicación están desactivados',
        sentence: (firstName) =>
          `Hola, ${firstName}: tu cuenta ya no pide un código de tu aplicación.`,
      },
      recovery_code_used: {
        title: 'Se ha usado un código de recuperación',
        sentence: (firstName) =>
          `Hola, ${firstName}: alguien ha usado uno de los códigos de recuperación de tu cuenta. Ya no funciona.`,
      },
      recovery_codes_renewed: {
        title: 'Tienes nuevos códigos de recuperación',
        sentence: (firstName) =>
          `Hola, ${firstName}: tu cuenta tiene nuevos códigos de recuperación. Los anteriores ya no funcionan.`,
      },
      feed_made: {
        title: 'Se creó la dirección de tu calendario',
        sentence: (firstName) =>
          `Hola, ${firstName}: tu cuenta tiene una nueva dirección de calendario. Quien la tenga puede leer tus visitas, con nombres y calles.`,
      },
      contact_named: {
        title: 'Se nombró un contacto de seguridad',
        sentence: (firstName) =>
          `Hola, ${firstName}: tu cuenta tiene un nuevo contacto de seguridad. Si no avisas en una visita con temporizador, esa persona conocerá tu teléfono y dónde es la visita.`,
      },
      contact_removed: {
        title: 'Se quitó tu contacto de seguridad',
        sentence: (firstName) =>
          `Hola, ${firstName}: tu contacto de seguridad se nombró en un dispositivo que ya no tiene la sesión abierta, así que lo quitamos. Los temporizadores activos terminaron. Si fuiste tú, nómbralo de nuevo en la página del contacto de seguridad.`,
      },
    },
    button: 'Ver mis ajustes',
    account: 'Cuenta',
    at: 'Cuándo',
    note: 'Si fuiste tú, no tienes que hacer nada. Si no, crea ya una contraseña nueva: así se cierra la sesión en todos los dispositivos. Después revisa tus ajustes.',
    known: {
      title: 'Alguien sabe tu contraseña.',
      sentence: (firstName) =>
        `Hola, ${firstName}: alguien ha escrito hoy tu contraseña y después más de 20 códigos incorrectos. Los códigos han protegido tu cuenta.`,
      button: 'Crear contraseña nueva',
      note: 'Si fuiste tú, no tienes que hacer nada. Si no, crea una contraseña nueva, también en cualquier otro sitio donde uses esta.',
    },
  },
}

/** The texts of the letters about second factors. */
export function factorLetterTexts(language: Language): Texts {
  return TEXTS[language]
}
