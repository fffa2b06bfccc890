import { TRANSLATION_RETRIES_MAX, TRANSLATION_RETRY_MS } from '#contract/product.ts'
import type { Language } from '#contract/product.ts'
import type consoleTexts from '#web/locales/en.console.ts'
import type home from '#web/locales/en.home.ts'
import type publicPages from '#web/locales/en.public.ts'
import type remaining from '#web/locales/en.ts'
import { retryImport } from '#web/loading/retry-import.ts'

type HomeTranslations = typeof home
type PublicTranslations = typeof publicPages
type RemainingTranslations = typeof remaining
/**
 * All translations of a language, by namespace. The sentences of `errors` and `search` that home needs are files of
 * their own.
 */
export type Translations = HomeTranslations &
  PublicTranslations &
  RemainingTranslations &
  typeof consoleTexts
export type Namespace = keyof Translations
/** The translations of a scope. Those of the shell are always among them. */
export type LoadedTranslations = Omit<HomeTranslations, 'home'> &
  Partial<Omit<Translations, 'app' | 'errors' | 'search'>>

/**
 * How many translations a screen needs: those of home, of all public pages, or all. Each scope includes the one before.
 */
export const TRANSLATION_SCOPES = ['home', 'public', 'all'] as const
export type TranslationScope = (typeof TRANSLATION_SCOPES)[number]

type Load<Content> = () => Promise<{ default: Content }>

/** One chunk for each language and scope. rule: translation-loading */
const CHUNKS: Record<
  Language,
  [Load<HomeTranslations>, Load<PublicTranslations>, Load<RemainingTranslations>]
> = {
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

/** The keys of these chunks in the build's manifest. */
export function translationFiles(language: Language, scope: TranslationScope): string[] {
  return ['.home', '.public', '']
    .slice(0, TRANSLATION_SCOPES.indexOf(scope) + 1)
    .map((chunk) => `web/src/locales/${language}${chunk}.ts`)
}

/** Loads the translations of one language and scope. */
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
  const [shell, publicPages, remaining] = await Promise.all([
    withRetries(chunks[0]),
    scope === 'home' ? undefined : withRetries(chunks[1]),
    scope === 'all' ? withRetries(chunks[2]) : undefined,
  ])
  return {
    ...shell,
    ...publicPages,
    ...remaining,
    errors: { ...shell.errors, ...remaining?.errors },
    search: { ...shell.search, ...publicPages?.search },
  }
}

/**
 * Pages contain the translations of these namespaces only for these views: above 14 kB a page needs one more round
 * trip.
 */
const ONLY_IN: Partial<Record<Namespace, readonly string[]>> = {
  home: ['home'],
  cities: ['cities', 'state', 'city'],
  results: ['search-results'],
  reviews: ['professional-profile', 'public-profile'],
}

/**
 * The translations that the page of a view contains. The browser loads others when a screen needs them. rule:
 * first-packet
 */
export async function inlineTranslations(
  language: Language,
  view: { name: string; scope: TranslationScope },
): Promise<LoadedTranslations> {
  const all = Object.entries(await loadTranslations(language, view.scope))
  return Object.fromEntries(
    all.filter(([namespace]) => ONLY_IN[namespace as Namespace]?.includes(view.name) ?? true),
  ) as LoadedTranslations
}

/** The translations that the page of a user contains: those of the shell, and the namespaces that it uses. */
export async function usedTranslations(
  language: Language,
  used: ReadonlySet<string>,
): Promise<LoadedTranslations> {
  const all: object = await loadTranslations(language)
  return Object.fromEntries(
    Object.entries(all).filter(([namespace]) => namespace === 'app' || used.has(namespace)),
  ) as LoadedTranslations
}

/** Retries with back-off before it throws. rule: translation-loading */
async function withRetries<Content>(firstLoad: Load<Content>): Promise<Content> {
  let load = firstLoad
  for (let retry = 0; ; retry++) {
    try {
      return (await load()).default
    } catch (error) {
      if (retry === TRANSLATION_RETRIES_MAX) throw error
      load = retryImport(load, error)
      await new Promise((resolve) => setTimeout(resolve, TRANSLATION_RETRY_MS * 2 ** retry))
    }
  }
}
