import type { IncomingMessage } from 'node:http'
import { requestLanguage } from '#contract/people/preferred-language.ts'
import { LANGUAGES } from '#contract/product.ts'
import type { Language } from '#contract/product.ts'
import { textsIn } from '#server/texts.ts'

const pageOf = (language: Language) =>
  Buffer.from(
    `<!doctype html><html lang="${language}"><meta charset="utf-8"><title>Lustra</title><p>${textsIn(language, 'pages')('busy')}</p></html>`,
  )
const PAGES = new Map(LANGUAGES.map((language) => [language, pageOf(language)]))

/**
 * The page for a person while there are too many requests, in their language. undefined: it is a call. rule: admission
 */
export function busyPageFor({ headers }: IncomingMessage): Buffer | undefined {
  if (!headers.accept?.includes('text/html')) return undefined
  return PAGES.get(requestLanguage(undefined, headers['accept-language']))
}
