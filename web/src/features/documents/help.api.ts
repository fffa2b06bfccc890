import { queryOptions } from '@tanstack/react-query'
import { LANGUAGES } from '#contract/product.ts'
import type { Language } from '#contract/product.ts'

/** The texts of the help pages. `{{price}}` and other values are replaced (product-values.ts). */
export type HelpTexts = {
  title: string
  description: string
  intro: string
  search: string
  submit: string
  found: string
  nothing: string
  ask: string
  all: string
  contact: string
  topics: readonly HelpTopic[]
}
export type HelpTopic = {
  slug: string
  title: string
  intro: string
  /** Id, question, paragraphs of the answer. */
  questions: readonly (readonly string[])[]
}

/** One file for each language: no other page loads these texts. */
const FILES: Record<Language, () => Promise<{ default: HelpTexts }>> = {
  en: () => import('#web/locales/documents/en/help.json'),
  pt: () => import('#web/locales/documents/pt/help.json'),
  es: () => import('#web/locales/documents/es/help.json'),
}

const helpKeys = { texts: (language: Language) => ['help', language] as const }

export function helpQuery(language: Language) {
  return queryOptions({
    queryKey: helpKeys.texts(language),
    queryFn: async () => (await FILES[language]()).default,
    staleTime: Infinity,
  })
}

/** Loads the texts of all languages, so that the server reads no file of the build later. rule: built-files-held */
export async function loadHelp(): Promise<void> {
  await Promise.all(LANGUAGES.map((language) => FILES[language]()))
}
