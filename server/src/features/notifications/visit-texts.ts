import type { Language, Role } from '#contract/product.ts'
import { HOURS_TEXTS } from './hours-texts.ts'
import type { NoticeData } from './notice-data.ts'
import { PROBLEM_TEXTS } from './problem-texts.ts'
import { SAFETY_TEXTS } from './safety-texts.ts'

/** `toCauser`: it goes to both sides, whoever caused it. */
export type VisitEventFacts = { to: readonly Role[]; letter: boolean; toCauser?: boolean }

/** Each event of a visit, the sides that are notified of it, and whether they get a letter too. rule: visit-notices */
export const VISIT_EVENTS = {
  on_my_way: { to: ['client'], letter: false },
  arrived: { to: ['client'], letter: false },
  started: { to: ['client'], letter: false },
  finished: { to: ['client'], letter: true },
  access_viewed: { to: ['client'], letter: false },
  access_ended: { to: ['professional'], letter: false },
  problem_opened: { to: ['client', 'professional'], letter: true },
  problem_answered: { to: ['client', 'professional'], letter: true },
  problem_disputed: { to: ['client', 'professional'], letter: false },
  problem_closed: { to: ['client', 'professional'], letter: true, toCauser: true },
  agreement: { to: ['client', 'professional'], letter: true },
  change_asked: { to: ['client', 'professional'], letter: true },
  change_answered: { to: ['client', 'professional'], letter: false },
  pair_asked: { to: ['client'], letter: true },
  safety_soon: { to: ['professional'], letter: false },
  safety_stopped: { to: ['professional'], letter: true },
  hours_settled: { to: ['client', 'professional'], letter: true },
} as const satisfies Record<string, VisitEventFacts>

export type VisitEvent = keyof typeof VISIT_EVENTS

/** `name` is that of the other person, `date` that of the visit; `data.until`: the deadline of a question. */
export type VisitText = (
  name: string,
  data: NoticeData,
  date: string,
) => { title: string; sentence: string }

/** The type requires a text for each recipient of each event, and for nobody else. */
type VisitTexts = {
  [Event in VisitEvent]: Record<(typeof VISIT_EVENTS)[Event]['to'][number], VisitText>
}

/** The same text for either side. */
const toBoth = (text: VisitText) => ({ client: text, professional: text })

