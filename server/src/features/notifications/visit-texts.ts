import type { Language, Role } from '#contract/product.ts'
import type { Notice } from './notice.ts'
import { PROBLEM_TEXTS } from './problem-texts.ts'

/** Each event of a visit, the sides that are notified of it, and whether they get a letter too. rule: visit-notices */
export const VISIT_EVENTS = {
  on_my_way: { to: ['client'], letter: false },
  arrived: { to: ['client'], letter: false },
  started: { to: ['client'], letter: false },
  finished: { to: ['client'], letter: true },
  problem_opened: { to: ['client', 'professional'], letter: true },
  problem_answered: { to: ['client', 'professional'], letter: true },
  problem_closed: { to: ['client', 'professional'], letter: true },
} as const satisfies Record<string, { to: readonly Role[]; letter: boolean }>

export type VisitEvent = keyof typeof VISIT_EVENTS

/** `name` is that of the other person, `date` that of the visit. */
type VisitText = (
  name: string,
  data: Notice['data'],
  date: string,
) => { title: string; sentence: string }

/** The type requires a text for each recipient of each event, and for nobody else. */
type VisitTexts = {
  [Event in VisitEvent]: Record<(typeof VISIT_EVENTS)[Event]['to'][number], VisitText>
}

export const VISIT_TEXTS: Record<Language, VisitTexts> = {
  en: {
    ...PROBLEM_TEXTS.en,
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
      client: (name) => ({
        title: `${name} has finished`,
        sentence: `${name} has finished your visit.`,
      }),
    },
  },
  pt: {
    ...PROBLEM_TEXTS.pt,
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
      client: (name) => ({
        title: `${name} terminou`,
        sentence: `${name} terminou a sua visita.`,
      }),
    },
  },
  es: {
    ...PROBLEM_TEXTS.es,
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
      client: (name) => ({
        title: `${name} ha terminado`,
        sentence: `${name} ha terminado tu visita.`,
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
