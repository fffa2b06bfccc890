import { queryOptions } from '@tanstack/react-query'
import type { Language } from '#contract/product.ts'
import type claims from '#web/locales/documents/en/claims.json'

type ClaimsFile = { default: typeof claims }

/** One file for each language: no other page loads these texts. */
const FILES = import.meta.glob<ClaimsFile>('../../../locales/documents/*/claims.json')

/** The texts of the topic of help about claims: of each its sentence, its place, its basis and its measured value. */
export function claimsTextQuery(language: Language) {
  return queryOptions({
    queryKey: ['claims-text', language],
    queryFn: async () =>
      (await FILES[`../../../locales/documents/${language}/claims.json`]!()).default,
    staleTime: Infinity,
  })
}

/** Loads the texts of all languages, so that the server reads no file of the build later. rule: graceful-shutdown */
export async function loadClaimsTexts(): Promise<void> {
  await Promise.all(Object.values(FILES).map((load) => load()))
}
