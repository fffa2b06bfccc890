import type { Language } from '#contract/product.ts'

/** A client is asked for a review, and reminded once; a professional has a new one. */
export type ReviewEvent = 'ask' | 'reminder' | 'received'

type ReviewText = (name: string) => { title: string; sentence: string; button: string }

/** `name` is that of the other person. */
export const REVIEW_TEXTS: Record<Language, Record<ReviewEvent, ReviewText>> = {
  en: {
    ask: (name) => ({
      title: `How was ${name}?`,
      sentence: 'Your review helps others to choose. It takes a minute.',
      button: 'Leave a Review',
    }),
    reminder: (name) => ({
      title: `How was ${name}?`,
      sentence: 'You have not written a review yet. We do not ask about this visit again.',
      button: 'Leave a Review',
    }),
    received: (name) => ({
      title: `${name} has written a review about you`,
      sentence: 'It is on your profile now. You can answer it in public.',
      button: 'Read the review',
    }),
  },
  pt: {
    ask: (name) => ({
      title: `Como foi com ${name}?`,
      sentence: 'Sua avaliação ajuda outras pessoas a escolher. Leva um minuto.',
      button: 'Escrever avaliação',
    }),
    reminder: (name) => ({
      title: `Como foi com ${name}?`,
      sentence:
        'Você ainda não escreveu uma avaliação. Não perguntaremos de novo sobre esta visita.',
      button: 'Escrever avaliação',
    }),
    received: (name) => ({
      title: `${name} escreveu uma avaliação sobre você`,
      sentence: 'Ela já está no seu perfil. Você pode responder em público.',
      button: 'Ler a avaliação',
    }),
  },
  es: {
    ask: (name) => ({
      title: `¿Qué tal con ${name}?`,
      sentence: 'Tu reseña ayuda a otras personas a elegir. Lleva un minuto.',
      button: 'Escribir una reseña',
    }),
    reminder: (name) => ({
      title: `¿Qué tal con ${name}?`,
      sentence: 'Todavía no escribiste una reseña. No volveremos a preguntar por esta visita.',
      button: 'Escribir una reseña',
    }),
    received: (name) => ({
      title: `${name} escribió una reseña sobre ti`,
      sentence: 'Ya está en tu perfil. Puedes responderla en público.',
      button: 'Leer la reseña',
    }),
  },
}
