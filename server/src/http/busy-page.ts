import type { IncomingMessage } from 'node:http'
import { requestLanguage } from '#contract/preferred-language.ts'
import type { Language } from '#contract/product.ts'

const TEXTS: Record<Language, string> = {
  en: 'We are very busy right now. Please try again in a moment.',
  pt: 'Estamos com muito movimento agora. Tente de novo daqui a pouco.',
  es: 'Hay mucha actividad en este momento. Inténtalo de nuevo en un momento.',
}

const pageOf = (language: Language) =>
  Buffer.from(
    `<!doctype html><html lang="${language}"><meta charset="utf-8"><title>Lustra</title><p>${TEXTS[language]}</p></html>`,
  )
const PAGES = { en: pageOf('en'), pt: pageOf('pt'), es: pageOf('es') }

/**
 * The page for a person while there are too many requests, in their language. undefined: it is a call. rule: admission
 */
export function busyPageFor({ headers }: IncomingMessage): Buffer | undefined {
  if (!headers.accept?.includes('text/html')) return undefined
  return PAGES[requestLanguage(undefined, headers['accept-language'])]
}
