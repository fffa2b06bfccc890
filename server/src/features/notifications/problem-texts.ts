import type { Language, Role } from '#contract/product.ts'
import type { NoticeData } from './notice-data.ts'

type ProblemEvent = 'problem_opened' | 'problem_answered' | 'problem_disputed' | 'problem_closed'
type ProblemText = (
  name: string,
  data: NoticeData,
  date: string,
) => { title: string; sentence: string }

const forBoth = (text: ProblemText): Record<Role, ProblemText> => ({
  client: text,
  professional: text,
})

/**
 * The notices of a problem of a visit. None says who is right, or repeats what somebody wrote. rule: problem-notices
 */
export const PROBLEM_TEXTS: Record<Language, Record<ProblemEvent, Record<Role, ProblemText>>> = {
  en: {
    problem_opened: forBoth((name, _, date) => ({
      title: `A report about your visit of ${date}`,
      sentence: `${name} has reported something about this visit. Please read it and answer within 72 hours.`,
    })),
    problem_answered: forBoth((name) => ({
      title: `${name} answered your report`,
      sentence: `Read the answer of ${name}, and what happens next.`,
    })),
    problem_disputed: forBoth((_name, _data, date) => ({
      title: `Our team decides about the report of ${date}`,
      sentence: 'Our team reads both sides. You will read what it decides, and why.',
    })),
    problem_closed: forBoth((_name, _data, date) => ({
      title: `The report of ${date} is settled`,
      sentence: 'Open the report to see how it ended.',
    })),
  },
  pt: {
    problem_opened: forBoth((name, _, date) => ({
      title: `Um relato sobre a sua visita de ${date}`,
      sentence: `${name} relatou algo sobre esta visita. Leia e responda em até 72 horas.`,
    })),
    problem_answered: forBoth((name) => ({
      title: `${name} respondeu ao seu relato`,
      sentence: `Leia a resposta de ${name} e veja o que acontece agora.`,
    })),
    problem_disputed: forBoth((_name, _data, date) => ({
      title: `Nossa equipe vai decidir sobre o relato de ${date}`,
      sentence: 'Nossa equipe lê os dois lados. Você vai ler a decisão e o motivo.',
    })),
    problem_closed: forBoth((_name, _data, date) => ({
      title: `O relato de ${date} foi encerrado`,
      sentence: 'Abra o relato para ver como terminou.',
    })),
  },
  es: {
    problem_opened: forBoth((name, _, date) => ({
      title: `Un reporte sobre tu visita del ${date}`,
      sentence: `${name} reportó algo sobre esta visita. Léelo y responde en un plazo de 72 horas.`,
    })),
    problem_answered: forBoth((name) => ({
      title: `${name} respondió a tu reporte`,
      sentence: `Lee la respuesta de ${name} y lo que sigue.`,
    })),
    problem_disputed: forBoth((_name, _data, date) => ({
      title: `Nuestro equipo decidirá sobre el reporte del ${date}`,
      sentence: 'Nuestro equipo lee a las dos partes. Vas a leer la decisión y el motivo.',
    })),
    problem_closed: forBoth((_name, _data, date) => ({
      title: `El reporte del ${date} quedó resuelto`,
      sentence: 'Abre el reporte para ver cómo terminó.',
    })),
  },
}

/** The button of a letter. */
export const PROBLEM_BUTTON: Record<Language, string> = {
  en: 'Open the report',
  pt: 'Abrir o relato',
  es: 'Abrir el reporte',
}
