import { queryOptions } from '@tanstack/react-query'
import { LANGUAGES } from '#contract/product.ts'
import type { Language } from '#contract/product.ts'

/** One file for each language: no other page loads these texts. */
const FILES = {
  en: () => import('#web/locales/documents/en/claims.json'),
  pt: () => import('#web/locales/documents/pt/claims.json'),
  es: () => import('#web/locales/documents/es/claims.json'),
} satisfies Record<Language, unknown>

/** The texts of 'How we measure'. Each claim has its sentence, its place, what it rests on, and its measured value. */
export function claimsTextQuery(language: Language) {
  return queryOptions({
    queryKey: ['claims-text', language],
    queryFn: async () => (await FILES[language]()).default,
    staleTime: Infinity,
  })
}

/** Loads the texts of all languages, so that the server reads no file of the build later. rule: built-files-held */
export async function loadClaimsTexts(): Promise<void> {
  await Promise.all(LANGUAGES.map((language) => FILES[language]()))
}
