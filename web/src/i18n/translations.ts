import { WORDS_RETRIES_MAX, WORDS_RETRY_MS } from '#contract/product.ts'
import type { Language } from '#contract/product.ts'
import type first from '#web/locales/en.home.ts'
import type found from '#web/locales/en.public.ts'
import type rest from '#web/locales/en.ts'
import { retryImport } from '#web/loading/retry-import.ts'

type FirstWords = typeof first
type FoundWords = typeof found
type RestOfWords = typeof rest
/** One file of words per feature, the same names in every language; of refusals and search, what home may say stands apart. */
export type Translations = FirstWords & FoundWords & RestOfWords
export type Namespace = keyof Translations
/** All words, or as many as a screen needs. */
export type LoadedTranslations = Omit<FirstWords, 'home'> &
  Partial<Omit<Translations, 'app' | 'errors' | 'search'>>

/** How many words a screen needs: home's, those of all pages that everyone may find, or all. */
export const TRANSLATION_SCOPES = ['home', 'public', 'all'] as const
export type TranslationScope = (typeof TRANSLATION_SCOPES)[number]

type Load<Part> = () => Promise<{ default: Part }>

/** A chunk for each, so that nobody loads three languages, and home comes with its own words alone. */
const CHUNKS: Record<Language, [Load<FirstWords>, Load<FoundWords>, Load<RestOfWords>]> = {
  en: [
    () => import('#web/locales/en.home.ts'),
    () => import('#web/locales/en.public.ts'),
    () => import('#web/locales/en.ts'),
  ],
  pt: [
    () => import('#web/locales/pt.home.ts'),
    () => import('#web/locales/pt.public.ts'),
    () => import('#web/locales/pt.ts'),
  ],
  es: [
    () => import('#web/locales/es.home.ts'),
    () => import('#web/locales/es.public.ts'),
    () => import('#web/locales/es.ts'),
  ],
}

/** The keys of their chunks in the build's manifest. */
export function translationFiles(language: Language, scope: TranslationScope): string[] {
  return ['.home', '.public', '']
    .slice(0, TRANSLATION_SCOPES.indexOf(scope) + 1)
    .map((chunk) => `web/src/locales/${language}${chunk}.ts`)
}

/** The words of one language, as far as they are needed. */
export async function loadTranslations(language: Language): Promise<Translations>
export async function loadTranslations(
  language: Language,
  scope: TranslationScope,
): Promise<LoadedTranslations>
export async function loadTranslations(
  language: Language,
  scope: TranslationScope = 'all',
): Promise<LoadedTranslations> {
  const chunks = CHUNKS[language]
  const [begun, others, rest] = await Promise.all([
    withRetries(chunks[0]),
    scope === 'home' ? undefined : withRetries(chunks[1]),
    scope === 'all' ? withRetries(chunks[2]) : undefined,
  ])
  return {
    ...begun,
    ...others,
    ...rest,
    errors: { ...begun.errors, ...rest?.errors },
    search: { ...begun.search, ...others?.search },
  }
}

/** Those that stand in a page itself; what home says no other page needs, and over 14 kB a page takes one way more. */
export async function inlineTranslations(
  language: Language,
  scope: TranslationScope,
): Promise<LoadedTranslations> {
  const { home, ...others } = await loadTranslations(language, scope)
  return scope === 'home' ? { home, ...others } : others
}

/** Tries again before it throws (client spec 9). */
async function withRetries<Part>(first: Load<Part>): Promise<Part> {
  let load = first
  for (let retry = 0; ; retry++) {
    try {
      return (await load()).default
    } catch (error) {
      if (retry === WORDS_RETRIES_MAX) throw error
      load = retryImport(load, error)
      await new Promise((resolve) => setTimeout(resolve, WORDS_RETRY_MS * 2 ** retry))
    }
  }
}
