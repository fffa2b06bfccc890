import type { Language } from '#contract/product.ts'

type SafetyText = (name: string) => { title: string; sentence: string }
type SafetyTexts = Record<'safety_soon' | 'safety_stopped', { professional: SafetyText }>

/** Of `safety_soon` the name is that of the contact. rule: safety-timer, safety-stop */
export const SAFETY_TEXTS: Record<Language, SafetyTexts> = {
  en: {
    safety_soon: {
      professional: (name) => ({
        title: `Check in now, or ${name} is told.`,
        sentence: `Open the visit and press 'I am safe', or finish it.`,
      }),
    },
    safety_stopped: {
      professional: () => ({
        title: 'Your safety contact does not want to be written to',
        sentence: 'They get no further letters about your visits. Please choose somebody else.',
      }),
    },
  },
  pt: {
    safety_soon: {
      professional: (name) => ({
        title: `Dê notícias agora, ou avisamos ${name}.`,
        sentence: 'Abra a visita e toque em “Estou em segurança”, ou conclua a visita.',
      }),
    },
    safety_stopped: {
      professional: () => ({
        title: 'Seu contato de segurança não quer receber mensagens',
        sentence: 'Essa pessoa não recebe mais e-mails sobre suas visitas. Escolha outra.',
      }),
    },
  },
  es: {
    safety_soon: {
      professional: (name) => ({
        title: `Avisa ahora o se lo diremos a ${name}.`,
        sentence: 'Abre la visita y pulsa «Estoy a salvo», o termínala.',
      }),
    },
    safety_stopped: {
      professional: () => ({
        title: 'Tu contacto de seguridad no quiere que le escribamos',
        sentence: 'Ya no recibe correos sobre tus visitas. Elige a otra persona.',
      }),
    },
  },
}