export const VISIT_TEXTS: Record<Language, VisitTexts> = {
  en: {
    ...PROBLEM_TEXTS.en,
    ...SAFETY_TEXTS.en,
    ...HOURS_TEXTS.en,
    on_my_way: {
      client: (name, { eta_minutes }) => ({
        title: eta_minutes
          ? `${name} is on the way, about ${eta_minutes} min`
          : `${name} is on the way`,
        sentence: `${name} is on the way to you.`,
      }),
    },
    arrived: {
      client: (name) => ({
        title: `${name} has arrived`,
        sentence: `${name} is at your home.`,
      }),
    },
    started: {
      client: (name) => ({
        title: `${name} has started`,
        sentence: `${name} has started to clean.`,
      }),
    },
    finished: {
      client: (name, { until }) => ({
        title: `${name} has finished`,
        sentence: until
          ? `${name} has finished your visit. It took longer than you booked: do you pay the extra time? Please answer by ${until}. Without an answer you pay what was booked.`
          : `${name} has finished your visit.`,
      }),
    },
    agreement: toBoth((name, { version }) => ({
      title: version === 1 ? 'Your work agreement is ready' : 'Your work agreement has changed',
      sentence: `Please read what you agreed on with ${name}, and say that you agree.`,
    })),
    change_asked: toBoth((name) => ({
      title: `${name} proposes a change`,
      sentence: `${name} proposes other hours, extras or supplies. Until you accept it, all stays as it is.`,
    })),
    change_answered: toBoth((name) => ({
      title: `${name} answered your change`,
      sentence: `Look at the visit to see the answer of ${name}.`,
    })),
    access_viewed: {
      client: (name) => ({
        title: `${name} opened your access details`,
        sentence: `${name} opened the access details of your home for this visit. You can end access at any time.`,
      }),
    },
    access_ended: {
      professional: (name) => ({
        title: `${name} ended access to this visit`,
        sentence: `${name} ended access to the details of their home for this visit.`,
      }),
    },
    pair_asked: {
      client: (name) => ({
        title: `May ${name} show two photos of your home?`,
        sentence: `May ${name} show these two photos on the public profile? Your name and address are never shown.`,
      }),
    },
  },
  pt: {
    ...PROBLEM_TEXTS.pt,
    ...SAFETY_TEXTS.pt,
    ...HOURS_TEXTS.pt,
    on_my_way: {
      client: (name, { eta_minutes }) => ({
        title: eta_minutes
          ? `${name} está a caminho, cerca de ${eta_minutes} min`
          : `${name} está a caminho`,
        sentence: `${name} está a caminho da sua casa.`,
      }),
    },
    arrived: {
      client: (name) => ({
        title: `${name} chegou`,
        sentence: `${name} já está na sua casa.`,
      }),
    },
    started: {
      client: (name) => ({
        title: `${name} começou`,
        sentence: `${name} começou a limpeza.`,
      }),
    },
    finished: {
      client: (name, { until }) => ({
        title: `${name} terminou`,
        sentence: until
          ? `${name} terminou a sua visita. Ela demorou mais do que o reservado: você paga o tempo extra? Responda até ${until}. Sem resposta, você paga o que foi reservado.`
          : `${name} terminou a sua visita.`,
      }),
    },
    agreement: toBoth((name, { version }) => ({
      title: version === 1 ? 'Seu acordo de trabalho está pronto' : 'Seu acordo de trabalho mudou',
      sentence: `Leia o que você combinou com ${name} e confirme que concorda.`,
    })),
    change_asked: toBoth((name) => ({
      title: `${name} propõe uma mudança`,
      sentence: `${name} propõe outras horas, outros extras ou produtos. Até você aceitar, tudo continua como está.`,
    })),
    change_answered: toBoth((name) => ({
      title: `${name} respondeu à sua proposta de mudança`,
      sentence: `Abra a visita para ver a resposta de ${name}.`,
    })),
    access_viewed: {
      client: (name) => ({
        title: `${name} abriu seus dados de acesso`,
        sentence: `${name} abriu os dados de acesso da sua casa para esta visita. Você pode encerrar o acesso quando quiser.`,
      }),
    },
    access_ended: {
      professional: (name) => ({
        title: `${name} encerrou o acesso desta visita`,
        sentence: `${name} encerrou o acesso aos dados da casa para esta visita.`,
      }),
    },
    pair_asked: {
      client: (name) => ({
        title: `${name} pode mostrar duas fotos da sua casa?`,
        sentence: `${name} pode mostrar estas duas fotos no perfil público? Seu nome e seu endereço nunca aparecem.`,
      }),
    },
  },
  es: {
    ...PROBLEM_TEXTS.es,
    ...SAFETY_TEXTS.es,
    ...HOURS_TEXTS.es,
    on_my_way: {
      client: (name, { eta_minutes }) => ({
        title: eta_minutes
          ? `${name} está en camino, unos ${eta_minutes} min`
          : `${name} está en camino`,
        sentence: `${name} va en camino a tu casa.`,
      }),
    },
    arrived: {
      client: (name) => ({
        title: `${name} ha llegado`,
        sentence: `${name} ya está en tu casa.`,
      }),
    },
    started: {
      client: (name) => ({
        title: `${name} ha empezado`,
        sentence: `${name} ha empezado a limpiar.`,
      }),
    },
    finished: {
      client: (name, { until }) => ({
        title: `${name} ha terminado`,
        sentence: until
          ? `${name} ha terminado tu visita. Duró más de lo reservado: ¿pagas el tiempo extra? Responde antes de ${until}. Si no respondes, pagas lo reservado.`
          : `${name} ha terminado tu visita.`,
      }),
    },
    agreement: toBoth((name, { version }) => ({
      title: version === 1 ? 'Tu acuerdo de trabajo está listo' : 'Tu acuerdo de trabajo cambió',
      sentence: `Lee lo que acordaste con ${name} y confirma que estás de acuerdo.`,
    })),
    change_asked: toBoth((name) => ({
      title: `${name} propone un cambio`,
      sentence: `${name} propone otras horas, otros extras o productos. Hasta que lo aceptes, todo sigue igual.`,
    })),
    change_answered: toBoth((name) => ({
      title: `${name} respondió a tu propuesta de cambio`,
      sentence: `Abre la visita para ver la respuesta de ${name}.`,
    })),
    access_viewed: {
      client: (name) => ({
        title: `${name} abrió tus datos de acceso`,
        sentence: `${name} abrió los datos de acceso de tu casa para esta visita. Puedes cerrar el acceso cuando quieras.`,
      }),
    },
    access_ended: {
      professional: (name) => ({
        title: `${name} cerró el acceso de esta visita`,
        sentence: `${name} cerró el acceso a los datos de la casa para esta visita.`,
      }),
    },
    pair_asked: {
      client: (name) => ({
        title: `¿Puede ${name} mostrar dos fotos de tu casa?`,
        sentence: `¿Puede ${name} mostrar estas dos fotos en el perfil público? Tu nombre y tu dirección nunca se muestran.`,
      }),
    },
  },
}

/** The button of a letter and the page of a notice. */
export const VISIT_BUTTON: Record<Language, string> = {
  en: 'Open the visit',
  pt: 'Abrir a visita',
  es: 'Abrir la visita',
}
