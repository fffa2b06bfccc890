import type { Language } from '#contract/product.ts'
import type { Composer } from './composer.ts'

type Words = Record<
  'approved' | 'rejected',
  { title: string; sentence: string; button: string }
> & {
  reason: string
}

/** What was decided about her background check, for a professional: the way on is the dashboard, or the number once more. */
export const verificationText: Composer = ({ kind, data }, { language, role }) => {
  if (role !== 'professional') return undefined
  const decision = kind === 'verification.approved' ? 'approved' : 'rejected'
  const { [decision]: words, reason: label } = WORDS[language]
  const { button, ...said } = words
  const reason = data['reason']
  return {
    ...said,
    facts: decision === 'rejected' && typeof reason === 'string' ? [[label, reason]] : [],
    button: {
      label: button,
      path: decision === 'approved' ? '/dashboard' : '/dashboard?open=verify',
    },
  }
}

const WORDS: Record<Language, Words> = {
  en: {
    approved: {
      title: 'Your background check is approved',
      sentence:
        'Clients now see the badge on your profile and next to your name in search. There is nothing more for you to do.',
      button: 'Open dashboard',
    },
    rejected: {
      title: 'Your background check was not approved',
      sentence:
        'If a digit was wrong, give your number again: our team then looks at it in person. You can work here just the same, without the badge, and clients are not told.',
      button: 'Give my number again',
    },
    reason: 'What our team wrote',
  },
  pt: {
    approved: {
      title: 'Seus antecedentes foram aprovados',
      sentence:
        'Agora os clientes veem o selo no seu perfil e ao lado do seu nome nas buscas. Você não precisa fazer mais nada.',
      button: 'Abrir painel',
    },
    rejected: {
      title: 'Sua verificação não foi aprovada',
      sentence:
        'Se algum dígito estava errado, informe seu número de novo: nossa equipe confere pessoalmente. Você trabalha aqui do mesmo jeito, só que sem o selo, e os clientes não ficam sabendo.',
      button: 'Informar meu número de novo',
    },
    reason: 'O que nossa equipe escreveu',
  },
  es: {
    approved: {
      title: 'Tus antecedentes fueron aprobados',
      sentence:
        'Los clientes ya ven la insignia en tu perfil y junto a tu nombre en las búsquedas. No tienes que hacer nada más.',
      button: 'Abrir panel',
    },
    rejected: {
      title: 'Tu verificación no fue aprobada',
      sentence:
        'Si algún dígito estaba mal, da tu número otra vez: nuestro equipo lo revisa en persona. Puedes trabajar aquí igual, solo que sin la insignia, y los clientes no se enteran.',
      button: 'Dar mi número otra vez',
    },
    reason: 'Lo que escribió nuestro equipo',
  },
}
