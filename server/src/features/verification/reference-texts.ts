import type { Language } from '#contract/product.ts'
import { REFERENCE_LINK_DAYS } from '#contract/verification-rules.ts'
import type { ReferenceQuestion } from '#contract/verification-rules.ts'

type Texts = {
  letter: {
    title: string
    /** Instead of a name of which nothing can be shown. */
    somebody: string
    sentence: (name: string, fullName: string) => string
    button: string
    note: string
  }
  questions: Record<ReferenceQuestion, (firstName: string) => string>
}

/** The letter to a reference, whose title has no name, and the five questions. rule: references, names-to-strangers */
export const REFERENCE_TEXTS: Record<Language, Texts> = {
  en: {
    letter: {
      title: 'You are asked for a reference',
      somebody: 'Somebody',
      sentence: (name, fullName) =>
        `Hello${name && ` ${name}`}, ${fullName} cleans homes through Lustra and named you as somebody who knows them. Please answer five short questions. Only our team reads your answers, never ${fullName}.`,
      button: 'Answer the questions',
      note: `The link works for ${REFERENCE_LINK_DAYS} days, once. If you do not know this person, you need not do anything.`,
    },
    questions: {
      relation: (name) => `How do you know ${name}?`,
      since: (name) => `Since when do you know ${name}?`,
      work: (name) => `What work have you seen ${name} do, and how was it?`,
      trust: (name) => `Would you leave ${name} alone in your home?`,
      remarks: (name) => `Is there anything that a client should know about ${name}?`,
    },
  },
  pt: {
    letter: {
      title: 'Pediram uma referência a você',
      somebody: 'Alguém',
      sentence: (name, fullName) =>
        `Olá${name && `, ${name}`}! ${fullName} trabalha com limpeza pela Lustra e indicou você como alguém de confiança. Responda a cinco perguntas rápidas, por favor. Só nossa equipe lê as respostas: ${fullName} não vê.`,
      button: 'Responder às perguntas',
      note: `O link funciona por ${REFERENCE_LINK_DAYS} dias, uma única vez. Se você não conhece esta pessoa, não precisa fazer nada.`,
    },
    questions: {
      relation: (name) => `De onde você conhece ${name}?`,
      since: (name) => `Desde quando você conhece ${name}?`,
      work: (name) => `Que trabalho de ${name} você já viu, e como foi?`,
      trust: (name) => `Você deixaria ${name} em sua casa sem ninguém por perto?`,
      remarks: (name) => `Há algo que um cliente deveria saber sobre ${name}?`,
    },
  },
  es: {
    letter: {
      title: 'Te piden una referencia',
      somebody: 'Alguien',
      sentence: (name, fullName) =>
        `Hola${name && `, ${name}`}: ${fullName} limpia casas a través de Lustra y te nombró como alguien que le conoce. Responde cinco preguntas cortas, por favor. Solo nuestro equipo lee tus respuestas; ${fullName} no las ve.`,
      button: 'Responder las preguntas',
      note: `El enlace funciona durante ${REFERENCE_LINK_DAYS} días, una sola vez. Si no conoces a esta persona, no tienes que hacer nada.`,
    },
    questions: {
      relation: (name) => `¿De dónde conoces a ${name}?`,
      since: (name) => `¿Desde cuándo conoces a ${name}?`,
      work: (name) => `¿Qué trabajo de ${name} has visto y cómo fue?`,
      trust: (name) => `¿Dejarías a ${name} en tu casa sin nadie más?`,
      remarks: (name) => `¿Hay algo que un cliente debería saber sobre ${name}?`,
    },
  },
}
