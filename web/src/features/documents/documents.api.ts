import { queryOptions } from '@tanstack/react-query'
import { LANGUAGES } from '#contract/product.ts'
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

/** One file for each language and document: no other page loads these texts. */
const FILES: Record<Language, Record<DocumentName, () => Promise<{ default: DocumentText }>>> = {
  en: {
    terms: () => import('#web/locales/documents/en/terms.json'),
    privacy: () => import('#web/locales/documents/en/privacy.json'),
  },
  pt: {
    terms: () => import('#web/locales/documents/pt/terms.json'),
    privacy: () => import('#web/locales/documents/pt/privacy.json'),
  },
  es: {
    terms: () => import('#web/locales/documents/es/terms.json'),
    privacy: () => import('#web/locales/documents/es/privacy.json'),
  },
}

const documentKeys = {
  text: (name: DocumentName, language: Language) => ['document', name, language] as const,
}

export function documentQuery(name: DocumentName, language: Language) {
  return queryOptions({
    queryKey: documentKeys.text(name, language),
    queryFn: async () => (await FILES[language][name]()).default,
    staleTime: Infinity,
  })
}

/** Loads all documents, so that the server reads no file of the build later. rule: built-files-held */
export async function loadDocuments(): Promise<void> {
  await Promise.all(
    LANGUAGES.flatMap((language) => DOCUMENTS.map((name) => FILES[language][name]())),
  )
}
