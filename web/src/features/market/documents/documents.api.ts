import { queryOptions } from '@tanstack/react-query'
import type { Language } from '#contract/product.ts'

/** A text of several sections. `{{price}}` and other values are replaced (document-page.tsx). */
export type DocumentText = {
  title: string
  description: string
  version: string
  intro: string
  sections: readonly {
    title: string
    text: readonly string[]
    /** The first cell of a row is its name, the others stand under `columns`. */
    table?: { columns: readonly string[]; rows: readonly (readonly string[])[] }
  }[]
}

export const DOCUMENTS = ['terms', 'privacy'] as const
export type DocumentName = (typeof DOCUMENTS)[number]

/** The day of the version of each. */
export const DOCUMENT_DATES: Record<DocumentName, string> = {
  terms: '2026-11-23T12:00:00Z',
  privacy: '2026-11-26T12:00:00Z',
}

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

/** One file for each language and document: no other page loads these texts. */
const FILES = import.meta.glob<{ default: unknown }>(
  '../../../locales/documents/*/{terms,privacy,help}.json',
)

export const documentQuery = (name: DocumentName, language: Language) =>
  textQuery<DocumentText>(name, language)

export const helpQuery = (language: Language) => textQuery<HelpTexts>('help', language)

function textQuery<Text>(name: DocumentName | 'help', language: Language) {
  return queryOptions({
    queryKey: ['document', name, language] as const,
    queryFn: async (): Promise<Text> =>
      (await FILES[`../../../locales/documents/${language}/${name}.json`]!()).default as Text,
    staleTime: Infinity,
  })
}

/** Loads the texts of all languages, so that the server reads no file of the build later. rule: graceful-shutdown */
export async function loadDocuments(): Promise<void> {
  await Promise.all(Object.values(FILES).map((load) => load()))
}
