import type { Language, Role } from '#contract/product.ts'

/** One day before a visit, and two hours before. The client hears earlier of a visit of a series. */
export type ReminderEvent = 'day' | 'hours' | 'series'

/** `name` is that of the other person. */
type ReminderText = (name: string) => { title: string; sentence: string }

type ReminderTexts = Record<Exclude<ReminderEvent, 'series'>, Record<Role, ReminderText>>

export const REMINDER_TEXTS: Record<Language, ReminderTexts> = {
  en: {
    day: {
      client: (name) => ({
        title: `Tomorrow: ${name} comes to you`,
        sentence: `A reminder that ${name} cleans for you tomorrow.`,
      }),
      professional: (name) => ({
        title: `Tomorrow: your visit to ${name}`,
        sentence: `A reminder that ${name} expects you tomorrow.`,
      }),
    },
    hours: {
      client: (name) => ({
        title: `In two hours: ${name} comes to you`,
        sentence: `${name} will be with you in about two hours.`,
      }),
      professional: (name) => ({
        title: `In two hours: your visit to ${name}`,
        sentence: `${name} expects you in about two hours.`,
      }),
    },
  },
  pt: {
    day: {
      client: (name) => ({
        title: `Amanhã: visita de ${name}`,
        sentence: `Um lembrete: ${name} faz a limpeza para você amanhã.`,
      }),
      professional: (name) => ({
        title: `Amanhã: sua visita a ${name}`,
        sentence: `Um lembrete: ${name} espera por você amanhã.`,
      }),
    },
    hours: {
      client: (name) => ({
        title: `Em duas horas: visita de ${name}`,
        sentence: `${name} estará com você em cerca de duas horas.`,
      }),
      professional: (name) => ({
        title: `Em duas horas: sua visita a ${name}`,
        sentence: `${name} espera por você em cerca de duas horas.`,
      }),
    },
  },
  es: {
    day: {
      client: (name) => ({
        title: `Mañana: visita de ${name}`,
        sentence: `Un recordatorio: ${name} limpia para ti mañana.`,
      }),
      professional: (name) => ({
        title: `Mañana: tu visita a ${name}`,
        sentence: `Un recordatorio: ${name} te espera mañana.`,
      }),
    },
    hours: {
      client: (name) => ({
        title: `En dos horas: visita de ${name}`,
        sentence: `${name} estará contigo en unas dos horas.`,
      }),
      professional: (name) => ({
        title: `En dos horas: tu visita a ${name}`,
        sentence: `${name} te espera en unas dos horas.`,
      }),
    },
  },
}

/** A reminder that is read later, when 'tomorrow' is no longer true. `when` is in the time of the home. */
export const LATE_REMINDER_TEXTS: Record<
  Language,
  Record<Role, (name: string, when: string) => { title: string; sentence: string }>
> = {
  en: {
    client: (name, when) => ({
      title: `Your visit with ${name}: ${when}`,
      sentence: `A reminder of your visit with ${name}: ${when}.`,
    }),
    professional: (name, when) => ({
      title: `Your visit to ${name}: ${when}`,
      sentence: `A reminder of your visit to ${name}: ${when}.`,
    }),
  },
  pt: {
    client: (name, when) => ({
      title: `Visita de ${name}: ${when}`,
      sentence: `Um lembrete da visita de ${name}: ${when}.`,
    }),
    professional: (name, when) => ({
      title: `Sua visita a ${name}: ${when}`,
      sentence: `Um lembrete da sua visita a ${name}: ${when}.`,
    }),
  },
  es: {
    client: (name, when) => ({
      title: `Visita de ${name}: ${when}`,
      sentence: `Un recordatorio de la visita de ${name}: ${when}.`,
    }),
    professional: (name, when) => ({
      title: `Tu visita a ${name}: ${when}`,
      sentence: `Un recordatorio de tu visita a ${name}: ${when}.`,
    }),
  },
}

/** Asks a side that has not agreed to the work agreement. rule: agreement-confirm */
export const AGREEMENT_REMINDERS: Record<Language, string> = {
  en: 'You have not agreed to the work agreement yet. Please read it under the visit.',
  pt: 'Você ainda não confirmou o acordo de trabalho. Leia o acordo na página da visita.',
  es: 'Aún no confirmaste el acuerdo de trabajo. Léelo en la página de la visita.',
}

/** `when` is the time of the visit in the time of the home. rule: series-reminder */
export const SERIES_REMINDER_TEXTS: Record<
  Language,
  (name: string, when: string) => { title: string; sentence: string }
> = {
  en: (name, when) => ({
    title: `Regular visit on ${when}`,
    sentence: `${name} comes to you as agreed. If this date does not suit you, skip it: the other visits stay as they are.`,
  }),
  pt: (name, when) => ({
    title: `Visita regular: ${when}`,
    sentence: `A visita de ${name} está confirmada. Se esta data não for boa para você, pule só esta visita: as outras ficam como estão.`,
  }),
  es: (name, when) => ({
    title: `Visita regular: ${when}`,
    sentence: `La visita de ${name} sigue en pie. Si esta fecha no te viene bien, omite solo esta visita: las demás siguen igual.`,
  }),
}
