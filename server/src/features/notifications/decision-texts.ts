import type { Language } from '#contract/product.ts'

export type DecisionEvent = 'decision' | 'appeal'

type Texts = { title: string; sentence: string }
type DecisionTexts = {
  /** By the action; 'decision' for all others. */
  actions: Record<string, Texts> & { decision: Texts }
  appeal: Record<'upheld' | 'overturned', Texts>
  reason: string
  /** The label of what the operator wrote. */
  text: string
  button: string
}

/** What an operator did, as a notice says it. rule: account-notices */
export const DECISION_TEXTS: Record<Language, DecisionTexts> = {
  en: {
    actions: {
      decision: {
        title: 'We decided something about your account',
        sentence: 'Our team has decided something about your account. You can read what, and why.',
      },
      message: {
        title: 'Our team wrote to you',
        sentence: 'Our team has written you a message. You can answer by the link in its email.',
      },
      'end-sessions': {
        title: 'You are signed out on all devices',
        sentence: 'Our team has ended all sessions of your account. You can read why.',
      },
      credits: {
        title: 'Our team changed your credits',
        sentence: 'Our team has changed the number of your lead credits. You can read why.',
      },
      refund: {
        title: 'We are refunding a payment',
        sentence: 'Our team has ordered the refund of one of your payments. You can read why.',
      },
      hide: {
        title: 'Your review is hidden',
        sentence: 'Our team has hidden a review of yours. You still see it, and can read why.',
      },
      show: {
        title: 'Your review is shown again',
        sentence: 'A review of yours that was hidden is public again.',
      },
      withdraw: {
        title: 'Your badge was withdrawn',
        sentence:
          'Our team has taken back the badge of your check. You can read why, and ask another operator to look at it.',
      },
      withdraw_notice: {
        title: 'The notice is taken back',
        sentence: 'Our team has taken back what it wrote before a decision. Your check goes on.',
      },
      person_viewed_as: {
        title: 'Our team looked at your account',
        sentence:
          'An operator has seen your account as you see it, for 15 minutes at most. Nothing could be changed. You can read why.',
      },
      conversation_opened: {
        title: 'Our team read a conversation of yours',
        sentence:
          'An operator has opened the messages of one of your conversations. You can read why. A second operator checks whether it was needed.',
      },
    },
    appeal: {
      upheld: {
        title: 'The decision stands',
        sentence: 'Another operator has looked at the decision that you asked about. It stands.',
      },
      overturned: {
        title: 'The decision is taken back',
        sentence:
          'Another operator has looked at the decision that you asked about, and has taken it back.',
      },
    },
    reason: 'Reason',
    text: 'What our team wrote',
    button: 'Read it',
  },
  pt: {
    actions: {
      decision: {
        title: 'Decidimos algo sobre sua conta',
        sentence: 'Nossa equipe decidiu algo sobre sua conta. Você pode ler o quê e por quê.',
      },
      message: {
        title: 'Nossa equipe escreveu para você',
        sentence:
          'Nossa equipe enviou uma mensagem para você. Você pode responder pelo link no e-mail.',
      },
      'end-sessions': {
        title: 'Você saiu de todos os aparelhos',
        sentence: 'Nossa equipe encerrou todas as sessões da sua conta. Você pode ler por quê.',
      },
      credits: {
        title: 'Nossa equipe mudou seus créditos',
        sentence: 'Nossa equipe mudou a quantidade dos seus créditos. Você pode ler por quê.',
      },
      refund: {
        title: 'Estamos reembolsando um pagamento',
        sentence:
          'Nossa equipe pediu o reembolso de um dos seus pagamentos. Você pode ler por quê.',
      },
      hide: {
        title: 'Sua avaliação está oculta',
        sentence: 'Nossa equipe ocultou uma avaliação sua. Você ainda pode vê-la e ler o motivo.',
      },
      show: {
        title: 'Sua avaliação está visível de novo',
        sentence: 'Uma avaliação sua que estava oculta voltou a ser pública.',
      },
      withdraw: {
        title: 'Seu selo foi retirado',
        sentence:
          'Nossa equipe retirou o selo da sua verificação. Você pode ler o motivo e pedir que outro operador analise.',
      },
      withdraw_notice: {
        title: 'O aviso foi retirado',
        sentence:
          'Nossa equipe retirou o que escreveu antes de uma decisão. Sua verificação continua.',
      },
      person_viewed_as: {
        title: 'Nossa equipe olhou sua conta',
        sentence:
          'Um operador viu sua conta como você a vê, por 15 minutos no máximo. Nada podia ser alterado. Você pode ler por quê.',
      },
      conversation_opened: {
        title: 'Nossa equipe leu uma conversa sua',
        sentence:
          'Um operador abriu as mensagens de uma das suas conversas. Você pode ler por quê. Outro operador confere se foi necessário.',
      },
    },
    appeal: {
      upheld: {
        title: 'A decisão foi mantida',
        sentence: 'Outro operador reviu a decisão que você questionou. Ela foi mantida.',
      },
      overturned: {
        title: 'A decisão foi desfeita',
        sentence: 'Outro operador reviu a decisão que você questionou e a desfez.',
      },
    },
    reason: 'Motivo',
    text: 'O que nossa equipe escreveu',
    button: 'Ler',
  },
  es: {
    actions: {
      decision: {
        title: 'Decidimos algo sobre tu cuenta',
        sentence: 'Nuestro equipo decidió algo sobre tu cuenta. Puedes leer qué y por qué.',
      },
      message: {
        title: 'Nuestro equipo te escribió',
        sentence:
          'Nuestro equipo te envió un mensaje. Puedes responder con el enlace que está en el correo.',
      },
      'end-sessions': {
        title: 'Se cerró tu sesión en todos los dispositivos',
        sentence: 'Nuestro equipo cerró todas las sesiones de tu cuenta. Puedes leer por qué.',
      },
      credits: {
        title: 'Nuestro equipo cambió tus créditos',
        sentence: 'Nuestro equipo cambió la cantidad de tus créditos. Puedes leer por qué.',
      },
      refund: {
        title: 'Estamos reembolsando un pago',
        sentence: 'Nuestro equipo pidió el reembolso de uno de tus pagos. Puedes leer por qué.',
      },
      hide: {
        title: 'Tu reseña está oculta',
        sentence: 'Nuestro equipo ocultó una reseña tuya. Todavía la ves y puedes leer por qué.',
      },
      show: {
        title: 'Tu reseña se muestra otra vez',
        sentence: 'Una reseña tuya que estaba oculta es pública otra vez.',
      },
      withdraw: {
        title: 'Se retiró tu insignia',
        sentence:
          'Nuestro equipo retiró la insignia de tu verificación. Puedes leer por qué y pedir que otro operador la revise.',
      },
      withdraw_notice: {
        title: 'Se retiró el aviso',
        sentence:
          'Nuestro equipo retiró lo que escribió antes de una decisión. Tu verificación continúa.',
      },
      person_viewed_as: {
        title: 'Nuestro equipo miró tu cuenta',
        sentence:
          'Un operador vio tu cuenta como tú la ves, durante 15 minutos como máximo. No se podía cambiar nada. Puedes leer por qué.',
      },
      conversation_opened: {
        title: 'Nuestro equipo leyó una conversación tuya',
        sentence:
          'Un operador abrió los mensajes de una de tus conversaciones. Puedes leer por qué. Otro operador comprueba si hacía falta.',
      },
    },
    appeal: {
      upheld: {
        title: 'La decisión se mantiene',
        sentence: 'Otro operador revisó la decisión por la que preguntaste. Se mantiene.',
      },
      overturned: {
        title: 'La decisión se anuló',
        sentence: 'Otro operador revisó la decisión por la que preguntaste y la anuló.',
      },
    },
    reason: 'Motivo',
    text: 'Lo que escribió nuestro equipo',
    button: 'Leerlo',
  },
}
